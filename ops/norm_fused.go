package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// normOp is x, weight, bias → y, mean, variance, scale: a normalization in few passes, of the last axes (layer) or
// of the channels (batch). Its results are those of the ops that it replaces in every bit, its gradients to within
// rounding. Scale is one over the standard deviation; only y has a gradient.
type normOp struct {
	name     string
	norm     kernels.Norm
	batch    bool
	axes     []int // that are normalized
	others   []int // that gradients of weight and bias are summed over
	trailing int   // axes that weight and bias are aligned with, see affine
}

func (o normOp) Name() string              { return o.name }
func (normOp) Keeps() (args, results bool) { return true, true }
func (normOp) PrivateGradients()           {}
func (o normOp) Infer(in []tensor.Spec) []tensor.Spec {
	n := []int{o.norm.Images}
	if o.batch {
		n = []int{o.norm.Channels}
	}
	s := tensor.Spec{DType: tensor.Float32, Shape: n}
	return []tensor.Spec{in[0], s, s, s}
}

func (o normOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x := in[0].Detach()
	n := o.of(in)
	res := tensor.EmptyOf(tensor.Float32, x.Shape()...)
	y := engine.Blank(res).([]float32)
	statistics := make([][]float32, 3)
	for i := range statistics {
		statistics[i] = make([]float32, shape.Size(o.Infer([]tensor.Spec{specOf(x)})[1].Shape))
	}
	mean, variance, scale := statistics[0], statistics[1], statistics[2]
	if o.batch {
		n.Batch(y, x.Float32s(), mean, variance, scale)
	} else {
		n.Layer(y, x.Float32s(), mean, scale)
	}
	return []*tensor.Tensor{
		res.AsType(x.DType()),
		tensor.Share(mean), tensor.Share(variance), tensor.Share(scale),
	}
}

// of returns the normalization with its weight and bias.
func (o normOp) of(in []*tensor.Tensor) *kernels.Norm {
	n := o.norm
	n.Weight, n.Bias = in[1].Detach().Float32s(), in[2].Detach().Float32s()
	return &n
}

func (o normOp) VJP(in, out, grad []*tensor.Tensor) []*tensor.Tensor {
	for _, t := range []*tensor.Tensor{in[0], in[1], grad[0]} {
		if t.Tracked() || engine.MappedSlices() > 1 { // which may be slices, without elements
			return o.tracked(in, grad[0])
		}
	}
	size := in[1].Size()
	gx := tensor.EmptyOf(tensor.Float32, in[0].Shape()...)
	dx, dw, db := engine.Blank(gx).([]float32), make([]float32, size), make([]float32, size)
	back := (*kernels.Norm).LayerBack
	if o.batch {
		back = (*kernels.Norm).BatchBack
	}
	back(o.of(in), dx, dw, db, grad[0].Float32s(), in[0].Float32s(), out[1].Float32s(), out[3].Float32s())
	return []*tensor.Tensor{
		gx.AsType(in[0].DType()),
		tensor.Share(dw, in[1].Shape()...).AsType(in[1].DType()),
		tensor.Share(db, in[2].Shape()...).AsType(in[2].DType()),
	}
}

// tracked is the rule as an expression in public ops, for gradients of gradients.
func (o normOp) tracked(in []*tensor.Tensor, g *tensor.Tensor) []*tensor.Tensor {
	x, gw := wide(in[0]), wide(g)
	mean, variance := moments(x, o.axes)
	scale := variance.Add(tensor.Scalar(float64(o.norm.Eps))).Rsqrt()
	normal := x.Sub(mean).Mul(scale)
	dw := gw.Mul(normal).SumAxes(o.others, false).Reshape(in[1].Shape()...)
	db := gw.SumAxes(o.others, false).Reshape(in[2].Shape()...)
	gw = gw.Mul(leading(wide(in[1]), o.trailing))
	shift := gw.MeanAxes(o.axes, true).Add(normal.Mul(gw.Mul(normal).MeanAxes(o.axes, true)))
	return []*tensor.Tensor{scale.Mul(gw.Sub(shift)).AsType(in[0].DType()), dw.AsType(in[1].DType()), db.AsType(in[2].DType())}
}

// shortest row, and channel of an image, that are worth a pass of their own.
const (
	shortestRow   = 64
	shortestImage = 16
)

// layerNormOp returns the op that normalizes the axes of x from lead on, and whether it applies.
func layerNormOp(name string, x *tensor.Tensor, lead int, o options) (normOp, bool) {
	dims := x.Shape()
	n := kernels.Norm{
		Images: shape.Size(dims[:lead]), Channels: 1, Size: shape.Size(dims[lead:]),
		Eps: float32(kwargs.Get(o, "Eps", 1e-5)),
	}
	op := normOp{name: name, norm: n, axes: axesFrom(lead, len(dims)), others: axesFrom(0, lead), trailing: len(dims) - lead}
	return op, n.Size >= shortestRow && n.Images > 0 && lead > 0 && allFloat32(x, o)
}

// batchNormOp returns the op that normalizes the channels of x, and whether it applies.
func batchNormOp(name string, x *tensor.Tensor, o options) (normOp, bool) {
	dims := x.Shape()
	n := kernels.Norm{
		Images: dims[0], Channels: dims[1], Size: shape.Size(dims[2:]),
		Eps: float32(kwargs.Get(o, "Eps", 1e-5)),
	}
	axes := append([]int{0}, axesFrom(2, len(dims))...)
	op := normOp{name: name, norm: n, batch: true, axes: axes, others: axes, trailing: len(dims) - 1}
	return op, n.Size >= shortestImage && n.Images > 0 && n.Channels > 0 && allFloat32(x, o)
}

func allFloat32(x *tensor.Tensor, o options) bool {
	all := []*tensor.Tensor{x, kwargs.Get[*tensor.Tensor](o, "Weight", nil), kwargs.Get[*tensor.Tensor](o, "Bias", nil)}
	return !slices.ContainsFunc(all, func(t *tensor.Tensor) bool { return t != nil && t.DType() != tensor.Float32 })
}

// apply returns the results of the op. Numbers that change nothing, not even the sign of a zero, replace weight
// and bias. A normalization of the last axes leaves the variance at 0.
func (o normOp) apply(x *tensor.Tensor, opts options) (y, mean, variance, scale *tensor.Tensor) {
	w, b := kwargs.Get[*tensor.Tensor](opts, "Weight", nil), kwargs.Get[*tensor.Tensor](opts, "Bias", nil)
	dims := x.Shape()[x.NDim()-o.trailing:]
	if o.batch {
		dims = dims[:1]
	}
	if w == nil {
		w = tensor.Ones(dims...)
	}
	if b == nil {
		b = tensor.Zeros(dims...).Neg()
	}
	out := tensor.Apply(o, x, w, b)
	return out[0], out[1], out[2], out[3]
}
