package optim_test

import (
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// formulaCases have the weights after three steps, from the formulas of the papers in Python's floats.
var formulaCases = []struct {
	name string
	make func(p nn.ParameterList) optimizer
	want []float64
}{
	{"Adadelta", func(p nn.ParameterList) optimizer { return optim.NewAdadelta(p, nil) }, []float64{0.495969687, -1.25267004, 2.00430173, 0.0285745152}},
	{"Adadelta, all settings", func(p nn.ParameterList) optimizer {
		return optim.NewAdadelta(p, 0.5, optim.Rho(0.8), optim.Eps(1e-3), optim.WeightDecay(0.1))
	}, []float64{0.450852286, -1.23216992, 1.98049486, 0.0137460013}},
	{"AdaMax", func(p nn.ParameterList) optimizer { return optim.NewAdaMax(p, nil) }, []float64{0.498129872, -1.24905199, 2.00095109, 0.0281586716}},
	{
		"AdaMax, betas", func(p nn.ParameterList) optimizer { return optim.NewAdaMax(p, 0.1, optim.Beta1(0.8), optim.Beta2(0.9)) },
		[]float64{0.313843364, -1.16459624, 2.10336976, -0.148688521},
	},
	{"ASGD", func(p nn.ParameterList) optimizer { return optim.NewASGD(p, nil) }, []float64{0.479985425, -1.26496235, 2.04993915, 0.079998725}},
	{"Rprop", func(p nn.ParameterList) optimizer { return optim.NewRprop(p, nil) }, []float64{0.28, -1.2, 2.22, -0.19}},
	{"Rprop, bounds", func(p nn.ParameterList) optimizer {
		return optim.NewRprop(p, nil, optim.Etas(0.3, 1.5), optim.StepSizes(0.06, 0.11))
	}, []float64{0.29, -1.21, 2.21, -0.18}},
	{"Rprop, rate below the bounds", func(p nn.ParameterList) optimizer {
		return optim.NewRprop(p, 0.01, optim.Etas(0.3, 1.5), optim.StepSizes(0.06, 0.11))
	}, []float64{0.35, -1.25, 2.15, -0.12}},
	{"Rprop, rate above the bounds", func(p nn.ParameterList) optimizer {
		return optim.NewRprop(p, 0.5, optim.Etas(0.3, 1.5), optim.StepSizes(0.06, 0.11))
	}, []float64{0.28, -1.2, 2.22, -0.19}},
	{"FTRL", func(p nn.ParameterList) optimizer { return optim.NewFTRL(p, nil) }, []float64{0.0227046219, -0.193823184, 0.00097691463, 0.0133621973}},
	{"FTRL, all settings", func(p nn.ParameterList) optimizer {
		return optim.NewFTRL(p, 0.1, optim.InitialAccum(0.2), optim.LRPower(-0.6), optim.L1(0.3), optim.L2(0.2))
	}, []float64{0, -0.0783333001, 0.0341190072, -0.00171064725}},
	{
		"ProximalAdagrad", func(p nn.ParameterList) optimizer { return optim.NewProximalAdagrad(p, nil) },
		[]float64{0.499435917, -1.250266, 2.00097691, 0.0293978718},
	},
	{"ProximalAdagrad, all settings", func(p nn.ParameterList) optimizer {
		return optim.NewProximalAdagrad(p, 0.1, optim.Accum(0.2), optim.L1(0.3), optim.L2(0.2))
	}, []float64{0.250108649, -0.978092935, 1.71727799, 0.0459847496}},
	{"Lamb", func(p nn.ParameterList) optimizer { return optim.NewLamb(p, 0.1) }, []float64{0.154194068, -1.16500225, 2.30647575, -0.18829866}},
	{
		"Lamb, decay", func(p nn.ParameterList) optimizer { return optim.NewLamb(p, 0.1, optim.WeightDecay(0.1)) },
		[]float64{0.124123467, -1.12674582, 2.22933998, -0.156103834},
	},
	{
		"LARS", func(p nn.ParameterList) optimizer { return optim.NewLARS(optim.NewMomentum(p, 0.1, 0.9)) },
		[]float64{0.499719643, -1.24986478, 2.00027227, 0.029318103},
	},
	{"LARS, all settings", func(p nn.ParameterList) optimizer {
		return optim.NewLARS(optim.NewMomentum(p, 0.1, 0.9, optim.WeightDecay(0.1)), optim.Coefficient(0.02), optim.UseClip(true))
	}, []float64{0.44600966, -1.19741604, 1.9833922, -0.060669855}},
}

func threeSteps(opt optimizer, dt tensor.DType) {
	for _, g := range [][]float64{{0.1, -0.2, 0, 0.5}, {0.3, 0.1, -0.4, 0.5}, {-0.2, 0.25, -0.1, -1.5}} {
		opt.Call(tensor.Tuple{tensor.New(g, dt)})
	}
}

func TestFormulas(t *testing.T) {
	for _, c := range formulaCases {
		for dt, within := range map[tensor.DType]float64{tensor.Float32: 2e-6, tensor.Float64: 2e-7, tensor.Float16: 5e-3} {
			w := nn.NewParameter(tensor.New([]float64{0.5, -1.25, 2, 0.03}, dt), "w")
			threeSteps(c.make(nn.ParameterList{w}), dt)
			for i, got := range w.Float64s() {
				if !(math.Abs(got-c.want[i]) <= within) {
					t.Errorf("%s, %s: w[%d] = %v, want %v", c.name, dt, i, got, c.want[i])
				}
			}
		}
	}
}

func TestASGDAverages(t *testing.T) {
	w := nn.NewParameter(tensor.New([]float64{0.5, -1.25, 2, 0.03}), "w")
	opt := optim.NewASGD(nn.ParameterList{w}, nil, optim.Lambd(0.1), optim.Alpha(0.5), optim.T0(1))
	threeSteps(opt, tensor.Float64)
	for i, want := range []float64{0.465667043, -1.22805587, 1.99019729, 0.0793638812} {
		if got := opt.AX[0].Float64s()[i]; math.Abs(got-want) > 1e-6 {
			t.Errorf("ax[%d] = %v, want %v", i, got, want)
		}
	}
}

// TestAsAdam has optimizers whose steps are those of Adam.
func TestAsAdam(t *testing.T) {
	steps := func(create func(p nn.ParameterList) optimizer) []float64 {
		w := nn.NewParameter(tensor.New([]float64{0.5, -1.25, 2, 0.03}), "w")
		threeSteps(create(nn.ParameterList{w}), tensor.Float64)
		return w.Float64s()
	}
	opts := []optim.Option{optim.Beta1(0.8), optim.Nesterov(true), optim.WeightDecay(0.1)}
	want := steps(func(p nn.ParameterList) optimizer { return optim.NewAdam(p, 0.1, opts...) })
	for name, create := range map[string]func(p nn.ParameterList) optimizer{
		"LazyAdam":    func(p nn.ParameterList) optimizer { return optim.NewLazyAdam(p, 0.1, opts...) },
		"AdamOffload": func(p nn.ParameterList) optimizer { return optim.NewAdamOffload(p, 0.1, opts...) },
	} {
		for i, got := range steps(create) {
			if got != want[i] {
				t.Errorf("%s: w[%d] = %v, want %v", name, i, got, want[i])
			}
		}
	}
}

// TestLARSFilter has parameters whose gradients go through as they are: a plain step of 0.1·grad.
func TestLARSFilter(t *testing.T) {
	for name, create := range map[string]func(p nn.ParameterList) optimizer{
		"fc.bias": func(p nn.ParameterList) optimizer { return optim.NewLARS(optim.NewSGD(p, 0.1)) },
		"fc.weight": func(p nn.ParameterList) optimizer {
			return optim.NewLARS(optim.NewSGD(p, 0.1), optim.Filter(func(*nn.Parameter) bool { return false }))
		},
	} {
		w := nn.NewParameter(tensor.New([]float64{1, 2}), name)
		create(nn.ParameterList{w}).Call(tensor.Tuple{tensor.New([]float64{10, -10})})
		if got := w.Float64s(); math.Abs(got[0]) > 1e-6 || math.Abs(got[1]-3) > 1e-6 {
			t.Errorf("%s: %v, want [0 3]", name, got)
		}
	}
}

func TestFormulaErrors(t *testing.T) {
	p := nn.ParameterList{param("w", 1)}
	for want, f := range map[string]func(){
		"For 'Adadelta', the 'rho' must be in range of [0.0, 1.0], but got 1.5": func() {
			optim.NewAdadelta(p, nil, optim.Rho(1.5))
		},
		"For 'Rprop', the 'etas' must be two factors with 0 < etas[0]": func() {
			optim.NewRprop(p, nil, optim.Etas(1.1, 1.2))
		},
		"For 'Rprop', the 'step_sizes' must be the least and the greatest": func() {
			optim.NewRprop(p, nil, optim.StepSizes(3, 2))
		},
		"For 'FTRL', the 'lr_power' must be float and must <= 0, but got '0.5'": func() {
			optim.NewFTRL(p, nil, optim.LRPower(0.5))
		},
		"For 'LARS', the optimizer must be one of package optim": func() { optim.NewLARS(nn.NewReLU()) },
		"For 'Lamb', got an unexpected option optim.Filter": func() {
			optim.NewLamb(p, 0.1, optim.Filter(nil))
		},
		"For 'FTRL', the 'l1' must be float and must >= 0, but got '-1.0'": func() { optim.NewFTRL(p, nil, optim.L1(-1)) },
		"For 'LazyAdam', got an unexpected option optim.UseAMSG": func() {
			optim.NewLazyAdam(p, nil, optim.UseAMSGrad(true))
		},
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
