package optim_test

import (
	"fmt"
	"testing"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// weight is a parameter large enough for its state to be put off.
func weight(t tensor.DType) *nn.Parameter {
	return nn.NewParameter(ops.Sin(tensor.Arange(0, 64*64, 1).Reshape(64, 64)).AsType(t), "w")
}

// TestStateWithoutMemory makes steps twice, the second time with the memory of the state asked for before each:
// nothing else may differ. It says what of the state took no memory in the end, the first time.
func TestStateWithoutMemory(t *testing.T) {
	const none = "<none>"
	for _, c := range []struct {
		name        string
		dtype       tensor.DType
		opts        []optim.Option
		accum, stat string
	}{
		{"plain", tensor.Float32, nil, "0", "1"},
		{"decayed", tensor.Float32, []optim.Option{optim.WeightDecay(0.1)}, "0", "1"},
		{"scaled", tensor.Float32, []optim.Option{optim.LossScale(8)}, "0", "1"},
		{"half", tensor.Float16, nil, "0", "1"},
		{"double", tensor.Float64, nil, "0", "1"},
		{"momentum", tensor.Float32, []optim.Option{optim.MomentumFactor(0.9)}, none, "0"},
		{"momentum, decayed", tensor.Float32, []optim.Option{optim.MomentumFactor(0.9), optim.WeightDecay(0.1)}, none, none},
		{"momentum, dampened", tensor.Float32, []optim.Option{optim.MomentumFactor(0.9), optim.Dampening(0.5)}, none, none},
		{"momentum, Nesterov", tensor.Float32, []optim.Option{optim.MomentumFactor(0.9), optim.Nesterov(true)}, none, none},
		{"momentum, half", tensor.Float16, []optim.Option{optim.MomentumFactor(0.9)}, none, none},
		{"momentum, double", tensor.Float64, []optim.Option{optim.MomentumFactor(0.9)}, none, none},
	} {
		t.Run(c.name, func(t *testing.T) {
			var all [2][]*tensor.Tensor
			for i := range all {
				p := weight(c.dtype)
				o := optim.NewSGD(nn.ParameterList{p}, 0.1, c.opts...)
				for step := range 3 {
					if i == 1 {
						o.Accum[0].Values()
						o.Stat[0].Values()
					}
					o.Call(tensor.Tuple{ops.Cos(p.Detach().Add(tensor.Scalar(step)))})
				}
				if i == 0 {
					if got := [2]string{repeated(o.Accum[0], none), repeated(o.Stat[0], none)}; got != [2]string{c.accum, c.stat} {
						t.Errorf("accum and stat are %v throughout, want %s and %s", got, c.accum, c.stat)
					}
				}
				all[i] = []*tensor.Tensor{p.Tensor, o.Accum[0].Tensor, o.Stat[0].Tensor}
			}
			for i, x := range all[0] {
				if y := all[1][i]; !ops.Equal(x.Detach(), y.Detach()).All().Bool() {
					t.Errorf("tensor %d differs:\n%v\n%v", i, x, y)
				}
			}
		})
	}
}

func repeated(p *nn.Parameter, none string) string {
	if n, known := engine.Repeats(p.Tensor); known {
		return fmt.Sprint(n)
	}
	return none
}
