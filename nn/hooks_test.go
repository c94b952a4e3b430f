package nn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// reluNet is the Net of the hook tutorial: relu(x + y).
type reluNet struct {
	nn.Cell
	relu *nn.ReLU
}

func newReluNet() *reluNet {
	n := &reluNet{relu: nn.NewReLU()}
	n.Init(n)
	return n
}

func (n *reluNet) Construct(x, y T) T { return n.relu.Call(x.Add(y)) }

// product is nn.MatMul of MindSpore's hook tests, on one element; doubled is their Net: y = product;
// return y + y.
type product struct{ nn.Cell }

func (*product) Construct(x, y T) T { return x.Mul(y) }

type doubled struct {
	nn.Cell
	mul *product
}

func newDoubled() *doubled {
	n := &doubled{mul: &product{}}
	n.Init(n)
	return n
}

func (n *doubled) Construct(x, y T) T {
	y = n.mul.Call(x, y)
	return y.Add(y)
}

// text collects what hooks print.
type text struct{ strings.Builder }

func (t *text) println(args ...any) { fmt.Fprintln(t, args...) }

func (t *text) take() string {
	s := t.String()
	t.Reset()
	return s
}

const (
	one1 = "Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])"
	two1 = "Tensor(shape=[1], dtype=Float32, value= [ 2.00000000e+00])"
	nil1 = "Tensor(shape=[1], dtype=Float32, value= [ 0.00000000e+00])"
)

// TestHookTutorial runs the hook programs of the cell tutorial, with the outputs it records.
func TestHookTutorial(t *testing.T) {
	var out text
	x, y := tensor.Ones(1), tensor.Ones(1)

	net := newReluNet()
	handle := net.relu.RegisterForwardPreHook(func(_ nn.Layer, inputs tensor.Tuple) T {
		out.println("forward inputs: ", inputs)
		return inputs[0]
	})
	gradNet := grad.GradAt(net, 0, 1)
	out.println(net.Call(x, y))
	out.println(gradNet(x, y))
	handle.Remove()
	out.println(gradNet(x, y))
	same(t, "forward pre hook", out.take(), "forward inputs:  ("+two1+",)\n[2.]\nforward inputs:  ("+two1+",)\n("+one1+", "+one1+")\n("+one1+", "+one1+")\n")

	net = newReluNet()
	net.relu.RegisterForwardPreHook(func(_ nn.Layer, inputs tensor.Tuple) T {
		out.println("forward inputs: ", inputs)
		return tensor.Ones(1)
	})
	out.println(grad.GradAt(net, 0, 1)(x, y))
	same(t, "constant input", out.take(), "forward inputs:  ("+two1+",)\n("+nil1+", "+nil1+")\n")

	net = newReluNet()
	handle = net.relu.RegisterForwardHook(func(_ nn.Layer, inputs tensor.Tuple, output T) T {
		out.println("forward inputs: ", inputs)
		out.println("forward outputs: ", output)
		return output.Add(output)
	})
	gradNet = grad.GradAt(net, 0, 1)
	out.println(gradNet(x, y))
	handle.Remove()
	out.println(gradNet(x, y))
	same(t, "forward hook", out.take(), "forward inputs:  ("+two1+",)\nforward outputs:  [2.]\n("+two1+", "+two1+")\n("+one1+", "+one1+")\n")
}

