package experimental

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// Optimizer is the base of the optimizers of this package: mindspore.experimental.optim.Optimizer.
type Optimizer struct {
	nn.Cell
	Parameters nn.ParameterTuple `ms:"parameters"` // the parameters to train, group by group

	class  string
	groups []ParamGroup
	states []state
}

// state is one kind of state, with a parameter for each trained parameter. They are parameters of the optimizer, so
// that checkpoints contain them.
type state struct {
	prefix string
	start  float64
	list   *nn.ParameterTuple
}

// keep creates a state, whose parameters are named prefix.name.
func (o *Optimizer) keep(prefix string, start float64, list *nn.ParameterTuple) {
	s := state{prefix, start, list}
	s.extend(o.Parameters)
	o.states = append(o.states, s)
}

// extend adds the state of further parameters.
func (s state) extend(params []*nn.Parameter) {
	for _, p := range params {
		*s.list = append(*s.list, nn.NewParameter(tensor.Full(p.Shape(), s.start, wide(p)), s.prefix+"."+p.Name()))
	}
}

// ParamGroup is a group of parameters with its settings, an element of Optimizer.param_groups. The dictionary has
// "params", "lr", a *nn.Parameter, and the optimizer's settings, which may be changed at any time:
//
//	opt.ParamGroups()[1].Set("weight_decay", 0.02)
type ParamGroup struct{ *py.Dict }

// Params returns the parameters of the group.
func (g ParamGroup) Params() nn.ParameterList { return g.Get("params").(nn.ParameterList) }

// LR returns the learning rate, a Float32 number; it may be assigned to: group["lr"].
func (g ParamGroup) LR() *nn.Parameter { return g.Get("lr").(*nn.Parameter) }

// Set sets a setting. A learning rate is assigned to its parameter.
func (g ParamGroup) Set(setting string, value any) {
	if setting == "lr" {
		g.LR().Assign(toRate("Optimizer", value))
		return
	}
	g.Dict.Set(setting, value)
}

func toRate(class string, v any) *tensor.Tensor {
	if p, ok := invoke.AsTensor(v); ok {
		return p.AsType(tensor.Float32).Reshape()
	}
	return tensor.New(number(class, "lr", v), tensor.Float32)
}

// number converts v to a float64, and raises TypeError if it is not a number.
func number(class, setting string, v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int:
		return float64(v)
	case float32:
		return float64(v)
	}
	tensor.Throw(class, tensor.TypeError, "For '%s', the '%s' must be a number, but got %s.", class, setting, invoke.TypeName(reflect.TypeOf(v)))
	return 0
}

// float returns a setting that must be a number.
func (g ParamGroup) float(class, setting string) float64 {
	return number(class, setting, g.Get(setting))
}

// flag returns a setting that must be a bool.
func (g ParamGroup) flag(class, setting string) bool {
	b, ok := g.Get(setting).(bool)
	if !ok {
		tensor.Throw(class, tensor.TypeError, "For '%s', the '%s' must be a bool, but got %s.", class, setting, invoke.TypeName(reflect.TypeOf(g.Get(setting))))
	}
	return b
}

// betas returns the two decay rates of Adam.
func (g ParamGroup) betas(class string) (float64, float64) {
	var b []float64
	switch v := g.Get("betas").(type) {
	case py.Tuple:
		for _, x := range v {
			b = append(b, number(class, "betas", x))
		}
	case []float64:
		b = v
	}
	if len(b) != 2 || !(b[0] >= 0 && b[0] < 1 && b[1] >= 0 && b[1] < 1) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the 'betas' must be two numbers within [0, 1), but got %s.", class, py.Repr(g.Get("betas")))
	}
	return b[0], b[1]
}

// begin sets up an optimizer. params is a collection of parameters, or []*py.Dict or []map[string]any, whose
// dictionaries have "params" and settings. Settings that a group lacks have the default.
func (o *Optimizer) begin(class string, params any, defaults *py.Dict) {
	o.class = class
	o.AutoPrefix(false)
	for _, d := range dictionaries(class, params) {
		o.add(d, defaults)
	}
	if len(o.Parameters) == 0 {
		tensor.Throw(class, tensor.ValueError, "For '%s', the optimizer got an empty parameter list.", class)
	}
	o.Parameters = nn.NewParameterTuple(o.Parameters)
}

