package nn_test

import (
	"fmt"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// singleNet is the SingleNet of MindSpore's hook tests: a convolution and a batch normalization in evaluation.
type singleNet struct {
	nn.Cell
	conv *nn.Conv2d
	bn   *nn.BatchNorm2d
}

func newSingleNet() *singleNet {
	n := &singleNet{
		conv: nn.NewConv2d(2, 2, 2, nn.PadMode("valid"), nn.WeightInit("ones")),
		bn:   nn.NewBatchNorm2d(2, nn.Momentum(0.99), nn.Eps(1e-5), nn.GammaInit("ones")),
	}
	n.Init(n)
	return n
}

func (n *singleNet) Construct(x T) T { return n.bn.Call(n.conv.Call(x)) }

// grads differentiates by the input and the weights, and returns one number of each.
func (n *singleNet) grads() string {
	x := tensor.Full([]int{2, 2, 2, 2}, 2, tensor.Float32)
	out := n.Call(x)
	r := grad.GradOperation{GetAll: true, GetByList: true}.Of(n)(x)
	s := fmt.Sprintf("out %.4f dx %.4f", out.Flatten().At(0).Float(), mean(r.At(0).At(0).Tensor()))
	for i, p := range n.TrainableParams() {
		s += fmt.Sprintf(" %s %.4f", p.Name(), mean(r.At(1).At(i).Tensor()))
	}
	return s
}

func mean(x T) float64 { return x.Mean().Float() }

// dictNet returns a dictionary, of which its user takes one entry.
type dictNet struct{ nn.Cell }

func (*dictNet) Construct(x, y T) map[string]T { return map[string]T{"res": y, "tmp": x} }

type dictUser struct {
	nn.Cell
	fc, fc2 *nn.Dense
	dict    *dictNet
}

func (d *dictUser) Construct(x T) T {
	y := d.fc.Call(x)
	return d.fc2.Call(d.dict.Invoke(x, y)[0].(map[string]T)["res"])
}

// tupleNet returns its tuple.
type tupleNet struct{ nn.Cell }

func (*tupleNet) Construct(x tensor.Tuple) tensor.Tuple { return x }

// nestedNet returns its tuple of tuples.
type nestedNet struct{ nn.Cell }

func (*nestedNet) Construct(x []tensor.Tuple) []tensor.Tuple { return x }

// doubledGrads are the gradients of the Net y = x·y; y + y of the tests, hooked by f, which returns what to
// remove before each further gradient.
func doubledGrads(f func(mul *product) []*nn.HookHandle) string {
	net := newDoubled()
	handles := f(net.mul)
	s := ""
	for i := 0; ; i++ {
		g := grad.GradOperation{GetAll: true}.Of(net)(vec(1), vec(1)).Tuple()
		s += all(g[0], g[1])
		if i >= len(handles) {
			return s
		}
		handles[i].Remove()
		s += "; "
	}
}

func twice(h *nn.HookHandle) []*nn.HookHandle { return []*nn.HookHandle{h, h} }

func scaled(g tensor.Tuple, k float64) tensor.Tuple {
	return tensor.Tuple{g[0].Mul(tensor.Scalar(k)), g[1].Mul(tensor.Scalar(k))}
}

func onesHook(string, tensor.Tuple, tensor.Tuple) tensor.Tuple {
	return tensor.Tuple{vec(1), vec(1)}
}

func times3(_ nn.Layer, g tensor.Tuple) T { return g[0].Mul(tensor.Scalar(3)) }

func times4(_ nn.Layer, in, _ tensor.Tuple) tensor.Tuple { return scaled(in, 4) }

var hookCases = []pynativeCase{
	{"bwhook-replace", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle { m.RegisterBackwardHook(onesHook); return nil })
	}, "[1.] [1.]"},
	{"bwhook-remove-twice", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle { return twice(m.RegisterBackwardHook(onesHook)) })
	}, "[1.] [1.]; [2.] [2.]; [2.] [2.]"},
	{"bwhook-remove-third", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle {
			m.RegisterFullBackwardHook(func(_ nn.Layer, in, _ tensor.Tuple) tensor.Tuple { return tensor.Tuple{in[0], vec(3)} })
			return []*nn.HookHandle{m.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) tensor.Tuple { return tensor.Tuple{vec(1), vec(1)} })}
		})
	}, "[1.] [1.]; [2.] [3.]"},
	{"bwhook-const-10", func() any {
		n := newSingleNet()
		n.conv.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) T {
			return tensor.Full([]int{2, 2, 2, 2}, 10, tensor.Float32)
		})
		return n.grads()
	}, "out 15.9999 dx 10.0000 conv.weight 4.0000 bn.gamma 31.9998 bn.beta 2.0000"},
	{"bwhook-unpaired-runs-once", func() any {
		d := nn.NewDense(1, 1)
		count := 1
		d.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) { count++ })
		grad.GradBy(d, d.TrainableParams())(tensor.Ones(1, 1))
		return count
	}, "2"},
	{"bwhook-dict-output", func() any {
		d := initialized(&dictUser{fc: nn.NewDense(1, 1), fc2: nn.NewDense(1, 1, nn.HasBias(false)), dict: initialized(&dictNet{})})
		d.dict.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) {})
		return len(grad.GradBy(d, d.TrainableParams())(tensor.Ones(1, 1)))
	}, "3"},
	{"bwhook-tuple-of-one-input", func() any {
		a, b := initialized(&tupleNet{}), initialized(&nestedNet{})
		for _, c := range []nn.Layer{a, b} {
			c.CellBase().RegisterBackwardPreHook(func(nn.Layer, tensor.Tuple) {})
			c.CellBase().RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) {})
		}
		x := tensor.Tuple{tensor.New(1.0)}
		return all(a.Invoke(x)[0], b.Invoke([]tensor.Tuple{x})[0].([]tensor.Tuple)[0])
	}, "(Tensor(shape=[], dtype=Float32, value= 1),) (Tensor(shape=[], dtype=Float32, value= 1),)"},
	{"bwpre-identity-tuple", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle {
			m.RegisterBackwardPreHook(func(_ nn.Layer, g tensor.Tuple) tensor.Tuple { return g })
			return nil
		})
	}, "[2.] [2.]"},
	{"bwpre-x3", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle { m.RegisterBackwardPreHook(times3); return nil })
	}, "[6.] [6.]"},
	{"bwpre-remove-one", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle {
			first := m.RegisterBackwardPreHook(func(_ nn.Layer, g tensor.Tuple) tensor.Tuple { return g })
			return []*nn.HookHandle{first, m.RegisterBackwardPreHook(times3)}
		})
	}, "[6.] [6.]; [6.] [6.]; [2.] [2.]"},
	{"bwpre-x3+bw-x4", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle {
			return []*nn.HookHandle{m.RegisterBackwardPreHook(times3), m.RegisterFullBackwardHook(times4)}
		})
	}, "[24.] [24.]; [8.] [8.]; [2.] [2.]"},
	{"bwpre-size-error", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle {
			m.RegisterBackwardPreHook(func(_ nn.Layer, g tensor.Tuple) tensor.Tuple { return append(g, g...) })
			return nil
		})
	}, "TypeError: The backward pre hook return value size is 2 not equal to expect grad output size 1"},
	{"bw-size-error", func() any {
		return doubledGrads(func(m *product) []*nn.HookHandle {
			m.RegisterFullBackwardHook(func(_ nn.Layer, in, _ tensor.Tuple) tensor.Tuple { return in[:1] })
			return nil
		})
	}, "TypeError: The backward hook return value size is 1 not equal to expect grad input size 2"},
	{"fw-relu-add", func() any {
		n := newSingleNet()
		n.bn.RegisterForwardHook(func(_ nn.Layer, _ tensor.Tuple, out T) T { return out.ReLU() })
		n.bn.RegisterForwardHook(func(_ nn.Layer, _ tensor.Tuple, out T) T { return out.Add(out) })
		return n.grads()
	}, "out 31.9998 dx 4.0000 conv.weight 8.0000 bn.gamma 63.9997 bn.beta 4.0000"},
	{
		"fw-type-errors", func() any { newDoubled().RegisterForwardPreHook("Test"); return nil },
		"TypeError: When using 'RegisterForwardPreHook(hook_fn)', the type of 'hook_fn' must be func",
	},
	{"fwpre-first-arg-is-cell", func() any {
		net, same := newReluNet(), false
		net.relu.RegisterForwardPreHook(func(c nn.Layer, _ tensor.Tuple) { same = c == nn.Layer(net.relu) })
		net.Call(vec(1), vec(1))
		return same
	}, "true"},
	{"fw-size-error", func() any {
		n := initialized(&pairNet{})
		n.RegisterForwardHook(func(_ nn.Layer, _, out tensor.Tuple) tensor.Tuple { return out[:1] })
		return n.Invoke(vec(1), vec(1))
	}, "TypeError: The forward hook return value size is 1 not equal to output size 2"},
	{"fwhook-with-bprop-ignored", func() any {
		n := initialized(&cubic{})
		n.RegisterForwardHook(func(_ nn.Layer, _ tensor.Tuple, out T) T { return out.Neg() })
		return n.Call(vec(2))
	}, "[8.]"},
	{"hook-doc-backward", func() any {
		var out text
		net := newReluNet()
		net.relu.RegisterFullBackwardHook(func(_ nn.Layer, gradInput, gradOutput tensor.Tuple) { out.println(gradOutput, gradInput) })
		g := grad.Grad(func(x T) T { return net.Call(x, x) })(tensor.Ones(1))
		return out.take() + g.String()
	}, "(" + one1 + ",) (" + one1 + ",)\n[2.]"},
	{"hook-composition-notebook", func() any {
		var out text
		net := newReluNet()
		net.relu.RegisterForwardPreHook(func(_ nn.Layer, in tensor.Tuple) T { out.println("forward inputs: ", in[0]); return in[0] })
		net.relu.RegisterForwardHook(func(_ nn.Layer, _ tensor.Tuple, y T) T { out.println("forward outputs: ", y); return y.Add(y) })
		net.relu.RegisterBackwardPreHook(func(_ nn.Layer, g tensor.Tuple) { out.println("backward pre", g[0]) })
		net.relu.RegisterFullBackwardHook(func(_ nn.Layer, in, o tensor.Tuple) { out.println("backward", o[0], in[0]) })
		g := grad.GradAt(net, 0, 1)(vec(1), vec(1))
		return out.take() + all(g[0], g[1])
	}, "forward inputs:  [2.]\nforward outputs:  [2.]\nbackward pre [1.]\nbackward [2.] [2.]\n[2.] [2.]"},
	{"thook-op-output", func() any { return hookedProduct(hook2) }, "[ 2.  8. 18.] [ 3. 12. 27.]"},
	{"thook-two", func() any { return hookedProduct(hook2, hook3) }, "[ 6. 24. 54.] [ 7. 28. 63.]"},
	{"thook-params", func() any {
		n := newWeighted()
		n.w1.RegisterHook(hook2)
		n.w2.RegisterHook(hook2)
		return n.grads(1, 2, 3) + " " + n.grads(2, 3, 4)
	}, "[2. 4. 6.] [2. 4. 6.] [4. 6. 8.] [4. 6. 8.]"},
	{"thook-params-multi", func() any {
		n := newWeighted()
		first, other := n.w1.RegisterHook(hook2), n.w2.RegisterHook(hook2)
		second := n.w1.RegisterHook(hook3)
		s := n.grads(1, 2, 3)
		first.Remove()
		s += "; " + n.grads(1, 2, 3)
		second.Remove()
		other.Remove()
		return s + "; " + n.grads(1, 2, 3)
	}, "[ 6. 12. 18.] [2. 4. 6.]; [3. 6. 9.] [2. 4. 6.]; [1. 2. 3.] [1. 2. 3.]"},
}

func hook2(g T) T { return g.Mul(tensor.Scalar(2)) }
func hook3(g T) T { return g.Mul(tensor.Scalar(3)) }

func hookedProduct(hooks ...any) string {
	g := grad.GradAt(func(x, y T) T {
		z := x.Mul(y)
		for _, h := range hooks {
			z.RegisterHook(h)
		}
		return z.Mul(y)
	}, 0, 1)(vec(1, 2, 3), vec(1, 2, 3))
	return all(g[0], g[1])
}

// weighted is the Net of test_tensor_hook.py: the sum of x·w1 and x·w2.
type weightedNet struct {
	nn.Cell
	w1, w2 *nn.Parameter
}

func newWeighted() *weightedNet {
	return initialized(&weightedNet{w1: nn.NewParameter(vec(1, 1, 1)), w2: nn.NewParameter(vec(1, 1, 1))})
}

func (n *weightedNet) Construct(x T) T { return x.Mul(n.w1.Tensor).Add(x.Mul(n.w2.Tensor)) }

func (n *weightedNet) grads(x ...float32) string {
	g := grad.GradBy(n, n.TrainableParams())(vec(x...))
	return all(g[0], g[1])
}
