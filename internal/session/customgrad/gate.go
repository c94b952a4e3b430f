package customgrad

import (
	"fmt"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// Pass returns tensors with the values of x. In the backward pass, f is called with their gradients, zeros where there
// is none, and its results are the gradients of x.
func Pass(x tensor.Tuple, f func(grad tensor.Tuple) tensor.Tuple) tensor.Tuple {
	return tensor.Apply(passing{f}, x...)
}

// passing is the identity with f as its gradient rule.
type passing struct {
	f func(grad tensor.Tuple) tensor.Tuple
}

func (passing) Name() string                         { return "HookBackward" }
func (passing) Infer(in []tensor.Spec) []tensor.Spec { return in }

func (passing) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(in))
	for i, x := range in {
		out[i] = x.Detach()
	}
	return out
}

func (o passing) VJP(_, _, grad []*tensor.Tensor) []*tensor.Tensor { return o.f(grad) }

// Consistent raises the errors of CheckHookConsistency in MindSpore's primitive_hook.cc unless out, the result of a
// hook, can replace grad, its argument. If anyDType is set, dtypes may differ.
func Consistent(op string, out, grad tensor.Tuple, anyDType bool) {
	if len(out) != len(grad) {
		tensor.Throw(op, tensor.ValueError, "The tuple size of output gradient should be %d, but it is %d", len(grad), len(out))
	}
	for i, g := range out {
		if g == nil {
			tensor.Throw(op, tensor.TypeError, "The output type of:hook_fn should be a tensor but got None.")
		}
		if !slices.Equal(g.Shape(), grad[i].Shape()) || !anyDType && g.DType() != grad[i].DType() {
			tensor.Throw(op, tensor.ValueError, "The output type of hook_fn is not consistent with the expected, it should be %s, but got %s",
				described(grad[i]), described(g))
		}
	}
}

// described formats a tensor like MindSpore's GetShapeAndDataTypeInfo: Tensor shape:[(2, 3)]Float32.
func described(x *tensor.Tensor) string {
	return fmt.Sprintf("Tensor shape:[(%s)]%s", strings.TrimRight(strings.Trim(x.Shape().String(), "()"), ","), x.DType())
}
