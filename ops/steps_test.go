package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestSteps checks that the values of SGD are those of its page in MindSpore 1.3's tutorials, those of ApplyMomentum
// arithmetic.
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
		{
			"SGD", ops.SGD(w, vec(1, -1, 0.5, 2), one(0.01), accum, one(0.1), stat),
			"[ 1.99   -0.4903  1.695   3.9801]",
		},
		{"SGD changes the variable", w, "[ 1.99   -0.4903  1.695   3.9801]"},
		{"SGD begins anew where stat is above 0", accum, "[ 1.   -0.97  0.5   1.99]"},
		{"SGD has begun", stat, "[ 0.  -0.3  0.  -0.7]"},
		{
			"SGD with all settings",
			ops.SGD(vec(2), vec(1), one(0.5), vec(1), one(0.5), vec(0),
				ops.DampeningRate(0.5), ops.Decay(0.5), ops.Nesterov(true)),
			"[0.625]",
		},
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

func flat(l ...*tensor.Tensor) string { return strings.ReplaceAll(fmt.Sprint(l), "\n", "") }

func pair(a, b *tensor.Tensor) string { return flat(a, b) }

func triple(a, b, c *tensor.Tensor) string { return flat(a, b, c) }

// TestApply checks that the values on matrices are those of the examples in MindSpore's reference, but for one digit
// of ApplyAdamWithAmsgrad, where the reference ends in 66; the others are computed with Python's floats.
func TestApply(t *testing.T) {
	s := func(v float64) *tensor.Tensor { return tensor.New([]float32{float32(v)}) }
	m := func(a, b, c, d float32) *tensor.Tensor { return tensor.New([][]float32{{a, b}, {c, d}}) }
	same := func(v float32) *tensor.Tensor { return m(v, v, v, v) }
	w := func() *tensor.Tensor { return m(0.6, 0.4, 0.1, 0.5) }
	accum, g := func() *tensor.Tensor { return m(0.6, 0.5, 0.2, 0.6) }, m(0.3, 0.7, 0.1, 0.8)
	amsgrad := func(beta1 float64) string {
		w, _, _, _ := ops.ApplyAdamWithAmsgrad(same(0.2), m(0.1, 0.2, 0.4, 0.3), m(0.2, 0.1, 0.3, 0.4), m(0.1, 0.2, 0.6, 0.2),
			s(0.9), s(0.999), s(0.01), s(beta1), s(0.999), s(1e-8), m(0.4, 0.2, 0.2, 0.3))
		return flat(w)
	}
	for _, c := range []struct{ name, got, want string }{
		{
			"ApplyCenteredRMSProp",
			flat(ops.ApplyCenteredRMSProp(same(1), same(1), same(1), same(1), same(1), s(0.01), s(0), s(1e-10), s(0.001))),
			"[[[0.68377227 0.68377227] [0.68377227 0.68377227]]]",
		},
		{
			"ApplyAdagradV2", pair(ops.ApplyAdagrad(w(), accum(), s(0.001), g, ops.Eps(1e-6))),
			"[[[0.5996389  0.3992965 ] [0.09978178 0.4992816 ]] [[0.69000006 0.99      ] [0.21000001 1.24      ]]]",
		},
		{
			"ApplyAddSign", pair(ops.ApplyAddSign(w(), accum(), s(0.001), s(1), s(0.99), s(0.9), g)),
			"[[[0.599403   0.39860702] [0.099801   0.498408  ]] [[0.57000005 0.52      ] [0.19       0.62000006]]]",
		},
		{
			"ApplyProximalGradientDescent", flat(ops.ApplyProximalGradientDescent(same(1), s(0.001), s(0.1), s(0.1), same(0.1))),
			"[[[0.99969995 0.99969995] [0.99969995 0.99969995]]]",
		},
		{
			"ApplyFtrl", flat(ops.ApplyFtrl(w(), accum(), m(0.9, 0.1, 0.7, 0.8), g, s(0.001), s(0), s(0), s(-0.5))),
			"[[[0.0390525  0.11492836] [0.00066425 0.15075898]]]",
		},
		{"ApplyAdamWithAmsgrad", amsgrad(0.9), "[[[0.19908068 0.1985858 ] [0.19844867 0.19849943]]]"},
		{"ApplyAdamWithAmsgradV2", amsgrad(0.8), "[[[0.19886853 0.1985858 ] [0.19853032 0.19849943]]]"},
		{
			"AdamWeightDecay",
			triple(ops.AdamWeightDecay(same(1), same(1), same(1), s(0.001), s(0.9), s(0.999), s(1e-8), s(0), same(1)))[1:],
			"[[0.999 0.999] [0.999 0.999]] [[1. 1.] [1. 1.]] [[1. 1.] [1. 1.]]]",
		},
		{
			"ApplyAdaMax", triple(ops.ApplyAdaMax(s(1), s(0.5), s(0.2), s(0.5), s(0.1), s(0.9), s(0.99), s(0), s(0.3))),
			"[[0.68] [0.48] [0.3]]",
		},
		{
			"ApplyAdadelta", triple(ops.ApplyAdadelta(s(1), s(0.5), s(0.25), s(0.5), s(0.9), s(0.01), s(0.3))),
			"[[0.88831586] [0.459] [0.22998933]]",
		},
		{
			"ApplyPowerSign", pair(ops.ApplyPowerSign(s(1), s(0.5), s(0.1), s(0.5), s(0.9), s(0.9), s(-0.3))),
			"[[1.0191288] [0.42]]",
		},
		{
			"ApplyRMSProp", flat(ops.ApplyRMSProp(s(1), s(0.5), s(0.25), s(0.1), s(0.3), s(0.9), s(0.5), s(0.01))),
			"[[0.83119386]]",
		},
		{
			"Adam", triple(ops.Adam(s(1), s(0.5), s(0.2), s(0.5), s(0.75), s(0.1), s(0.9), s(0.99), s(0.01), s(0.3))),
			"[[0.8947327] [0.48] [0.1989]]",
		},
		{"Adam with Nesterov", func() string {
			w, _, _ := ops.Adam(s(1), s(0.5), s(0.2), s(0.5), s(0.75), s(0.1), s(0.9), s(0.99), s(0.01), s(0.3), ops.Nesterov(true))
			return flat(w)
		}(), "[[0.8986802]]"},
		{"AdamWeightDecay decays", func() string {
			w, _, _ := ops.AdamWeightDecay(s(1), s(0.5), s(0.2), s(0.1), s(0.9), s(0.99), s(0.01), s(0.05), s(0.3))
			return flat(w)
		}(), "[[0.8897327]]"},
		{
			"ApplyAdagrad keeps its slots", pair(ops.ApplyAdagrad(s(1), s(4), s(0.5), s(1), ops.UpdateSlots(false))),
			"[[0.75] [4.]]",
		},
		{"ApplyGradientDescent", flat(ops.ApplyGradientDescent(s(1), s(0.5), s(3))), "[[-0.5]]"},
		{
			"ApplyProximalAdagrad", pair(ops.ApplyProximalAdagrad(s(1), s(7), s(0.5), s(0.25), s(2), s(3))),
			"[[0.25] [16.]]",
		},
		{
			"ApplyProximalGradientDescent to 0", flat(ops.ApplyProximalGradientDescent(s(0.5), s(1), s(1), s(0), s(0.25))),
			"[[0.]]",
		},
		{"ApplyKerasMomentum", pair(ops.ApplyKerasMomentum(s(1), s(2), s(0.5), s(3), s(0.5))), "[[0.5] [-0.5]]"},
		{
			"ApplyKerasMomentum with Nesterov", pair(ops.ApplyKerasMomentum(s(1), s(2), s(0.5), s(3), s(0.5), ops.Nesterov(true))),
			"[[-0.75] [-0.5]]",
		},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}

// TestStepShapes checks that a step whose shapes do not fit changes nothing.
func TestStepShapes(t *testing.T) {
	w, m := tensor.Ones(2), tensor.Ones(2)
	one := tensor.Ones(1)
	err := tensor.Try(func() { ops.Adam(w, m, tensor.Ones(2), one, one, one, one, one, one, tensor.Ones(3)) })
	want := "ValueError: For 'Adam', the variable, the gradient and what is kept must have one shape, but got (2,) and (3,)."
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if got := flat(w, m); got != "[[1. 1.] [1. 1.]]" {
		t.Errorf("a step that failed leaves %s", got)
	}
}
