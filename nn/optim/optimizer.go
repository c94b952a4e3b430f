package optim

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Optimizer is the base of every optimizer, mindspore.nn.Optimizer: a struct embeds it by value, calls Setup and
// then Init.
//
//ms:class nn.optim.optimizer
type Optimizer struct {
	nn.Cell
	GlobalStep *nn.Parameter `ms:"global_step"` // number of steps made, Int32 of shape [1]
	// a *nn.Parameter, a cell, or with rates by group one of these for each parameter
	LearningRate any               `ms:"learning_rate"`
	Parameters   nn.ParameterTuple `ms:"parameters"` // the parameters to train

	class      string
	rates      []any `ms:"-"` // per parameter
	decays     []any `ms:"-"` // per parameter: float64 or nn.Layer, times the loss scale
	decayed    []bool
	centralize []bool
	lossScale  float64
	grouped    bool
	scratch    scratch
}

// baseOptions are the options of every optimizer that does not exclude them.
type baseOptions struct {
	lossScale   float64 `default:"1" check:"positive"`
	weightDecay any     `default:"0"`
}

// Setup sets the parameters and the learning rate of an optimizer that embeds o: Optimizer.__init__. Options are
// [WeightDecay] and [LossScale].
func (o *Optimizer) Setup(params, lr any, opts ...Option) {
	given := readOptions("Optimizer", opts, "WeightDecay", "LossScale")
	set := baseOptions{kwargs.Get(given, "LossScale", 1.0), kwargs.Get[any](given, "WeightDecay", 0)}
	positive("Optimizer", "loss_scale", set.lossScale)
	o.setup("Optimizer", params, lr, nil, set)
}

// setup is Setup with a default learning rate, used for nil.
func (o *Optimizer) setup(class string, params, lr, byDefault any, set baseOptions) {
	if lr == nil {
		lr = byDefault
	}
	o.AutoPrefix(false)
	o.class = class
	o.lossScale = cmp.Or(set.lossScale, 1) // without the option it is 0
	o.GlobalStep = nn.NewParameter(tensor.ZerosOf(tensor.Int32, 1), "global_step")
	if gs, ok := groups(params); ok {
		o.grouped = true
		o.setupGroups(members(gs), lr, set.weightDecay)
		return
	}
	list := parameters(params, "parameters")
	o.LearningRate = newRate(o.class, lr, rateName)
	d := o.newDecay(set.weightDecay)
	for _, p := range list {
		o.add(member{param: p}, o.LearningRate, d)
		o.decayed = append(o.decayed, d != 0.0 && !strings.Contains(p.Name(), "beta") && !strings.Contains(p.Name(), "gamma"))
	}
	o.Parameters = nn.NewParameterTuple(o.Parameters)
}

func (o *Optimizer) setupGroups(ms []member, lr, decay any) {
	rate, d := newRate(o.class, lr, rateName), o.newDecay(decay)
	made := map[string]any{} // one rate per group, not per parameter
	for _, m := range ms {
		r, dp := rate, d
		if m.lr != nil {
			if r = made[m.lrName]; r == nil {
				r = newRate(o.class, m.lr, m.lrName)
				made[m.lrName] = r
			}
		}
		if m.decay != nil {
			dp = o.newDecay(m.decay)
		}
		o.add(m, r, dp)
		o.decayed = append(o.decayed, dp != 0.0)
	}
	o.Parameters = nn.NewParameterTuple(o.Parameters)
	o.LearningRate = rate
	if len(made) > 0 {
		checkLengths(append(slices.Clone(o.rates), rate))
		o.LearningRate = o.ratesByParameter()
	}
}

func (o *Optimizer) add(m member, rate, decay any) {
	o.Parameters = append(o.Parameters, m.param)
	o.rates = append(o.rates, rate)
	o.decays = append(o.decays, decay)
	o.centralize = append(o.centralize, m.centralize)
}

