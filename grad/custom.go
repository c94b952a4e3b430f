package grad

import (
	"slices"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Custom returns fn with a custom gradient: bprop is to fn what a cell's method Bprop is to its Construct. It takes
// the inputs of fn, its outputs and the gradients of the outputs, in order, and returns the gradient of each input,
// as results or as one tensor.Tuple. fn must return one tensor; see [CustomTuple] for others. The computations of
// bprop can be differentiated again.
//
//	square := grad.Custom(
//		func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x) },
//		func(x, out, dout *tensor.Tensor) *tensor.Tensor { return dout.Mul(x).Mul(tensor.Scalar(2)) })
//
// Gradients do not flow to parameters that fn uses; for these write a cell. A bprop that is not a function raises
// TypeError; one without results raises TypeError when the gradient is computed.
func Custom(fn, bprop any) func(args ...any) *tensor.Tensor {
	call := withGradient(fn, bprop)
	return func(args ...any) *tensor.Tensor { return onlyTensor("Custom", call(args)) }
}

// CustomTuple is [Custom] for a function with any number of outputs.
func CustomTuple(fn, bprop any) func(args ...any) tensor.Tuple {
	call := withGradient(fn, bprop)
	return func(args ...any) tensor.Tuple { return customgrad.View(spread(call(args))).Tensors }
}

func withGradient(fn, bprop any) func(args []any) []any {
	call := invoke.MustCall("Custom", fn)
	f, ok := invoke.Of(bprop)
	if !ok {
		tensor.Throw("Custom", tensor.TypeError, "For 'Custom', the second argument should be a function "+
			"of the inputs, the outputs and their gradients, but got %s.", typeNames([]any{bprop}))
	}
	g := &customgrad.Gradient{Name: "Custom", Bprop: f}
	return func(args []any) []any { return g.Call(call, slices.Clone(args)) }
}

// Recompute returns fn, a cell or a function, without keeping intermediate results for the gradient; they are
// recomputed in the backward pass: mindspore.recompute. fn must return one tensor; see [RecomputeTuple] for others
// and nn.Cell.Recompute for effects that happen twice.
func Recompute(fn any) func(args ...any) *tensor.Tensor {
	call := again(fn)
	return func(args ...any) *tensor.Tensor { return onlyTensor("Recompute", call(args)) }
}

// RecomputeTuple is [Recompute] for a function with any number of outputs.
func RecomputeTuple(fn any) func(args ...any) tensor.Tuple {
	call := again(fn)
	return func(args ...any) tensor.Tuple { return customgrad.Tensors(call(args)) }
}

func again(fn any) func(args []any) []any {
	call := invoke.MustCall("recompute", fn)
	return func(args []any) []any {
		args = slices.Clone(args)
		outs := func() []*tensor.Tensor { return flatten(spread(call(args))) }
		return pyrepr.Anys(tensor.Recompute(outs, customgrad.View(args).Tensors...))
	}
}

func onlyTensor(op string, outs []any) *tensor.Tensor {
	if t := customgrad.View(outs).Tensors; len(t) == 1 {
		return t[0]
	}
	tensor.Throw(op, tensor.TypeError, "For '%s', the function should return one Tensor, but it returned %s; use %sTuple.",
		op, typeNames(outs), op)
	return nil
}

// NoGrad calls f without recording its ops: no gradient flows through them (mindspore._no_grad). A gradient function
// called inside raises RuntimeError. It applies to the calling goroutine and to those that f starts.
func NoGrad(f func()) { tensor.NoGrad(f) }
