package nn

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/tensor"
)

var forwardPreForms = hookForms{
	params: [][]reflect.Type{cellParam, tupleParam},
	usage:  "func(cell nn.Layer, inputs tensor.Tuple)",
}

// RegisterForwardPreHook adds a hook that runs before Construct: Cell.register_forward_pre_hook. It is
// a func(cell nn.Layer, inputs tensor.Tuple) and may return the inputs to go on with, a tensor.Tuple
// or one *tensor.Tensor; nil or no result keeps them. Inputs that are not tensors do not reach hooks.
// A number of tensors that differs from that of the inputs raises TypeError.
func (c *Cell) RegisterForwardPreHook(fn any) *HookHandle {
	return c.register("RegisterForwardPreHook", fn, forwardPreForms, func(s *hookSet, h hook) {
		s.forwardPre = append(s.forwardPre, h)
	})
}

func (hooks forwardPreHooks) run(c *Cell, args []any) []any {
	if len(hooks) == 0 {
		return args
	}
	in := customgrad.Tensors(args)
	want := len(in)
	for _, h := range hooks {
		if r := h.call(c.layer(), in); r != nil {
			in = r
		}
	}
	if len(in) != want {
		tensor.Throw("RegisterForwardPreHook", tensor.TypeError,
			"The forward pre hook return value size is %d not equal to input size %d", len(in), want)
	}
	return customgrad.WithTensors(args, in)
}

var forwardForms = hookForms{
	params: [][]reflect.Type{cellParam, tupleParam, outputParam},
	usage: "func(cell nn.Layer, inputs tensor.Tuple, output *tensor.Tensor) or " +
		"func(cell nn.Layer, inputs, outputs tensor.Tuple)",
}

// RegisterForwardHook adds a hook that runs after Construct: Cell.register_forward_hook. It is a
// func(cell nn.Layer, inputs tensor.Tuple, output *tensor.Tensor), for a cell with several outputs a
// func(cell nn.Layer, inputs, outputs tensor.Tuple), and may return the outputs to go on with; nil or
// no result keeps them. A cell with its own Bprop runs no forward hooks, as in MindSpore 2.6: the
// handle is then empty.
func (c *Cell) RegisterForwardHook(fn any) *HookHandle {
	if c.hasBprop() {
		forwardForms.check("RegisterForwardHook", fn)
		return &HookHandle{}
	}
	return c.register("RegisterForwardHook", fn, forwardForms, func(s *hookSet, h hook) {
		s.forward = append(s.forward, h)
	})
}

func (hooks forwardHooks) run(c *Cell, args, outs []any) []any {
	if len(hooks) == 0 {
		return outs
	}
	v := customgrad.View(outs)
	for _, h := range hooks {
		if r := h.call(c.layer(), customgrad.Tensors(args), argument(v, h.fn.In(2))); r != nil {
			sameSize("forward hook", "output", r, len(v.Tensors))
			v.Replace(r)
		}
	}
	return v.Values
}

// argument converts the outputs for a hook with a parameter of type t: one tensor remains itself, several become a
// tuple.
func argument(v *customgrad.Outputs, t reflect.Type) any {
	bare := len(v.Tensors) == 1 && !v.InTuple
	switch {
	case bare && (t == tensorType || t == anyType):
		return v.Tensors[0]
	case t == tensorType:
		tensor.Throw("RegisterForwardHook", tensor.TypeError,
			"The hook takes one output tensor, but the cell returned a tuple of %d: use func(cell nn.Layer, inputs, outputs tensor.Tuple).", len(v.Tensors))
	}
	return v.Tensors
}
