package nn_test

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// wave is the net of the keyword tutorial: w·sin(x) + y, called with its arguments in any order there. Here
// its bprop takes them in the order of the call, x, w, y.
type wave struct{ nn.Cell }

func (*wave) Construct(x, y, w T) T { return w.Mul(x.Sin()).Add(y) }

func (*wave) Bprop(x, w, y, _, _ T) T { return w.Mul(x.Cos()).Add(y) }

// late takes for y what follows the output gradient, which in a call with y is that gradient itself.
type late struct{ nn.Cell }

func (*late) Construct(x, y T) T { return x.Sin().Add(y) }

func (*late) Bprop(x, _, _, y T) T { return x.Cos().Add(y) }

// lateral returns gradients of another dtype.
type lateral struct{ nn.Cell }

func (*lateral) Construct(x T) T { return x.Mul(x) }

func (*lateral) Bprop(_, _, dout T) T { return dout.AsType(tensor.Float16) }

// counting counts its calls.
type counting struct {
	nn.Cell
	calls int
	w     *nn.Parameter
}

func newCounting() *counting {
	return initialized(&counting{w: nn.NewParameter(vec(2), "w")})
}

func (c *counting) Construct(x T) T { c.calls++; return c.w.Mul(x).Mul(x) }

func loosely(g ...T) any {
	return grad.GradAt(initialized(&loose{grads: g}), 0, 1)(tensor.New(1.0), tensor.New(2.0))
}

func checked(f func() any) func() any {
	return func() any {
		nn.SetCheckBprop(true)
		defer nn.SetCheckBprop(false)
		return f()
	}
}

var bpropCases = []pynativeCase{
	{"bprop-muladd", func() any {
		m := initialized(&mulAdd{})
		g := grad.GradOperation{GetAll: true}.Of(m)(tensor.New(1.0), tensor.New(2.0)).Tuple()
		return all(m.saw, g[0], g[1])
	}, "2 4 1 1.0 2.0"},
	{
		"bprop-check-shape", checked(func() any { return loosely(tensor.Ones(5, 5), tensor.New(1.0)) }),
		"ValueError: For user defined method 'bprop' of net 'loose', the 0th return value(gradient of the 0th argument) " +
			"should have the same shape as the 0th argument, which is:(), but got: (5, 5).",
	},
	{
		"bprop-check-dtype", checked(func() any { return grad.Grad(initialized(&lateral{}))(vec(1)) }),
		"TypeError: For user defined method 'bprop' of net 'lateral', the 0th return value(gradient of the 0th argument) " +
			"should have the same dtype as the 0th argument, which is:Float32, but got: Float16.",
	},
	{"bprop-nocheck-dtype", func() any { return grad.Grad(initialized(&lateral{}))(vec(1)) }, "[1.]"},
	{"bprop-none", func() any { return loosely() }, "TypeError: The python function output is none."},
	{"bprop-kwargs-order", func() any {
		return grad.Grad(initialized(&wave{}))(tensor.New(3.14), tensor.New(0.0), tensor.New(2.0)).Repr()
	}, "Tensor(shape=[], dtype=Float32, value= 2)"},
	{"bprop-kwargs-default-arg", func() any {
		return fmt.Sprintf("%.7e", grad.Grad(initialized(&late{}))(tensor.New([]float32{3.14}), 0).Float())
	}, "1.2516975e-06"},
	{"bprop-custom-cell", func() any {
		g := grad.GradAt(initialized(&selfMul{}), 0, 1)(tensor.New(1), tensor.New(2))
		return all(g[0], g[1])
	}, "3 2"},
	{"bprop-nested-no-grad", func() any {
		h, fired := initialized(&hooked{relu: nn.NewReLU()}), 0
		h.relu.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) { fired++ })
		return all(grad.Grad(h)(vec(3)), fired)
	}, "[1.] 0"},
}

func product3(x, y, z T) T { return x.Mul(y).Mul(z) }

func expPow(x, y, z T) (T, T) { return x.Mul(y.Exp()).Mul(z.Pow(tensor.Scalar(2))), z }

// dictReLU returns its result in a dictionary.
type dictReLU struct{ nn.Cell }

func (*dictReLU) Construct(x T) map[string]T { return map[string]T{"relu": x.ReLU()} }