// ratesByParameter returns the attribute learning_rate of an optimizer whose groups have their own rates: a
// ParameterTuple, or a list of cells if one of them changes with the step.
func (o *Optimizer) ratesByParameter() any {
	fixed := nn.ParameterTuple{}
	for _, r := range o.rates {
		if p, ok := r.(*nn.Parameter); ok {
			fixed = append(fixed, p)
		}
	}
	if len(fixed) == len(o.rates) {
		return fixed
	}
	return slices.Clone(o.rates)
}

// checkLengths raises ValueError unless all lists of learning rates have the same length.
func checkLengths(rates []any) {
	n := 0
	for _, r := range rates {
		l, ok := r.(*listRate)
		if ok && n > 0 && n != l.rates.Size() {
			tensor.Throw("Optimizer", tensor.ValueError, "For 'Optimizer', the Tensor type dynamic learning rate in group must be "+
				"the same size as the argument 'learning_rate'.")
		}
		if ok {
			n = l.rates.Size()
		}
	}
}

// newDecay returns a weight decay, multiplied by the loss scale because it is added to gradients of the scaled loss.
func (o *Optimizer) newDecay(decay any) any {
	switch d := decay.(type) {
	case int:
		checkFloat(o.class, "weight_decay", float64(d), d >= 0, ">=")
		return float64(d) * o.lossScale
	case float64:
		checkFloat(o.class, "weight_decay", d, d >= 0, ">=")
		return d * o.lossScale
	case nn.Layer:
		return d
	}
	tensor.Throw("Optimizer", tensor.TypeError, "For 'Optimizer', the argument 'Weight_decay' must be int, float or Cell.but got %s",
		invoke.TypeName(reflect.TypeOf(decay)))
	return nil
}

// decay returns the weight decay of parameter i at this step, Float32 as MindSpore holds it.
func (o *Optimizer) decay(i int) float64 {
	if l, ok := o.decays[i].(nn.Layer); ok {
		return at(l, o.GlobalStep.Value()) * o.lossScale
	}
	return float64(float32(o.decays[i].(float64)))
}

// GetLR returns the learning rate of parameter i at this step (Optimizer.get_lr, which MindSpore calls once for all
// parameters).
func (o *Optimizer) GetLR(i int) *tensor.Tensor {
	return tensor.New(at(o.rates[i], o.GlobalStep.Value()), tensor.Float32)
}

// LRParameter returns the Parameter that holds the learning rate of p, fixed or as a list:
// Optimizer.get_lr_parameter. Setting it changes the rate of every parameter that shares it. It raises ValueError if
// the optimizer does not train p and TypeError if the rate is computed by a cell.
func (o *Optimizer) LRParameter(p *nn.Parameter) *nn.Parameter {
	i := slices.Index(o.Parameters, p)
	if i < 0 {
		tensor.Throw("get_lr_parameter", tensor.ValueError, "For 'get_lr_parameter', the parameter %s is not in optimizer, please check "+
			"whether the argument 'param' is correct.", p.Name())
	}
	switch r := o.rates[i].(type) {
	case *nn.Parameter:
		return r
	case *listRate:
		return r.rates
	}
	tensor.Throw("get_lr_parameter", tensor.TypeError, "For 'get_lr_parameter', the learning rate of parameter %s is computed by a cell: %s.",
		p.Name(), o.rates[i])
	return nil
}

// Call changes the parameters by their gradients, which are in the order of Parameters, and returns True:
// opt(grads). It runs the hooks of the cell. Another number of gradients or another shape raises ValueError.
func (o *Optimizer) Call(grads tensor.Tuple) *tensor.Tensor { return o.Cell.Call(grads...) }

// NextStep counts a step. A user-defined optimizer calls it at the end of Construct.
func (o *Optimizer) NextStep() { o.GlobalStep.Writable().([]int32)[0]++ }

// Trained returns the parameters that the optimizer changes. It implements nn.Trainer.
func (o *Optimizer) Trained() nn.ParameterTuple { return o.Parameters }

// Base returns o. It identifies types that embed Optimizer.
func (o *Optimizer) Base() *Optimizer { return o }
