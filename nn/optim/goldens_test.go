package optim_test

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/golden"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// recorded is a tensor of a golden file.
type recorded struct {
	DType string
	Shape []int
	Hex   string
}

func (r recorded) tensor(t *testing.T) *tensor.Tensor {
	t.Helper()
	b, err := hex.DecodeString(r.Hex)
	if err != nil || r.DType != "float32" {
		t.Fatalf("a tensor of %s: %v", r.DType, err)
	}
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return tensor.Share(v, r.Shape...)
}

// run is one optimizer with its gradients and the weights after each step.
type run struct {
	Optimizer string
	Hyper     map[string]any
	W0        recorded
	Grads     []recorded
	After     []recorded `json:"weights_after"`
}

// optimizer is what all of them can do.
type optimizer interface {
	nn.Layer
	Call(grads tensor.Tuple) *tensor.Tensor
}

// keywords are the options by the names that the golden files give them.
var keywords = map[string]func(v any) optim.Option{
	"momentum":     func(v any) optim.Option { return optim.MomentumFactor(v.(float64)) },
	"dampening":    func(v any) optim.Option { return optim.Dampening(v.(float64)) },
	"nesterov":     func(v any) optim.Option { return optim.Nesterov(v.(bool)) },
	"use_nesterov": func(v any) optim.Option { return optim.Nesterov(v.(bool)) },
	"use_amsgrad":  func(v any) optim.Option { return optim.UseAMSGrad(v.(bool)) },
	"beta1":        func(v any) optim.Option { return optim.Beta1(v.(float64)) },
	"beta2":        func(v any) optim.Option { return optim.Beta2(v.(float64)) },
	"eps":          func(v any) optim.Option { return optim.Eps(v.(float64)) },
	"epsilon":      func(v any) optim.Option { return optim.Eps(v.(float64)) },
	"decay":        func(v any) optim.Option { return optim.Decay(v.(float64)) },
	"centered":     func(v any) optim.Option { return optim.Centered(v.(bool)) },
	"accum":        func(v any) optim.Option { return optim.Accum(v.(float64)) },
	"use_locking":  func(v any) optim.Option { return optim.UseLocking(v.(bool)) },
	"update_slots": func(v any) optim.Option { return optim.UpdateSlots(v.(bool)) },
	"wd":           optim.WeightDecay,
	"weight_decay": optim.WeightDecay,
	"loss_scale":   func(v any) optim.Option { return optim.LossScale(v.(float64)) },
}

var constructors = map[string]func(params, lr any, opts ...optim.Option) optimizer{
	"SGD":             func(p, lr any, o ...optim.Option) optimizer { return optim.NewSGD(p, lr, o...) },
	"Adam":            func(p, lr any, o ...optim.Option) optimizer { return optim.NewAdam(p, lr, o...) },
	"AdamWeightDecay": func(p, lr any, o ...optim.Option) optimizer { return optim.NewAdamWeightDecay(p, lr, o...) },
	"RMSProp":         func(p, lr any, o ...optim.Option) optimizer { return optim.NewRMSProp(p, lr, o...) },
	"Adagrad":         func(p, lr any, o ...optim.Option) optimizer { return optim.NewAdagrad(p, lr, o...) },
}

func (r run) optimizer(t *testing.T, w *nn.Parameter) optimizer {
	t.Helper()
	params, lr := nn.ParameterList{w}, r.Hyper["lr"]
	var opts []optim.Option
	for k, v := range r.Hyper {
		if k == "lr" || k == "momentum" && r.Optimizer == "Momentum" {
			continue
		}
		if keywords[k] == nil {
			t.Fatalf("no option for %s", k)
		}
		opts = append(opts, keywords[k](v))
	}
	if r.Optimizer == "Momentum" {
		return optim.NewMomentum(params, lr, r.Hyper["momentum"].(float64), opts...)
	}
	if constructors[r.Optimizer] == nil {
		t.Fatalf("no optimizer %s", r.Optimizer)
	}
	return constructors[r.Optimizer](params, lr, opts...)
}

// TestGoldens compares the weights after every step bit by bit.
func TestGoldens(t *testing.T) {
	golden.Each(t, "optim_*.json", func(t *testing.T, runs []run) {
		for _, r := range runs {
			w := nn.NewParameter(r.W0.tensor(t), "w")
			opt, value := r.optimizer(t, w), w.Tensor
			for i, g := range r.Grads {
				opt.Call(tensor.Tuple{g.tensor(t)})
				want := r.After[i].tensor(t).Float32s()
				for j, got := range w.Float32s() {
					if got != want[j] {
						t.Errorf("%s %v: step %d: w[%d] = %v, want %v", r.Optimizer, r.Hyper, i+1, j, got, want[j])
					}
				}
			}
			if w.Tensor != value {
				t.Errorf("%s: the parameter holds another tensor", r.Optimizer)
			}
		}
	})
}
