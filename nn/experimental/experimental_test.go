package experimental_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/experimental"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

func param(name string, v ...float64) *nn.Parameter {
	return nn.NewParameter(tensor.New(v, tensor.Float32), name)
}

func sgd(lr float64) *experimental.SGD {
	return experimental.NewSGD(nn.ParameterList{param("w", 1)}, lr)
}

type stepper interface {
	Step(epoch ...int)
	GetLastLR() []*tensor.Tensor
}

// halved is the scheduler of one's own in MindSpore's reference (LRScheduler).
type halved struct {
	experimental.LRScheduler
	factor float64
	total  int
}

func (s *halved) GetLR() []float64 {
	list := s.Rates()
	for i := range list {
		switch s.LastEpoch {
		case 0:
			list[i] *= s.factor
		case s.total:
			list[i] /= s.factor
		}
	}
	return list
}

// scheduleCases have the rates behind each step. The first ones are those of MindSpore's reference, the others from
// the formulas of the schedulers in Python's floats.
var scheduleCases = []struct {
	name string
	make func() stepper
	want string
}{
	{"LRScheduler", func() stepper {
		s := &halved{factor: 0.5, total: 3}
		s.Setup(s, sgd(0.01))
		return s
	}, "0.005 0.005 0.01 0.01"},
	{"MultiplicativeLR", func() stepper {
		return experimental.NewMultiplicativeLR(sgd(0.01), func(int) float64 { return 0.95 })
	}, "0.0095 0.009025 0.00857375"},
	{"MultiStepLR", func() stepper { return experimental.NewMultiStepLR(sgd(0.05), []int{2, 4}) }, "0.05 0.005 0.005 0.0005 0.0005 0.0005"},
	{"ConstantLR", func() stepper {
		return experimental.NewConstantLR(sgd(0.05), experimental.Factor(0.5), experimental.TotalIters(4))
	}, "0.025 0.025 0.025 0.05 0.05 0.05"},
	{"SequentialLR", func() stepper {
		opt := sgd(0.1)
		first := experimental.NewConstantLR(opt, experimental.Factor(0.1), experimental.TotalIters(2))
		return experimental.NewSequentialLR(opt, []experimental.Scheduler{first, experimental.NewExponentialLR(opt, 0.9)}, []int{2})
	}, "0.01 0.1 0.09 0.081 0.0729 0.06561"},
	{"CyclicLR", func() stepper { return experimental.NewCyclicLR(sgd(0.1), 0.01, 0.1) }, "0.010045 0.01009 0.010135 0.01018 0.010225"},
	{"StepLR", func() stepper { return experimental.NewStepLR(sgd(0.8), 2, experimental.Gamma(0.5)) }, "0.8 0.4 0.4 0.2 0.2"},
	{"LambdaLR", func() stepper {
		return experimental.NewLambdaLR(sgd(0.5), func(epoch int) float64 { return 1 / float64(1+epoch) })
	}, "0.25 0.166666667 0.125"},
	{"LinearLR", func() stepper {
		return experimental.NewLinearLR(sgd(0.5), experimental.StartFactor(0.2), experimental.TotalIters(4))
	}, "0.2 0.3 0.4 0.5 0.5"},
	{"PolynomialLR", func() stepper {
		return experimental.NewPolynomialLR(sgd(1), experimental.TotalIters(4), experimental.Power(2))
	}, "0.5625 0.25 0.0625 0 0"},
	{
		"CosineAnnealingLR", func() stepper { return experimental.NewCosineAnnealingLR(sgd(1), 4, experimental.EtaMin(0.2)) },
		"0.882842712 0.6 0.317157288 0.2 0.317157288 0.6",
	},
	{"CyclicLR, triangular2", func() stepper {
		return experimental.NewCyclicLR(sgd(1), 0, 1, experimental.StepSizeUp(2), experimental.StepSizeDown(1), experimental.Mode("triangular2"))
	}, "0.5 1 0 0.25 0.5 0"},
	{
		"CosineAnnealingWarmRestarts", func() stepper { return experimental.NewCosineAnnealingWarmRestarts(sgd(1), 2, experimental.TMult(2)) },
		"0.5 1 0.853553391 0.5 0.146446609 1",
	},
}

func TestSchedules(t *testing.T) {
	for _, c := range scheduleCases {
		s := c.make()
		for i, w := range strings.Fields(c.want) {
			var want float64
			fmt.Sscan(w, &want)
			s.Step()
			if got := s.GetLastLR()[0].Float(); !(math.Abs(got-want) <= 1e-6*max(want, 0.01)) {
				t.Errorf("%s: step %d: %v, want %v", c.name, i+1, got, want)
			}
		}
	}
}

