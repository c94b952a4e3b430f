package ops_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestDropout2DMask checks that the mask says which channels are left; they are divided by the probability, and so
// are their gradients.
func TestDropout2DMask(t *testing.T) {
	x := tensor.Ones(20, 5, 2, 3).AsType(tensor.Float16)
	y, mask := ops.Dropout2DMask(x, 0.8, ops.Seed(3))
	if mask.DType() != tensor.Bool || fmt.Sprint(mask.Shape()) != "(20, 5, 2, 3)" || y.DType() != tensor.Float16 {
		t.Errorf("mask %v %v, output %v", mask.DType(), mask.Shape(), y.DType())
	}
	kept := mask.AsType(tensor.Float32)
	if same := y.AsType(tensor.Float32).Equal(kept.Mul(tensor.Scalar(1.25))).All().Bool(); !same {
		t.Error("the output is not 1.25 where the mask is true, and 0 elsewhere")
	}
	channels := kept.Mean(2, 3)
	if whole := channels.Equal(channels.Mul(channels)).All().Bool(); !whole {
		t.Error("a channel is kept in part")
	}
	if n := channels.Sum().Float(); n < 65 || n > 95 {
		t.Errorf("%v of 100 channels are kept, want about 80", n)
	}
	if again, _ := ops.Dropout2DMask(x, 0.8, ops.Seed(3)); !again.Equal(y).All().Bool() {
		t.Error("the same seed gives another mask")
	}
	if y, mask := ops.Dropout2DMask(x, 0); y.Sum().Float() != 0 || mask.Any().Bool() {
		t.Error("keepProb 0 keeps something")
	}
	if y, mask := ops.Dropout2DMask(x, 0.5, ops.Training(false)); !y.Equal(x).All().Bool() || !mask.All().Bool() {
		t.Error("something is dropped outside of training")
	}
	err := tensor.Try(func() { ops.Dropout2DMask(x, 1.5) })
	if err == nil || !strings.HasPrefix(err.Error(), "ValueError: For 'Dropout2D', the 'keep_prob'") {
		t.Errorf("a probability of 1.5: %v", err)
	}
}

// TestDropoutMasks checks that the mask of Dropout is of the dtype of x, and its elements are dropped one by one;
// that of Dropout3D is for channels.
func TestDropoutMasks(t *testing.T) {
	x := tensor.Ones(100, 10).AsType(tensor.Float16)
	y, mask := ops.DropoutMask(x, 0.5, ops.Seed(3))
	if mask.DType() != tensor.Float16 || !y.Equal(mask.Mul(tensor.Scalar(2))).All().Bool() {
		t.Errorf("Dropout: mask of %v, output %v", mask.DType(), y)
	}
	if n := mask.AsType(tensor.Float32).Sum().Float(); n < 400 || n > 600 {
		t.Errorf("Dropout keeps %v of 1000, want about 500", n)
	}
	x = tensor.Ones(50, 2, 2, 1, 3)
	y, mask = ops.Dropout3DMask(x, 0.5, ops.Seed(3))
	channels := mask.AsType(tensor.Float32).MeanAxes([]int{2, 3, 4}, false)
	if mask.DType() != tensor.Bool || !channels.Equal(channels.Square()).All().Bool() {
		t.Errorf("Dropout3D: mask of %v keeps channels in part", mask.DType())
	}
	if n := channels.Sum().Float(); n < 30 || n > 70 || y.Sum().Float() != 12*n {
		t.Errorf("Dropout3D keeps %v of 100 channels, the output adds up to %v", n, y.Sum().Float())
	}
	g := grad.Grad(func(x *tensor.Tensor) *tensor.Tensor {
		y, _ := ops.DropoutMask(x, 0.5, ops.Seed(3))
		return y
	})(tensor.Ones(4))
	want, _ := ops.DropoutMask(tensor.Ones(4), 0.5, ops.Seed(3))
	if !g.Equal(want).All().Bool() {
		t.Errorf("the gradient of Dropout is %v, want its factors %v", g, want)
	}
}

