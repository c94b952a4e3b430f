package optim_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

func param(name string, v ...float32) *nn.Parameter { return nn.NewParameter(tensor.New(v), name) }

func ones(params nn.ParameterTuple) tensor.Tuple {
	var g tensor.Tuple
	for _, p := range params {
		g = append(g, tensor.OnesLike(p.Value()))
	}
	return g
}

// names returns the attribute paths of a cell's parameters.
func names(l nn.Layer) string {
	var s []string
	for _, p := range l.CellBase().ParametersAndNames() {
		if p.Name != p.Param.Name() {
			p.Name += "=" + p.Param.Name()
		}
		s = append(s, p.Name)
	}
	return strings.Join(s, " ")
}

// TestStates has the names under which MindSpore keeps the states, so that checkpoints go both ways.
func TestStates(t *testing.T) {
	w := nn.ParameterList{param("net.weight", 1, 2)}
	const base = "global_step learning_rate net.weight "
	for _, c := range []struct {
		opt  nn.Layer
		want string
	}{
		{optim.NewSGD(w, nil), base + "momentum accum.net.weight stat.net.weight"},
		{optim.NewMomentum(w, 0.1, 0.9), base + "momentum moments.net.weight"},
		{optim.NewAdam(w, nil), base + "beta1_power beta2_power moment1.net.weight moment2.net.weight"},
		{optim.NewAdam(w, nil, optim.UseAMSGrad(true)), base + "beta1_power beta2_power moment1.net.weight moment2.net.weight vhat.net.weight"},
		{optim.NewAdamWeightDecay(w, nil), base + "adam_m.net.weight adam_v.net.weight"},
		{optim.NewRMSProp(w, nil), base + "mean_square.net.weight moment.net.weight"},
		{optim.NewRMSProp(w, nil, optim.Centered(true)), base + "mean_grad.net.weight mean_square.net.weight moment.net.weight"},
		{optim.NewAdagrad(w, nil), base + "accum.net.weight"},
		{optim.NewSGD(w, []float64{0.1, 0.2}), "global_step net.weight momentum accum.net.weight stat.net.weight learning_rate.learning_rate=learning_rate"},
		{
			optim.NewAdagrad([]optim.Group{{Params: w, LR: 0.1}, {Params: nn.ParameterList{param("b", 1)}}}, 0.2),
			"global_step learning_rate_group_0 learning_rate net.weight b accum.net.weight accum.b",
		},
	} {
		if got := names(c.opt); got != c.want {
			t.Errorf("%s has %s\nwant %s", c.opt.CellBase().ClassName(), got, c.want)
		}
	}
	if w[0].Name() != "net.weight" {
		t.Errorf("an optimizer renamed a parameter %s", w[0].Name())
	}
}

