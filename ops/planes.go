package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// planesOp maps every plane of its argument, the last axes from lead on, by taps that a function makes when they are
// needed. Average pools, interpolation and unfold are such ops. Being linear, its gradient is its transpose.
type planesOp struct {
	name      string
	lead      int   // axes before the planes
	in, out   []int // the shapes of planes before and after
	taps      func() shape.Taps
	transpose bool
}

func (o planesOp) Name() string    { return o.name }
func (planesOp) PrivateGradients() {}

// Keeps says that a linear op's gradient needs no elements.
func (planesOp) Keeps() (args, results bool) { return false, false }

func (o planesOp) Infer(in []tensor.Spec) []tensor.Spec {
	checkFloat(o.name, []string{"x"}, in[0])
	_, to := o.ends()
	return []tensor.Spec{{DType: in[0].DType, Shape: slices.Concat(in[0].Shape[:o.lead], to)}}
}

// ends returns the shapes of planes from and to which the op maps.
func (o planesOp) ends() (from, to []int) {
	if o.transpose {
		return o.out, o.in
	}
	return o.in, o.out
}

func (o planesOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x := in[0].Detach()
	spec := o.Infer([]tensor.Spec{specOf(x)})[0]
	return []*tensor.Tensor{runPlanes(o, x).Reshape(spec.Shape...)}
}

func (o planesOp) VJP(_, _, grad []*tensor.Tensor) []*tensor.Tensor {
	o.transpose = !o.transpose
	return tensor.Apply(o, grad[0])
}

// runPlanes returns the elements of the result; the half types are computed in Float32.
func runPlanes(o planesOp, x *tensor.Tensor) *tensor.Tensor {
	from, to := o.ends()
	planes := product(x.Shape()[:o.lead])
	if x.Size() != planes*product(from) {
		tensor.Throw(o.name, tensor.ValueError, "For '%s', planes of shape %s are expected, but the shape is %s.", o.name, tupleText(from), tupleText(x.Shape()))
	}
	m := o.taps()
	n := planes * product(to)
	switch v := x.Values().(type) {
	case []float32:
		return tensor.Share(mapPlanes(n, v, &m, o.transpose))
	case []float64:
		return tensor.Share(mapPlanes(n, v, &m, o.transpose))
	default:
		return runPlanes(o, x.AsType(tensor.Float32)).AsType(x.DType())
	}
}

func mapPlanes[T kernels.Float](n int, x []T, m *shape.Taps, transpose bool) []T {
	y := make([]T, n)
	if transpose {
		kernels.TapBack(y, x, m)
	} else {
		kernels.Tap(y, x, m)
	}
	return y
}
