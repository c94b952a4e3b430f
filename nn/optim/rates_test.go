package optim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// TestRates has the outputs of the examples in MindSpore's documentation (nn/dynamic_lr.py).
func TestRates(t *testing.T) {
	for _, c := range []struct {
		rates optim.Rates
		want  string
	}{
		{optim.PiecewiseConstantRates([]int{2, 5, 10}, []float64{0.1, 0.05, 0.01}), "[0.1, 0.1, 0.05, 0.05, 0.05, 0.01, 0.01, 0.01, 0.01, 0.01]"},
		{
			optim.ExponentialDecayRates(0.1, 0.9, 6, 2, 1),
			"[0.1, 0.1, 0.09000000000000001, 0.09000000000000001, 0.08100000000000002, 0.08100000000000002]",
		},
		{ // digits of Python's powers
			optim.ExponentialDecayRates(0.1, 0.95, 9, 1, 1),
			"[0.1, 0.095, 0.09025, 0.0857375, 0.081450625, 0.07737809374999999, 0.07350918906249998, 0.06983372960937498, " +
				"0.06634204312890622]",
		},
		{optim.NaturalExpDecayRates(0.1, 0.9, 6, 2, 2, optim.Stair(true)), "[0.1, 0.1, 0.1, 0.1, 0.016529888822158657, 0.016529888822158657]"},
		{
			optim.InverseDecayRates(0.1, 0.5, 6, 1, 1, optim.Stair(true)),
			"[0.1, 0.06666666666666667, 0.05, 0.04, 0.03333333333333333, 0.028571428571428574]",
		},
		{optim.CosineDecayRates(0.01, 0.1, 6, 2, 2), "[0.1, 0.1, 0.05500000000000001, 0.05500000000000001, 0.01, 0.01]"},
		{optim.PolynomialDecayRates(0.1, 0.01, 6, 2, 2, 0.5), "[0.1, 0.1, 0.07363961030678928, 0.07363961030678928, 0.01, 0.01]"},
		{optim.WarmupRates(0.1, 6, 2, 2), "[0.0, 0.0, 0.05, 0.05, 0.1, 0.1]"},
		{optim.ExponentialDecayRates(0.5, 0.5, 4, 1, 2, optim.Stair(true)), "[0.5, 0.5, 0.25, 0.25]"},
		{optim.InverseDecayRates(1, 1, 3, 1, 2), "[1.0, 0.6666666666666666, 0.5]"},
		{optim.PolynomialDecayRates(1, 0.5, 4, 1, 2, 1, optim.UpdateDecay(true)), "[1.0, 0.75, 0.5, 0.625]"},
	} {
		if got := c.rates.String(); got != c.want || c.rates.Repr() != got {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestSchedules compares the cells at steps 0 to 3: ExponentialDecayLR with the optimizer tutorial's record, the
// others with their formulas in MindSpore's documentation.
func TestSchedules(t *testing.T) {
	for _, c := range []struct {
		cell nn.Layer
		want string
	}{
		{optim.NewExponentialDecayLR(0.1, 0.9, 4), "0.1 0.097400375 0.094868325 0.09240211"},
		{optim.NewExponentialDecayLR(0.5, 0.5, 2, optim.Stair(true)), "0.5 0.5 0.25 0.25"},
		{optim.NewNaturalExpDecayLR(0.5, 0.5, 2, optim.Stair(true)), "0.5 0.5 0.18393973 0.18393973"},
		{optim.NewInverseDecayLR(1, 1, 2), "1.0 0.6666667 0.5 0.4"},
		{optim.NewInverseDecayLR(1, 1, 2, optim.Stair(true)), "1.0 1.0 0.5 0.5"},
		{optim.NewPolynomialDecayLR(1, 0.5, 2, 1), "1.0 0.75 0.5 0.5"},
		{optim.NewPolynomialDecayLR(1, 0.5, 2, 1, optim.UpdateDecay(true)), "1.0 0.75 0.5 0.625"},
		{optim.NewWarmUpLR(0.5, 2), "0.0 0.25 0.5 0.5"},
	} {
		var got []string
		for step := range 4 {
			lr := c.cell.CellBase().Call(tensor.New(step, tensor.Int32))
			got = append(got, lr.String())
			if lr.DType() != tensor.Float32 {
				t.Errorf("%s gives %s", c.cell.CellBase(), lr.Repr())
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.cell.CellBase(), s, c.want)
		}
	}
	cosine := optim.NewCosineDecayLR(0.01, 0.1, 4)
	for step, want := range []string{"0.100000", "0.086820", "0.055000", "0.023180", "0.010000", "0.010000"} {
		if got := fmt.Sprintf("%.6f", cosine.CellBase().Call(tensor.New(step)).Float()); got != want {
			t.Errorf("cosine at %d: %s, want %s", step, got, want)
		}
	}
}

func TestRateErrors(t *testing.T) {
	for _, c := range []struct {
		f    func()
		want string
	}{
		{
			func() { optim.PiecewiseConstantRates([]int{1}, nil) },
			"ValueError: For 'piecewise_constant_lr', the size of 'milestone' must be same with the size of 'learning_rates', but got 'milestone' size: 1, 'learning_rates' size: 0.",
		},
		{
			func() { optim.PiecewiseConstantRates([]int{2, 1}, []float64{1, 1}) },
			"ValueError: For 'piecewise_constant_lr', the value of milestone[1] must be greater than milestone[0], but got milestone[1]: 1, milestone[0]: 2.",
		},
		{
			func() { optim.PiecewiseConstantRates([]int{0}, []float64{1}) },
			"ValueError: The 'milestone[0]' must be int and must > 0, but got '0' with type 'int'.",
		},
		{func() { optim.ExponentialDecayRates(0, 1, 1, 1, 1) }, "ValueError: The 'learning_rate' must be float and must > 0, but got '0.0' with type 'float'."},
		{func() { optim.ExponentialDecayRates(1, 1, 0, 1, 1) }, "ValueError: The 'total_step' must be int and must > 0, but got '0' with type 'int'."},
		{
			func() { optim.CosineDecayRates(0.2, 0.1, 1, 1, 1) },
			"ValueError: For 'cosine_decay_lr', the 'max_lr' should be greater than the 'min_lr', but got 'max_lr' value: 0.1, 'min_lr' value: 0.2.",
		},
		{
			func() { optim.NewCosineDecayLR(0.2, 0.1, 1) },
			"ValueError: For 'CosineDecayLR', the 'max_lr' must be greater than the 'min_lr', but got 'max_lr' value: 0.1, 'min_lr' value: 0.2.",
		},
		{func() { optim.WarmupRates(-1, 1, 1, 1) }, "ValueError: The 'learning_rate' must be float and must >= 0, but got '-1.0' with type 'float'."},
		{
			func() { optim.NewExponentialDecayLR(1, 1, 0) },
			"ValueError: For 'ExponentialDecayLR', the 'decay_steps' must be int and must > 0, but got '0' with type 'int'.",
		},
		{
			func() { optim.NewPolynomialDecayLR(1, -1, 1, 1) },
			"ValueError: For 'PolynomialDecayLR', the 'end_learning_rate' must be float and must >= 0, but got '-1.0' with type 'float'.",
		},
	} {
		if err := tensor.Try(c.f); err == nil || err.Error() != c.want {
			t.Errorf("error %v\nwant %s", err, c.want)
		}
	}
}
