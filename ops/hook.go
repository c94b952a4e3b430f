package ops

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// HookBackward returns an identity whose gradient passes through hook: mindspore.ops.HookBackward.
// The hook is a func(grad tensor.Tuple), which may return a tensor.Tuple or a *tensor.Tensor to go on
// with; nil or no result keeps the gradient. Any other function raises TypeError. What the hook
// returns must have the number (ValueError), shape and dtype (ValueError) of what it got.
//
//	hook := ops.HookBackward(func(grad tensor.Tuple) { fmt.Println(grad) })
//	z = hook(z)
func HookBackward(hook any) func(x *tensor.Tensor) *tensor.Tensor {
	f := gradientHook(hook)
	return func(x *tensor.Tensor) *tensor.Tensor { return customgrad.Pass(tensor.Tuple{x}, f)[0] }
}

// HookBackwardTuple is [HookBackward] for several tensors, whose gradients the hook gets together.
func HookBackwardTuple(hook any) func(x ...*tensor.Tensor) tensor.Tuple {
	f := gradientHook(hook)
	return func(x ...*tensor.Tensor) tensor.Tuple { return customgrad.Pass(x, f) }
}

// gradientHook returns hook with its result checked.
func gradientHook(hook any) func(grad tensor.Tuple) tensor.Tuple {
	var call func(grad tensor.Tuple) tensor.Tuple
	switch h := hook.(type) {
	case func(tensor.Tuple):
		call = func(grad tensor.Tuple) tensor.Tuple { h(grad); return nil }
	case func(tensor.Tuple) tensor.Tuple:
		call = h
	case func(tensor.Tuple) *tensor.Tensor:
		call = func(grad tensor.Tuple) tensor.Tuple {
			if g := h(grad); g != nil {
				return tensor.Tuple{g}
			}
			return nil
		}
	default:
		tensor.Throw("HookBackward", tensor.TypeError, "For 'HookBackward', the 'hook_fn' must be func(grad tensor.Tuple), "+
			"without a result or with a tensor.Tuple or a *tensor.Tensor, but got %s.", invoke.TypeName(reflect.TypeOf(hook)))
	}
	return func(grad tensor.Tuple) tensor.Tuple {
		out := call(grad)
		if out == nil {
			return grad
		}
		customgrad.Consistent("HookBackward", out, grad, false)
		return out
	}
}
