package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Numbers and outputs are those of MindSpore's documentation, where it shows the op.

func ExampleMSELoss() {
	logits := tensor.New([]float32{1, 2, 3})
	labels := tensor.New([][]float32{{1, 1, 1}, {1, 2, 2}})
	fmt.Println(ops.MSELoss(logits, labels, ops.Reduction("none")))
	fmt.Println(ops.MSELoss(logits, labels))
	// Output:
	// [[0. 1. 4.]
	//  [0. 0. 1.]]
	// 1.0
}

func ExampleL1Loss() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	target := tensor.New([][]float32{{6, 5, 4}, {3, 2, 1}})
	fmt.Println(ops.L1Loss(x, target))
	// Output:
	// 3.0
}

func ExampleSmoothL1Loss() {
	logits := tensor.New([]float32{1, 2, 3})
	labels := tensor.New([]float32{1, 2, 2})
	fmt.Println(ops.SmoothL1Loss(logits, labels))
	// Output:
	// [0.  0.  0.5]
}

func ExampleHuberLoss() {
	x := tensor.New([]float32{1, 2, 10, 2})
	target := tensor.New([]float32{1, 5, 1, 20})
	fmt.Println(ops.HuberLoss(x, target, ops.LinearFrom(2)))
	// Output:
	// 13.5
}

func ExampleKLDiv() {
	logits := tensor.New([]float32{0.2, 0.7, 0.1})
	labels := tensor.New([]float32{0, 1, 0})
	fmt.Println(ops.KLDiv(logits, labels))
	fmt.Println(ops.KLDiv(logits, labels, ops.Reduction("sum")))
	// Output:
	// -0.23333333
	// -0.7
}

func ExampleGaussianNLLLoss() {
	x := tensor.Arange(8.0).Reshape(4, 2)
	target := tensor.New([][]float32{{2, 3}, {1, 4}, {6, 4}, {4, 9}})
	fmt.Printf("%.4f\n", ops.GaussianNLLLoss(x, target, tensor.Ones(4, 1)).Float())
	// Output:
	// 1.4375
}

func ExampleL2Loss() {
	fmt.Println(ops.L2Loss(tensor.New([]float32{1, 2, 3})))
	// Output:
	// 7.0
}

func ExampleBinaryCrossEntropy() {
	logits := tensor.New([]float32{0.2, 0.7, 0.1})
	labels := tensor.New([]float32{0, 1, 0})
	weight := tensor.New([]float32{1, 2, 2})
	fmt.Printf("%.5f\n", ops.BinaryCrossEntropy(logits, labels, ops.Weight(weight)).Float64s())
	// Output:
	// [0.38240]
}

func ExampleBinaryCrossEntropyWithLogits() {
	logits := tensor.New([][]float32{{-0.8, 1.2, 0.7}, {-0.1, -0.4, 0.7}})
	label := tensor.New([][]float32{{0.3, 0.8, 1.2}, {-0.6, 0.1, 2.2}})
	weight := tensor.Ones(3)
	fmt.Printf("%.5f\n", ops.BinaryCrossEntropyWithLogits(logits, label, ops.Weight(weight), ops.PosWeight(weight)).Float64s())
	// Output:
	// [0.34636]
}

func ExampleSigmoidCrossEntropyWithLogits() {
	logits := tensor.New([][]float32{{-0.8, 1.2, 0.7}, {-0.1, -0.4, 0.7}})
	labels := tensor.New([][]float32{{0.3, 0.8, 1.2}, {-0.6, 0.1, 2.2}})
	fmt.Printf("%.5f\n", ops.SigmoidCrossEntropyWithLogits(logits, labels).Float64s())
	// Output:
	// [0.61110 0.50328 0.26319 0.58440 0.55302 -0.43681]
}

func ExampleMultilabelSoftMarginLoss() {
	x := tensor.New([][]float32{{0.3, 0.6, 0.6}, {0.9, 0.4, 0.2}})
	target := tensor.New([][]float32{{0, 0, 1}, {0, 0, 1}})
	fmt.Printf("%.5f\n", ops.MultilabelSoftMarginLoss(x, target).Float64s())
	// Output:
	// [0.84694]
}

func ExampleSoftMarginLoss() {
	logits := tensor.New([][]float32{{0.3, 0.7}, {0.5, 0.5}})
	labels := tensor.New([][]float32{{-1, 1}, {1, -1}})
	fmt.Println(ops.SoftMarginLoss(logits, labels))
	// Output:
	// 0.6764238
}

func ExampleCrossEntropy() {
	logits := tensor.New([][]float32{{3, 5, 6, 9, 12, 33, 42, 12, 32, 72}})
	fmt.Println(ops.CrossEntropy(logits, tensor.New([]int32{1})))
	fmt.Println(ops.CrossEntropy(logits, tensor.New([][]float32{{0, 0, 0, 0, 0, 0, 1, 0, 0, 0}})))
	// Output:
	// 67.0
	// 30.0
}

func ExampleNLLLoss() {
	logits := tensor.New([][]float32{{0.5488135, 0.71518934}, {0.60276335, 0.5448832}, {0.4236548, 0.6458941}})
	labels := tensor.New([]int32{0, 0, 0})
	weight := tensor.New([]float32{0.3834415, 0.79172504})
	fmt.Printf("%.6f\n", ops.NLLLoss(logits, labels, ops.Weight(weight)).Float())
	// Output:
	// -0.525077
}

