// Package customgrad runs functions with gradients written by the user, for cells with a Bprop and for grad.Custom,
// and finds the tensors among the arguments and results of functions. Pass calls a function that sees and may replace
// the gradient at one point of a computation; backward hooks are built on it.
package customgrad

import (
	"slices"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// Tensors returns the tensors among the values; hooks and gradients see only these.
func Tensors(values []any) tensor.Tuple {
	t := tensor.Tuple{}
	for _, v := range values {
		if x, ok := invoke.AsTensor(v); ok {
			t = append(t, x)
		}
	}
	return t
}

// WithTensors returns values with its tensors replaced in order.
func WithTensors(values []any, t tensor.Tuple) []any {
	out := slices.Clone(values)
	for i, v := range values {
		if _, ok := invoke.AsTensor(v); ok {
			out[i], t = t[0], t[1:]
		}
	}
	return out
}

// Outputs is the results of a function, viewed as tensors: several results, or one result that is a tuple.
type Outputs struct {
	Values  []any
	Tensors tensor.Tuple
	InTuple bool // the only result is a tuple
}

// View returns values viewed as tensors.
func View(values []any) *Outputs {
	if len(values) == 1 {
		if t, ok := Tuple(values[0]); ok {
			return &Outputs{Values: values, Tensors: t, InTuple: true}
		}
	}
	return &Outputs{Values: values, Tensors: Tensors(values)}
}

// Tuple returns v as a tuple of tensors if it is one.
func Tuple(v any) (tensor.Tuple, bool) {
	switch v := v.(type) {
	case tensor.Tuple:
		return v, true
	case []*tensor.Tensor:
		return v, true
	}
	return nil, false
}

// Replace replaces the tensors by those of t, which has as many.
func (o *Outputs) Replace(t tensor.Tuple) {
	o.Tensors = t
	if !o.InTuple {
		o.Values = WithTensors(o.Values, t)
		return
	}
	if _, plain := o.Values[0].([]*tensor.Tensor); plain {
		o.Values = []any{[]*tensor.Tensor(t)}
	} else {
		o.Values = []any{t}
	}
}

// Form arranges t like the values: the tensors among other values, or one tuple.
func (o *Outputs) Form(t tensor.Tuple) []any {
	if o.InTuple {
		return []any{t}
	}
	return WithTensors(o.Values, t)
}
