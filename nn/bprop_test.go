package nn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// mulAdd is the cell of bprop-muladd in MindSpore's tests: 2x + y whose bprop returns dout and y.
type mulAdd struct {
	nn.Cell
	saw string
}

func (*mulAdd) Construct(x, y T) T { return x.Mul(tensor.Scalar(2)).Add(y) }

func (m *mulAdd) Bprop(_, y, out, dout T) (T, T) {
	m.saw = fmt.Sprint(y.Float(), out.Float(), dout.Float())
	return dout, y
}

// selfMul is x·y·y with the bprop (x + y, x·y) of the PyNative tutorial, returned as a tuple.
type selfMul struct{ nn.Cell }

func (*selfMul) Construct(x, y T) T { return x.Mul(y).Mul(y) }

func (*selfMul) Bprop(x, y, _, _ T) tensor.Tuple { return tensor.Tuple{x.Add(y), x.Mul(y)} }

// withParam is NetWithParam of the cell tutorial: it computes the gradient of its weight itself.
type withParam struct {
	nn.Cell
	w *nn.Parameter
}

func (n *withParam) Construct(x T) T { return n.w.Mul(x) }

func (n *withParam) Bprop(args ...T) (tensor.Tuple, map[*nn.Parameter]T) {
	x, dout := args[0], args[len(args)-1]
	return tensor.Tuple{n.w.Mul(dout)}, map[*nn.Parameter]T{n.w: x.Mul(dout)}
}

// sampler has two outputs, a number among its inputs, and one gradient.
type sampler struct{ nn.Cell }

func (*sampler) Construct(x T, n int) (T, T) {
	return x.Mul(tensor.Scalar(n)), x.AsType(tensor.Int32)
}

func (*sampler) Bprop(x T, n int, _, _, dout, _ T) T { return dout.Mul(tensor.Scalar(100 * n)).Add(x) }

// pairTuple returns its two outputs as one tuple, and gets them so.
type pairTuple struct{ nn.Cell }

func (*pairTuple) Construct(x T) tensor.Tuple { return tensor.Tuple{x, x.Add(x)} }

func (*pairTuple) Bprop(_ T, out, dout tensor.Tuple) T { return out[1].Mul(dout[0].Add(dout[1])) }

// twoInTuples returns two outputs and gets them, and their gradients, as tuples.
type twoInTuples struct{ nn.Cell }

func (*twoInTuples) Construct(x T) (T, T) { return x, x.Add(x) }

func (*twoInTuples) Bprop(_ T, out, dout tensor.Tuple) T { return out[1].Mul(dout[0].Add(dout[1])) }

// loose returns what its fields say.
type loose struct {
	nn.Cell
	grads tensor.Tuple
}

func (*loose) Construct(x, y T) T { return x.Mul(y) }

func (l *loose) Bprop(_, _, _, _ T) tensor.Tuple { return l.grads }

// cubic is x³ with its own exact gradient, in public ops: higher orders follow.
type cubic struct{ nn.Cell }

func (*cubic) Construct(x T) T { return x.Mul(x).Mul(x) }

func (*cubic) Bprop(x, _, dout T) T { return dout.Mul(x).Mul(x).Mul(tensor.Scalar(3)) }

func initialized[L interface {
	nn.Layer
	Init(nn.Layer)
}](l L) L {
	l.Init(l)
	return l
}

