package nn_test

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

func rows(v ...[]float32) T { return tensor.New(v) }

// absLoss is the loss of the reference's example of LossBase.
type absLoss struct{ nn.LossBase }

func (l *absLoss) Construct(logits, labels T) (T, []int) {
	x := logits.Sub(labels).Abs()
	return l.GetLoss(x), l.GetAxis(x)
}

func TestLossBase(t *testing.T) {
	l := initialized(&absLoss{})
	outs := l.Invoke(vec(1, 2, 3), vec(1, 2, 2))
	same(t, "vector", fmt.Sprint(outs[0].(T).String(), outs[1]), "0.33333334[0]")
	m := rows([]float32{1, 2, 3}, []float32{1, 2, 3}, []float32{1, 2, 3})
	outs = l.Invoke(m, rows([]float32{1, 2, 2}, []float32{1, 2, 3}, []float32{1, 2, 3}))
	same(t, "matrix", fmt.Sprint(outs[0].(T).String(), outs[1]), "0.11111111[0 1]")
	l.SetReduction("sum")
	same(t, "sum, weighed", l.GetLoss(vec(1, 2), 2.0).String(), "6.0")
	same(t, "half precision", l.GetLoss(vec(1, 2).AsType(tensor.Float16)).DType().String(), "Float16")
}