func TestText(t *testing.T) {
	w := nn.ParameterList{param("w", 1, 2)}
	for _, c := range []struct {
		opt  nn.Layer
		want string
	}{
		{optim.NewAdam(w, nil), "Adam<>"},
		{optim.NewSGD(w, []float64{1, 2}), "SGD<\n  (learning_rate): _IteratorLearningRate<>\n  >"},
		{optim.NewMomentum(w, optim.NewWarmUpLR(0.1, 2), 0.9), "Momentum<\n  (learning_rate): WarmUpLR<>\n  >"},
	} {
		if got := c.opt.CellBase().String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// twice doubles its argument plus one, a decay or rate that changes with the step.
type twice struct{ nn.Cell }

func newTwice() *twice {
	c := &twice{}
	c.Init(c)
	return c
}

func (*twice) Construct(step *tensor.Tensor) *tensor.Tensor {
	return step.AsType(tensor.Float32).Mul(tensor.Scalar(2.0)).Add(tensor.Scalar(1.0))
}

// steps lists what gradients of ones make of the parameters in two steps with exact arithmetic, as computed by hand.
var steps = []struct {
	name   string
	params []*nn.Parameter
	make   func(p []*nn.Parameter) optimizer
	want   string // after each step
}{
	{
		"list of rates",
		[]*nn.Parameter{param("w", 4)},
		func(p []*nn.Parameter) optimizer { return optim.NewSGD(p, []float64{0.5, 2}) },
		"[3.5] [1.5]",
	},
	{
		"tensor of rates",
		[]*nn.Parameter{param("w", 4)},
		func(p []*nn.Parameter) optimizer { return optim.NewSGD(p, tensor.New([]float64{0.5, 2})) },
		"[3.5] [1.5]",
	},
	{
		"0-d tensor",
		[]*nn.Parameter{param("w", 4)},
		func(p []*nn.Parameter) optimizer { return optim.NewSGD(p, tensor.New(0.5)) },
		"[3.5] [3.]",
	},
	{
		"schedule",
		[]*nn.Parameter{param("w", 4)},
		func(p []*nn.Parameter) optimizer { return optim.NewSGD(p, newTwice()) },
		"[3.] [0.]",
	},
	{
		"int",
		[]*nn.Parameter{param("w", 4)},
		func(p []*nn.Parameter) optimizer { return optim.NewMomentum(p, 1, 0) },
		"[3.] [2.]",
	},
	{
		"decay spares beta and gamma", // 1+0.5·4 = 3, 1+0.5·1 = 1.5
		[]*nn.Parameter{param("w", 4), param("bn.beta", 4), param("gamma", 4)},
		func(p []*nn.Parameter) optimizer { return optim.NewMomentum(p, 1, 0, optim.WeightDecay(0.5)) },
		"[1.] [3.] [3.] [-0.5] [2.] [2.]",
	},
	{
		"groups decay them too",
		[]*nn.Parameter{param("w", 4), param("bn.beta", 4)},
		func(p []*nn.Parameter) optimizer {
			return optim.NewMomentum([]optim.Group{{Params: p[:1]}, {Params: p[1:], WeightDecay: 0.5}}, 1, 0)
		},
		"[3.] [1.] [2.] [-0.5]",
	},
	{
		"SGD decays all",
		[]*nn.Parameter{param("w", 4), param("beta", 4)},
		func(p []*nn.Parameter) optimizer { return optim.NewSGD(p, 1, optim.WeightDecay(0.5)) },
		"[1.] [1.] [-0.5] [-0.5]",
	},
	{
		"decay before the loss scale", // (1 + 2·0.5·4)/2 = 2.5
		[]*nn.Parameter{param("w", 4)},
		func(p []*nn.Parameter) optimizer {
			return optim.NewMomentum(p, 1, 0, optim.WeightDecay(0.5), optim.LossScale(2))
		},
		"[1.5] [0.25]",
	},
	{
		"decay as a cell", // 1+1·4 = 5, 1+3·(-1) = -2
		[]*nn.Parameter{param("w", 4)},
		func(p []*nn.Parameter) optimizer { return optim.NewMomentum(p, 1, 0, optim.WeightDecay(newTwice())) },
		"[-1.] [1.]",
	},
	{
		"rates by group",
		[]*nn.Parameter{param("a", 4), param("b", 4), param("c", 4)},
		func(p []*nn.Parameter) optimizer {
			return optim.NewSGD([]optim.Group{{Params: p[:1], LR: 0.5}, {Params: p[1:2], LR: newTwice()}, {Params: p[2:]}}, 2)
		},
		"[3.5] [3.] [2.] [3.] [0.] [0.]",
	},
	{
		"Float64",
		[]*nn.Parameter{nn.NewParameter(tensor.New([]float64{4}), "w")},
		func(p []*nn.Parameter) optimizer { return optim.NewMomentum(p, 1, 0.5, optim.WeightDecay(0.5)) },
		"[1.] [-2.]",
	},
	{
		"Float16",
		[]*nn.Parameter{nn.NewParameter(tensor.New([]float64{4}, tensor.Float16), "w")},
		func(p []*nn.Parameter) optimizer { return optim.NewMomentum(p, 1, 0.5) },
		"[3.] [1.5]",
	},
}

func TestSteps(t *testing.T) {
	for _, c := range steps {
		opt := c.make(c.params)
		var got []string
		for range 2 {
			if ok := opt.Call(ones(c.params)); !ok.Bool() {
				t.Errorf("%s: Call returns %s", c.name, ok)
			}
			for _, p := range c.params {
				got = append(got, p.Value().String())
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// TestGroupOrder gives the gradients in the order of order_params, and centralizes those whose second axis is a
// multiple of 16.
func TestGroupOrder(t *testing.T) {
	a, b := nn.NewParameter(tensor.Zeros(2, 16), "a"), nn.NewParameter(tensor.Zeros(2, 4), "b")
	opt := optim.NewSGD([]optim.Group{
		{Params: nn.ParameterList{a, b}, GradCentralization: true},
		{OrderParams: nn.ParameterList{b, a}},
	}, 1)
	if got := opt.Parameters.ParamNames(); got[0] != "b" || got[1] != "a" {
		t.Errorf("order %v", got)
	}
	g := tensor.Arange(32).Reshape(2, 16).AsType(tensor.Float32)
	opt.Call(tensor.Tuple{tensor.Ones(2, 4), g})
	if want := g.Sub(tensor.New([][]float32{{7.5}, {23.5}})).Neg(); a.Value().String() != want.String() || b.At(0, 0).Float() != -1 {
		t.Errorf("a = %s\nb = %s", a.Value(), b.Value())
	}
	if got := opt.GlobalStep.Value().Repr(); got != "Tensor(shape=[1], dtype=Int32, value= [1])" {
		t.Errorf("global_step = %s", got)
	}
}

// TestSetRate changes the learning rate between two steps, through the parameter that holds it.
func TestSetRate(t *testing.T) {
	w := param("w", 4)
	opt := optim.NewSGD(nn.ParameterList{w}, 1)
	opt.Call(ones(opt.Parameters))
	opt.LRParameter(w).SetData(0.5)
	opt.Call(ones(opt.Parameters))
	if w.Value().String() != "[2.5]" || opt.GetLR(0).Float() != 0.5 {
		t.Errorf("w = %s, rate %s", w.Value(), opt.GetLR(0))
	}
}

// TestSavedParameter changes a parameter that a gradient still needs.
func TestSavedParameter(t *testing.T) {
	w := param("w", 4)
	opt := optim.NewSGD(nn.ParameterList{w}, 1)
	tape := tensor.NewTape()
	tape.WatchParam(w.Tensor)
	y := w.Mul(w.Tensor)
	tape.Stop()
	opt.Call(ones(opt.Parameters))
	err := tensor.Try(func() { tape.Gradient([]*tensor.Tensor{y}, nil, []*tensor.Tensor{w.Tensor}) })
	if err == nil || !strings.HasPrefix(err.Error(), "RuntimeError") {
		t.Errorf("error %v", err)
	}
}

func TestErrors(t *testing.T) {
	w, b := param("w", 1), param("b", 1)
	ps := nn.ParameterList{w}
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { optim.NewSGD(nil, 1) }, "ValueError: For 'Optimizer', the argument parameters can not be None."},
		{func() { optim.NewSGD(nn.ParameterList{}, 1) }, "ValueError: For 'Optimizer', the argument parameters must not be empty."},
		{func() { optim.NewSGD(w, 1) }, "TypeError: For 'Optimizer', the argument parameters must be Iterable type, but got Parameter."},
		{func() { optim.NewSGD(3, 1) }, "TypeError: For 'Optimizer', the argument parameters must be Iterable type, but got int."},
		{func() { optim.NewSGD([]any{w, 3}, 1) }, "TypeError: For 'Optimizer', all elements of the argument 'parameters' must be 'Parameter' or 'dict', please check the 'parameters'."},
		{func() { optim.NewSGD([]optim.Group{}, 1) }, "ValueError: For 'Optimizer', the argument parameters must not be empty."},
		{func() { optim.NewSGD(optim.Group{LR: 1}, 1) }, "ValueError: For 'Optimizer', the argument group `params` can not be None."},
		{func() { optim.NewSGD(ps, -1.5) }, "ValueError: For 'SGD', the 'learning rate' must be float and must >= 0, but got '-1.5' with type 'float'."},
		{func() { optim.NewSGD(ps, "x") }, "TypeError: For 'Optimizer', the argument 'learning_rate' must be int, float, Tensor, Iterable or LearningRateSchedule, but got string."},
		{func() { optim.NewMomentum(ps, nil, 1) }, "TypeError: For 'Optimizer', the argument 'learning_rate' must be int, float, Tensor, Iterable or LearningRateSchedule, but got nil."},
		{func() { optim.NewSGD(ps, tensor.Ones(1, 2)) }, "ValueError: For 'Optimizer', if 'learning_rate' is Tensor type, then the dimension of it should be 0 or 1, but got 2."},
		{
			func() { optim.NewSGD(ps, 1, optim.MomentumFactor(-1)) },
			"ValueError: For 'SGD', the argument 'momentum' must be at least 0.0, but got -1.0",
		},
		{func() { optim.NewSGD(ps, 1, optim.Dampening(-1)) }, "ValueError: For 'SGD', the argument 'dampening' must be at least 0.0, but got 'dampening' -1.0"},
		{
			func() { optim.NewSGD(ps, 1, optim.Nesterov(true)) },
			"ValueError: For 'SGD', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must equal to 0.0, but got 'momentum' 0.0, 'dampening' 0.0",
		},
		{func() { optim.NewSGD(ps, 1, optim.WeightDecay(newTwice())) }, "TypeError: For 'SGD', dynamic weight decay is currently not supported"},
		{func() { optim.NewSGD(ps, 1, optim.WeightDecay("x")) }, "TypeError: For 'Optimizer', the argument 'Weight_decay' must be int, float or Cell.but got string"},
		{func() { optim.NewAdam(ps, 1, optim.WeightDecay(-0.1)) }, "ValueError: For 'Adam', the 'weight_decay' must be float and must >= 0, but got '-0.1' with type 'float'."},
		{func() { optim.NewAdam(ps, 1, optim.LossScale(0)) }, "ValueError: For 'Adam', the 'loss_scale' must be float and must > 0, but got '0.0' with type 'float'."},
		{func() { optim.NewAdam(ps, 1, optim.Beta1(1)) }, "ValueError: For 'Adam', the 'beta1' must be in range of (0.0, 1.0), but got 1.0 with type 'float'."},
		{func() { optim.NewAdam(ps, 1, optim.Eps(0)) }, "ValueError: For 'Adam', the 'eps' must be float and must > 0, but got '0.0' with type 'float'."},
		{func() { optim.NewMomentum(ps, 1, -1) }, "ValueError: For 'Momentum', the argument 'momentum' must be at least 0.0, but got -1.0"},
		{
			func() { optim.NewAdagrad(ps, 1, optim.Beta1(0.5)) },
			"TypeError: For 'Adagrad', got an unexpected option optim.Beta1; " +
				"its options are optim.Accum, optim.UpdateSlots, optim.LossScale, optim.WeightDecay.",
		},
		{
			func() { optim.NewSGD([]optim.Group{{Params: ps}, {Params: ps}}, 1) },
			"RuntimeError: For 'Optimizer', the w parameter already exists, it does not support repeated setting. Please check whether the optimizer parameter has been set multiple times.",
		},
		{
			func() { optim.NewSGD([]optim.Group{{Params: ps, OrderParams: ps}}, 1) },
			"ValueError: For 'Optimizer', the order params dict in group parameters should only include the 'order_params' key.",
		},
		{
			func() { optim.NewSGD([]optim.Group{{Params: ps}, {OrderParams: nn.ParameterList{w, b}}}, 1) },
			"ValueError: For 'Optimizer',the length of order parameters must be the same as the length of group parameters, but got order parameters' length 2, group parameters' length 1.",
		},
		{
			func() { optim.NewSGD([]optim.Group{{Params: ps}, {OrderParams: nn.ParameterList{b}}}, 1) },
			"ValueError: For 'Optimizer', the parameter b of 'order_params' is in no group.",
		},
		{
			func() { optim.NewSGD(optim.Group{Params: ps, LR: []float64{1, 2}}, []float64{1, 2, 3}) },
			"ValueError: For 'Optimizer', the Tensor type dynamic learning rate in group must be the same size as the argument 'learning_rate'.",
		},
		{func() { optim.NewSGD(ps, 1).Call(nil) }, "ValueError: For 'SGD', the number of gradients must be that of the parameters, 1, but got 0."},
		{func() { optim.NewAdam(ps, 1).Call(tensor.Tuple{nil}) }, "TypeError: For 'Adam', the gradient of parameter w must be Tensor, but got None."},
		{
			func() { optim.NewAdam(ps, 1).Call(tensor.Tuple{tensor.Ones(2)}) },
			"ValueError: For 'Adam', the shape of the gradient must be that of parameter w, (1,), but got (2,).",
		},
		{
			func() {
				optim.NewSGD([]*nn.Parameter{nn.NewParameter(1, "i")}, 1).Call(tensor.Tuple{tensor.New(1, tensor.Int32)})
			},
			"TypeError: For 'SGD', the dtype of parameter i must be float, but got Int32.",
		},
		{
			func() {
				opt := optim.NewSGD(nn.ParameterList{param("x", 1)}, []float64{1, 1})
				for range 3 {
					opt.Call(ones(opt.Parameters))
				}
			},
			"IndexError: For 'Optimizer', the learning rates are those of 2 steps, but this is step 2.",
		},
		{
			func() { optim.NewSGD(ps, 1).LRParameter(b) },
			"ValueError: For 'get_lr_parameter', the parameter b is not in optimizer, please check whether the argument 'param' is correct.",
		},
		{func() { optim.NewSGD(ps, newTwice()).LRParameter(w) }, "TypeError: For 'get_lr_parameter', the learning rate of parameter w is computed by a cell"},
	} {
		if err := tensor.Try(c.f); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v\nwant %s", err, c.want)
		}
	}
}

func TestShortListWarns(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	optim.NewSGD(nn.ParameterList{param("w", 1)}, []float64{1})
	if !strings.Contains(log.String(), "the number of elements in the tensor is greater than 1, but got 1.") {
		t.Errorf("log %q", log.String())
	}
}

// own is an optimizer of a user's own, as the optimizer tutorial writes one.
type own struct {
	optim.Optimizer
	moments nn.ParameterTuple
}

func newOwn(params, lr any) *own {
	o := &own{}
	o.Setup(params, lr)
	o.moments = o.Parameters.Clone("moments", "zeros")
	o.Init(o)
	return o
}

func (o *own) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	for i, p := range o.Parameters {
		o.moments[i].Assign(o.moments[i].Mul(tensor.Scalar(0.5)).Add(grads[i]))
		p.Assign(p.Sub(o.moments[i].Mul(o.GetLR(i))))
	}
	o.NextStep()
	return tensor.New(true)
}

func TestOwnOptimizer(t *testing.T) {
	w := param("w", 4)
	opt := newOwn(nn.ParameterList{w}, []float64{1, 2})
	for range 2 {
		opt.Call(ones(opt.Parameters))
	}
	if got := w.Value().String() + names(opt); got != "[0.]global_step w moments.w learning_rate.learning_rate=learning_rate" {
		t.Errorf("got %s", got)
	}
}

// TestOptionTypes gives optimizers options of types that they do not have: none falls back to its default.
func TestOptionTypes(t *testing.T) {
	params := nn.NewDense(1, 1).TrainableParams()
	for _, c := range []struct {
		f    func()
		want string
	}{
		{
			func() { optim.NewAdam(params, nil, optim.Wrong("Beta1", 1)) },
			"For 'Adam', the option optim.Beta1 must be of type float64, but got int.",
		},
		{
			func() { optim.NewSGD(params, nil, optim.Wrong("Nesterov", 1)) },
			"For 'SGD', the option optim.Nesterov must be of type bool, but got int.",
		},
		{
			func() { optim.NewSGD(params, nil, optim.Wrong("MomentumFactor", "x")) },
			"For 'SGD', the option optim.MomentumFactor must be of type float64, but got string.",
		},
	} {
		err := tensor.Try(c.f)
		if err == nil || err.Error() != "TypeError: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if err := tensor.Try(func() { optim.NewAdam(params, nil, optim.WeightDecay("much")) }); err == nil {
		t.Error("a weight decay that is a string")
	}
}
