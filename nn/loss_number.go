package nn

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// LinearFrom sets the difference at which [SmoothL1Loss] and [HuberLoss] change from quadratic to linear
// (beta, delta).
func LinearFrom(d float64) Option { return Option{"LinearFrom", d} }

// FullTerm adds the constant term of a likelihood (full).
func FullTerm(on bool) Option { return Option{"FullTerm", on} }

// LogInput sets whether [PoissonNLLLoss] takes logarithms of rates (log_input); the default is true.
func LogInput(on bool) Option { return Option{"LogInput", on} }

// L1Loss is mindspore.nn.L1Loss: the absolute error |logits - labels|.
//
//ms:layer loss.loss
type L1Loss struct {
	LossBase
}

// Construct takes two tensors that broadcast, with a warning when their shapes differ.
func (l *L1Loss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("L1Loss", logits.Shape(), labels.Shape())
	return rounded(logits, labels, func(a, b *tensor.Tensor) *tensor.Tensor { return l.GetLoss(a.Sub(b).Abs()) })
}

// MAELoss is mindspore.nn.MAELoss: the mean absolute error |logits - labels|.
//
//ms:layer loss.loss
type MAELoss struct {
	LossBase
}

// Construct takes two tensors that broadcast, with a warning when their shapes differ.
func (l *MAELoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("MAELoss", logits.Shape(), labels.Shape())
	return rounded(logits, labels, func(a, b *tensor.Tensor) *tensor.Tensor { return l.GetLoss(a.Sub(b).Abs()) })
}

// MSELoss is mindspore.nn.MSELoss: the squared error (logits - labels)².
//
//ms:layer loss.loss
type MSELoss struct {
	LossBase
}

// Construct takes two tensors that broadcast, with a warning when their shapes differ.
func (l *MSELoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("MSELoss", logits.Shape(), labels.Shape())
	return rounded(logits, labels, func(a, b *tensor.Tensor) *tensor.Tensor {
		if l.reduction != "none" {
			if loss := engine.SquaredErrors(a, b, l.reduction != "sum"); loss != nil {
				return loss
			}
		}
		return l.GetLoss(a.Sub(b).Square())
	})
}

// RMSELoss is mindspore.nn.RMSELoss: the root of the mean squared error.
//
//ms:layer loss.loss reduction=-
type RMSELoss struct{ LossBase }

// Construct takes two tensors that broadcast, with a warning when their shapes differ.
func (l *RMSELoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("RMSELoss", logits.Shape(), labels.Shape())
	return rounded(logits, labels, func(a, b *tensor.Tensor) *tensor.Tensor {
		return l.GetLoss(a.Sub(b).Square()).Sqrt()
	})
}

// SmoothL1Loss is mindspore.nn.SmoothL1Loss: d²/(2β) where d = |logits - labels| is less than β, d-β/2 elsewhere.
//
//ms:layer loss.loss reduction=none
type SmoothL1Loss struct {
	LossBase
	beta float64 `default:"1.0" option:"LinearFrom"`
}

// Construct takes two tensors of the same shape (ValueError).
func (l *SmoothL1Loss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.SmoothL1Loss(logits, labels, ops.LinearFrom(l.beta), l.how())
}

// HuberLoss is mindspore.nn.HuberLoss: d²/2 where d = |logits - labels| is at most δ, δ·(d-δ/2) elsewhere.
//
//ms:layer loss.loss
type HuberLoss struct {
	LossBase
	delta float64 `default:"1.0"`
}

// Construct takes two tensors that broadcast.
func (l *HuberLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.HuberLoss(logits, labels, ops.LinearFrom(l.delta), l.how())
}

// KLDivLoss is mindspore.nn.KLDivLoss: the divergence labels·(log(labels) - logits) of probabilities
// labels and logarithms of probabilities logits.
//
//ms:layer loss.loss
type KLDivLoss struct {
	LossBase
	reduction string `default:"mean" doc:"\"mean\"; \"batchmean\" divides by the first axis" check:"divergenceReduction"`
}

func (l *KLDivLoss) build() { l.LossBase.reduction = l.reduction }

// divergenceReduction raises ValueError for a reduction that [KLDivLoss] does not have.
func divergenceReduction(class, arg, how string) {
	if how != "batchmean" {
		reductionName(class, arg, how)
	}
}

// Construct takes two tensors of one shape.
func (l *KLDivLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.KLDiv(logits, labels, l.how())
}

// GaussianNLLLoss is mindspore.nn.GaussianNLLLoss: the negative logarithm of the likelihood of labels under normal
// distributions.
//
//ms:layer loss.loss
type GaussianNLLLoss struct {
	LossBase
	full bool    `default:"false"`
	eps  float64 `default:"1e-6"`
}

// Construct takes the means, the labels and the variances, which broadcast.
func (l *GaussianNLLLoss) Construct(logits, labels, variance *tensor.Tensor) *tensor.Tensor {
	return ops.GaussianNLLLoss(logits, labels, variance, ops.FullTerm(l.full), ops.Eps(l.eps), l.how())
}

// PoissonNLLLoss is mindspore.nn.PoissonNLLLoss: the negative logarithm of the likelihood of labels under Poisson
// distributions.
//
//ms:layer loss.loss
type PoissonNLLLoss struct {
	LossBase
	logInput bool    `default:"true"`
	full     bool    `default:"false"`
	eps      float64 `default:"1e-8"`
}

// Construct takes rates, or their logarithms, and counts, which broadcast.
func (l *PoissonNLLLoss) Construct(input, target *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("PoissonNLLLoss", input.Shape(), target.Shape())
	return rounded(input, target, l.loss)
}

func (l *PoissonNLLLoss) loss(input, target *tensor.Tensor) *tensor.Tensor {
	x, rate := input, input
	if l.logInput {
		rate = input.Exp()
	} else {
		x = input.Add(tensor.Scalar(l.eps)).Log()
	}
	loss := rate.Sub(target.Mul(x))
	if l.full { // Stirling's approximation of log(target!)
		n := target.Maximum(tensor.Scalar(1))
		stirling := n.Mul(n.Log()).Sub(n).Add(n.Mul(tensor.Scalar(2 * math.Pi)).Log().Mul(tensor.Scalar(0.5)))
		loss = loss.Add(tensor.Where(target.Greater(tensor.Scalar(1)), stirling, tensor.ZerosLike(stirling)))
	}
	return l.GetLoss(loss)
}

// rounded is engine.RoundedOnce for regression losses: squares and sums over many samples overflow Float16 long
// before their mean does.
func rounded(input, target *tensor.Tensor, loss func(input, target *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	return engine.RoundedOnce([]*tensor.Tensor{input, target}, func(in []*tensor.Tensor) *tensor.Tensor {
		return loss(in[0], in[1])
	})
}