func TestBprop(t *testing.T) {
	ma := initialized(&mulAdd{})
	wp := &withParam{w: nn.NewParameter(vec(2), "weight")}
	wp.SetInternalParams(wp.w)
	wp.Init(wp)
	all := grad.GradOperation{GetAll: true}
	x, y := tensor.New(1.0), tensor.New(2.0)
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"replaces the gradient", all.Of(ma)(x, y), "(Tensor(shape=[], dtype=Float32, value= 1), Tensor(shape=[], dtype=Float32, value= 2))"},
		{"tuple", all.Of(initialized(&selfMul{}))(x, y), "(Tensor(shape=[], dtype=Float32, value= 3), Tensor(shape=[], dtype=Float32, value= 2))"},
		{"internal parameter", grad.GradBy(wp, wp.w)(vec(5))[0], "[5.]"},
		{"input beside it", grad.Grad(wp)(vec(5)), "[2.]"},
		{"two outputs and a number", grad.Grad(initialized(&sampler{}))(vec(1, 2), 3), "[301. 302.]"},
		{"tuple output", grad.Grad(initialized(&pairTuple{}))(vec(3)), "[12.]"},
		{"two outputs in tuples", grad.Grad(initialized(&twoInTuples{}))(vec(3)), "[12.]"},
		{"second order", grad.Grad(grad.Grad(initialized(&cubic{})))(vec(2)), "[12.]"},
		{"short", grad.GradAt(initialized(&loose{grads: tensor.Tuple{vec(7)}}), 0, 1)(vec(1), vec(2)), "(Tensor(shape=[1], dtype=Float32, value= [ 7.00000000e+00]), " + nil1 + ")"},
		{"other dtype", grad.Grad(initialized(&loose{grads: tensor.Tuple{tensor.New([]float64{7}), vec(1)}}))(vec(1), vec(2)), "[7.]"},
		{"forward alone", ma.Call(x, y), "4.0"},
	} {
		if got := fmt.Sprint(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if ma.saw != "2 4 1" {
		t.Errorf("Bprop got y, out, dout = %s, want 2 4 1", ma.saw)
	}
}

// Hooks of cells inside the construct do not fire on the way back, and a cell with a Bprop takes no
// forward hooks.
type hooked struct {
	nn.Cell
	relu *nn.ReLU
}

func (h *hooked) Construct(x T) T { return h.relu.Call(x) }

func (*hooked) Bprop(_, _, dout T) T { return dout }

func TestBpropAndHooks(t *testing.T) {
	h := initialized(&hooked{relu: nn.NewReLU()})
	fired := 0
	h.relu.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) { fired++ })
	handle := h.RegisterForwardHook(func(_ nn.Layer, _ tensor.Tuple, out T) T { return out.Neg() })
	out, g := grad.ValueAndGradAt(h)(vec(3))
	handle.Remove()
	if out.String() != "[3.]" || g[0].String() != "[1.]" || fired != 0 {
		t.Errorf("output %s, gradient %s, inner hook fired %d times", out, g, fired)
	}
}

func TestCheckBprop(t *testing.T) {
	const count = "TypeError: For user defined method 'bprop' of net 'loose', the number of return values(gradients) should be equal to the " +
		"number of input arguments except 'out' and 'dout', which is: 2, but got:"
	many := tensor.Tuple{vec(1), vec(1), vec(1)}
	err := tensor.Try(func() { grad.Grad(initialized(&loose{grads: many}))(vec(1), vec(2)) })
	if err == nil || err.Error() != count+"3." {
		t.Errorf("one too many, unchecked: %v", err)
	}
	nn.SetCheckBprop(true)
	defer nn.SetCheckBprop(false)
	for _, c := range []struct {
		name  string
		grads tensor.Tuple
		want  string
	}{
		{"shape", tensor.Tuple{tensor.Ones(5, 5), vec(1)}, "ValueError: For user defined method 'bprop' of net 'loose', the 0th return value(gradient of the 0th argument) " +
			"should have the same shape as the 0th argument, which is:(1,), but got: (5, 5)."},
		{"dtype", tensor.Tuple{tensor.Ones(1).AsType(tensor.Float16), vec(1)}, "TypeError: For user defined method 'bprop' of net 'loose', the 0th return value(gradient of the 0th argument) " +
			"should have the same dtype as the 0th argument, which is:Float32, but got: Float16."},
		{"one missing", tensor.Tuple{vec(1)}, count + "1."},
		{"one too many", tensor.Tuple{vec(1), vec(1), vec(1)}, count + "3."},
		{"none", nil, "TypeError: The python function output is none."},
	} {
		err := tensor.Try(func() { grad.Grad(initialized(&loose{grads: c.grads}))(vec(1), vec(2)) })
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
