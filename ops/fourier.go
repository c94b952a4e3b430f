package ops

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/msrepl/msrepl/tensor"
)

// over applies a transform along one axis after the other.
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
	y := tensor.Apply(fourierOp{axis, inverse}, x)[0]
	if f := divisor(op, norm, n, inverse); f != 1 {
		y = y.Mul(number(1 / f))
	}
	return y
}

// divisor is what norm divides a transform of n elements by.
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

// opposite is the norm of the transform that goes the other way.
func opposite(norm string) string {
	switch norm {
	case "", "backward":
		return "forward"
	case "forward":
		return "backward"
	}
	return norm
}

// complexOf returns x as complex numbers of its precision.
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

// axisIn returns an axis that may count from the end as a number from zero.
func axisIn(op string, axis, dims int) int {
	if axis < -dims || axis >= dims {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'dim' must be in range [-%d, %d), but got %d.", op, dims, dims, axis)
	}
	return (axis + dims) % dims
}

// eachAxis returns the axes, all where none are given, and a length for each, 0 where none is given. One axis is the
// least, and none may come twice.
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

// lengthened cuts x to n elements along an axis or fills it with zeros.
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

// hermitian completes the first n/2+1 elements along an axis to n with the conjugates of those that they mirror.
func hermitian(x *tensor.Tensor, n, axis int) *tensor.Tensor {
	rest := n - x.Dim(axis)
	if rest < 1 {
		return x
	}
	return tensor.Concat([]*tensor.Tensor{x, x.Narrow(axis, 1, rest).Flip(axis).Conj()}, axis)
}

// fourierOp is a transform of complex numbers without division. Its matrix is symmetric, so that it is its own
// gradient.
type fourierOp struct {
	axis    int
	inverse bool
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
	rows := in[0].Detach().SwapAxes(o.axis, -1)
	dims := rows.Shape()
	var y *tensor.Tensor
	switch v := rows.Values().(type) {
	case []complex64:
		y = tensor.New(transformed(v, dims[len(dims)-1], o.inverse))
	case []complex128:
		y = tensor.New(transformed(v, dims[len(dims)-1], o.inverse))
	}
	return []*tensor.Tensor{y.Reshape(dims...).SwapAxes(o.axis, -1)}
}

// transformed returns the transforms of rows of n elements.
func transformed[T complex64 | complex128](v []T, n int, inverse bool) []T {
	out, row, plan := make([]T, len(v)), make([]complex128, n), fourier.NewCmplxFFT(n)
	apply := plan.Coefficients
	if inverse {
		apply = plan.Sequence
	}
	for at := 0; at < len(v); at += n {
		for i := range row {
			row[i] = complex128(v[at+i])
		}
		for i, c := range apply(row, row) {
			out[at+i] = T(c)
		}
	}
	return out
}
