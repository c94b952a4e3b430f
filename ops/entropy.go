package ops

import (
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// entropyOp is logits of shape (N, C), labels of shape (N) → the mean cross entropy, and for each row what the
// logarithm of its softmax is less than it. The loss is that of the ops it replaces in every bit; only it has a
// gradient.
type entropyOp struct{ ignored int64 }

func (entropyOp) Name() string               { return "SparseSoftmaxCrossEntropyWithLogits" }
func (entropyOp) Keeps() (args, result bool) { return true, true }
func (entropyOp) PrivateGradients()          {}
func (entropyOp) Infer(in []tensor.Spec) []tensor.Spec {
	return []tensor.Spec{{DType: in[0].DType}, {DType: tensor.Float32, Shape: in[0].Shape[:1]}}
}

func (o entropyOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x, labels := in[0].Detach(), in[1].Int64s()
	room := make([]float32, 2*len(labels))
	loss, shift := room[:len(labels)], room[len(labels):]
	kernels.CrossEntropy(loss, shift, x.Float32s(), labels, x.Dim(1), o.ignored)
	mean := []float32{kernels.Sum.F32(loss) / o.count(labels)}
	return []*tensor.Tensor{tensor.Share(mean).Reshape().AsType(x.DType()), tensor.Share(shift)}
}

// count is how many labels are not ignored.
func (o entropyOp) count(labels []int64) float32 {
	n := 0
	for _, l := range labels {
		if l != o.ignored {
			n++
		}
	}
	return float32(n)
}

func (o entropyOp) VJP(in, out, grad []*tensor.Tensor) []*tensor.Tensor {
	x, labels := in[0], in[1].Int64s()
	if x.Tracked() || grad[0].Tracked() || engine.MappedSlices() > 1 {
		return o.tracked(x, labels, grad[0])
	}
	dx := tensor.EmptyOf(tensor.Float32, x.Shape()...)
	g := grad[0].Float32s()[0] / o.count(labels)
	kernels.CrossEntropyBack(engine.Blank(dx).([]float32), out[1].Float32s(), x.Float32s(), labels, x.Dim(1), o.ignored, g)
	return []*tensor.Tensor{dx.AsType(x.DType()), nil}
}

// tracked is the rule as an expression in public ops, for gradients of gradients.
func (o entropyOp) tracked(x *tensor.Tensor, labels []int64, g *tensor.Tensor) []*tensor.Tensor {
	hot, counts := make([]float32, x.Size()), make([]float32, len(labels))
	for i, l := range labels {
		if l != o.ignored {
			hot[i*x.Dim(1)+int(l)], counts[i] = 1, 1
		}
	}
	dx := wide(x).Softmax(-1).Sub(tensor.Share(hot, x.Shape()...)).Mul(tensor.Share(counts, len(counts), 1))
	return []*tensor.Tensor{dx.Mul(wide(g)).Div(number(float64(o.count(labels)))).AsType(x.DType()), nil}
}

// entropy returns the mean cross entropy of logits and labels in one pass, if they and the options have the usual
// form.
func entropy(op string, logits, labels *tensor.Tensor, o options) (loss *tensor.Tensor, ok bool) {
	if logits.DType() != tensor.Float32 || logits.NDim() != 2 || labels.NDim() != 1 || labels.Dim(0) != logits.Dim(0) || logits.Size() == 0 ||
		!labels.DType().IsInt() || kwargs.Get(o, "Reduction", "mean") != "mean" ||
		kwargs.Get[*tensor.Tensor](o, "Weight", nil) != nil || kwargs.Get(o, "LabelSmoothing", 0.0) != 0 {
		return nil, false
	}
	ignored := kwargs.Get(o, "IgnoreIndex", -100)
	checkLabels(op, labels, logits.Dim(1), ignored)
	return tensor.Apply(entropyOp{int64(ignored)}, logits, labels)[0], true
}
