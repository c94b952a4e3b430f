package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// The program of the hook tutorials, with the output they record.
func ExampleHookBackward() {
	hook := ops.HookBackward(func(gradOut tensor.Tuple) {
		fmt.Println("hook_fn print grad_out:", gradOut)
	})
	hookTest := func(x, y *tensor.Tensor) *tensor.Tensor {
		z := x.Mul(y)
		z = hook(z)
		return z.Mul(y)
	}
	output := grad.GradAt(hookTest, 0, 1)(tensor.New(1, tensor.Float32), tensor.New(2, tensor.Float32))
	fmt.Println("output:", output)
	// Output:
	// hook_fn print grad_out: (Tensor(shape=[], dtype=Float32, value= 2),)
	// output: (Tensor(shape=[], dtype=Float32, value= 4), Tensor(shape=[], dtype=Float32, value= 4))
}

// TestHookBackward: the result of a hook replaces the gradient of x² at 3, which is 6.
func TestHookBackward(t *testing.T) {
	x := tensor.New([]float32{3})
	square := func(hook any) func() *tensor.Tensor {
		return func() *tensor.Tensor {
			h := ops.HookBackward(hook)
			return grad.Grad(func(x *tensor.Tensor) *tensor.Tensor { x = h(x); return x.Mul(x) })(x)
		}
	}
	for _, c := range []struct {
		name string
		grad func() *tensor.Tensor
		want string
	}{
		{"nothing", square(func(tensor.Tuple) {}), "[6.]"},
		{"tensor", square(func(g tensor.Tuple) *tensor.Tensor { return g[0].Add(g[0]) }), "[12.]"},
		{"nil tensor", square(func(tensor.Tuple) *tensor.Tensor { return nil }), "[6.]"},
		{"tuple", square(func(g tensor.Tuple) tensor.Tuple { return tensor.Tuple{g[0].Neg()} }), "[-6.]"},
		{"nil tuple", square(func(tensor.Tuple) tensor.Tuple { return nil }), "[6.]"},
		{"two tensors", func() *tensor.Tensor {
			h := ops.HookBackwardTuple(func(g tensor.Tuple) tensor.Tuple { return tensor.Tuple{g[1], g[0]} })
			return grad.Grad(func(x, y *tensor.Tensor) *tensor.Tensor {
				xy := h(x, y)
				return xy[0].Add(xy[1].Mul(tensor.New([]float32{5})))
			})(x, x)
		}, "[5.]"},
	} {
		if got := c.grad().String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		name string
		hook any
		want string
	}{
		{"no function", 3, "TypeError: For 'HookBackward', the 'hook_fn' must be func(grad tensor.Tuple)"},
		{"another function", func() {}, "TypeError: For 'HookBackward', the 'hook_fn' must be func(grad tensor.Tuple)"},
		{"size", func(g tensor.Tuple) tensor.Tuple { return append(g, g...) }, "ValueError: The tuple size of output gradient should be 1, but it is 2"},
		{"shape", func(tensor.Tuple) *tensor.Tensor { return tensor.Ones(2) }, "ValueError: The output type of hook_fn is not consistent with the expected, " +
			"it should be Tensor shape:[(1)]Float32, but got Tensor shape:[(2)]Float32"},
		{"dtype", func(g tensor.Tuple) *tensor.Tensor { return g[0].AsType(tensor.Float64) }, "ValueError: The output type of hook_fn is not consistent"},
		{"none", func(tensor.Tuple) tensor.Tuple { return tensor.Tuple{nil} }, "TypeError: The output type of:hook_fn should be a tensor but got None."},
	} {
		err := tensor.Try(func() { square(c.hook)() })
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}
