// Package gate lets a function see and replace the gradient that passes a place in a computation. It
// is what all backward hooks are made of.
package gate

import "github.com/msrepl/msrepl/tensor"

// Pass returns tensors with the values of x. When their gradients have been computed, f gets them,
// zeros for those that there are none of, and what it returns goes on to x.
func Pass(x tensor.Tuple, f func(grad tensor.Tuple) tensor.Tuple) tensor.Tuple {
	return tensor.Apply(op{f}, x...)
}

// op is the identity with f as its gradient rule.
type op struct {
	f func(grad tensor.Tuple) tensor.Tuple
}

func (op) Name() string                         { return "HookBackward" }
func (op) Infer(in []tensor.Spec) []tensor.Spec { return in }

func (op) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(in))
	for i, x := range in {
		out[i] = x.Detach()
	}
	return out
}

func (o op) VJP(_, _, grad []*tensor.Tensor) []*tensor.Tensor { return o.f(grad) }
