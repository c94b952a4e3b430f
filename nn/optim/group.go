package optim

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Group is a group of parameters with its own settings, a dict in MindSpore's list of groups. Nil settings are those
// of the optimizer. A Group with OrderParams has no other fields: it sets the order of the parameters of all groups.
type Group struct {
	Params             any  // parameters as an optimizer takes them
	LR                 any  // learning rate as an optimizer takes it (lr)
	WeightDecay        any  // as the option takes it; above zero, it also decays beta and gamma (weight_decay)
	GradCentralization bool // subtract from each gradient its mean over all axes but the first (grad_centralization)
	OrderParams        any  // the parameters of all groups (order_params)
}

// member is one parameter with the settings of its group.
type member struct {
	param      *nn.Parameter
	lr         any // nil: that of the optimizer
	lrName     string
	decay      any // nil: that of the optimizer
	centralize bool
}

// groups returns params as groups, or false if it is a plain collection of parameters.
func groups(params any) ([]Group, bool) {
	switch p := params.(type) {
	case Group:
		return []Group{p}, true
	case []Group:
		return p, true
	}
	return nil, false
}

// parameters converts a collection of parameters to a list and raises TypeError or ValueError for anything else;
// what names the argument.
func parameters(params any, what string) nn.ParameterList {
	var l nn.ParameterList
	switch p := params.(type) {
	case nil:
		tensor.Throw("Optimizer", tensor.ValueError, "For 'Optimizer', the argument %s can not be None.", what)
	case nn.ParameterList:
		l = p
	case nn.ParameterTuple:
		l = nn.ParameterList(p)
	case nn.ParameterSeq:
		l = p.List()
	case []*nn.Parameter:
		l = p
	case []any:
		for _, e := range p {
			l = append(l, asParameter(e))
		}
	case *nn.Parameter:
		tensor.Throw("Optimizer", tensor.TypeError, "For 'Optimizer', the argument %s must be Iterable type, but got Parameter.", what)
	default:
		tensor.Throw("Optimizer", tensor.TypeError, "For 'Optimizer', the argument %s must be Iterable type, but got %s.",
			what, invoke.TypeName(reflect.TypeOf(params)))
	}
	if len(l) == 0 {
		tensor.Throw("Optimizer", tensor.ValueError, "For 'Optimizer', the argument %s must not be empty.", what)
	}
	return l
}

func asParameter(v any) *nn.Parameter {
	p, ok := v.(*nn.Parameter)
	if !ok {
		tensor.Throw("Optimizer", tensor.TypeError, "For 'Optimizer', all elements of the argument 'parameters' must be "+
			"'Parameter' or 'dict', please check the 'parameters'.")
	}
	return p
}

// members returns the parameters of the groups, in the order given by OrderParams if one of them has it.
func members(gs []Group) []member {
	if len(gs) == 0 {
		tensor.Throw("Optimizer", tensor.ValueError, "For 'Optimizer', the argument parameters must not be empty.")
	}
	var all []member
	var order any
	seen := map[string]bool{}
	for i, g := range gs {
		if g.OrderParams != nil {
			if g.Params != nil || g.LR != nil || g.WeightDecay != nil || g.GradCentralization {
				tensor.Throw("Optimizer", tensor.ValueError, "For 'Optimizer', the order params dict in group parameters should only "+
					"include the 'order_params' key.")
			}
			order = g.OrderParams
			continue
		}
		for _, p := range parameters(g.Params, "group `params`") {
			if seen[p.Name()] {
				tensor.Throw("Optimizer", tensor.RuntimeError, "For 'Optimizer', the %s parameter already exists, it does not support "+
					"repeated setting. Please check whether the optimizer parameter has been set multiple times.", p.Name())
			}
			seen[p.Name()] = true
			all = append(all, member{p, g.LR, groupRateName(i), g.WeightDecay, g.GradCentralization})
		}
	}
	if order == nil {
		return all
	}
	return reorder(all, parameters(order, "group `order_params`"))
}

// reorder sorts the members by the order of their names in order, which must contain all of them.
func reorder(all []member, order nn.ParameterList) []member {
	if len(all) != len(order) {
		tensor.Throw("Optimizer", tensor.ValueError, "For 'Optimizer',the length of order parameters must be the same as the length of "+
			"group parameters, but got order parameters' length %d, group parameters' length %d.", len(order), len(all))
	}
	at := map[string]member{}
	for _, m := range all {
		at[m.param.Name()] = m
	}
	for i, p := range order {
		m, ok := at[p.Name()]
		if !ok {
			tensor.Throw("Optimizer", tensor.ValueError, "For 'Optimizer', the parameter %s of 'order_params' is in no group.", p.Name())
		}
		delete(at, p.Name())
		all[i] = m
	}
	return all
}
