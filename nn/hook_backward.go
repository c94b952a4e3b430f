package nn

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/tensor"
)

var backwardForms = hookForms{
	params: [][]reflect.Type{cellIDParam, tupleParam, tupleParam},
	usage:  "func(cellID string, gradInput, gradOutput tensor.Tuple)",
}

// RegisterBackwardHook adds a hook that runs when the gradient passes the cell, in the form of MindSpore up to 2.3,
// which the tutorials show: a func(cellID string, gradInput, gradOutput tensor.Tuple), where gradInput is the
// gradient that enters the cell from behind, with respect to its outputs, and gradOutput the one that leaves it,
// with respect to its inputs. A result, which must be a tuple of the same shapes and dtypes, replaces the latter.
// See [Cell.RegisterFullBackwardHook] for the form of MindSpore 2.4 and later.
func (c *Cell) RegisterBackwardHook(fn any) *HookHandle {
	return c.register("RegisterBackwardHook", fn, backwardForms, func(s *hookSet, h hook) {
		s.backward = append(s.backward, h)
	})
}

var fullBackwardForms = hookForms{
	params: [][]reflect.Type{cellParam, tupleParam, tupleParam},
	usage:  "func(cell nn.Layer, gradInput, gradOutput tensor.Tuple)",
}

// RegisterFullBackwardHook adds a hook that runs when the gradient with respect to the cell's inputs is
// ready, with the meaning of Cell.register_backward_hook in MindSpore 2.4 and later: a func(cell
// nn.Layer, gradInput, gradOutput tensor.Tuple) with the gradients with respect to the inputs and to
// the outputs. A result replaces the former; another number of tensors raises TypeError. The hook runs
// once also when no input needs a gradient, then with zeros.
func (c *Cell) RegisterFullBackwardHook(fn any) *HookHandle {
	return c.register("RegisterFullBackwardHook", fn, fullBackwardForms, func(s *hookSet, h hook) {
		h.full = true
		s.backward = append(s.backward, h)
	})
}

var backwardPreForms = hookForms{
	params: [][]reflect.Type{cellParam, tupleParam},
	usage:  "func(cell nn.Layer, gradOutput tensor.Tuple)",
}

// RegisterBackwardPreHook adds a hook that gets the gradient with respect to the cell's final outputs,
// after the forward hooks, before it goes through the cell: Cell.register_backward_pre_hook. A result
// replaces the gradient; another number of tensors raises TypeError.
func (c *Cell) RegisterBackwardPreHook(fn any) *HookHandle {
	return c.register("RegisterBackwardPreHook", fn, backwardPreForms, func(s *hookSet, h hook) {
		s.backwardPre = append(s.backwardPre, h)
	})
}

// around wraps the outputs so that the hooks get their gradient.
func (hooks backwardPreHooks) around(c *Cell, outs []any) []any {
	if len(hooks) == 0 {
		return outs
	}
	return gated(outs, func(grad tensor.Tuple) tensor.Tuple {
		for _, h := range hooks {
			if r := h.call(c.layer(), grad); r != nil {
				sameSize("backward pre hook", "expect grad output", r, len(grad))
				customgrad.Consistent("RegisterBackwardPreHook", r, grad, true)
				grad = r
			}
		}
		return grad
	})
}

// around runs body between two gates: the one after it records the gradient with respect to the outputs, and the one
// before it calls the hooks with that and with the gradient with respect to the inputs.
func (hooks backwardHooks) around(c *Cell, args []any, body func([]any) []any) []any {
	if len(hooks) == 0 {
		return body(args)
	}
	var gradOut tensor.Tuple
	in := customgrad.Tensors(args)
	unpaired := !anyTracked(in)
	outs := body(gated(args, func(gradIn tensor.Tuple) tensor.Tuple { return hooks.run(c, gradIn, gradOut) }))
	return gated(outs, func(grad tensor.Tuple) tensor.Tuple {
		gradOut = grad
		if unpaired { // no gradient will reach the inputs
			hooks.run(c, zerosLike(in), gradOut)
		}
		return grad
	})
}

// run calls the hooks one after another; each gets gradIn as returned by the previous one.
func (hooks backwardHooks) run(c *Cell, gradIn, gradOut tensor.Tuple) tensor.Tuple {
	for _, h := range hooks {
		var r tensor.Tuple
		switch {
		case h.full:
			r = h.call(c.layer(), gradIn, gradOut)
		case h.fn.In(0) == layerType:
			r = h.callOld(c.layer(), gradOut, gradIn)
		default:
			r = h.callOld(c.id(), gradOut, gradIn)
		}
		if r != nil {
			sameSize("backward hook", "expect grad input", r, len(gradIn))
			customgrad.Consistent(h.name, r, gradIn, h.full)
			gradIn = r
		}
	}
	return gradIn
}

// callOld is call for a hook in the older form, which must not return a bare tensor.
func (k hook) callOld(args ...any) tensor.Tuple {
	r := k.call(args...)
	if r != nil && k.fn.Out(0) == tensorType {
		tensor.Throw(k.name, tensor.TypeError, "The return gradient of cell backward hook function should be a tuple!")
	}
	return r
}

func sameSize(who, what string, got tensor.Tuple, want int) {
	if len(got) != want {
		tensor.Throw("Cell", tensor.TypeError, "The %s return value size is %d not equal to %s size %d", who, len(got), what, want)
	}
}

// id returns the name of the cell in backward hooks of MindSpore up to 2.3: its class and its identity.
func (c *Cell) id() string { return fmt.Sprintf("%s(%d)", c.ClassName(), uintptr(unsafe.Pointer(c))) }

func anyTracked(in tensor.Tuple) bool { return slices.ContainsFunc(in, (*tensor.Tensor).Tracked) }

func zerosLike(in tensor.Tuple) tensor.Tuple {
	z := make(tensor.Tuple, len(in))
	for i, x := range in {
		z[i] = tensor.ZerosLike(x)
	}
	return z
}

// gated passes the tensors of values, or of the tuple that is the only value, through a gate.
func gated(values []any, f func(tensor.Tuple) tensor.Tuple) []any {
	v := customgrad.View(values)
	if len(v.Tensors) == 0 {
		return values
	}
	v.Replace(customgrad.Pass(v.Tensors, f))
	return v.Values
}
