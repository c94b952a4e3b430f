package train_test

import (
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

var nan = math.NaN()

// halves are 200 equal numbers.
func halves(v float64) *tensor.Tensor { return tensor.Full([]int{200}, v, tensor.Float16) }

// TestMetrics has the examples of MindSpore's pages, and counts that were made by hand.
func TestMetrics(t *testing.T) {
	three := []any{[][]float32{{0.2, 0.5}, {0.3, 0.1}, {0.9, 0.6}}, []int32{1, 0, 1}}
	oneHot := []any{three[0], [][]float32{{0, 1}, {1, 0}, {0, 1}}}
	labels := []any{[][]float32{{1, 0, 1}, {0, 1, 1}}, [][]float32{{1, 0, 1}, {0, 0, 1}}}
	five := []any{[][]float32{{0.2, 0.5, 0.3, 0.6, 0.2}, {0.1, 0.35, 0.5, 0.2, 0}, {0.9, 0.6, 0.2, 0.01, 0.3}}, []int32{2, 0, 1}}
	for _, c := range []struct {
		name   string
		metric train.Metric
		inputs []any
		want   string
	}{
		{"accuracy", train.NewAccuracy(), three, "0.6666666666666666"},
		{"accuracy, one-hot", train.NewAccuracy(), oneHot, "0.6666666666666666"},
		{"accuracy of labels", train.NewAccuracy("multilabel"), labels, "0.5"},
		{"precision", train.NewPrecision(), three, "[0.5 1. ]"},
		{"recall", train.NewRecall(), three, "[1.  0.5]"},
		{"F1", train.NewF1(), three, "[0.66666667 0.66666667]"},
		{"F2", train.NewFbeta(2), three, "[0.83333333 0.55555556]"},
		{"top 3 of 5", train.NewTopKCategoricalAccuracy(3), five, "0.6666666666666666"},
		{"top 1 of 5", train.NewTopKCategoricalAccuracy(1), five, "0.0"},
		{"top 5 of 5", train.NewTopKCategoricalAccuracy(5), five, "1.0"},
		{"MAE", train.NewMAE(), []any{[]float32{0.1, 0.2, 0.6, 0.9}, []float32{0.1, 0.25, 0.7, 0.9}}, "0.037499990314245224"},
		{"MSE", train.NewMSE(), []any{[]float32{0.1, 0.2, 0.6, 0.9}, []float32{0.1, 0.25, 0.5, 0.9}}, "0.0031250009778887033"},
		{"MAE of UInt8", train.NewMAE(), []any{[]uint8{3, 200}, []uint8{1, 0}}, "101.0"},   // (2 + 200)/2
		{"MSE of UInt8", train.NewMSE(), []any{[]uint8{1, 200}, []uint8{3, 0}}, "20002.0"}, // (4 + 40000)/2
		{"MSE of Float16", train.NewMSE(), []any{halves(300), halves(0)}, "90000.0"},       // 300²
		{"MAE of Float16, whose sum is beyond it", train.NewMAE(), []any{halves(1000), halves(-1000)}, "2000.0"},
		{"MAE of Bool", train.NewMAE(), []any{[]bool{true, false}, []bool{false, false}}, "0.5"},
		{"top 1, NaN", train.NewTopKCategoricalAccuracy(1), []any{[][]float64{{nan, nan}, {nan, 1}}, []int{1, 1}}, "0.5"},
		{"loss", train.NewLossMetric(), []any{float32(0.2)}, "0.20000000298023224"},
		{"confusion", train.NewConfusionMatrix(2), []any{[]int{1, 0, 1, 0}, []int{1, 0, 0, 1}}, "[[1. 1.] [1. 1.]]"},
		{"confusion by target", train.NewConfusionMatrix(2, "target"), three, "[[1. 0. ] [0.5 0.5]]"},
		{"confusion by prediction", train.NewConfusionMatrix(2, "prediction"), three, "[[0.5 0. ] [0.5 1. ]]"},
		{"confusion of all", train.NewConfusionMatrix(2, "all").Threshold(0.2), []any{[]float32{0.1, 0.3}, []int{0, 0}}, "[[0.5 0.5] [0. 0. ]]"},
	} {
		for range 2 { // Clear makes it new
			c.metric.Clear()
			c.metric.Update(c.inputs...)
			got := tensor.Repr(c.metric.Eval())
			if x, ok := c.metric.Eval().(*tensor.Tensor); ok {
				got = strings.Join(strings.Fields(x.String()), " ")
			}
			if got != strings.Join(strings.Fields(c.want), " ") {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	}
	p := train.NewPrecision()
	p.Update(three...)
	if p.Average() != 0.75 {
		t.Error(p.Average())
	}
}

func TestMetricMisuse(t *testing.T) {
	two := [][]float32{{0.2, 0.5}}
	update := func(m train.Metric, inputs ...any) func() { return func() { m.Update(inputs...) } }
	grown := train.NewAccuracy()
	grown.Update(two, []int{0})
	for _, c := range []struct {
		want string
		call func()
	}{
		{"TypeError: The argument 'eval_type' must be in", func() { train.NewAccuracy("x") }},
		{"RuntimeError: The 'Accuracy' can not be calculated, because the number of samples is 0, please check", func() { train.NewAccuracy().Eval() }},
		{"RuntimeError: The 'Loss' can not be calculated", func() { train.NewLossMetric().Eval() }},
		{"RuntimeError: Please call the 'update' method", func() { train.NewConfusionMatrix(2).Eval() }},
		{"ValueError: For 'Accuracy.update', it needs 2 inputs (predicted value, true value), but got 1", update(train.NewAccuracy(), two)},
		{"ValueError: In classification case, the dimension of y_pred", update(train.NewAccuracy(), two, two)},
		{"ValueError: In classification case, y_pred (predicted value) shape", update(train.NewAccuracy(), two, []int{1, 2})},
		{"ValueError: In multilabel case, all elements", update(train.NewRecall("multilabel"), two, two)},
		{"ValueError: For 'Accuracy.update', class number not match, last input predicted data contain 2 classes, but current predicted data contain 3", update(grown, [][]float32{{1, 2, 3}}, []int{0})},
		{"ValueError: For 'Precision.update', predicted value (input[0]) should have the same classes number", update(train.NewPrecision(), two, []int{2})},
		{"ValueError: For 'TopKCategoricalAccuracy', the argument 'k'", func() { train.NewTopKCategoricalAccuracy(0) }},
		{"ValueError: For 'Fbeta', the argument 'beta'", func() { train.NewFbeta(0) }},
		{"ValueError: For 'MAE.update'", update(train.NewMAE(), two, []float32{1})},
		{"ValueError: For 'ConfusionMatrix', the argument 'normalize'", func() { train.NewConfusionMatrix(2, "x") }},
		{"ValueError: For 'ConfusionMatrix.update', the classes must be in [0, 2)", update(train.NewConfusionMatrix(2), []int{2}, []int{0})},
	} {
		if err := tensor.Try(c.call); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestScalers follows the rule of mindspore.amp: the scale doubles after a window of finite steps and halves at any
// other.
func TestScalers(t *testing.T) {
	s := train.NewDynamicLossScaler(1024, 2, 2)
	for i, c := range []struct {
		finite  any
		scale   float64
		counter int
	}{
		{true, 1024, 1},
		{true, 2048, 0},
		{tensor.New(true), 2048, 1},
		{tensor.New(false), 1024, 0},
		{false, 512, 0},
	} {
		if !s.Adjust(c.finite) || s.ScaleValue != c.scale || s.Counter != c.counter {
			t.Errorf("step %d: scale %v, counter %d", i, s.ScaleValue, s.Counter)
		}
	}
	for range 20 {
		s.Adjust(false)
	}
	if s.ScaleValue != 1 {
		t.Errorf("the scale fell to %v", s.ScaleValue)
	}
	s.ScaleValue = math.Ldexp(1, 127)
	s.Adjust(true)
	if s.Adjust(true); math.IsInf(s.ScaleValue, 0) {
		t.Error("the scale grew out of Float32")
	}
	f := train.NewStaticLossScaler(4)
	x := tensor.New([]float32{1, 3})
	if got := f.Scale(x).String() + f.Unscale(tensor.Tuple{x})[0].String(); got != "[ 4. 12.][0.25 0.75]" || f.Adjust(false) {
		t.Error(got)
	}
	for _, c := range []struct {
		x    *tensor.Tensor
		want bool
	}{
		{x, true},
		{tensor.New([]float32{1, float32(math.NaN())}), false},
		{tensor.New([]float64{math.Inf(-1)}), false},
		{tensor.New([]float32{70000}).AsType(tensor.Float16), false},
		{tensor.New([]int{1}), true},
		{tensor.New([]complex64{complex(0, float32(math.Inf(1)))}), false},
		{tensor.New([]complex128{complex(math.NaN(), 0)}), false},
		{tensor.New([]complex64{1i}), true},
	} {
		if got := train.AllFinite(tensor.Tuple{x, c.x}); got.Bool() != c.want {
			t.Errorf("%v: %v", c.x, got)
		}
	}
}
