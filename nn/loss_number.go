package nn

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Beta sets where [SmoothL1Loss] turns from quadratic to linear (beta).
func Beta(b float64) Option { return Option{"beta", b} }

// Delta sets where [HuberLoss] turns from quadratic to linear (delta).
func Delta(d float64) Option { return Option{"delta", d} }

// Full adds the constant term of a likelihood (full).
func Full(on bool) Option { return Option{"full", on} }

// LogInput reports whether [PoissonNLLLoss] takes logarithms of rates (log_input); true without it.
func LogInput(on bool) Option { return Option{"log_input", on} }

// L1Loss is mindspore.nn.L1Loss: the absolute error |logits - labels|.
type L1Loss struct {
	LossBase
}

// NewL1Loss returns a L1Loss. Its option is [Reduction] ("mean").
func NewL1Loss(opts ...Option) *L1Loss {
	l := &L1Loss{}
	l.readLoss("L1Loss", "mean", opts)
	l.Init(l)
	return l
}

// Construct takes two tensors that broadcast, with a warning when their shapes differ.
func (l *L1Loss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("L1Loss", logits.Shape(), labels.Shape())
	return l.GetLoss(logits.Sub(labels).Abs())
}

// MAELoss is mindspore.nn.MAELoss: the mean absolute error |logits - labels|.
type MAELoss struct {
	LossBase
}

// NewMAELoss returns an MAELoss. Its option is [Reduction] ("mean").
func NewMAELoss(opts ...Option) *MAELoss {
	l := &MAELoss{}
	l.readLoss("MAELoss", "mean", opts)
	l.Init(l)
	return l
}

// Construct takes two tensors that broadcast, with a warning when their shapes differ.
func (l *MAELoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("MAELoss", logits.Shape(), labels.Shape())
	return l.GetLoss(logits.Sub(labels).Abs())
}

// MSELoss is mindspore.nn.MSELoss: the squared error (logits - labels)².
type MSELoss struct {
	LossBase
}

// NewMSELoss returns an MSELoss. Its option is [Reduction] ("mean").
func NewMSELoss(opts ...Option) *MSELoss {
	l := &MSELoss{}
	l.readLoss("MSELoss", "mean", opts)
	l.Init(l)
	return l
}

// Construct takes two tensors that broadcast, with a warning when their shapes differ.
func (l *MSELoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("MSELoss", logits.Shape(), labels.Shape())
	return l.GetLoss(logits.Sub(labels).Square())
}

// RMSELoss is mindspore.nn.RMSELoss: the root of the mean squared error.
type RMSELoss struct{ LossBase }

// NewRMSELoss returns an RMSELoss, which has no options.
func NewRMSELoss(opts ...Option) *RMSELoss {
	readOptions("RMSELoss", opts)
	l := &RMSELoss{}
	l.Init(l)
	return l
}

// Construct takes two tensors that broadcast, with a warning when their shapes differ.
func (l *RMSELoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("RMSELoss", logits.Shape(), labels.Shape())
	return l.GetLoss(logits.Sub(labels).Square()).Sqrt()
}

// SmoothL1Loss is mindspore.nn.SmoothL1Loss: d²/(2β) where d = |logits - labels| is less than β, d-β/2 elsewhere.
type SmoothL1Loss struct {
	LossBase
	beta float64
}

// NewSmoothL1Loss returns a SmoothL1Loss. Options are [Reduction] ("none") and [Beta] (1.0).
func NewSmoothL1Loss(opts ...Option) *SmoothL1Loss {
	l := &SmoothL1Loss{}
	o := l.readLoss("SmoothL1Loss", "none", opts, "beta")
	l.beta = option(o, "beta", 1.0)
	l.Init(l)
	return l
}

// Construct takes two tensors of one shape (ValueError).
func (l *SmoothL1Loss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.SmoothL1Loss(logits, labels, ops.Beta(l.beta), l.how())
}

