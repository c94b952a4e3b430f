package nn_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

func TestDense(t *testing.T) {
	w := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	opts := []nn.Option{nn.WeightInit(w), nn.BiasInit(vec(10, 20))}
	for _, c := range []struct {
		name string
		net  *nn.Dense
		x    T
		want string
	}{
		{"2-D", nn.NewDense(3, 2, opts...), tensor.New([][]float32{{1, 0, 0}, {0, 1, 1}}), "[[11. 24.]\n [15. 31.]]"},
		{"1-D", nn.NewDense(3, 2, opts...), vec(1, 1, 1), "[16. 35.]"},
		{"3-D", nn.NewDense(3, 2, opts...), tensor.Ones(1, 2, 3), "[[[16. 35.]\n  [16. 35.]]]"},
		{"no bias", nn.NewDense(3, 2, nn.WeightInit(w), nn.HasBias(false)), vec(1, 1, 1), "[ 6. 15.]"},
		{"numbers", nn.NewDense(3, 2, nn.WeightInit("ones"), nn.BiasInit(-2)), vec(1, 1, 1), "[1. 1.]"},
		{"activation", nn.NewDense(3, 2, nn.WeightInit(w), nn.BiasInit(vec(-10, 0)), nn.Activation("relu")), vec(1, 1, 1), "[ 0. 15.]"},
		{"layer as activation", nn.NewDense(3, 2, nn.WeightInit("zeros"), nn.BiasInit(0), nn.Activation(nn.NewSigmoid())), vec(1, 1, 1), "[0.5 0.5]"},
		{"Float64", nn.NewDense(3, 2, nn.WeightInit("ones"), nn.BiasInit("ones"), nn.DType(tensor.Float64)), tensor.New([]float64{0.1, 0.2, 0.3}), "[1.6 1.6]"},
	} {
		if got := c.net.Call(c.x).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestDenseInit checks that the default initialization draws the weight, then the bias, each with one seed of the
// numpy stream, between the bounds that spec §8 gives.
func TestDenseInit(t *testing.T) {
	seed := func() { rng.Shared(func(s *rng.RandomState) { s.Seed(1) }) }
	seed()
	a := nn.NewDense(4, 3)
	seed()
	b := nn.NewDense(4, 3)
	if a.Weight.Value().String() != b.Weight.Value().String() || a.Bias.Value().String() != b.Bias.Value().String() {
		t.Error("the same seed gives other weights")
	}
	for _, p := range a.TrainableParams() {
		for _, v := range p.Float32s() {
			if v < -0.5 || v >= 0.5 { // 1/√4
				t.Errorf("%s holds %v, outside of ±1/√in", p.Name(), v)
			}
		}
	}
}

func TestDenseErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"in", func() { nn.NewDense(0, 1) }, "ValueError: For 'Dense', the 'in_channels' must be int and must > 0, but got '0' with type 'int'."},
		{"out", func() { nn.NewDense(1, -1) }, "ValueError: For 'Dense', the 'out_channels' must be int and must > 0, but got '-1' with type 'int'."},
		{"weight", func() { nn.NewDense(2, 3, nn.WeightInit(tensor.Ones(2, 3))) }, "ValueError: For 'Dense', weight init shape error. The ndim of 'weight_init' must be equal to 2, " +
			"and the first dim must be equal to 'out_channels', and the second dim must be equal to 'in_channels'. But got 'weight_init': (2, 3), 'out_channels': 3, 'in_channels': 2."},
		{"bias", func() { nn.NewDense(2, 3, nn.BiasInit(vec(1))) }, "ValueError: For 'Dense', bias init shape error."},
		{"initializer", func() { nn.NewDense(2, 3, nn.WeightInit("magic")) }, "ValueError: For 'initializer', the class corresponding to 'magic' was not found."},
		{"initializer type", func() { nn.NewDense(2, 3, nn.WeightInit([]int{})) }, "TypeError: For 'initializer', the type of the 'init' argument"},
		{"activation", func() { nn.NewDense(2, 3, nn.Activation("magic")) }, "KeyError: For 'get_activation', the 'name' must be in ["},
		{"activation type", func() { nn.NewDense(2, 3, nn.Activation(3)) }, "TypeError: For 'Dense', the 'activation' must be str or Cell, but got int."},
		{"option", func() { nn.NewReLU(nn.WeightInit(1)) }, "TypeError: For 'ReLU', got an unexpected option nn.WeightInit"},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
