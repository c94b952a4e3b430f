package grad

import (
	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/internal/gradcheck"
	"github.com/msrepl/msrepl/tensor"
)

// Check compares the gradient of fn at args with central differences, and the gradient of the
// gradient as well, along a random direction. It differentiates with respect to the float tensors
// among args; Float64 gives by far the sharpest comparison. The error tells both derivatives.
func Check(fn any, args ...any) error {
	call := caller("grad.Check", fn)
	fixed := make([]any, len(args))
	var x []*tensor.Tensor
	var at []int
	for i, a := range args {
		fixed[i] = bridge.Unwrap(a)
		if t, ok := fixed[i].(*tensor.Tensor); ok {
			x, at = append(x, t), append(at, i)
		}
	}
	f := func(x []*tensor.Tensor) []*tensor.Tensor {
		in := append([]any(nil), fixed...)
		for k, i := range at {
			in[i] = x[k]
		}
		return flatten(spread(call(in)))
	}
	return gradcheck.Check(f, x, gradcheck.Options{})
}
