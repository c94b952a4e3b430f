// Package grad differentiates functions and cells, as mindspore.grad, value_and_grad and
// ops.GradOperation do.
//
// A gradient function runs the given function once on aliases of its inputs that a tape watches, and then runs the
// backward pass of the tape. The function may be a cell, any Go function, or any value with a method Invoke(args
// ...any) []any. Its parameters may be tensors, numbers or other values. It may have several results, and tensors
// inside tuples, slices and maps count as results too.
//
//   - The gradient of several outputs is that of their sum.
//   - The gradient with respect to an input has the input's dtype, integers and Bool included.
//   - Inputs that are not tensors have no gradient and are skipped.
//   - An input or weight that the outputs do not depend on, and a weight that requires no gradient,
//     has a gradient of zeros.
//
// Gradient functions consist of public ops, so they can themselves be differentiated, to any order.
//
// [New] with options has all combinations. [Grad], [GradAt], [GradBy], [ValueAndGrad] and [ValueAndGradAt] cover the
// common cases, with plain results. The forms of [VJP], [JVP], [JacRev] and [JacFwd] that end in Aux return what
// has_aux returns in MindSpore.
//
// Misuse panics with a [*tensor.Error], which [tensor.Try] turns into an error value; [Check] returns a
// [CheckResult].
package grad

import (
	"github.com/msrepl/msrepl/tensor"
)

// Grad returns a function that computes the gradient of fn with respect to its first input:
// mindspore.grad(fn). It raises TypeError when that input is not a tensor.
func Grad(fn any) func(args ...any) *tensor.Tensor {
	t := newTransform("grad", fn)
	t.positions = []int{0}
	return func(args ...any) *tensor.Tensor { return t.run(args).onlyInput() }
}

// GradAt returns a function that computes the gradients of fn with respect to the inputs at the given
// positions, in their order: mindspore.grad(fn, grad_position=(…)). Inputs that are not tensors are
// left out. Positions must be distinct and not negative (ValueError).
func GradAt(fn any, pos ...int) func(args ...any) tensor.Tuple {
	t := newTransform("grad", fn)
	t.at(pos)
	return func(args ...any) tensor.Tuple { return t.run(args).inputs }
}

// GradBy returns a function that computes the gradients of fn with respect to weights, one for each:
// mindspore.grad(fn, None, weights).
func GradBy(fn any, weights Params) func(args ...any) tensor.Tuple {
	t := newTransform("grad", fn)
	t.by(weights)
	return func(args ...any) tensor.Tuple { return t.run(args).weights }
}

// ValueAndGrad returns a function that computes the output of fn and the gradients with respect to
// weights: mindspore.value_and_grad(fn, None, weights). fn must have one output; for others see [New]
// with [Value].
func ValueAndGrad(fn any, weights Params) func(args ...any) (*tensor.Tensor, tensor.Tuple) {
	t := newTransform("value_and_grad", fn)
	t.by(weights)
	return func(args ...any) (*tensor.Tensor, tensor.Tuple) {
		g := t.run(args)
		return g.onlyOutput(), g.weights
	}
}

// ValueAndGradAt returns a function that computes the output of fn and the gradients with respect to
// the inputs at the given positions, the first one when none is given:
// mindspore.value_and_grad(fn, grad_position=(…)). fn must have one output.
func ValueAndGradAt(fn any, pos ...int) func(args ...any) (*tensor.Tensor, tensor.Tuple) {
	t := newTransform("value_and_grad", fn)
	if len(pos) == 0 {
		pos = []int{0}
	}
	t.at(pos)
	return func(args ...any) (*tensor.Tensor, tensor.Tuple) {
		g := t.run(args)
		return g.onlyOutput(), g.inputs
	}
}

// StopGradient returns the value of x as a constant: no gradient flows through it to what x was
// computed from (ops.stop_gradient).
func StopGradient(x *tensor.Tensor) *tensor.Tensor { return tensor.StopGradient(x) }