var gradCases = []pynativeCase{
	{"grad-return-ids", func() any {
		r := grad.New(product3, grad.Position(1, 2), grad.ReturnIDs())(vec(1, 2), vec(-2, 3), vec(0, 3))
		return all(r.At(0).At(0), r.At(0).At(1), r.At(1).At(0), r.At(1).At(1))
	}, "1 [0. 6.] 2 [-2.  6.]"},
	{"grad-has-aux", func() any {
		r := grad.New(expPow, grad.Position(1, 2), grad.HasAux())(vec(3, 3), vec(0, 0), vec(5, 5))
		return all(r.At(0).At(0), r.At(0).At(1), r.At(1).Len(), r.At(1).At(0))
	}, "[75. 75.] [30. 30.] 1 [5. 5.]"},
	{"grad-neg-position", func() any {
		return shown(func() any { return grad.GradAt(product3, -1) }) + "; " + shown(func() any { return grad.GradAt(product3, 0, -1) })
	}, "ValueError: grad_position must be >= 0.; ValueError: The element in grad_position must be >= 0."},
	{"grad-dup-position", func() any { return grad.GradAt(product3, 0, 0) }, "ValueError: There are duplicate positions in `grad_position`, please check it"},
	{"grad-aux-single-output", func() any { return grad.New(product3, grad.HasAux())(vec(1), vec(1), vec(1)) }, "ValueError: When has_aux is True, origin fn requires more than one outputs."},
	{"grad-no-grad", func() any {
		grad.NoGrad(func() { grad.Grad(product3)(vec(1), vec(1), vec(1)) })
		return nil
	}, "RuntimeError: In no_grad context, you can not calculate gradient"},
	{"grad-nontensor-skipped", func() any {
		return grad.GradOperation{GetAll: true}.Of(func(x T, n int, y T) T { return x.Mul(y) })(vec(1), 3, vec(2)).Len()
	}, "2"},
	{"grad-get_all-one", func() any {
		f := func(x T) T { return x.Mul(x) }
		return all(grad.GradOperation{GetAll: true}.Of(f)(vec(1)).Len(), grad.New(f, grad.Position(0))(vec(1)).IsTuple())
	}, "1 false"},
	{"grad-unused-weight", func() any {
		unused, frozen := nn.NewParameter(vec(1, 2)), nn.NewParameter(vec(3, 4), nn.RequiresGrad(false))
		g := grad.GradBy(func(x T) T { return x.Mul(frozen.Tensor) }, nn.ParameterList{unused, frozen})(vec(5, 6))
		return all(g[0], g[1])
	}, "[0. 0.] [0. 0.]"},
	{"grad-sens-size", func() any {
		return grad.GradOperation{SensParam: true}.Of(expPow)(vec(1), vec(1), vec(1), tensor.Tuple{vec(1)})
	}, "RuntimeError: The given sens gradient's size should be same as out of network!"},
	{"grad-dict-output", func() any {
		n := initialized(&dictReLU{})
		sens := map[string]T{"relu": vec(3, 4)}
		return all(grad.Grad(n)(vec(1, 2)), grad.GradOperation{SensParam: true}.Of(n)(vec(1, 2), sens))
	}, "[1. 1.] [3. 4.]"},
	{"grad-int-bool-inputs", func() any {
		op, sens := grad.GradOperation{GetAll: true, SensParam: true}, tensor.New([][]float32{{1, 2, 0}, {0, 3, 4}})
		x := tensor.Ones(2, 3)
		b := op.Of(func(x, y T) T { return x.Add(y) })(x, x.AsType(tensor.Bool), sens).At(1).Tensor()
		i := op.Of(func(x, y T) T { return x.Sub(y) })(x, x.AsType(tensor.Int32), sens).At(1).Tensor()
		return strings.ReplaceAll(all(b.DType(), b, i.DType(), i), "\n", "")
	}, "Bool [[ True  True False] [False  True  True]] Int32 [[-1 -2  0] [ 0 -3 -4]]"},
	{"grad-set_grad-reuse", func() any {
		reused, plain, x := newCounting(), newCounting(), vec(3)
		reused.SetGrad()
		for _, n := range []*counting{reused, plain} {
			n.Call(x)
			grad.Grad(n)(x)
		}
		return all(reused.calls, plain.calls)
	}, "1 2"},
}