// TestLossValues checks the values of the examples in MindSpore's reference; those that it does not have are worked
// out by the formula beside them.
func TestLossValues(t *testing.T) {
	v, w := vec(1, 2, 3), vec(1, 2, 2)
	two := rows([]float32{1, 1, 1}, []float32{1, 2, 2})
	row := rows([]float32{3, 5, 6, 9, 12, 33, 42, 12, 32, 72})
	for _, c := range []struct {
		name string
		loss nn.Layer
		in   []T
		want string
	}{
		{"MSELoss", nn.NewMSELoss(), []T{v, vec(1, 1, 1)}, "1.6666667"},
		{"MSELoss, none", nn.NewMSELoss(nn.Reduction("none")), []T{v, two}, "[[0. 1. 4.] [0. 0. 1.]]"},
		{"RMSELoss", nn.NewRMSELoss(), []T{v, w}, "0.57735026"},
		{"RMSELoss, matrix", nn.NewRMSELoss(), []T{v, two}, "1.0"},
		{"MAELoss", nn.NewMAELoss(), []T{v, w}, "0.33333334"},
		{"MAELoss, none", nn.NewMAELoss(nn.Reduction("none")), []T{v, two}, "[[0. 1. 2.] [0. 0. 1.]]"},
		{"L1Loss, sum", nn.NewL1Loss(nn.Reduction("sum")), []T{v, two}, "4.0"},
		{"SmoothL1Loss", nn.NewSmoothL1Loss(), []T{v, w}, "[0. 0. 0.5]"},
		{"SoftmaxCrossEntropyWithLogits, sparse", nn.NewSoftmaxCrossEntropyWithLogits(nn.Sparse(true)), []T{row, tensor.New([]int32{1})}, "[67.]"},
		{
			"SoftmaxCrossEntropyWithLogits", nn.NewSoftmaxCrossEntropyWithLogits(),
			[]T{row, rows([]float32{0, 0, 0, 0, 0, 0, 1, 0, 0, 0})},
			"[30.]",
		},
		{
			"DiceLoss", nn.NewDiceLoss(nn.Smooth(1e-5)),
			[]T{rows([]float32{0.2, 0.5}, []float32{0.3, 0.1}, []float32{0.9, 0.6}), rows([]float32{0, 1}, []float32{1, 0}, []float32{0, 1})},
			"0.38596618",
		},
		{
			"MultiClassDiceLoss", nn.NewMultiClassDiceLoss(nn.Activation("softmax")),
			[]T{
				rows([]float32{0.2, 0.5, 0.7}, []float32{0.3, 0.1, 0.5}, []float32{0.9, 0.6, 0.3}),
				rows([]float32{0, 1, 0}, []float32{1, 0, 0}, []float32{0, 0, 1}),
			},
			"0.54958105",
		},
		{
			"MultiClassDiceLoss, 1+0 of three classes", nn.NewMultiClassDiceLoss(nn.Activation(nil), nn.IgnoreIndex(1)),
			[]T{rows([]float32{1, 1, 1}), rows([]float32{0, 0, 1})},
			"0.333335",
		},
		{
			"MultiLabelSoftMarginLoss", nn.NewMultiLabelSoftMarginLoss(),
			[]T{rows([]float32{0.3, 0.6, 0.6}, []float32{0.9, 0.4, 0.2}), rows([]float32{0, 0, 1}, []float32{0, 0, 1})},
			"0.84693956",
		},
		{
			"BCELoss", nn.NewBCELoss(nn.Weight(rows([]float32{1, 2, 3}, []float32{4, 3.3, 2.2}))),
			[]T{rows([]float32{0.1, 0.2, 0.3}, []float32{0.5, 0.7, 0.9}), rows([]float32{0, 1, 0}, []float32{0, 0, 1})},
			"1.8952923",
		},
		{
			"CosineEmbeddingLoss", nn.NewCosineEmbeddingLoss(),
			[]T{rows([]float32{0.3, 0.8}, []float32{0.4, 0.3}), rows([]float32{0.4, 1.2}, []float32{-0.4, -0.9}), tensor.New([]int32{1, -1})},
			"0.0003425479",
		},
		{"HuberLoss", nn.NewHuberLoss(), []T{v, w}, "0.16666667"},
		{"HuberLoss, none", nn.NewHuberLoss(nn.Reduction("none")), []T{v, two}, "[[0. 0.5 1.5] [0. 0. 0.5]]"},
		{"KLDivLoss", nn.NewKLDivLoss(), []T{vec(0.2, 0.7, 0.1), vec(0, 1, 0)}, "-0.23333333"},
		{"KLDivLoss, batchmean", nn.NewKLDivLoss(nn.Reduction("batchmean")), []T{vec(0.2, 0.7, 0.1), vec(0, 1, 0)}, "-0.23333333"},
		{
			"GaussianNLLLoss", nn.NewGaussianNLLLoss(),
			[]T{counted(4, 2), vec(2, 3, 1, 4, 6, 4, 4, 9).Reshape(4, 2), tensor.Ones(4, 1)},
			"1.4374993",
		},
		{"PoissonNLLLoss, e⁰ - 2·0", nn.NewPoissonNLLLoss(), []T{vec(0), vec(2)}, "1.0"},
		{"PoissonNLLLoss, 1 - 2·log 1 without logarithms", nn.NewPoissonNLLLoss(nn.LogInput(false)), []T{vec(1), vec(2)}, "1.0"},
		{"FocalLoss, (1-½)²·log 2", nn.NewFocalLoss(), []T{rows([]float32{1, 1}), tensor.New([][]int32{{1}})}, "0.1732868"},
		{"FocalLoss, one-hot", nn.NewFocalLoss(nn.Reduction("none")), []T{rows([]float32{1, 1}), rows([]float32{0, 1})}, "[[0. 0.1732868]]"},
		{"CrossEntropyLoss, log 2", nn.NewCrossEntropyLoss(), []T{rows([]float32{1, 1}), tensor.New([]int32{1})}, "0.6931472"},
		{"NLLLoss", nn.NewNLLLoss(), []T{rows([]float32{-1, -3}), tensor.New([]int32{1})}, "3.0"},
		{"BCEWithLogitsLoss, log 2", nn.NewBCEWithLogitsLoss(), []T{vec(0), vec(1)}, "0.6931472"},
		{"BCEWithLogitsLoss, 3·log 2", nn.NewBCEWithLogitsLoss(nn.PosWeight(vec(3))), []T{vec(0), vec(1)}, "2.0794415"},
		{"SoftMarginLoss, log 2", nn.NewSoftMarginLoss(), []T{vec(0), vec(1)}, "0.6931472"},
		{"HingeEmbeddingLoss", nn.NewHingeEmbeddingLoss(), []T{vec(2, 0.25), vec(1, -1)}, "1.375"},
		{"MarginRankingLoss", nn.NewMarginRankingLoss(nn.Margin(1)), []T{vec(1, 1), vec(3, 3), vec(1, -1)}, "1.5"},
		{
			"TripletMarginLoss, swapped", nn.NewTripletMarginLoss(nn.Eps(0), nn.DistanceSwap(true)),
			[]T{rows([]float32{0}), rows([]float32{3}), rows([]float32{4})},
			"3.0",
		},
		{"MultiMarginLoss", nn.NewMultiMarginLoss(), []T{rows([]float32{1, 3}), tensor.New([]int32{0})}, "1.5"},
		{
			"CTCLoss, one step of two classes: log 2", nn.NewCTCLoss(),
			[]T{
				tensor.Full([]int{1, 1, 2}, math.Log(0.5)), tensor.New([][]int32{{1}}),
				tensor.New([]int32{1}), tensor.New([]int32{1}),
			},
			"0.6931472",
		},
		{"MultilabelMarginLoss", nn.NewMultilabelMarginLoss(), []T{rows([]float32{1, 3}), tensor.New([][]int32{{0, -1}})}, "1.5"},
	} {
		if got := strings.Join(strings.Fields(c.loss.CellBase().Call(c.in...).String()), " "); !alike(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	same(t, "text", nn.NewMSELoss().String(), "MSELoss<>")
}

// alike reports whether two texts of tensors have the same layout and numbers that differ by a millionth
// at most: the reference's losses come from several devices.
func alike(got, want string) bool {
	number := regexp.MustCompile(`-?\d+\.\d*(e-?\d+)?`)
	if number.ReplaceAllString(got, "") != number.ReplaceAllString(want, "") {
		return false
	}
	wanted := number.FindAllString(want, -1)
	for i, text := range number.FindAllString(got, -1) {
		g, _ := strconv.ParseFloat(text, 64)
		w, _ := strconv.ParseFloat(wanted[i], 64)
		if math.Abs(g-w) > 1e-6*max(1, math.Abs(w)) {
			return false
		}
	}
	return true
}

// TestLossGradients checks that gradients by the predictions equal finite differences.
func TestLossGradients(t *testing.T) {
	x, y := away(3, 4), away(3, 4).Abs().Add(tensor.Scalar(0.1))
	p := away(3, 4).Sigmoid()
	class := tensor.New([]int32{1, 0, 3})
	sign := tensor.New([]float64{1, -1, 1})
	for _, c := range []struct {
		loss nn.Layer
		in   []T
	}{
		{nn.NewMSELoss(), []T{x, y}},
		{nn.NewL1Loss(nn.Reduction("sum")), []T{x, y}},
		{nn.NewRMSELoss(), []T{x, y}},
		{nn.NewSmoothL1Loss(), []T{x, y}},
		{nn.NewHuberLoss(nn.LinearFrom(0.3)), []T{x, y}},
		{nn.NewKLDivLoss(), []T{x, y}},
		{nn.NewGaussianNLLLoss(), []T{x, y, y}},
		{nn.NewPoissonNLLLoss(nn.FullTerm(true)), []T{x, y.Mul(tensor.Scalar(5.0))}},
		{nn.NewCrossEntropyLoss(nn.LabelSmoothing(0.1)), []T{x, class}},
		{nn.NewNLLLoss(), []T{x, class}},
		{nn.NewSoftmaxCrossEntropyWithLogits(nn.Sparse(true)), []T{x, class}},
		{nn.NewFocalLoss(nn.Weight(tensor.New([]float64{1, 2, 3, 4}))), []T{x, class.Reshape(3, 1)}},
		{nn.NewBCELoss(), []T{p, p.Mul(tensor.Scalar(0.5))}},
		{nn.NewBCEWithLogitsLoss(), []T{x, p}},
		{nn.NewMultiLabelSoftMarginLoss(), []T{x, p}},
		{nn.NewDiceLoss(), []T{p, p.Mul(tensor.Scalar(0.5))}},
		{nn.NewMultiClassDiceLoss(), []T{x, p}},
		{nn.NewCosineEmbeddingLoss(), []T{x, y, sign}},
		{nn.NewTripletMarginLoss(), []T{x, y, y.Mul(x)}},
		{nn.NewMarginRankingLoss(nn.Margin(0.7)), []T{x, y, x.Sign()}},
		{nn.NewMultiMarginLoss(), []T{x, class}},
	} {
		first := c.in[0]
		f := func(x T) T { return c.loss.CellBase().Call(append([]T{x}, c.in[1:]...)...) }
		if err := grad.Check(f, first).Err(); err != nil {
			t.Errorf("%s: %v", c.loss.CellBase().ClassName(), err)
		}
	}
}

// TestSparseLabels: a label that is no class is an error of the mean, as in MindSpore, and counts for nothing else.
func TestSparseLabels(t *testing.T) {
	x := tensor.Zeros(2, 3)
	for _, label := range []int{-1, 3} {
		labels := tensor.New([]int{0, label})
		mean := nn.NewSoftmaxCrossEntropyWithLogits(nn.Sparse(true), nn.Reduction("mean"))
		if err := tensor.Try(func() { mean.Call(x, labels) }); err == nil || !strings.Contains(err.Error(), "the labels must be in range [0, 3), but got") {
			t.Errorf("label %d: %v", label, err)
		}
		sum := nn.NewSoftmaxCrossEntropyWithLogits(nn.Sparse(true), nn.Reduction("sum"))
		if got := sum.Call(x, labels).Float(); math.Abs(got-math.Log(3)) > 1e-6 {
			t.Errorf("label %d: sum %v", label, got)
		}
	}
}

func TestLossErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"reduction", func() { nn.NewMSELoss(nn.Reduction("max")) }, "ValueError: For 'MSELoss', the 'reduction' must be in ['mean', 'sum', 'none'], but got max."},
		{
			"option", func() { nn.NewMSELoss(nn.Margin(1)) },
			"TypeError: For 'MSELoss', got an unexpected option nn.Margin; its options are nn.Reduction.",
		},
		{
			"twice as many labels", func() { nn.NewFocalLoss().Call(tensor.Ones(4, 3), tensor.Ones(8, 3)) },
			"ValueError: For 'FocalLoss', the shape of 'labels' must be that of 'logits', (4, 3), " +
				"or have 1 class, but got (8, 3).",
		},
		{
			"labels without an axis of classes", func() { nn.NewFocalLoss().Call(tensor.Ones(4, 3), tensor.Ones(4)) },
			"ValueError: For 'FocalLoss', the shape of 'labels' must be that of 'logits', (4, 3), " +
				"or have 1 class, but got (4,).",
		},
		{"shapes", func() { nn.NewDiceLoss().Call(vec(1), vec(1, 2)) }, "ValueError: For 'DiceLoss', the 'logits' and 'labels' must have the same shape, but got (1,) and (2,)."},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
