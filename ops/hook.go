package ops

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// HookBackward returns an identity whose gradient passes through hook: mindspore.ops.HookBackward. The hook is a
// func(grad tensor.Tuple), which may return a tensor.Tuple or a *tensor.Tensor to replace the gradient; nil or no
// result keeps it. Any other function raises TypeError. Replacements must have the number, shapes and dtypes of the
// originals (ValueError).
//
//	hook := ops.HookBackward(func(grad tensor.Tuple) { fmt.Println(grad) })
//	z = hook(z)
func HookBackward(hook any) func(x *tensor.Tensor) *tensor.Tensor {
	f := gradientHook(hook)
	return func(x *tensor.Tensor) *tensor.Tensor { return customgrad.Pass(tensor.Tuple{x}, f)[0] }
}

// HookBackwardTuple is [HookBackward] for several tensors, whose gradients are passed to the hook together.
func HookBackwardTuple(hook any) func(x ...*tensor.Tensor) tensor.Tuple {
	f := gradientHook(hook)
	return func(x ...*tensor.Tensor) tensor.Tuple { return customgrad.Pass(x, f) }
}

// gradientHook returns hook with a check of its result.
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
