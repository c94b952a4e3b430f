package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// planesOp maps every plane of its argument, the axes from lead on, by taps, which a function computes when they are
// needed. Average pools, interpolation and unfold are such ops. The map is linear, so its gradient is its transpose.
type planesOp struct {
	name      string
	lead      int   // number of axes before the planes
	in, out   []int // the shapes of planes before and after
	taps      func() shape.Taps
	transpose bool
}

func (o planesOp) Name() string    { return o.name }
func (planesOp) PrivateGradients() {}

// Keeps reports that the gradient of a linear op needs no elements.
func (planesOp) Keeps() (args, results bool) { return false, false }

func (o planesOp) Infer(in []tensor.Spec) []tensor.Spec {
	checkFloat(o.name, []string{"x"}, in[0])
	_, to := o.ends()
	return []tensor.Spec{{DType: in[0].DType, Shape: slices.Concat(in[0].Shape[:o.lead], to)}}
}

// ends returns the shapes of the planes that the op maps from and to.
func (o planesOp) ends() (from, to []int) {
	if o.transpose {
		return o.out, o.in
	}
	return o.in, o.out
}

func (o planesOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x := engine.Operand(in[0])
	from, _ := o.ends()
	if x.Size() != product(x.Shape()[:o.lead])*product(from) {
		tensor.Throw(
			o.name, tensor.ValueError, "For '%s', planes of shape %s are expected, but the shape is %s.", o.name,
			tupleText(from), tupleText(x.Shape()),
		)
	}
	m := o.taps()
	return []*tensor.Tensor{inFloats(
		x, o.Infer([]tensor.Spec{specOf(x)})[0].Shape,
		func(y, v []float32) { mapPlanes(y, v, &m, o.transpose) },
		func(y, v []float64) { mapPlanes(y, v, &m, o.transpose) },
	)}
}

func (o planesOp) VJP(_, _, grad []*tensor.Tensor) []*tensor.Tensor {
	o.transpose = !o.transpose
	return tensor.Apply(o, grad[0])
}

// axesTaps returns the map to planes of shape out whose axes have the taps returned by axis. It raises MemoryError if
// the map does not fit in memory.
func axesTaps(out []int, axis func(i int) shape.Taps) shape.Taps {
	engine.CheckMemory(tensor.Float64, out)
	t := axis(0)
	for i := 1; i < len(out); i++ {
		t = t.Times(axis(i))
	}
	return t
}

// valuesOf returns the elements of x, to be read immediately.
func valuesOf(x *tensor.Tensor) any { return engine.Elements(x, x.DType()) }

// inFloats returns a tensor of shape dims that f32 or f64 computes from x. Other dtypes are computed in Float32.
func inFloats(x *tensor.Tensor, dims []int, f32 func(y, x []float32), f64 func(y, x []float64)) *tensor.Tensor {
	switch v := valuesOf(x).(type) {
	case []float32:
		y := tensor.EmptyOf(tensor.Float32, dims...)
		f32(engine.Blank(y).([]float32), v)
		return y
	case []float64:
		y := tensor.EmptyOf(tensor.Float64, dims...)
		f64(engine.Blank(y).([]float64), v)
		return y
	default:
		return inFloats(x.AsType(tensor.Float32), dims, f32, f64).AsType(x.DType())
	}
}

func mapPlanes[T kernels.Float](y, x []T, m *shape.Taps, transpose bool) {
	if transpose {
		clear(y)
		kernels.TapBack(y, x, m)
	} else {
		kernels.Tap(y, x, m)
	}
}