// TestHookOrder checks the order of all kinds together: cell 54 of the tutorial, and cell 11 of hook_program.ipynb,
// which adds a backward pre hook that gets the gradient of the hooked output.
func TestHookOrder(t *testing.T) {
	for _, pre := range []bool{false, true} {
		var out text
		net := newReluNet()
		net.relu.RegisterForwardPreHook(func(_ nn.Layer, inputs tensor.Tuple) T {
			out.println("forward inputs: ", inputs)
			return inputs[0]
		})
		net.relu.RegisterForwardHook(func(_ nn.Layer, inputs tensor.Tuple, output T) T {
			out.println("forward inputs: ", inputs)
			out.println("forward outputs: ", output)
			return output.Add(output)
		})
		want := "forward inputs:  (" + two1 + ",)\nforward inputs:  (" + two1 + ",)\nforward outputs:  [2.]\n"
		if pre {
			net.relu.RegisterBackwardPreHook(func(_ nn.Layer, gradOutput tensor.Tuple) { out.println("backward input: ", gradOutput) })
			want += "backward input:  (" + one1 + ",)\n"
		}
		net.relu.RegisterBackwardHook(func(_ string, gradInput, gradOutput tensor.Tuple) {
			out.println("grad input: ", gradInput)
			out.println("grad output: ", gradOutput)
		})
		want += "grad input:  (" + two1 + ",)\ngrad output:  (" + two1 + ",)\n(" + two1 + ", " + two1 + ")\n"
		out.println(grad.GradAt(net, 0, 1)(tensor.Ones(1), tensor.Ones(1)))
		same(t, fmt.Sprintf("all hooks, backward pre %v", pre), out.take(), want)
	}
}

func same(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
	}
}

// TestBackwardHooks checks that backward hooks replace gradients as in test_pynative_backward_hook.py and
// …_pre_hook.py.
func TestBackwardHooks(t *testing.T) {
	times := func(k float32, g tensor.Tuple) tensor.Tuple {
		out := make(tensor.Tuple, len(g))
		for i, x := range g {
			out[i] = x.Mul(tensor.Scalar(k))
		}
		return out
	}
	pre := func(c nn.Layer) *nn.HookHandle {
		return c.CellBase().RegisterBackwardPreHook(func(_ nn.Layer, g tensor.Tuple) T { return g[0].Mul(tensor.Scalar(3)) })
	}
	identity := func(c nn.Layer) *nn.HookHandle {
		return c.CellBase().RegisterBackwardPreHook(func(_ nn.Layer, g tensor.Tuple) tensor.Tuple { return g })
	}
	full := func(c nn.Layer) *nn.HookHandle {
		return c.CellBase().RegisterFullBackwardHook(func(_ nn.Layer, in, _ tensor.Tuple) tensor.Tuple { return times(4, in) })
	}
	ones := func(c nn.Layer) *nn.HookHandle {
		return c.CellBase().RegisterBackwardHook(func(string, tensor.Tuple, tensor.Tuple) tensor.Tuple {
			return tensor.Tuple{tensor.Ones(1), tensor.Ones(1)}
		})
	}
	type register = func(nn.Layer) *nn.HookHandle
	for _, c := range []struct {
		name   string
		hooks  []register
		remove []int // twice each
		want   string
	}{
		{"none", nil, nil, "[2.] [2.]"},
		{"replace", []register{ones}, nil, "[1.] [1.]"},
		{"removed", []register{ones}, []int{0}, "[2.] [2.]"},
		{"pre, identity", []register{identity}, nil, "[2.] [2.]"},
		{"pre, times 3", []register{pre}, nil, "[6.] [6.]"},
		{"pre twice, one removed", []register{identity, pre}, []int{0}, "[6.] [6.]"},
		{"pre times 3, then full times 4", []register{pre, full}, nil, "[24.] [24.]"},
		{"full only", []register{pre, full}, []int{0}, "[8.] [8.]"},
		{"both removed", []register{pre, full}, []int{0, 1}, "[2.] [2.]"},
		{"chained", []register{full, full}, nil, "[32.] [32.]"},
	} {
		net := newDoubled()
		var handles []*nn.HookHandle
		for _, h := range c.hooks {
			handles = append(handles, h(net.mul))
		}
		for _, i := range c.remove {
			handles[i].Remove()
			handles[i].Remove()
		}
		g := grad.GradOperation{GetAll: true}.Of(net)(vec(1), vec(1)).Tuple()
		if got := fmt.Sprint(g[0].String(), " ", g[1].String()); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestHookCell checks that the first argument is the hooked cell, or for the older backward hooks its id.
func TestHookCell(t *testing.T) {
	net := newReluNet()
	var seen []string
	net.relu.RegisterForwardPreHook(func(c nn.Layer, _ tensor.Tuple) { seen = append(seen, fmt.Sprint(c == nn.Layer(net.relu))) })
	net.relu.RegisterBackwardHook(func(id string, _, _ tensor.Tuple) { seen = append(seen, id[:5]) })
	grad.Grad(net)(vec(1), vec(1))
	if got := strings.Join(seen, " "); got != "true ReLU(" {
		t.Errorf("hooks got %s", got)
	}
}

// TestUnpairedBackwardHook checks that the hook runs exactly once also when no input of the cell needs a gradient.
func TestUnpairedBackwardHook(t *testing.T) {
	d := nn.NewDense(1, 1, nn.WeightInit("ones"))
	count := 0
	d.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) { count++ })
	grad.GradBy(d, d.TrainableParams())(tensor.Ones(1, 1))
	if count != 1 {
		t.Errorf("the hook ran %d times, want once", count)
	}
}

