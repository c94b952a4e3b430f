package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// The values of SGD are those of its page in MindSpore 1.3's tutorials, those of ApplyMomentum arithmetic.
func TestSteps(t *testing.T) {
	vec := func(v ...float32) *tensor.Tensor { return tensor.New(v) }
	one := func(v float32) *tensor.Tensor { return tensor.New(v) }
	accum, stat := vec(0.1, 0.3, -0.2, -0.1), vec(1.5, -0.3, 0.2, -0.7)
	w := vec(2, -0.5, 1.7, 4)
	moving := vec(1)
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want string
	}{
		{"SGD", ops.SGD(w, vec(1, -1, 0.5, 2), one(0.01), accum, one(0.1), stat), "[ 1.99   -0.4903  1.695   3.9801]"},
		{"SGD changes the variable", w, "[ 1.99   -0.4903  1.695   3.9801]"},
		{"SGD begins anew where stat is above 0", accum, "[ 1.   -0.97  0.5   1.99]"},
		{"SGD has begun", stat, "[ 0.  -0.3  0.  -0.7]"},
		{"SGD with all settings", ops.SGD(vec(2), vec(1), one(0.5), vec(1), one(0.5), vec(0), ops.DampeningRate(0.5), ops.Decay(0.5), ops.Nesterov(true)), "[0.625]"},
		{"ApplyMomentum", ops.ApplyMomentum(vec(1, 2), vec(0.5, 0), one(0.5), vec(1, 4), one(0.5)), "[0.375 0.   ]"},
		{"ApplyMomentum changes the sum", func() *tensor.Tensor {
			ops.ApplyMomentum(vec(1), moving, one(1), vec(3), one(0.5))
			return moving
		}(), "[3.5]"},
		{"Nesterov", ops.ApplyMomentum(vec(1), vec(2), one(0.5), vec(1), one(0.5), ops.Nesterov(true)), "[0.]"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The mask says which channels are left; they are divided by the probability, and so are their gradients.
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
	if err == nil || !strings.HasPrefix(err.Error(), "ValueError: For 'Dropout2D', the 'p'") {
		t.Errorf("a probability of 1.5: %v", err)
	}
}
