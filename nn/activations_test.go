package nn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestActivationValues checks the values of the examples in MindSpore's reference; those that it does not have are
// worked out by the definition.
func TestActivationValues(t *testing.T) {
	half := vec(-1, -2, 0, 2, 1).AsType(tensor.Float16)
	m := rows([]float32{-1, 4, -8}, []float32{2, -5, 9})
	for _, c := range []struct {
		name string
		net  nn.Layer
		x    T
		want string
	}{
		{"CELU", nn.NewCELU(), vec(-2, -1, 1, 2), "[-0.86466473 -0.63212055 1. 2. ]"},
		{"ELU", nn.NewELU(nn.Alpha(2)), vec(-1, 1), "[-1.2642411 1. ]"},
		{"Softmax", nn.NewSoftmax(), half, "[0.03168 0.01166 0.0861 0.636 0.2341 ]"},
		{
			"Softmax2d", nn.NewSoftmax2d(), tensor.New([][][][]float32{{{{0.1, 0.2}}, {{0.3, 0.4}}, {{0.6, 0.5}}}}),
			"[[[[0.25838965 0.28001308]] [[0.31559783 0.34200877]] [[0.42601252 0.37797815]]]]",
		},
		{"LogSoftmax", nn.NewLogSoftmax(nn.Axis(0)), vec(1, 1), "[-0.6931472 -0.6931472]"},
		{"Softmin", nn.NewSoftmin(), vec(2, 2), "[0.5 0.5]"},
		{"LeakyReLU", nn.NewLeakyReLU(), m, "[[-0.2 4. -1.6] [ 2. -1. 9. ]]"},
		{"ReLU6", nn.NewReLU6(), vec(-1, 3, 7), "[0. 3. 6.]"},
		{"RReLU", nn.NewRReLU(nn.Lower(0.25), nn.Upper(0.25)), vec(-4, 4), "[-1. 4.]"},
		{"Tanhshrink", nn.NewTanhshrink(), vec(1, 2, 3, 2, 1).AsType(tensor.Float16), "[0.2383 1.036 2.004 1.036 0.2383]"},
		{"Hardtanh", nn.NewHardtanh(nn.MinVal(-1), nn.MaxVal(1)), half, "[-1. -1. 0. 1. 1.]"},
		{"Softsign", nn.NewSoftsign(), vec(0, -1, 2, 30, -30), "[ 0. -0.5 0.6666667 0.9677419 -0.9677419]"},
		{"PReLU", nn.NewPReLU(), tensor.New([][][][]float32{{{{0.1, 0.6}, {0.9, 0.9}}}}), "[[[[0.1 0.6] [0.9 0.9]]]]"},
		{
			"PReLU, own slopes", nn.NewPReLU(nn.Channel(2), nn.WeightInit(vec(0.5, 2))), rows([]float32{-1, -1}),
			"[[-0.5 -2. ]]",
		},
		{"HSwish", nn.NewHSwish(), half, "[-0.3333 -0.3333 0. 1.667 0.6665]"},
		{"HSigmoid", nn.NewHSigmoid(), half, "[0.3333 0.1666 0.5 0.8335 0.6665]"},
		{"LogSigmoid", nn.NewLogSigmoid(), vec(1, 2, 3), "[-0.31326166 -0.12692806 -0.04858734]"},
		{
			"SoftShrink", nn.NewSoftShrink(), rows([]float32{0.5297, 0.7871, 1.1754}, []float32{0.7836, 0.6218, -1.1542}).AsType(tensor.Float16),
			"[[ 0.02979 0.287 0.676 ] [ 0.2837 0.1216 -0.6543 ]]",
		},
		{"HShrink", nn.NewHShrink(), rows([]float32{0.5, 1, 2}, []float32{0.0533, 0.0776, -2.1233}), "[[ 0. 1. 2. ] [ 0. 0. -2.1233]]"},
		{"Mish", nn.NewMish(), m, "[[-3.03401530e-01 3.99741292e+00 -2.68321624e-03] [ 1.94395900e+00 -3.35762873e-02 9.00000000e+00]]"},
		{"Threshold", nn.NewThreshold(1, 7), vec(0, 1, 2), "[7. 7. 2.]"},
		{"SiLU", nn.NewSiLU(), vec(0), "[0.]"},
		{"SeLU", nn.NewSeLU(), vec(1), "[1.050701]"},
		{"GLU", nn.NewGLU(), vec(4, 0), "[2.]"},
		{"GELU", nn.NewGELU(nn.Approximate(false)), vec(1), "[0.8413447]"},
		{"FastGelu", nn.NewFastGelu(), vec(0), "[0.]"},
	} {
		if got := strings.Join(strings.Fields(c.net.CellBase().Call(c.x).String()), " "); !alike(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestActivationGradients(t *testing.T) {
	for _, l := range []nn.Layer{
		nn.NewReLU(), nn.NewSigmoid(), nn.NewTanh(), nn.NewCELU(), nn.NewELU(), nn.NewSoftmax(), nn.NewLogSoftmax(), nn.NewSoftmin(),
		nn.NewLeakyReLU(), nn.NewReLU6(), nn.NewTanhshrink(), nn.NewHardtanh(), nn.NewSoftsign(), nn.NewHSwish(), nn.NewHSigmoid(),
		nn.NewLogSigmoid(), nn.NewSoftShrink(), nn.NewHShrink(), nn.NewMish(), nn.NewThreshold(0.1, 1), nn.NewSiLU(), nn.NewSeLU(),
		nn.NewGLU(), nn.NewGELU(), nn.NewFastGelu(),
	} {
		checkGradients(t, l, away(3, 4).Mul(tensor.Scalar(1.1)))
	}
}

// TestActivationNames checks that options may name every activation, and an option that a layer does not have is
// refused.
func TestActivationNames(t *testing.T) {
	for name, want := range map[string]string{
		"softmin": "Softmin<>", "softmax2d": "Softmax2d<>", "logsoftmax": "LogSoftmax<>", "relu6": "ReLU6<>", "rrelu": "RReLU<>", "silu": "SiLU<>",
		"gelu": "GELU<>", "fast_gelu": "FastGelu<>", "elu": "ELU<>", "softsign": "Softsign<>", "prelu": "PReLU<>", "leakyrelu": "LeakyReLU<>",
		"hswish": "HSwish<>", "hsigmoid": "HSigmoid<>", "logsigmoid": "LogSigmoid<>", "softshrink": "SoftShrink<>", "hshrink": "HShrink<>",
	} {
		same(t, name, nn.NewDense(1, 1, nn.Activation(name)).Activation.(fmt.Stringer).String(), want)
	}
	err := tensor.Try(func() { nn.NewSoftmax(nn.Alpha(1)) })
	same(t, "option", fmt.Sprint(err),
		"TypeError: For 'Softmax', got an unexpected option nn.Alpha; its options are nn.Axis.")
}
