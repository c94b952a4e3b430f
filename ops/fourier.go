package ops

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/fft"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// over applies a transform along one axis after another.
func over(
	transform func(x *tensor.Tensor, n, axis int, norm string) *tensor.Tensor,
	x *tensor.Tensor, lengths, axes []int, norm string,
) *tensor.Tensor {
	for i, a := range axes {
		x = transform(x, lengths[i], a, norm)
	}
	return x
}

// fourierAlong transforms a complex x along an axis.
func fourierAlong(op string, x *tensor.Tensor, n, axis int, norm string, inverse bool) *tensor.Tensor {
	axis = axisIn(op, axis, x.NDim())
	if n == 0 {
		n = x.Dim(axis)
	}
	atLeastOne(op, n)
	x = lengthened(x, n, axis)
	return tensor.Apply(fourierOp{axis, inverse, 1 / divisor(op, norm, n, inverse)}, x)[0]
}

// divisor returns what norm divides a transform of n elements by.
func divisor(op, norm string, n int, inverse bool) float64 {
	switch norm {
	case "", "backward", "forward":
		if inverse == (norm != "forward") {
			return float64(n)
		}
		return 1
	case "ortho":
		return math.Sqrt(float64(n))
	}
	tensor.Throw(op, tensor.ValueError, "For '%s', the 'norm' must be 'backward', 'forward' or 'ortho', but got '%s'.", op, norm)
	return 0
}

// opposite returns the norm of the opposite transform.
func opposite(norm string) string {
	switch norm {
	case "", "backward":
		return "forward"
	case "forward":
		return "backward"
	}
	return norm
}

// complexOf converts x to complex numbers of its precision.
func complexOf(x *tensor.Tensor) *tensor.Tensor {
	switch x.DType() {
	case tensor.Complex64, tensor.Complex128:
		return x
	case tensor.Float64:
		return x.AsType(tensor.Complex128)
	}
	return x.AsType(tensor.Complex64)
}

func realOnly(op string, x *tensor.Tensor) {
	if x.DType().IsComplex() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the input must be real, but got Tensor[%s].", op, x.DType())
	}
}

// axisIn converts an axis that may be negative to a number from zero.
func axisIn(op string, axis, dims int) int {
	if axis < -dims || axis >= dims {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'dim' must be in range [-%d, %d), but got %d.", op, dims, dims, axis)
	}
	return (axis + dims) % dims
}

// eachAxis returns the axes, or all if none are given, and a length for each, or 0 if none is given. There must be
// at least one axis, and axes must be distinct.
func eachAxis(op string, x *tensor.Tensor, lengths, axes []int) (n, a []int) {
	if len(axes) == 0 {
		for i := range x.NDim() {
			axes = append(axes, i)
		}
	}
	if lengths == nil {
		lengths = make([]int, len(axes))
	}
	if len(axes) == 0 || len(lengths) != len(axes) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 's' and 'dim' must have the same length, at least 1, but got %d and %d.",
			op, len(lengths), len(axes))
	}
	for _, axis := range axes {
		a = append(a, axisIn(op, axis, x.NDim()))
	}
	if sorted := slices.Sorted(slices.Values(a)); len(slices.Compact(sorted)) != len(a) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'dim' must not name an axis twice, but got %s.", op, tupleText(axes))
	}
	return lengths, a
}

func atLeastOne(op string, n int) {
	if n < 1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the transform must be over at least 1 element, but got %d.", op, n)
	}
}

// lengthened truncates x to n elements along an axis or pads it with zeros.
func lengthened(x *tensor.Tensor, n, axis int) *tensor.Tensor {
	have := x.Dim(axis)
	switch {
	case n < have:
		return x.Narrow(axis, 0, n)
	case n > have:
		dims := x.Shape()
		dims[axis] = n - have
		return tensor.Concat([]*tensor.Tensor{x, tensor.ZerosOf(x.DType(), dims...)}, axis)
	}
	return x
}

// fourierOp is a transform of complex numbers, multiplied by scale. Its matrix is symmetric, so its gradient is the
// same transform.
type fourierOp struct {
	axis    int
	inverse bool
	scale   float64
}

