package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// normOp is x, weight, bias → y, mean, variance, scale: a normalization, in few passes, of the last axes (layer),
// of the channels (batch) or of groups of channels (group). Its results equal those of the ops that it replaces bit
// for bit, its gradients to within rounding. Scale is the reciprocal of the standard deviation; only y has a
// gradient.
type normOp struct {
	name           string
	norm           kernels.Norm
	forward        func(n *kernels.Norm, y, x, mean, variance, scale []float32)
	back           func(n *kernels.Norm, dx, dw, db, g, x, mean, scale []float32)
	statistics     int       // number of means, variances and scales
	mean, variance []float32 // if given
	view           []int     // shape of x whose axes are normalized
	axes           []int     // normalized axes
	others         []int     // axes of x that gradients of weight and bias are summed over
	params         []int     // shape of weight and bias
	trailing       int       // axes that weight and bias are aligned with, see affine
}

func (o normOp) Name() string              { return o.name }
func (normOp) Keeps() (args, results bool) { return true, true }
func (normOp) PrivateGradients()           {}
func (o normOp) Infer(in []tensor.Spec) []tensor.Spec {
	s := tensor.Spec{DType: tensor.Float32, Shape: []int{o.statistics}}
	return []tensor.Spec{in[0], s, s, s}
}

func (o normOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x := engine.Operand(in[0])
	res := tensor.EmptyOf(tensor.Float32, x.Shape()...)
	y := engine.Blank(res).([]float32)
	mean, variance, scale := make([]float32, o.statistics), make([]float32, o.statistics), make([]float32, o.statistics)
	copy(mean, o.mean)
	copy(variance, o.variance)
	o.forward(o.of(in), y, engine.Elements(x, tensor.Float32).([]float32), mean, variance, scale)
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
		if t.Tracked() || engine.MappedSlices() > 1 { // slices have no elements
			return o.tracked(in, grad[0])
		}
	}
	size := in[1].Size()
	gx := tensor.EmptyOf(tensor.Float32, in[0].Shape()...)
	dx, dw, db := engine.Blank(gx).([]float32), make([]float32, size), make([]float32, size)
	g, x := engine.Elements(grad[0], tensor.Float32).([]float32), engine.Elements(in[0], tensor.Float32).([]float32)
	o.back(o.of(in), dx, dw, db, g, x, out[1].Float32s(), out[3].Float32s())
	return []*tensor.Tensor{
		gx.AsType(in[0].DType()),
		tensor.Share(dw, in[1].Shape()...).AsType(in[1].DType()),
		tensor.Share(db, in[2].Shape()...).AsType(in[2].DType()),
	}
}

// tracked is the rule as an expression in public ops, for gradients of gradients.
func (o normOp) tracked(in []*tensor.Tensor, g *tensor.Tensor) []*tensor.Tensor {
	x, gw := wide(in[0]).Reshape(o.view...), wide(g)
	mean, scale := o.tracedStatistics(x)
	normal := x.Sub(mean).Mul(scale)
	dw := gw.Mul(normal.Reshape(g.Shape()...)).SumAxes(o.others, false).Reshape(in[1].Shape()...)
	db := gw.SumAxes(o.others, false).Reshape(in[2].Shape()...)
	gw = gw.Mul(leading(wide(in[1]), o.trailing)).Reshape(o.view...)
	if !o.norm.Given {
		gw = gw.Sub(gw.MeanAxes(o.axes, true).Add(normal.Mul(gw.Mul(normal).MeanAxes(o.axes, true))))
	}
	dx := scale.Mul(gw).Reshape(g.Shape()...)
	return []*tensor.Tensor{dx.AsType(in[0].DType()), dw.AsType(in[1].DType()), db.AsType(in[2].DType())}
}

// tracedStatistics returns mean and scale as an expression of x, or of the given ones.
func (o normOp) tracedStatistics(x *tensor.Tensor) (mean, scale *tensor.Tensor) {
	var variance *tensor.Tensor
	if o.norm.Given {
		mean, variance = perChannel(tensor.Share(o.mean), x.NDim()), perChannel(tensor.Share(o.variance), x.NDim())
	} else {
		mean, variance = moments(x, o.axes)
	}
	return mean, variance.Add(tensor.Scalar(float64(o.norm.Eps))).Rsqrt()
}

// The shortest row, channel of an image, and batch of channels with one element, for which a separate pass is
// worthwhile.
const (
	shortestRow   = 64
	shortestImage = 16
	shortestBatch = 64
)