// dictionaries returns params as groups; a plain collection of parameters is one group.
func dictionaries(class string, params any) []*py.Dict {
	switch p := params.(type) {
	case []*py.Dict:
		return p
	case []ParamGroup:
		list := make([]*py.Dict, len(p))
		for i, g := range p {
			list[i] = g.Dict
		}
		return list
	case []map[string]any:
		var list []*py.Dict
		for _, m := range p {
			d := py.NewDict("params", m["params"])
			for _, k := range sortedKeys(m) {
				if k != "params" {
					d.Set(k, m[k])
				}
			}
			list = append(list, d)
		}
		return list
	case []any:
		if len(p) > 0 {
			if _, ok := p[0].(*py.Dict); ok {
				list := make([]*py.Dict, len(p))
				for i, e := range p {
					if list[i], ok = e.(*py.Dict); !ok {
						tensor.Throw(class, tensor.TypeError, "For '%s', the groups of parameters must be dictionaries.", class)
					}
				}
				return list
			}
		}
	}
	return []*py.Dict{py.NewDict("params", params)}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// add creates a group from the user's dictionary, which it does not change.
func (o *Optimizer) add(given, defaults *py.Dict) {
	g := ParamGroup{py.NewDict("params", nn.ParameterList(nn.NewParameterTuple(given.Get("params"))))}
	for _, k := range given.Keys() {
		if k == "params" {
			continue
		}
		if !defaults.Has(k) {
			tensor.Throw(o.class, tensor.KeyError, "For '%s', a group of parameters has no setting %s; there are %s.", o.class, py.Repr(k), names(defaults))
		}
		g.Dict.Set(k, given.Get(k))
	}
	for _, k := range defaults.Keys() {
		if !g.Has(k) {
			g.Dict.Set(k, defaults.Get(k))
		}
	}
	rate := toRate(o.class, g.Get("lr"))
	if !(rate.Float() >= 0) {
		tensor.Throw(o.class, tensor.ValueError, "For '%s', the learning rate must not be negative, but got %s.", o.class, tensor.Repr(rate.Float()))
	}
	g.Dict.Set("lr", nn.NewParameter(rate, fmt.Sprintf("learning_rate_group_%d", len(o.groups))))
	for _, p := range g.Params() {
		if slices.Contains(o.Parameters, p) {
			tensor.Throw(o.class, tensor.ValueError, "For '%s', the parameter %s is in several groups.", o.class, p.Name())
		}
		o.Parameters = append(o.Parameters, p)
	}
	o.groups = append(o.groups, g)
}

func names(d *py.Dict) string {
	var list []string
	for _, k := range d.Keys() {
		list = append(list, fmt.Sprint(k))
	}
	return strings.Join(list, ", ")
}

// ParamGroups returns the groups: Optimizer.param_groups.
func (o *Optimizer) ParamGroups() []ParamGroup { return o.groups }

// AddParamGroup adds a group, a dictionary with "params" and settings: Optimizer.add_param_group. Missing settings
// are those of the first group; a parameter that is already in a group raises ValueError.
func (o *Optimizer) AddParamGroup(group *py.Dict) {
	defaults := py.NewDict()
	for _, k := range o.groups[0].Keys() {
		if k != "params" && k != "initial_lr" {
			defaults.Set(k, o.groups[0].Get(k))
		}
	}
	n := len(o.Parameters)
	o.add(group, defaults)
	o.Parameters = nn.NewParameterTuple(o.Parameters)
	for _, s := range o.states {
		s.extend(o.Parameters[n:])
	}
}

// wide returns the dtype in which steps of a parameter are computed: Float32 for half types, in which an eps may be
// 0.
func wide(p *nn.Parameter) tensor.DType {
	if p.DType() == tensor.Float64 {
		return tensor.Float64
	}
	return tensor.Float32
}

// Trained returns the parameters. It implements nn.Trainer.
func (o *Optimizer) Trained() nn.ParameterTuple { return o.Parameters }

// Base returns o. It identifies optimizers for schedulers.
func (o *Optimizer) Base() *Optimizer { return o }

// Call changes the parameters by their gradients, which are in the order of Parameters, and returns True: opt(grads).
// Another number of gradients or another shape raises ValueError.
func (o *Optimizer) Call(grads tensor.Tuple) *tensor.Tensor { return o.Cell.Call(grads...) }

func (o *Optimizer) check(grads []*tensor.Tensor) {
	if len(grads) != len(o.Parameters) {
		tensor.Throw(o.class, tensor.ValueError, "For '%s', the number of gradients must be that of the parameters, %d, but got %d.",
			o.class, len(o.Parameters), len(grads))
	}
	for i, p := range o.Parameters {
		if grads[i] == nil || !slices.Equal(grads[i].Shape(), p.Shape()) {
			tensor.Throw(o.class, tensor.ValueError, "For '%s', the gradient of parameter %s must be a tensor of shape %s.", o.class, p.Name(), shape.Tuple(p.Shape()))
		}
	}
}

// each makes a step: f gets each parameter with its gradient and its states, to which it assigns, and returns the new
// value of the parameter, or the parameter itself, changed.
func (o *Optimizer) each(
	grads []*tensor.Tensor, f func(g ParamGroup, w, grad *tensor.Tensor, states []*nn.Parameter) *tensor.Tensor,
) *tensor.Tensor {
	tensor.NoGrad(func() {
		i := 0
		for _, g := range o.groups {
			for _, p := range g.Params() {
				grad := grads[i].Detach().AsType(wide(p))
				if g.flag(o.class, "maximize") {
					grad = grad.Neg()
				}
				states := make([]*nn.Parameter, len(o.states))
				for j, s := range o.states {
					states[j] = (*s.list)[i]
				}
				if y := f(g, p.Value().AsType(wide(p)), grad, states).AsType(p.DType()); y != p.Value() {
					p.Assign(y)
				}
				i++
			}
		}
	})
	return tensor.New(true)
}

// String returns the settings of the groups in MindSpore's format.
func (o *Optimizer) String() string {
	var b strings.Builder
	b.WriteString(o.class + " (")
	for i, g := range o.groups {
		fmt.Fprintf(&b, "\nParameter Group %d\n", i)
		var keys []string
		for _, k := range g.Keys() {
			if k != "params" {
				keys = append(keys, k.(string))
			}
		}
		sort.Strings(keys)
		for _, k := range keys {
			v := g.Get(k)
			if p, ok := v.(*nn.Parameter); ok {
				v = p.Value()
			}
			fmt.Fprintf(&b, "    %s: %s\n", k, py.Str(v))
		}
	}
	return b.String() + ")"
}

// Repr is the same text as String.
func (o *Optimizer) Repr() string { return o.String() }