// Outputs keep their form: several results, a tuple, a value that is no tensor.
type outputsNet struct{ nn.Cell }

func (*outputsNet) Construct(x T, n int) (tensor.Tuple, int) { return tensor.Tuple{x, x.Mul(x)}, n }

type pairNet struct{ nn.Cell }

func (*pairNet) Construct(x, y T) (T, T) { return x.Mul(y), x.Add(y) }

func TestHookedOutputs(t *testing.T) {
	net := &pairNet{}
	net.Init(net)
	net.RegisterForwardHook(func(_ nn.Layer, _, out tensor.Tuple) tensor.Tuple { return tensor.Tuple{out[1], out[0]} })
	net.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) {})
	if got := fmt.Sprint(net.Invoke(vec(2), vec(5))...); got != "[7.] [10.]" {
		t.Errorf("hooked pair = %s", got)
	}
	other := &outputsNet{}
	other.Init(other)
	other.RegisterForwardPreHook(func(_ nn.Layer, in tensor.Tuple) tensor.Tuple { return tensor.Tuple{in[0].Add(in[0])} })
	outs := other.Invoke(vec(2), 7)
	if got := fmt.Sprint(outs[0].(tensor.Tuple)[1].String(), outs[1]); got != "[16.]7" {
		t.Errorf("hooked tuple and number = %s", got)
	}
}

func TestHookErrors(t *testing.T) {
	net := newDoubled()
	call := func(register func(), args ...any) func() {
		return func() {
			net = newDoubled()
			register()
			grad.GradAt(net, 0, 1)(vec(1), vec(1))
		}
	}
	three := tensor.Tuple{vec(1), vec(1), vec(1)}
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"string", func() { net.RegisterForwardPreHook("Test") }, "TypeError: When using 'RegisterForwardPreHook(hook_fn)', the type of 'hook_fn' must be func(cell nn.Layer, inputs tensor.Tuple), " +
			"without a result or with a tensor.Tuple or a *tensor.Tensor, but got string."},
		{"nil", func() { net.RegisterForwardHook(nil) }, "TypeError: When using 'RegisterForwardHook(hook_fn)'"},
		{"wrong parameters", func() { net.RegisterBackwardHook(func(T) {}) }, "TypeError: When using 'RegisterBackwardHook(hook_fn)'"},
		{"wrong result", func() { net.RegisterBackwardPreHook(func(nn.Layer, tensor.Tuple) int { return 1 }) }, "TypeError: When using 'RegisterBackwardPreHook(hook_fn)'"},
		{
			"pre size", call(func() { net.mul.RegisterForwardPreHook(func(nn.Layer, tensor.Tuple) tensor.Tuple { return three }) }),
			"TypeError: The forward pre hook return value size is 3 not equal to input size 2",
		},
		{
			"forward size", call(func() {
				net.mul.RegisterForwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) tensor.Tuple { return three })
			}),
			"TypeError: The forward hook return value size is 3 not equal to output size 1",
		},
		{
			"backward pre size", call(func() { net.mul.RegisterBackwardPreHook(func(nn.Layer, tensor.Tuple) tensor.Tuple { return three }) }),
			"TypeError: The backward pre hook return value size is 3 not equal to expect grad output size 1",
		},
		{
			"backward size", call(func() {
				net.mul.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) T { return vec(1) })
			}), "TypeError: The backward hook return value size is 1 not equal to expect grad input size 2",
		},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
