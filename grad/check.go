package grad

import (
	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/internal/gradcheck"
	"github.com/msrepl/msrepl/tensor"
)

// Check compares the gradient of fn at args with central differences, and the gradient of the
// gradient as well, along a random direction. It differentiates with respect to the float tensors
// among args. Float64 is compared to six digits, anything less precise only to two. The error tells
// both derivatives.
func Check(fn any, args ...any) error {
	call := caller("grad.Check", fn)
	fixed := make([]any, len(args))
	var x []*tensor.Tensor
	var at []int
	opts := gradcheck.Options{Order: 2}
	for i, a := range args {
		fixed[i] = bridge.Unwrap(a)
		t, ok := fixed[i].(*tensor.Tensor)
		if !ok {
			continue
		}
		x, at = append(x, t), append(at, i)
		if t.DType().IsFloat() && t.DType() != tensor.Float64 {
			opts.Step, opts.Tolerance = 1e-2, 1e-2
		}
	}
	f := func(x []*tensor.Tensor) []*tensor.Tensor {
		in := append([]any(nil), fixed...)
		for k, i := range at {
			in[i] = x[k]
		}
		return flatten(spread(call(in)))
	}
	return gradcheck.Check(f, x, opts)
}