// TestStepTo has the rates of epochs that are given: those of PyTorch 1.13, whose schedulers have them in closed form.
func TestStepTo(t *testing.T) {
	for _, c := range []struct {
		name string
		s    stepper
		want string
	}{
		{"StepLR", experimental.NewStepLR(sgd(0.01), 1, experimental.Gamma(0.5)), "0.005 0.000625 0.01 0.005"},
		{"ExponentialLR", experimental.NewExponentialLR(sgd(0.01), 0.5), "0.005 0.000625 0.01 0.005"},
		{
			"PolynomialLR", experimental.NewPolynomialLR(sgd(1), experimental.TotalIters(5), experimental.Power(2)),
			"0.64 0.04 1 0.64",
		},
		{"CosineAnnealingLR", experimental.NewCosineAnnealingLR(sgd(0.5), 1, experimental.EtaMin(0.01)), "0.01 0.5 0.5 0.01"},
		{
			"ConstantLR", experimental.NewConstantLR(sgd(1), experimental.Factor(0.25), experimental.TotalIters(3)),
			"0.25 1 0.25 0.25",
		},
		{
			"MultiplicativeLR", experimental.NewMultiplicativeLR(sgd(1), func(int) float64 { return 0.5 }),
			"0.5 0.25 0.25 0.125",
		},
	} {
		var got []string
		for _, to := range [][]int{nil, {4}, {0}, nil} {
			c.s.Step(to...)
			got = append(got, fmt.Sprintf("%.5g", c.s.GetLastLR()[0].Float()))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
	opt := sgd(1) // a scheduler without a closed form goes on from the present rate
	schedulers := []experimental.Scheduler{
		experimental.NewExponentialLR(opt, 0.5), experimental.NewMultiplicativeLR(opt, func(int) float64 { return 0.1 }),
	}
	s := experimental.NewSequentialLR(opt, schedulers, []int{2})
	for i, want := range []float64{0.5, 0.5, 0.05} {
		s.Step()
		if got := s.GetLastLR()[0].Float(); math.Abs(got-want) > 1e-7 {
			t.Errorf("SequentialLR: step %d: %v, want %v", i+1, got, want)
		}
	}
}

// TestPlateau and TestRestarts have the rates of MindSpore's reference.
func TestPlateau(t *testing.T) {
	s := experimental.NewReduceLROnPlateau(sgd(0.1), experimental.Mode("min"), experimental.Patience(0))
	var got []string
	for _, m := range []any{1, 1.5, tensor.New(1.8), 0.4, 0.5} {
		s.Step(m)
		got = append(got, py.Repr(s.GetLastLR()))
	}
	var want []string
	for _, lr := range []string{"0.1", "0.01", "0.001", "0.001", "0.0001"} {
		want = append(want, "[Tensor(shape=[], dtype=Float32, value= "+lr+")]")
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	rising := experimental.NewReduceLROnPlateau(sgd(1), experimental.Mode("max"), experimental.Patience(1), experimental.Factor(0.5), experimental.MinLR(0.4),
		experimental.Cooldown(1))
	rates := ""
	for _, m := range []float64{1, 2, 2, 2, 2, 2, 2, 2} {
		rising.Step(m)
		rates += fmt.Sprintf("%.2g ", rising.GetLastLR()[0].Float())
	}
	if rates != "1 1 1 0.5 0.5 0.5 0.4 0.4 " {
		t.Errorf("rates %s", rates)
	}
	// -0.95 is below -1·(1-0.1): PyTorch 1.13 keeps the rate.
	negative := experimental.NewReduceLROnPlateau(sgd(1), experimental.Patience(0), experimental.Threshold(0.1))
	negative.Step(-1)
	negative.Step(-0.95)
	if got := negative.GetLastLR()[0].Float(); got != 1 {
		t.Errorf("a metric below zero that is within the threshold: rate %v, want 1", got)
	}
}

func TestRestarts(t *testing.T) {
	s := experimental.NewCosineAnnealingWarmRestarts(sgd(0.1), 2)
	for i, want := range []float64{0.1, 0.0933013, 0.075, 0.05, 0.025, 0.00669873} {
		s.StepTo(float64(i/3) + float64(i%3)/3)
		if got := s.GetLastLR()[0].Float(); math.Abs(got-want) > 1e-7 {
			t.Errorf("step %d: %v, want %v", i, got, want)
		}
	}
}

// TestParamGroups has the texts of MindSpore's tutorial about optimizers.
func TestParamGroups(t *testing.T) {
	conv, other := nn.NewParameter(tensor.Zeros(6, 1, 5, 5), "conv.weight"), param("param", 1)
	opt := experimental.NewAdam([]*py.Dict{
		py.NewDict("params", nn.ParameterList{conv}, "weight_decay", 0.01, "lr", 0.9, "amsgrad", true),
		py.NewDict("params", nn.ParameterList{other}, "lr", 0.66, "eps", 1e-6, "betas", py.Pack(0.8, 0.88)),
	}, 0.01)
	const groups = "[{'params': [Parameter (name=conv.weight, shape=(6, 1, 5, 5), dtype=Float32, requires_grad=True)], 'weight_decay': 0.01, " +
		"'lr': Parameter (name=learning_rate_group_0, shape=(), dtype=Float32, requires_grad=True), 'amsgrad': True, 'betas': (0.9, 0.999), " +
		"'eps': 1e-08, 'maximize': False}, {'params': [Parameter (name=param, shape=(1,), dtype=Float32, requires_grad=True)], " +
		"'lr': Parameter (name=learning_rate_group_1, shape=(), dtype=Float32, requires_grad=True), 'eps': 1e-06, 'betas': (0.8, 0.88), " +
		"'weight_decay': 0.0, 'amsgrad': False, 'maximize': False}]"
	if got := py.Str(opt.ParamGroups()); got != groups {
		t.Errorf("got %s\nwant %s", got, groups)
	}
	const text = `Adam (
Parameter Group 0
    amsgrad: True
    betas: (0.9, 0.999)
    eps: 1e-08
    lr: 0.9
    maximize: False
    weight_decay: 0.01

Parameter Group 1
    amsgrad: False
    betas: (0.8, 0.88)
    eps: 1e-06
    lr: 0.66
    maximize: False
    weight_decay: 0.0
)`
	if got := py.Str(opt); got != text {
		t.Errorf("got %s\nwant %s", got, text)
	}
	if got := py.Str(opt.ParamGroups()[1].LR().Value()); got != "0.66" {
		t.Errorf("the rate of group 1 is %s", got)
	}
}

// TestSettingsChange assigns settings between steps, as training loops do.
func TestSettingsChange(t *testing.T) {
	a, b := param("a", 1), param("b", 1)
	opt := experimental.NewSGD([]map[string]any{{"params": nn.ParameterList{a}}, {"params": nn.ParameterList{b}, "lr": 1}}, 0.5)
	step := func() {
		opt.Call(tensor.Tuple{tensor.New([]float64{1}, tensor.Float32), tensor.New([]float64{1}, tensor.Float32)})
	}
	step() // a 0.5, b 0
	opt.ParamGroups()[1].LR().Assign(tensor.New(0.25, tensor.Float32))
	opt.ParamGroups()[0].Set("weight_decay", 2)
	step() // a 0.5 - 0.5·(1 + 2·0.5) = -0.5, b -0.25
	opt.ParamGroups()[0].Set("lr", 0.125)
	c := param("c", 8)
	opt.AddParamGroup(py.NewDict("params", nn.ParameterList{c}))
	// a -0.5 + 0.125 = -0.375; c 8 - 0.125·(1 + 16)
	opt.Call(tensor.Tuple{tensor.Zeros(1), tensor.Zeros(1), tensor.Ones(1)})
	for p, want := range map[*nn.Parameter]float64{a: -0.375, b: -0.25, c: 5.875} {
		if got := p.Float(); got != want {
			t.Errorf("%s is %v, want %v", p.Name(), got, want)
		}
	}
}

// TestLateMomentum begins to accumulate with the gradient itself whenever that is, as MindSpore's kernel does.
func TestLateMomentum(t *testing.T) {
	a, b := param("a", 1), param("b", 1)
	opt := experimental.NewSGD(nn.ParameterList{a}, 1, experimental.Momentum(0.5), experimental.Dampening(0.5))
	one := tensor.New([]float64{1}, tensor.Float32)
	opt.Call(tensor.Tuple{one}) // a 0
	opt.AddParamGroup(py.NewDict("params", nn.ParameterList{b}))
	opt.Call(tensor.Tuple{one, one}) // a 0 - (0.5 + 0.5), b 1 - 1
	if a.Float() != -1 || b.Float() != 0 {
		t.Errorf("a is %v, b is %v, want -1 and 0", a.Float(), b.Float())
	}
}

// TestResume saves the state of an optimizer after three steps and goes on with a new one that has loaded it.
func TestResume(t *testing.T) {
	for _, c := range stepCases {
		steps := func(opt optimizer, from, to int) {
			for i := from; i < to; i++ {
				opt.Call(tensor.Tuple{tensor.New([]float64{0.1 * float64(i), -0.2, 0.3, 0.5 - float64(i)}, tensor.Float32)})
			}
		}
		w, again := param("w", 0.5, -1.25, 2, 0.03), param("w", 0, 0, 0, 0)
		opt, next := c.make(nn.ParameterList{w}), c.make(nn.ParameterList{again})
		steps(opt, 0, 3)
		from := opt.(nn.Layer).CellBase().ParametersDict()
		for _, p := range next.(nn.Layer).CellBase().ParametersDict().Items() {
			p.Param.SetData(from.Get(p.Name).Value().Clone())
		}
		steps(opt, 3, 6)
		steps(next, 3, 6)
		if got, want := again.Float32s(), w.Float32s(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

type optimizer interface {
	Call(grads tensor.Tuple) *tensor.Tensor
}

// stepCases have the weights after three steps, from the formulas in Python's floats.
var stepCases = []struct {
	name string
	make func(p nn.ParameterList) optimizer
	want []float64
}{
	{
		"Adam", func(p nn.ParameterList) optimizer { return experimental.NewAdam(p, 0.1) },
		[]float64{0.282431937, -1.15728144, 2.14571726, -0.145149877},
	},
	{"Adam, all settings", func(p nn.ParameterList) optimizer {
		return experimental.NewAdam(p, 0.1, experimental.Betas(0.8, 0.7), experimental.Eps(0.1), experimental.WeightDecay(0.1),
			experimental.AMSGrad(true), experimental.Maximize(true))
	}, []float64{0.566405353, -1.19915688, 1.8118495, 0.153698772}},
	{
		"AdamW", func(p nn.ParameterList) optimizer { return experimental.NewAdamW(p, 0.1) },
		[]float64{0.2812247, -1.15376157, 2.13964895, -0.144939987},
	},
	{"AdamW, all settings", func(p nn.ParameterList) optimizer {
		return experimental.NewAdamW(p, 0.1, experimental.Betas(0.8, 0.7), experimental.Eps(0.1), experimental.WeightDecay(0.1), experimental.AMSGrad(true))
	}, []float64{0.361230618, -1.16195018, 2.04116537, -0.107941541}},
	{"SGD", func(p nn.ParameterList) optimizer {
		return experimental.NewSGD(p, 0.1, experimental.Momentum(0.9), experimental.Dampening(0.5), experimental.WeightDecay(0.1))
	}, []float64{0.433972125, -1.16642294, 1.9601295, -0.0781678075}},
	{"SGD, Nesterov", func(p nn.ParameterList) optimizer {
		return experimental.NewSGD(p, 0.1, experimental.Momentum(0.9), experimental.Nesterov(true))
	}, []float64{0.42231, -1.25582, 2.1274, 0.00755}},
}

func TestSteps(t *testing.T) {
	for _, c := range stepCases {
		for dt, within := range map[tensor.DType]float64{tensor.Float32: 2e-6, tensor.Float64: 2e-8, tensor.Float16: 8e-3} {
			w := nn.NewParameter(tensor.New([]float64{0.5, -1.25, 2, 0.03}, dt), "w")
			opt := c.make(nn.ParameterList{w})
			for _, g := range [][]float64{{0.1, -0.2, 0, 0.5}, {0.3, 0.1, -0.4, 0.5}, {-0.2, 0.25, -0.1, -1.5}} {
				opt.Call(tensor.Tuple{tensor.New(g, dt)})
			}
			for i, got := range w.Float64s() {
				if !(math.Abs(got-c.want[i]) <= within) {
					t.Errorf("%s, %s: w[%d] = %v, want %v", c.name, dt, i, got, c.want[i])
				}
			}
		}
	}
}

// TestLongSteps compares steps of long parameters, in which four numbers repeat, with those of the four.
func TestLongSteps(t *testing.T) {
	for _, c := range stepCases {
		for _, times := range []int{255, 257, 5001} {
			short := nn.NewParameter(tensor.New([]float32{0.5, -1.25, 2, 0.03}), "w")
			long := nn.NewParameter(short.Tile(times), "w")
			one, all := c.make(nn.ParameterList{short}), c.make(nn.ParameterList{long})
			for _, g := range [][]float32{{0.1, -0.2, 0, 0.5}, {0.3, 0.1, -0.4, 0.5}, {-0.2, 0.25, -0.1, -1.5}} {
				one.Call(tensor.Tuple{tensor.New(g)})
				all.Call(tensor.Tuple{tensor.New(g).Tile(times)})
			}
			if want := short.Tile(times).Float32s(); !slices.Equal(long.Float32s(), want) {
				t.Errorf("%s of %d elements differs from that of four", c.name, 4*times)
			}
		}
	}
}

// TestTrains trains a layer with a cell that makes steps, and a scheduler.
func TestTrains(t *testing.T) {
	tensor.SetSeed(1)
	net := nn.NewDense(2, 1)
	opt := experimental.NewAdam(net.TrainableParams(), 0.1)
	scheduler := experimental.NewStepLR(opt, 30)
	step := nn.NewTrainOneStepCell(nn.NewWithLossCell(net, nn.NewMSELoss()), opt)
	x, y := tensor.New([][]float64{{1, 2}, {3, -1}, {0, 1}}, tensor.Float32), tensor.New([][]float64{{5}, {1}, {2}}, tensor.Float32)
	first := step.Call(x, y).Float()
	for range 60 {
		step.Call(x, y)
		scheduler.Step()
	}
	if last := step.Call(x, y).Float(); !(last < first/20) {
		t.Errorf("the loss went from %v to %v", first, last)
	}
}

func TestErrors(t *testing.T) {
	w := param("w", 1)
	p := nn.ParameterList{w}
	opt := experimental.NewAdam(p, 0.1)
	for want, f := range map[string]func(){
		"For 'Adam', got an unexpected option experimental.Momentum": func() {
			experimental.NewAdam(p, nil, experimental.Momentum(1))
		},
		"For 'Adam', the 'betas' must be two numbers within [0, 1), but got (1.0, 2.0)": func() {
			experimental.NewAdam(p, nil, experimental.Betas(1, 2))
		},
		"For 'SGD', if the 'nesterov' is true, 'momentum' must be > 0.0": func() {
			experimental.NewSGD(p, 0.1, experimental.Nesterov(true))
		},
		"For 'Adam', the learning rate must not be negative, but got -1.0": func() {
			experimental.NewAdam(p, -1)
		},
		"For 'SGD', the 'lr' must be a number, but got": func() {
			experimental.NewSGD(p, "fast")
		},
		"For 'Adam', a group of parameters has no setting 'rate'; there are lr": func() {
			experimental.NewAdam([]*py.Dict{py.NewDict("params", p, "rate", 1)}, nil)
		},
		"For 'Adam', the parameter w is in several groups": func() {
			experimental.NewAdam([]*py.Dict{py.NewDict("params", p), py.NewDict("params", p)}, nil)
		},
		"For 'Adam', the gradient of parameter w must be a tensor of shape (1,)": func() {
			opt.Call(tensor.Tuple{tensor.Ones(2)})
		},
		"For 'Adam', the number of gradients must be that of the parameters, 1": func() {
			opt.Call(nil)
		},
		"For 'StepLR', the 'step_size' must be positive, but got 0": func() { experimental.NewStepLR(opt, 0) },
		"For 'StepLR', got an unexpected option experimental.Power": func() {
			experimental.NewStepLR(opt, 1, experimental.Power(1))
		},
		"For 'SequentialLR', there must be one milestone fewer than schedulers": func() {
			experimental.NewSequentialLR(opt, nil, nil)
		},
		"For 'CyclicLR', the 'mode' must be one of": func() {
			experimental.NewCyclicLR(opt, 0, 1, experimental.Mode("sine"))
		},
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestSetupGoesOn begins a scheduler behind epoch 2: with MindSpore, last_epoch=2 and an initial_lr in the groups.
func TestSetupGoesOn(t *testing.T) {
	opt := sgd(0.01)
	func() {
		defer func() {
			want := "KeyError: For 'LRScheduler', group 0 has no 'initial_lr' to go on from epoch 2 with."
			if e, ok := recover().(*tensor.Error); !ok || e.Error() != want {
				t.Errorf("got %v, want %s", e, want)
			}
		}()
		s := &halved{factor: 0.5, total: 3}
		s.Setup(s, opt, 2)
	}()
	first, again := &halved{factor: 0.5, total: 3}, &halved{factor: 0.5, total: 3}
	first.Setup(first, opt) // 0.005
	again.Setup(again, opt, 2)
	if got := again.GetLastLR()[0].Float(); again.LastEpoch != 3 || got < 0.009999 || got > 0.010001 {
		t.Errorf("epoch %d with the rate %v, want epoch 3 with 0.01", again.LastEpoch, got)
	}
}