// HuberLoss is mindspore.nn.HuberLoss: d²/2 where d = |logits - labels| is at most δ, δ·(d-δ/2) elsewhere.
type HuberLoss struct {
	LossBase
	delta float64
}

// NewHuberLoss returns a HuberLoss. Options are [Reduction] ("mean") and [Delta] (1.0).
func NewHuberLoss(opts ...Option) *HuberLoss {
	l := &HuberLoss{}
	o := l.readLoss("HuberLoss", "mean", opts, "delta")
	l.delta = option(o, "delta", 1.0)
	l.Init(l)
	return l
}

// Construct takes two tensors that broadcast.
func (l *HuberLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.HuberLoss(logits, labels, ops.Delta(l.delta), l.how())
}

// KLDivLoss is mindspore.nn.KLDivLoss: the divergence labels·(log(labels) - logits) of probabilities
// labels and logarithms of probabilities logits.
type KLDivLoss struct {
	LossBase
	batchMean bool
}

// NewKLDivLoss returns a KLDivLoss. Its option is [Reduction] ("mean"), which may also be "batchmean":
// the sum divided by the length of the first axis.
func NewKLDivLoss(opts ...Option) *KLDivLoss {
	l := &KLDivLoss{}
	how := option(readOptions("KLDivLoss", opts, "reduction"), "reduction", "mean")
	if l.batchMean = how == "batchmean"; !l.batchMean {
		l.reduce("KLDivLoss", how)
	}
	l.Init(l)
	return l
}

// Construct takes two tensors of one shape.
func (l *KLDivLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	if l.batchMean {
		return ops.KLDiv(logits, labels, ops.Reduction("batchmean"))
	}
	return ops.KLDiv(logits, labels, l.how())
}

// GaussianNLLLoss is mindspore.nn.GaussianNLLLoss: the negative logarithm of the likelihood of labels under normal
// distributions.
type GaussianNLLLoss struct {
	LossBase
	full bool
	eps  float64
}

// NewGaussianNLLLoss returns a GaussianNLLLoss. Options are [Reduction] ("mean"), [Full] (false) and [Eps] (1e-6).
func NewGaussianNLLLoss(opts ...Option) *GaussianNLLLoss {
	l := &GaussianNLLLoss{}
	o := l.readLoss("GaussianNLLLoss", "mean", opts, "full", "eps")
	l.full = option(o, "full", false)
	l.eps = option(o, "eps", 1e-6)
	l.Init(l)
	return l
}

// Construct takes the means, the labels and the variances, which broadcast.
func (l *GaussianNLLLoss) Construct(logits, labels, variance *tensor.Tensor) *tensor.Tensor {
	return ops.GaussianNLLLoss(logits, labels, variance, ops.FullTerm(l.full), ops.Eps(l.eps), l.how())
}

// PoissonNLLLoss is mindspore.nn.PoissonNLLLoss: the negative logarithm of the likelihood of labels under Poisson
// distributions.
type PoissonNLLLoss struct {
	LossBase
	logInput bool
	full     bool
	eps      float64
}

// NewPoissonNLLLoss returns a PoissonNLLLoss. Options are [Reduction] ("mean"), [LogInput] (true), [Full] (false)
// and [Eps] (1e-8).
func NewPoissonNLLLoss(opts ...Option) *PoissonNLLLoss {
	l := &PoissonNLLLoss{}
	o := l.readLoss("PoissonNLLLoss", "mean", opts, "log_input", "full", "eps")
	l.logInput = option(o, "log_input", true)
	l.full = option(o, "full", false)
	l.eps = option(o, "eps", 1e-8)
	l.Init(l)
	return l
}

// Construct takes rates, or their logarithms, and counts, which broadcast.
func (l *PoissonNLLLoss) Construct(input, target *tensor.Tensor) *tensor.Tensor {
	shape.WarnLoss("PoissonNLLLoss", input.Shape(), target.Shape())
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
