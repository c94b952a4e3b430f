package ops

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// This file has the losses of binary classification, for probabilities and logits.

// BinaryCrossEntropy returns -weight·(label·log(p) + (1-label)·log(1-p)) for probabilities p in [0, 1]; arguments
// of logarithms are at least 1e-12. The shapes must be equal (ValueError), the weight broadcasts. Options: Weight,
// Reduction ("mean"). Integers give Float32.
//
//ms:op func=binary_cross_entropy class=BinaryCrossEntropy types=float
func BinaryCrossEntropy(p, label *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "BinaryCrossEntropy"
	o := read(op, opts, "Weight", "Reduction")
	sameShape(op, "logits", "labels", p, label)
	return once(op, of(p, label), func(in []*tensor.Tensor) *tensor.Tensor {
		return reduced(op, o, "mean", weighted(op, o, tensor.Apply(binaryOp{}, in...)[0]))
	})
}

// binaryOp is p, label → the binary cross entropy of each element. Its gradient is that of MindSpore's kernel,
// finite at 0 and 1: composing it from clipped logarithms would give the gradient -1 where p and label are 1, and
// none where they differ.
type binaryOp struct{}

func (binaryOp) Name() string      { return "BinaryCrossEntropy" }
func (binaryOp) PrivateGradients() {}

func (binaryOp) Infer(in []tensor.Spec) []tensor.Spec {
	dt, _ := dtype.Promote(in[0].DType, in[1].DType)
	return []tensor.Spec{{DType: dt, Shape: in[0].Shape}}
}

func (binaryOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	p, label := in[0].Detach(), in[1].Detach()
	yes := label.Mul(safeLog(p))
	no := number(1).Sub(label).Mul(safeLog(number(1).Sub(p)))
	return []*tensor.Tensor{yes.Add(no).Neg()}
}

// Mapped is the op for many slices.
func (o binaryOp) Mapped(_, all []*tensor.Tensor, over []bool) *tensor.Tensor {
	for i := range all {
		if !over[i] {
			all[i] = all[i].BroadcastTo(all[1-i].Shape()...)
		}
	}
	return tensor.Apply(o, all...)[0]
}

func (binaryOp) VJP(in, _, grad []*tensor.Tensor) []*tensor.Tensor {
	p, label, g := in[0], in[1], grad[0]
	spread := p.Mul(number(1).Sub(p))
	spread = tensor.Where(spread.Greater(number(1e-12)), spread, number(1e-12))
	return []*tensor.Tensor{
		g.Mul(p.Sub(label)).Div(spread),
		g.Mul(safeLog(number(1).Sub(p)).Sub(safeLog(p))),
	}
}

// safeLog is the logarithm of p or 1e-12, whichever is larger, as in MindSpore's kernel.
func safeLog(p *tensor.Tensor) *tensor.Tensor {
	return tensor.Where(p.Less(number(1e-12)), number(1e-12), p).Log()
}

// weighted multiplies the losses by the option Weight.
func weighted(op string, o options, loss *tensor.Tensor) *tensor.Tensor {
	if w := kwargs.Get[*tensor.Tensor](o, "Weight", nil); w != nil {
		agree(op, loss, w)
		return loss.Mul(w.AsType(loss.DType()))
	}
	return loss
}

// BinaryCrossEntropyWithLogits returns [BinaryCrossEntropy] of sigmoid(logits), without overflow; positive labels
// have the weight PosWeight. The shapes must be equal (ValueError), the weights broadcast. Options: Weight,
// PosWeight, Reduction ("mean"). Integers give Float32.
//
//ms:op func=binary_cross_entropy_with_logits class=BCEWithLogitsLoss types=float
func BinaryCrossEntropyWithLogits(logits, label *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "BCEWithLogitsLoss"
	o := read(op, opts, "Weight", "PosWeight", "Reduction")
	sameShape(op, "logits", "label", logits, label)
	return once(op, of(logits, label), func(in []*tensor.Tensor) *tensor.Tensor {
		logits, label := in[0], in[1]
		no := number(1).Sub(label).Mul(logits)
		yes := logits.Neg().Softplus()
		if w := kwargs.Get[*tensor.Tensor](o, "PosWeight", nil); w != nil {
			yes = yes.Mul(w.AsType(yes.DType()).Sub(number(1)).Mul(label).Add(number(1)))
		}
		return reduced(op, o, "mean", weighted(op, o, no.Add(yes)))
	})
}

// SigmoidCrossEntropyWithLogits returns -(label·log(s) + (1-label)·log(1-s)) elementwise with s = sigmoid(logits),
// without overflow. The shapes must be equal (ValueError). Integers give Float32.
//
//ms:op func= class=SigmoidCrossEntropyWithLogits types=float
func SigmoidCrossEntropyWithLogits(logits, label *tensor.Tensor) *tensor.Tensor {
	return BinaryCrossEntropyWithLogits(logits, label, Reduction("none"))
}

// MultilabelSoftMarginLoss returns, for logits x and labels 0 or 1 of shape (N, C), the mean over the classes of
// -weight·(label·logsigmoid(x) + (1-label)·logsigmoid(-x)). Options: Weight of shape (C), Reduction ("mean").
// Integers give Float32.
//
//ms:op func=multilabel_soft_margin_loss class= types=float
func MultilabelSoftMarginLoss(x, label *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "multilabel_soft_margin_loss"
	o := read(op, opts, "Weight", "Reduction")
	sameShape(op, "input", "target", x, label)
	return once(op, of(x, label), func(in []*tensor.Tensor) *tensor.Tensor {
		x, label := in[0], in[1]
		loss := label.Mul(x.LogSigmoid()).Add(number(1).Sub(label).Mul(x.Neg().LogSigmoid())).Neg()
		loss = weighted(op, o, loss)
		if loss.NDim() > 0 {
			loss = loss.Mean(-1)
		}
		return reduced(op, o, "mean", loss)
	})
}

// SoftMarginLoss returns log(1+exp(-target·x)) for targets 1 or -1, without overflow. The shapes must be equal
// (ValueError). Option: Reduction ("mean"). Integers give Float32.
//
//ms:op func=soft_margin_loss class=SoftMarginLoss types=float
func SoftMarginLoss(x, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "SoftMarginLoss"
	o := read(op, opts, "Reduction")
	sameShape(op, "logits", "labels", x, target)
	return once(op, of(x, target), func(in []*tensor.Tensor) *tensor.Tensor {
		return reduced(op, o, "mean", in[0].Mul(in[1]).Neg().Softplus())
	})
}