// layerNormOp returns the op that normalizes the axes of x from lead on, and whether it applies.
func layerNormOp(name string, x *tensor.Tensor, lead int, o options) (normOp, bool) {
	dims := x.Shape()
	op := normOp{
		name: name, forward: layerForward, back: (*kernels.Norm).LayerBack, view: dims, axes: shape.Range(lead, len(dims)),
		others: shape.Range(0, lead), params: dims[lead:], trailing: len(dims) - lead,
	}
	op.norm = kernels.Norm{Images: shape.Size(dims[:lead]), Channels: 1, Size: shape.Size(dims[lead:])}
	op = op.with(o, op.norm.Images)
	return op, op.norm.Size >= shortestRow && op.norm.Images > 0 && lead > 0 && allFloat32(x, o)
}

func layerForward(n *kernels.Norm, y, x, mean, _, scale []float32) { n.Layer(y, x, mean, scale) }
func groupForward(n *kernels.Norm, y, x, mean, _, scale []float32) { n.Group(y, x, mean, scale) }

// with returns the op with the option Eps and the given number of statistics.
func (o normOp) with(opts options, statistics int) normOp {
	o.norm.Eps, o.statistics = float32(kwargs.Get(opts, "Eps", 1e-5)), statistics
	return o
}

// channelNormOp returns an op with weights and biases for the channels of x, and whether it supports x.
func channelNormOp(name string, x *tensor.Tensor, o options) (normOp, bool) {
	dims := x.Shape()
	n := kernels.Norm{Images: dims[0], Channels: dims[1], Size: shape.Size(dims[2:])}
	axes := append([]int{0}, shape.Range(2, len(dims))...)
	op := normOp{name: name, norm: n, view: dims, axes: axes, others: axes, params: dims[1:2], trailing: len(dims) - 1}
	return op, n.Size >= shortestImage && n.Images > 0 && n.Channels > 0 && allFloat32(x, o)
}

// batchNormOp returns the op that normalizes the channels of x, and whether it applies: sums over channels with one
// element are in memory order.
func batchNormOp(name string, x *tensor.Tensor, o options) (normOp, bool) {
	op, ok := channelNormOp(name, x, o)
	op.forward, op.back = (*kernels.Norm).Batch, (*kernels.Norm).BatchBack
	columns := op.norm.Size == 1 && op.norm.Channels > 1 && x.Size() >= shortestBatch && x.IsContiguous()
	return op.with(o, op.norm.Channels), ok || columns && allFloat32(x, o)
}

// givenNormOp is batchNormOp with given mean and variance, whose values it copies.
func givenNormOp(name string, x, mean, variance *tensor.Tensor, o options) (normOp, bool) {
	op, ok := batchNormOp(name, x, o)
	for _, t := range []*tensor.Tensor{mean, variance} {
		ok = ok && t.DType() == tensor.Float32 && !t.Tracked()
	}
	if ok = ok && engine.MappedSlices() <= 1; ok {
		op.norm.Given = true
		op.mean, op.variance = slices.Clone(mean.Detach().Float32s()), slices.Clone(variance.Detach().Float32s())
	}
	return op, ok
}

// groupNormOp returns the op that normalizes groups of channels of each image of x, and whether it applies.
func groupNormOp(name string, x *tensor.Tensor, groups int, o options) (normOp, bool) {
	op, ok := channelNormOp(name, x, o)
	if !ok {
		return op, false
	}
	op.norm.Groups, op.forward, op.back = groups, groupForward, (*kernels.Norm).GroupBack
	op.view, op.axes = []int{op.norm.Images, groups, x.Size() / (op.norm.Images * groups)}, []int{2}
	return op.with(o, op.norm.Images*groups), true
}

func allFloat32(x *tensor.Tensor, o options) bool {
	all := []*tensor.Tensor{x, kwargs.Get[*tensor.Tensor](o, "Weight", nil), kwargs.Get[*tensor.Tensor](o, "Bias", nil)}
	return !slices.ContainsFunc(all, func(t *tensor.Tensor) bool { return t != nil && t.DType() != tensor.Float32 })
}

// apply returns the results of the op. Missing weight and bias are replaced by numbers that change nothing, not even
// the sign of a zero. Only a normalization of the batch has the variance.
func (o normOp) apply(x *tensor.Tensor, opts options) (y, mean, variance, scale *tensor.Tensor) {
	w, b := kwargs.Get[*tensor.Tensor](opts, "Weight", nil), kwargs.Get[*tensor.Tensor](opts, "Bias", nil)
	if w == nil {
		w = tensor.Ones(o.params...)
	}
	if b == nil {
		b = tensor.Zeros(o.params...).Neg()
	}
	out := tensor.Apply(o, x, w, b)
	return out[0], out[1], out[2], out[3]
}
