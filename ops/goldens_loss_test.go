package ops_test

import (
	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

type pairLoss func(x, y *Tensor, opts ...ops.Option) *Tensor

// lossOptions are the attributes of a loss that a case has.
func lossOptions(c *optest.Case) []ops.Option {
	var opts []ops.Option
	if r := c.Text("reduction"); r != "" {
		opts = append(opts, ops.Reduction(r))
	}
	for name, option := range map[string]func(v float64) ops.Option{
		"beta": ops.Beta, "delta": ops.Delta, "margin": ops.Margin, "p": ops.P, "label_smoothing": ops.LabelSmoothing, "eps": ops.Eps,
	} {
		if v, ok := c.Attr(name).(float64); ok {
			opts = append(opts, option(v))
		}
	}
	if c.Attr("ignore_index") != nil {
		opts = append(opts, ops.IgnoreIndex(c.Int("ignore_index", 0)))
	}
	for name, option := range map[string]func(on bool) ops.Option{
		"full": ops.FullTerm, "swap": ops.DistanceSwap,
		"zero_infinity": ops.ZeroInfinity,
	} {
		if c.Flag(name) {
			opts = append(opts, option(true))
		}
	}
	return opts
}

// loss is a loss of two tensors; those after them are the weight and pos_weight.
func loss(f pairLoss) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor {
		opts := lossOptions(c)
		for i, w := range x[2:] {
			opts = append(opts, []func(*Tensor) ops.Option{ops.Weight, ops.PosWeight}[i](w))
		}
		return f(x[0], x[1], opts...)
	})
}

// loss3 is a loss of three tensors.
func loss3(f func(x, y, z *Tensor, opts ...ops.Option) *Tensor) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor { return f(x[0], x[1], x[2], lossOptions(c)...) })
}

// lossGoldens are the losses.
var lossGoldens = map[string]optest.Func{
	"mse_loss": loss(ops.MSELoss), "l1_loss": loss(ops.L1Loss), "smooth_l1_loss": loss(ops.SmoothL1Loss), "huber_loss": loss(ops.HuberLoss),
	"kl_div": loss(ops.KLDiv), "binary_cross_entropy": loss(ops.BinaryCrossEntropy),
	"binary_cross_entropy_with_logits": loss(ops.BinaryCrossEntropyWithLogits), "multilabel_soft_margin_loss": loss(ops.MultilabelSoftMarginLoss),
	"soft_margin_loss": loss(ops.SoftMarginLoss), "cross_entropy": loss(ops.CrossEntropy), "nll_loss": loss(ops.NLLLoss),
	"hinge_embedding_loss": loss(ops.HingeEmbeddingLoss), "multi_margin_loss": loss(ops.MultiMarginLoss),
	"multilabel_margin_loss": loss(ops.MultilabelMarginLoss), "margin_ranking_loss": loss3(ops.MarginRankingLoss),
	"cosine_embedding_loss": loss3(ops.CosineEmbeddingLoss), "triplet_margin_loss": loss3(ops.TripletMarginLoss),
	"gaussian_nll_loss": loss3(ops.GaussianNLLLoss),
	"cosine_similarity": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.CosineSimilarity(x[0], x[1], c.Int("dim", 1), c.Float("eps", 1e-8))
	}),
	"pdist": with(func(c *optest.Case, x tensors) *Tensor { return ops.PDist(x[0], c.Float("p", 2)) }),
	"SoftmaxCrossEntropyWithLogits(sparse=False,reduction=none)": f2(func(x, y *Tensor) *Tensor {
		l, _ := ops.SoftmaxCrossEntropyWithLogits(x, y)
		return l
	}),
	"SigmoidCrossEntropyWithLogits": f2(ops.SigmoidCrossEntropyWithLogits),
}