// TestNormMoments checks that the values of LayerNorm are those of its page in MindSpore's reference, those of
// BatchNorm arithmetic: channels (1, 3) and (2, 6) have the means 2 and 4 and the variances 1 and 4.
func TestNormMoments(t *testing.T) {
	ones, zeros := tensor.Ones(2), tensor.Zeros(2)
	x := tensor.New([][]float32{{1, 2}, {3, 6}})
	mean, variance := tensor.Zeros(2), tensor.Ones(2)
	five := func(y, m, v, rm, rv *tensor.Tensor) string { return flat(y, m, v, rm, rv) }
	page := tensor.New([][]float32{{1, 2, 3}, {1, 2, 3}})
	table := tensor.New([][]float32{{0, 1}, {2, 3}})
	square := tensor.Arange(8).AsType(tensor.Float32).Reshape(2, 2, 2)
	wide := tensor.Concat([]*tensor.Tensor{tensor.Zeros(1, 128), tensor.Full([]int{1, 128}, 2.0)}, 1)
	for _, c := range []struct{ name, got, want string }{
		{
			"LayerNorm", triple(ops.LayerNormMoments(page, tensor.Ones(3), tensor.Ones(3))),
			"[[[-0.2247448  1.         2.2247448] [-0.2247448  1.         2.2247448]] [[2.] [2.]] " +
				"[[1.2247448] [1.2247448]]]",
		},
		{
			"LayerNorm of the last axis, parameters of two",
			triple(ops.LayerNormMoments(square, tensor.Ones(2, 2), table, ops.BeginNormAxis(-1), ops.Eps(0))),
			"[[[[-1.  2.]  [ 1.  4.]] [[-1.  2.]  [ 1.  4.]]] [[[0.5]  [2.5]] [[4.5]  [6.5]]] " +
				"[[[2.]  [2.]] [[2.]  [2.]]]]",
		},
		{"LayerNorm of a long row", func() string {
			_, m, r := ops.LayerNormMoments(wide, tensor.Ones(256), tensor.Zeros(256), ops.Eps(0))
			return flat(m, r)
		}(), "[[[1.]] [[1.]]]"},
		{
			"BatchNorm, not in training", five(ops.BatchNormMoments(x, ones, zeros, mean, variance, ops.Eps(0))),
			"[[[1. 2.] [3. 6.]] [0. 0.] [1. 1.] [0. 0.] [1. 1.]]",
		},
		{
			"BatchNorm",
			five(ops.BatchNormMoments(x, ones, tensor.Ones(2), mean, variance, ops.Training(true), ops.Eps(0))),
			"[[[0. 0.] [2. 2.]] [2. 4.] [1. 4.] [2. 4.] [1. 4.]]",
		},
		{"BatchNorm moves the mean by a tenth", flat(mean), "[[0.2 0.4]]"},
		{"BatchNorm moves the variance toward 2 and 8", flat(variance), "[[1.1 1.7]]"},
	} {
		if got := c.got; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestClassErrors(t *testing.T) {
	x, one := tensor.Ones(2, 3), tensor.Ones(1)
	for _, c := range []struct {
		call func()
		want string
	}{
		{
			func() { ops.DropoutMask(x, 2) },
			"ValueError: For 'Dropout', the 'keep_prob' must be in the range of [0.0, 1.0], but got 2.",
		},
		{func() { ops.Dropout3DMask(x, 0.5) }, "ValueError: For 'Dropout3D'"},
		{func() { ops.DropoutMask(x.AsType(tensor.Int32), 0.5) }, "TypeError: For primitive[Dropout]"},
		{
			func() { ops.LayerNormMoments(x, one, one) },
			"ValueError: For 'LayerNorm', the shape of 'gamma' must be [3], but got [1].",
		},
		{
			func() { ops.LayerNormMoments(x, one, one, ops.BeginNormAxis(2)) },
			"ValueError: For 'LayerNorm', 'begin_norm_axis' must be in the range [-2, 2), but got 2.",
		},
		{
			func() { ops.BatchNormMoments(x, one, one, one, one) },
			"ValueError: For 'BatchNorm', the shape of 'scale' must be [3], but got [1].",
		},
		{
			func() { ops.BatchNormMoments(x, one, one, one, one, ops.Weight(one)) },
			"TypeError: For 'BatchNorm', got an unexpected option ops.Weight",
		},
	} {
		if err := tensor.Try(c.call); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestClassValues checks that values are those of MindSpore's reference; GeLU at 2 is 1.95459769, which the reference
// rounds down.
func TestClassValues(t *testing.T) {
	nan := float32(math.NaN())
	ties := tensor.New([][]float32{{2, 2, 1}, {1, 3, 2}, {1, 3, 2}, {3, nan, 1}, {1, 3, 2}}) // by MindSpore's kernel
	for _, c := range []struct {
		got  *tensor.Tensor
		want string
	}{
		{ops.GeLU(tensor.New([]float32{1, 2, 3})), "[0.841192  1.9545977 2.9963627]"},
		{ops.InTopK(ties, tensor.New([]int{0, 1, 2, 0, 3}), 1), "[ True  True False False False]"},
		{ops.InTopK(ties, tensor.New([]int{0, -1, 2, 2, 1}), 2), "[ True False  True False  True]"},
		{ops.Inv(tensor.New([]float32{0.25, 0.4, 0.31, 0.52})), "[4.        2.5       3.2258065 1.923077 ]"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