func (o fourierOp) Name() string {
	if o.inverse {
		return "IFFT"
	}
	return "FFT"
}
func (fourierOp) Infer(in []tensor.Spec) []tensor.Spec { return in }
func (fourierOp) Keeps() (args, results bool)          { return false, false }
func (o fourierOp) VJP(_, _, g []*tensor.Tensor) []*tensor.Tensor {
	return tensor.Apply(o, g[0])
}

func (o fourierOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x, dims := in[0].Detach(), in[0].Shape()
	n, inner := dims[o.axis], shape.Size(dims[o.axis+1:])
	y := tensor.EmptyOf(x.DType(), dims...)
	switch v := x.Values().(type) {
	case []complex64:
		fft.Complex(engine.Blank(y).([]complex64), v, n, inner, o.inverse, o.scale)
	case []complex128:
		fft.Complex(engine.Blank(y).([]complex128), v, n, inner, o.inverse, o.scale)
	}
	return []*tensor.Tensor{y}
}

// realFourierAlong transforms n real numbers along an axis to the n/2+1 complex ones that determine the rest, or
// does the inverse.
func realFourierAlong(op string, x *tensor.Tensor, n, axis int, norm string, inverse bool) (y *tensor.Tensor) {
	atLeastOne(op, n)
	o, length := realFourierOp{n, inverse, inverse, inverse, 1 / divisor(op, norm, n, inverse)}, n
	if inverse {
		length = n/2 + 1
	}
	real := tensor.Float32 // or Float64: half types have no complex numbers
	if dt := x.DType(); dt == tensor.Float64 || dt == tensor.Complex128 {
		real = tensor.Float64
	}
	engine.ComputeIn(real, func() {
		y = tensor.Apply(o, lengthened(x, length, axis).SwapAxes(axis, -1))[0].SwapAxes(axis, -1)
	})
	return y
}

// realFourierOp is a transform along the last axis between n real numbers and the first half of their transform,
// multiplied by scale. If twice is set, the numbers of that half that represent two count twice. The opposite
// transform is its transpose and therefore its gradient.
type realFourierOp struct {
	n                      int
	toReal, inverse, twice bool
	scale                  float64
}

func (o realFourierOp) Name() string {
	if o.toReal {
		return "IRFFT"
	}
	return "RFFT"
}
func (realFourierOp) Keeps() (args, results bool) { return false, false }

func (o realFourierOp) Infer(in []tensor.Spec) []tensor.Spec {
	y := tensor.Spec{Shape: slices.Clone(in[0].Shape)}
	last := len(y.Shape) - 1
	if o.toReal {
		y.Shape[last] = o.n
	} else {
		y.Shape[last] = o.n/2 + 1
	}
	y.DType = map[tensor.DType]tensor.DType{
		tensor.Float32: tensor.Complex64, tensor.Float64: tensor.Complex128,
		tensor.Complex64: tensor.Float32, tensor.Complex128: tensor.Float64,
	}[in[0].DType]
	return []tensor.Spec{y}
}

func (o realFourierOp) VJP(_, _, g []*tensor.Tensor) []*tensor.Tensor {
	o.toReal = !o.toReal
	return tensor.Apply(o, g[0])
}

func (o realFourierOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x := in[0].Detach()
	s := o.Infer([]tensor.Spec{{DType: x.DType(), Shape: x.Shape()}})[0]
	y := tensor.EmptyOf(s.DType, s.Shape...)
	switch v := x.Values().(type) {
	case []float32:
		fft.FromReal(engine.Blank(y).([]complex64), v, o.n, o.inverse, o.twice, o.scale)
	case []float64:
		fft.FromReal(engine.Blank(y).([]complex128), v, o.n, o.inverse, o.twice, o.scale)
	case []complex64:
		fft.ToReal(engine.Blank(y).([]float32), v, o.n, o.inverse, o.twice, o.scale)
	case []complex128:
		fft.ToReal(engine.Blank(y).([]float64), v, o.n, o.inverse, o.twice, o.scale)
	}
	return []*tensor.Tensor{y}
}
