package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// entropyOp takes logits of shape (N, C, d1, …) and labels of shape (N, d1, …). It returns the mean cross
// entropy and, for each label, the largest logit and the sum of the exponentials of the logits minus it. The loss
// equals that of the ops it replaces bit for bit; only the loss has a gradient.
type entropyOp struct{ ignored int64 }

func (entropyOp) Name() string               { return "SparseSoftmaxCrossEntropyWithLogits" }
func (entropyOp) Keeps() (args, result bool) { return true, true }
func (entropyOp) PrivateGradients()          {}
func (entropyOp) Infer(in []tensor.Spec) []tensor.Spec {
	ofLabels := tensor.Spec{DType: tensor.Float32, Shape: in[1].Shape}
	return []tensor.Spec{{DType: in[0].DType}, ofLabels, ofLabels}
}

func (o entropyOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x, labels := engine.Operand(in[0]), in[1].Int64s()
	loss, shape := make([]float32, len(labels)), in[1].Shape()
	most, sums := tensor.EmptyOf(tensor.Float32, shape...), tensor.EmptyOf(tensor.Float32, shape...)
	kernels.CrossEntropy(loss, engine.Blank(most).([]float32), engine.Blank(sums).([]float32),
		engine.Elements(x, tensor.Float32).([]float32), labels, x.Dim(1), pixels(x), o.ignored)
	mean := []float32{kernels.Sum.F32(loss) / o.count(labels)}
	return []*tensor.Tensor{tensor.Share(mean).Reshape().AsType(x.DType()), most, sums}
}

// pixels returns the number of labels for each of the N.
func pixels(logits *tensor.Tensor) int { return logits.Size() / (logits.Dim(0) * logits.Dim(1)) }

// count returns the number of labels that are not ignored.
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
	kernels.CrossEntropyBack(engine.Blank(dx).([]float32), out[1].Float32s(), out[2].Float32s(),
		engine.Elements(x, tensor.Float32).([]float32), labels, x.Dim(1), pixels(x), o.ignored, g)
	return []*tensor.Tensor{dx.AsType(x.DType()), nil}
}

// tracked is the rule as an expression in public ops, for gradients of gradients.
func (o entropyOp) tracked(x *tensor.Tensor, labels []int64, g *tensor.Tensor) []*tensor.Tensor {
	hot, counts := make([]float32, x.Size()), make([]float32, len(labels))
	inner, shape := pixels(x), x.Shape()
	for i, l := range labels {
		if l != o.ignored {
			hot[(i/inner*x.Dim(1)+int(l))*inner+i%inner], counts[i] = 1, 1
		}
	}
	target := tensor.Share(hot, shape...)
	shape[1] = 1
	dx := wide(x).Softmax(1).Sub(target).Mul(tensor.Share(counts, shape...))
	return []*tensor.Tensor{dx.Mul(wide(g)).Div(number(float64(o.count(labels)))).AsType(x.DType()), nil}
}

// entropy returns the mean cross entropy of logits and labels in one pass, if they and the options have the usual
// form.
func entropy(op string, logits, labels *tensor.Tensor, o options) (loss *tensor.Tensor, ok bool) {
	if logits.DType() != tensor.Float32 || logits.NDim() < 2 || logits.Size() == 0 ||
		!slices.Equal(slices.Delete(logits.Shape(), 1, 2), labels.Shape()) || !kernels.EntropyOf(pixels(logits)) ||
		!labels.DType().IsInt() || kwargs.Get(o, "Reduction", "mean") != "mean" ||
		kwargs.Get[*tensor.Tensor](o, "Weight", nil) != nil || kwargs.Get(o, "LabelSmoothing", 0.0) != 0 {
		return nil, false
	}
	ignored := kwargs.Get(o, "IgnoreIndex", -100)
	checkLabels(op, labels, logits.Dim(1), ignored)
	return tensor.Apply(entropyOp{int64(ignored)}, logits, labels)[0], true
}
