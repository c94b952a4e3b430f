package nn_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// registrar registers a hook on its layer in every call, as MindSpore's documentation warns of.
type registrar struct {
	nn.Cell
	relu *nn.ReLU
	seen int
}

func (r *registrar) Construct(x T) T {
	r.relu.RegisterForwardPreHook(func(nn.Layer, tensor.Tuple) { r.seen++ })
	return r.relu.Call(x)
}

// squared is x·x below hooks; its gradient at 3 is 6.
func squared(hook func(c *nn.Cell)) func() any {
	return func() any {
		n := initialized(&square{})
		hook(&n.Cell)
		return grad.Grad(n)(vec(3))
	}
}

type square struct{ nn.Cell }

func (*square) Construct(x T) T { return x.Mul(x) }

func times(g tensor.Tuple, k float64) T { return g[0].Mul(tensor.Scalar(k)) }

// TestHookClauses checks what hooks of cells may do, clause by clause, against nn/cell.py and primitive_hook.cc.
func TestHookClauses(t *testing.T) {
	const kept, shape = "[6.]", "ValueError: The output type of hook_fn is not consistent with the expected, it should be Tensor shape:[(1)]Float32, but got Tensor shape:[(2)]Float32"
	for _, c := range []struct {
		name string
		got  func() any
		want string
	}{
		{"registered in Construct, one more per call", func() any {
			r := initialized(&registrar{relu: nn.NewReLU()})
			for range 3 {
				r.Call(vec(1))
			}
			return r.seen
		}, "6"},
		{"handles are numbered", func() any {
			d := nn.NewReLU()
			hook := func(nn.Layer, tensor.Tuple) {}
			return all(d.RegisterForwardPreHook(hook), d.RegisterBackwardPreHook(hook))
		}, "HookHandle(1) HookHandle(2)"},
		{"an empty handle", func() any { h := &nn.HookHandle{}; h.Remove(); return h }, "HookHandle(0)"},

		{"forward pre: nil keeps", squared(func(c *nn.Cell) {
			c.RegisterForwardPreHook(func(nn.Layer, tensor.Tuple) tensor.Tuple { return nil })
		}), kept},
		{"forward pre: each sees what the one before returned", squared(func(c *nn.Cell) {
			for range 2 {
				c.RegisterForwardPreHook(func(_ nn.Layer, in tensor.Tuple) T { return times(in, 10) })
			}
		}), "[60000.]"}, // d(100x)²/dx = 2·10⁴·x
		{"forward pre: a fresh tensor cuts the gradient", squared(func(c *nn.Cell) {
			c.RegisterForwardPreHook(func(nn.Layer, tensor.Tuple) T { return vec(5) })
		}), "[0.]"},
		{"forward: a fresh tensor cuts the gradient", squared(func(c *nn.Cell) {
			c.RegisterForwardHook(func(nn.Layer, tensor.Tuple, T) T { return vec(5) })
		}), "[0.]"},
		{"forward: gets the inputs that the hooks before made", func() any {
			n, saw := initialized(&square{}), ""
			n.RegisterForwardPreHook(func(_ nn.Layer, in tensor.Tuple) T { return times(in, 2) })
			n.RegisterForwardHook(func(_ nn.Layer, in tensor.Tuple, out T) { saw = all(in[0], out) })
			n.Call(vec(3))
			return saw
		}, "[6.] [36.]"},
		{"forward: not on a cell with Bprop, backward ones are", func() any {
			n := initialized(&cubic{})
			fired := ""
			n.RegisterForwardHook(func(nn.Layer, tensor.Tuple, T) { fired += "forward " })
			n.RegisterForwardPreHook(func(nn.Layer, tensor.Tuple) { fired += "pre " })
			n.RegisterFullBackwardHook(func(_ nn.Layer, in, out tensor.Tuple) { fired += all("backward", in[0], out[0]) })
			grad.Grad(n)(vec(2))
			return fired
		}, "pre backward [12.] [1.]"},

		{"backward: nil keeps", squared(func(c *nn.Cell) {
			c.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) tensor.Tuple { return nil })
		}), kept},
		{"backward: a tensor for one input", squared(func(c *nn.Cell) {
			c.RegisterFullBackwardHook(func(_ nn.Layer, in, _ tensor.Tuple) T { return times(in, 5) })
		}), "[30.]"},
		{"backward: another shape", squared(func(c *nn.Cell) {
			c.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) T { return vec(1, 2) })
		}), shape},
		{"backward: nothing in the tuple", squared(func(c *nn.Cell) {
			c.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) tensor.Tuple { return tensor.Tuple{nil} })
		}), "TypeError: The output type of:hook_fn should be a tensor but got None."},
		{"backward, older form: a tensor is no tuple", squared(func(c *nn.Cell) {
			c.RegisterBackwardHook(func(_ string, _, g tensor.Tuple) T { return g[0] })
		}), "TypeError: The return gradient of cell backward hook function should be a tuple!"},
		{"backward, older form: another dtype", squared(func(c *nn.Cell) {
			c.RegisterBackwardHook(func(_ string, _, g tensor.Tuple) tensor.Tuple { return tensor.Tuple{g[0].AsType(tensor.Float16)} })
		}), "ValueError: The output type of hook_fn is not consistent with the expected, it should be Tensor shape:[(1)]Float32, but got Tensor shape:[(1)]Float16"},
		{"backward, older form: all get one output gradient, each what the one before returned", func() any {
			n, saw := initialized(&square{}), ""
			for range 2 {
				n.RegisterBackwardHook(func(_ string, behind, before tensor.Tuple) tensor.Tuple {
					saw += all(behind[0], before[0], "")
					return tensor.Tuple{times(before, 2)}
				})
			}
			g := grad.Grad(n)(vec(3))
			return g.String() + saw
		}, "[24.][1.] [6.] [1.] [12.] "},
		{"backward pre: another shape", squared(func(c *nn.Cell) {
			c.RegisterBackwardPreHook(func(nn.Layer, tensor.Tuple) T { return vec(1, 2) })
		}), shape},
		{"backward pre: nil keeps", squared(func(c *nn.Cell) {
			c.RegisterBackwardPreHook(func(nn.Layer, tensor.Tuple) T { return nil })
		}), kept},

		{"of a recomputed cell", squared(func(c *nn.Cell) {
			c.Recompute()
			c.RegisterFullBackwardHook(func(_ nn.Layer, in, _ tensor.Tuple) T { return times(in, 5) })
		}), "[30.]"},
		{"of a cell in half precision", func() any {
			n, saw := initialized(&square{}), ""
			n.ToFloat(tensor.Float16)
			n.RegisterForwardHook(func(_ nn.Layer, in tensor.Tuple, out T) { saw += all(in[0].DType(), out.DType(), "") })
			n.RegisterFullBackwardHook(func(_ nn.Layer, in, out tensor.Tuple) { saw += all(in[0].DType(), out[0].DType()) })
			grad.Grad(n)(vec(3))
			return saw
		}, "Float32 Float16 Float32 Float16"},
		{"second order goes through the hooks", func() any {
			n := initialized(&square{})
			n.RegisterFullBackwardHook(func(_ nn.Layer, in, _ tensor.Tuple) T { return times(in, 5) })
			return grad.Grad(grad.Grad(n))(vec(3))
		}, "[50.]"}, // 5·(5·2x)′: the inner gradient, 5·2x, passes the hook again
		{"of a parameter that got no gradient", func() any {
			d, saw := nn.NewDense(1, 1), ""
			d.Weight.RegisterHook(func(g T) { saw = g.String() })
			grad.GradBy(func(x T) T { return x.Mul(x) }, d.TrainableParams())(vec(3))
			return saw
		}, "[[0.]]"},
	} {
		if got := shown(c.got); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