func ExampleSoftmaxCrossEntropyWithLogits() {
	logits := tensor.New([][]float32{{2, 4, 1, 4, 5}, {2, 1, 2, 4, 3}})
	labels := tensor.New([][]float32{{0, 0, 0, 0, 1}, {0, 0, 0, 1, 0}})
	loss, dlogits := ops.SoftmaxCrossEntropyWithLogits(logits, labels)
	fmt.Printf("%.5f\n", loss.Float64s())
	fmt.Println(dlogits)
	// Output:
	// [0.58993 0.52374]
	// [[ 0.02760027  0.20393994  0.01015357  0.20393994 -0.44563377]
	//  [ 0.08015892  0.02948882  0.08015892 -0.4077012   0.21789455]]
}

func ExampleSparseSoftmaxCrossEntropyWithLogits() {
	logits := tensor.New([][]float32{{2, 3, 1, 4, 5}, {2, 1, 2, 4, 3}})
	labels := tensor.New([]int32{0, 1})
	fmt.Println(ops.SparseSoftmaxCrossEntropyWithLogits(logits, labels))
	// Output:
	// 3.4878292
}

func ExampleHingeEmbeddingLoss() {
	x := tensor.New([]float32{0.5, 0.25, 3})
	target := tensor.New([]float32{1, -1, -1})
	fmt.Println(ops.HingeEmbeddingLoss(x, target, ops.Reduction("none")))
	// Output:
	// [0.5  0.75 0.  ]
}

func ExampleMarginRankingLoss() {
	a := tensor.New([]float32{0.3864, -2.4093, -1.4076})
	b := tensor.New([]float32{-0.6012, -1.6681, 1.2928})
	target := tensor.New([]float32{-1, -1, 1})
	fmt.Printf("%.7f\n", ops.MarginRankingLoss(a, b, target).Float())
	// Output:
	// 1.2293333
}

func ExampleCosineSimilarity() {
	a := tensor.New([][]float32{{-0.0256, 0.0127, -0.2475, 0.2316, 0.8037}, {0.5809, -1.2712, -0.7038, -0.2558, 0.7494}})
	b := tensor.New([][]float32{{-0.6115, -0.1965, -0.8484, 0.2389, 0.2409}, {1.8940, -2.1997, 0.1915, 0.0856, 0.7542}})
	fmt.Println(ops.CosineSimilarity(a, b, 1, 1e-8))
	// Output:
	// [0.4843164  0.81647635]
}

func ExampleCosineEmbeddingLoss() {
	a := tensor.New([][]float32{{0.3, 0.8}, {0.4, 0.3}})
	b := tensor.New([][]float32{{0.4, 1.2}, {-0.4, -0.9}})
	target := tensor.New([]int32{1, -1})
	fmt.Printf("%.6f\n", ops.CosineEmbeddingLoss(a, b, target).Float())
	// Output:
	// 0.000343
}

func ExampleMultiMarginLoss() {
	fmt.Println(ops.MultiMarginLoss(tensor.Ones(3, 3), tensor.New([]int64{1, 2, 1})))
	// Output:
	// 0.6666667
}

func ExampleMultilabelMarginLoss() {
	x := tensor.New([][]float32{{0.1, 0.2, 0.4, 0.8}, {0.2, 0.3, 0.5, 0.7}})
	target := tensor.New([][]int32{{1, 2, 0, 3}, {2, 3, -1, 1}})
	fmt.Printf("%.3f\n", ops.MultilabelMarginLoss(x, target).Float())
	// Output:
	// 0.325
}

func ExampleTripletMarginLoss() {
	anchor := tensor.New([][]float32{{0.3, 0.7}, {0.5, 0.5}})
	positive := tensor.New([][]float32{{0.4, 0.6}, {0.4, 0.6}})
	negative := tensor.New([][]float32{{0.2, 0.9}, {0.3, 0.7}})
	fmt.Printf("%.6f\n", ops.TripletMarginLoss(anchor, positive, negative).Float())
	// Output:
	// 0.888197
}

func ExampleDist() {
	x := tensor.New([][]float32{{1, 1}, {2, 2}})
	fmt.Println(ops.Dist(x, tensor.New([]float32{3, 3}), 2))
	// Output:
	// 3.1622777
}

func ExamplePDist() {
	x := tensor.New([][]float32{{1, 1}, {2, 2}, {3, 3}})
	fmt.Println(ops.PDist(x, 2))
	// Output:
	// [1.4142135 2.828427  1.4142135]
}

func ExampleCTCLoss() {
	logP := tensor.New([][][]float32{{{0.3, 0.6, 0.6}}, {{0.9, 0.4, 0.2}}})
	loss, logAlpha := ops.CTCLoss(logP, tensor.New([][]int32{{0, 1}}), tensor.New([]int32{2}), tensor.New([]int32{1}), ops.ZeroInfinity(true))
	fmt.Printf("%.6f\n", loss.Float())
	fmt.Println(logAlpha)
	// Output:
	// -2.298612
	// [[[0.3       0.3            -inf      -inf      -inf]
	//   [1.2       1.8931472 1.2            -inf      -inf]]]
}

func ExampleCTCGreedyDecoder() {
	inputs := tensor.New([][][]float32{{{0.6, 0.4, 0.2}, {0.8, 0.6, 0.3}}, {{0, 0.6, 0}, {0.5, 0.4, 0.5}}})
	indices, values, shape, logProbability := ops.CTCGreedyDecoder(inputs, tensor.New([]int32{2, 2}), true)
	fmt.Println(indices)
	fmt.Println(values, shape)
	fmt.Println(logProbability)
	// Output:
	// [[0 0]
	//  [0 1]
	//  [1 0]]
	// [0 1 0] [2 2]
	// [[-1.2]
	//  [-1.3]]
}
