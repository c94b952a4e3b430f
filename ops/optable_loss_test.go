package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

func lossRow(op string, f pairLoss, x, y Arg, opts ...ops.Option) Row {
	return General(op, func(t []*Tensor) *Tensor { return f(t[0], t[1], opts...) }, x, y)
}

func lossRow3(op string, f func(x, y, z *Tensor, opts ...ops.Option) *Tensor, x, y, z Arg, opts ...ops.Option) Row {
	return General(op, func(t []*Tensor) *Tensor { return f(t[0], t[1], t[2], opts...) }, x, y, z)
}

// signs turns a mask into numbers 1 and -1.
func signs(mask *Tensor) *Tensor { return Where(mask, Scalar(1), Scalar(-1)) }

var classWeights = New([]float64{0.5, 1.5, 2})

// lossRows try the losses.
var lossRows = []Row{
	lossRow("MSELoss", ops.MSELoss, Away(2, 3), Away(2, 3)),
	lossRow("MSELoss", ops.MSELoss, Away(2, 3), Away(3), ops.Reduction("none")),
	lossRow("L1Loss", ops.L1Loss, Away(2, 3), Between(3, 4, 2, 3), ops.Reduction("sum")),
	lossRow("SmoothL1Loss", ops.SmoothL1Loss, Away(2, 3), Between(0.3, 4, 2, 3), ops.LinearFrom(1.5)),
	lossRow("SmoothL1Loss", ops.SmoothL1Loss, Away(2, 3), Between(3, 4, 2, 3), ops.LinearFrom(0), ops.Reduction("mean")),
	lossRow("HuberLoss", ops.HuberLoss, Away(2, 3), Between(0.3, 4, 2, 3), ops.LinearFrom(1.5)),
	lossRow("KLDiv", ops.KLDiv, Away(2, 3), Between(0.1, 0.9, 2, 3), ops.Reduction("batchmean")),
	lossRow("KLDiv", ops.KLDiv, Away(2, 3), Between(0.1, 0.9, 2, 3)),
	lossRow3("GaussianNLLLoss", ops.GaussianNLLLoss, Away(2, 3), Away(2, 3), Between(0.5, 2, 2, 1), ops.FullTerm(true)),
	Shaped("L2Loss", Away(2, 3), ops.L2Loss),

	lossRow("BinaryCrossEntropy", ops.BinaryCrossEntropy, Between(0.1, 0.9, 2, 3), Between(0.1, 0.9, 2, 3), ops.Weight(classWeights)),
	lossRow("BinaryCrossEntropyWithLogits", ops.BinaryCrossEntropyWithLogits, Away(2, 3), Between(0.1, 0.9, 2, 3),
		ops.Weight(classWeights), ops.PosWeight(classWeights), ops.Reduction("none")),
	lossRow("SigmoidCrossEntropyWithLogits", func(x, y *Tensor, _ ...ops.Option) *Tensor { return ops.SigmoidCrossEntropyWithLogits(x, y) },
		Away(2, 3), Between(0.1, 0.9, 2, 3)),
	lossRow("MultilabelSoftMarginLoss", ops.MultilabelSoftMarginLoss, Away(2, 3), Between(0.1, 0.9, 2, 3), ops.Weight(classWeights)),
	lossRow("SoftMarginLoss", ops.SoftMarginLoss, Away(2, 3), Away(2, 3)),

	lossRow("CrossEntropy", ops.CrossEntropy, Away(4, 3), Ints(3, 4)),
	lossRow("CrossEntropy", ops.CrossEntropy, Away(4, 3, 2), Ints(3, 4, 2), ops.IgnoreIndex(1), ops.Weight(classWeights),
		ops.LabelSmoothing(0.1), ops.Reduction("none")),
	lossRow("CrossEntropy", ops.CrossEntropy, Away(3), Ints(3)),
	lossRow("CrossEntropy", func(x, y *Tensor, opts ...ops.Option) *Tensor { return ops.CrossEntropy(x, y.Softmax(1), opts...) },
		Away(4, 3), Away(4, 3), ops.Weight(classWeights), ops.LabelSmoothing(0.1)),
	lossRow("NLLLoss", ops.NLLLoss, Away(4, 3), Ints(3, 4), ops.Weight(classWeights)),
	lossRow("NLLLoss", ops.NLLLoss, Away(4, 3), Ints(3, 4), ops.Reduction("sum")),
	{Op: "SoftmaxCrossEntropyWithLogits", Args: []Arg{Away(2, 3), Between(0.1, 0.9, 2, 3)}, Call: func(x []*Tensor) []*Tensor {
		loss, _ := ops.SoftmaxCrossEntropyWithLogits(x[0], x[1])
		return []*Tensor{loss}
	}},
	General("SparseSoftmaxCrossEntropyWithLogits", func(x []*Tensor) *Tensor { return ops.SparseSoftmaxCrossEntropyWithLogits(x[0], x[1]) },
		Away(4, 3), Ints(3, 4)),

	lossRow("HingeEmbeddingLoss", func(x, y *Tensor, opts ...ops.Option) *Tensor { return ops.HingeEmbeddingLoss(x, signs(y), opts...) },
		Between(0.1, 0.9, 2, 3), Bools(2, 3), ops.Reduction("none")),
	lossRow3("MarginRankingLoss", func(a, b, y *Tensor, opts ...ops.Option) *Tensor {
		return ops.MarginRankingLoss(a, b, signs(y), opts...)
	},
		Away(2, 3), Away(2, 3), Bools(2, 3), ops.Margin(0.3)),
	General("CosineSimilarity", func(x []*Tensor) *Tensor { return ops.CosineSimilarity(x[0], x[1], 1, 1e-8) }, Away(2, 3), Away(1, 3)),
	lossRow3("CosineEmbeddingLoss", func(a, b, y *Tensor, opts ...ops.Option) *Tensor {
		return ops.CosineEmbeddingLoss(a, b, signs(y), opts...)
	},
		Away(4, 3), Away(4, 3), Bools(4), ops.Margin(-0.95), ops.Reduction("sum")),
	lossRow("MultiMarginLoss", ops.MultiMarginLoss, Away(4, 3), Ints(3, 4), ops.NormDegree(2), ops.Margin(5),
		ops.Weight(classWeights)),
	lossRow("MultiMarginLoss", ops.MultiMarginLoss, Away(3), Ints(3)),
	lossRow("MultilabelMarginLoss", func(x, y *Tensor, opts ...ops.Option) *Tensor {
		return ops.MultilabelMarginLoss(x, y.Sub(Scalar(1)), opts...)
	}, Away(4, 3), Ints(4, 4, 3), ops.Reduction("none")),
	lossRow3("TripletMarginLoss", ops.TripletMarginLoss, Away(2, 3), Away(2, 3), Away(2, 3), ops.Margin(4)),
	lossRow3("TripletMarginLoss", ops.TripletMarginLoss, Away(2, 3), Away(2, 3), Away(2, 3), ops.NormDegree(3),
		ops.DistanceSwap(true), ops.Margin(4)),
	General("Dist", func(x []*Tensor) *Tensor { return ops.Dist(x[0], x[1], 3) }, Away(2, 3), Away(3)),
	General("Dist", func(x []*Tensor) *Tensor { return ops.Dist(x[0], x[1], 1) }, Away(2, 3), Away(2, 3)),
	Shaped("PDist", Away(4, 3), func(x *Tensor) *Tensor { return ops.PDist(x, 2) }),
	Shaped("PDist", Away(2, 3, 3), func(x *Tensor) *Tensor { return ops.PDist(x, 1) }),

	{Op: "CTCLoss", Args: []Arg{Away(5, 2, 4), Ints(3, 2, 2)}, Flat: true, Drops: true, Call: func(x []*Tensor) []*Tensor {
		loss, _ := ops.CTCLoss(x[0].LogSoftmax(-1), x[1].Add(Scalar(1)), New([]int64{5, 4}), New([]int64{2, 1}))
		return []*Tensor{loss}
	}},
	{Op: "CTCGreedyDecoder", Args: []Arg{Away(5, 2, 4)}, Drops: true, Call: func(x []*Tensor) []*Tensor {
		_, _, _, p := ops.CTCGreedyDecoder(x[0], New([]int64{5, 3}), true)
		return []*Tensor{p}
	}},
}
