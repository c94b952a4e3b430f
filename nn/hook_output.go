package nn

import (
	"reflect"

	"github.com/msrepl/msrepl/tensor"
)

// outputs is what a cell returned, seen as tensors: several results, or one result that is a tuple.
type outputs struct {
	outs    []any
	tensors tensor.Tuple
	inTuple bool // the only result is a tuple
}

func viewOf(outs []any) *outputs {
	if len(outs) == 1 {
		if t, ok := tupleOf(outs[0]); ok {
			return &outputs{outs: outs, tensors: t, inTuple: true}
		}
	}
	return &outputs{outs: outs, tensors: tensorsOf(outs)}
}

func tupleOf(v any) (tensor.Tuple, bool) {
	switch v := v.(type) {
	case tensor.Tuple:
		return v, true
	case []*tensor.Tensor:
		return v, true
	}
	return nil, false
}

// argument returns the outputs in the form in which a hook with a parameter of type t takes them: one
// tensor as itself, several as a tuple.
func (v *outputs) argument(t reflect.Type) any {
	bare := len(v.tensors) == 1 && !v.inTuple
	switch {
	case bare && (t == tensorType || t == anyType):
		return v.tensors[0]
	case t == tensorType:
		tensor.Throw("RegisterForwardHook", tensor.TypeError,
			"The hook takes one output tensor, but the cell returned a tuple of %d: use func(cell nn.Layer, inputs, outputs tensor.Tuple).", len(v.tensors))
	}
	return v.tensors
}

// replace puts tensors in the place of the outputs; their number must be the same.
func (v *outputs) replace(who, what string, t tensor.Tuple) {
	if len(t) != len(v.tensors) {
		tensor.Throw("Cell", tensor.TypeError, "The %s return value size is %d not equal to %s size %d", who, len(t), what, len(v.tensors))
	}
	v.tensors = t
	switch {
	case v.inTuple:
		v.outs = []any{retype(t, v.outs[0])}
	default:
		v.outs = withTensors(v.outs, t)
	}
}

// retype gives t the type of the tuple that it replaces.
func retype(t tensor.Tuple, like any) any {
	if _, ok := like.([]*tensor.Tensor); ok {
		return []*tensor.Tensor(t)
	}
	return t
}
