package grad

import (
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// Params are the weights of a gradient: an *nn.Parameter, an nn.ParameterTuple or an nn.ParameterList.
type Params interface {
	ParamTensors() []*tensor.Tensor // the tensors that the parameters hold, not copies
	ParamNames() []string           // their names, in the same order
	Single() bool                   // whether this is one parameter rather than a collection
}

// gradient is implemented by parameters that may be excluded from gradients (requires_grad=False).
type gradient interface{ ParamRequiresGrad() []bool }

// required reports for each of weights whether a gradient is to be computed.
func required(weights Params) []bool {
	if g, ok := weights.(gradient); ok {
		return g.ParamRequiresGrad()
	}
	all := make([]bool, len(weights.ParamTensors()))
	for i := range all {
		all[i] = true
	}
	return all
}

// paramList joins several Params into one collection.
type paramList []Params

func (l paramList) ParamTensors() []*tensor.Tensor { return collect(l, Params.ParamTensors) }

func (l paramList) ParamNames() []string { return collect(l, Params.ParamNames) }

func (l paramList) ParamRequiresGrad() []bool { return collect(l, required) }

func (l paramList) Single() bool { return false }

func collect[T any](l paramList, f func(Params) []T) []T {
	var out []T
	for _, p := range l {
		out = append(out, f(p)...)
	}
	return out
}

// paramsOf returns the given weights as Params; no weights means the trainable parameters of fn,
// which must then be a cell.
func paramsOf(fn any, weights []Params) Params {
	switch len(weights) {
	case 0:
		return trainable(fn)
	case 1:
		return weights[0]
	}
	return paramList(weights)
}

func trainable(fn any) Params {
	if m, ok := invoke.Method(fn, "TrainableParams"); ok {
		if p, ok := m.Call("TrainableParams", nil)[0].(Params); ok {
			return p
		}
	}
	tensor.Throw("GradOperation", tensor.TypeError, "For 'GradOperation', 'get_by_list' of a function that "+
		"is not a Cell needs the weights: GradOperation{GetByList: true}.Of(fn, weights).")
	return nil
}
