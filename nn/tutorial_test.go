package nn_test

import (
	"fmt"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// The cells of MindSpore's autograd tutorial, with the outputs that its page records.

type mulNet struct {
	nn.Cell
	z *nn.Parameter
}

func newMulNet() *mulNet {
	n := &mulNet{z: nn.NewParameter(tensor.New([]float32{1}), "z")}
	n.Init(n)
	return n
}

func (n *mulNet) Construct(x, y *tensor.Tensor) *tensor.Tensor { return x.Mul(n.z.Tensor).MatMul(y) }

type stopNet struct{ nn.Cell }

func newStopNet() *stopNet {
	n := &stopNet{}
	n.Init(n)
	return n
}

func (n *stopNet) Construct(x, y *tensor.Tensor) *tensor.Tensor {
	out1 := x.MatMul(y)
	out2 := grad.StopGradient(x.MatMul(y))
	return out1.Add(out2)
}

type doubleNet struct{ nn.Cell }

func newDoubleNet() *doubleNet {
	n := &doubleNet{}
	n.Init(n)
	return n
}

func (n *doubleNet) Construct(x, y *tensor.Tensor) *tensor.Tensor {
	return x.MatMul(y).Add(x.MatMul(y))
}

// gradNet is the tutorial's GradNetWrtX: a cell whose result is a gradient.
type gradNet struct {
	nn.Cell
	net    nn.Layer
	params nn.ParameterTuple
	op     grad.GradOperation
	sens   *tensor.Tensor
}

func newGradNet(net nn.Layer, op grad.GradOperation) *gradNet {
	n := &gradNet{net: net, op: op}
	if op.GetByList {
		n.params = nn.NewParameterTuple(net.CellBase().TrainableParams())
	}
	if op.SensParam {
		n.sens = tensor.New([][]float32{{0.1, 0.6, 0.2}, {0.8, 1.3, 1.1}})
	}
	n.Init(n)
	return n
}

func (n *gradNet) Construct(x, y *tensor.Tensor) grad.Result {
	args := []any{x, y}
	if n.sens != nil {
		args = append(args, n.sens)
	}
	if n.op.GetByList {
		return n.op.Of(n.net, n.params)(args...)
	}
	return n.op.Of(n.net)(args...)
}

const wrtX = "[[4.5099998 2.7       3.6000001]\n [4.5099998 2.7       3.6000001]]"

func TestAutogradTutorial(t *testing.T) {
	x := tensor.New([][]float32{{0.8, 0.6, 0.2}, {1.8, 1.3, 1.1}})
	y := tensor.New([][]float32{{0.11, 3.3, 1.1}, {1.1, 0.2, 1.4}, {1.1, 2.2, 0.3}})
	for _, c := range []struct {
		name string
		net  nn.Layer
		op   grad.GradOperation
		want string
	}{
		{"with respect to x", newMulNet(), grad.GradOperation{}, wrtX},
		{
			"with respect to the weight", newMulNet(),
			grad.GradOperation{GetByList: true},
			"(Tensor(shape=[1], dtype=Float32, value= [ 2.15359993e+01]),)",
		},
		{
			"scaled", newMulNet(),
			grad.GradOperation{SensParam: true},
			"[[2.211 0.51  1.49 ]\n [5.588 2.68  4.07 ]]",
		},
		// The page shows 4.5, 2.7, 3.6 and their doubles for these two, which belong to a y with 0.1
		// in the place of 0.11; the values are those of the first case and their doubles.
		{"stopped", newStopNet(), grad.GradOperation{}, wrtX},
		{"not stopped", newDoubleNet(), grad.GradOperation{}, "[[9.0199995 5.4       7.2000003]\n [9.0199995 5.4       7.2000003]]"},
	} {
		n := newGradNet(c.net, c.op)
		if got := n.Invoke(x, y)[0].(grad.Result).String(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestGradOperationExamples runs the examples of ops.GradOperation in MindSpore's documentation, with the outputs it
// shows. (That of all inputs scaled is left out: its last digits come from another order of summation than the
// tutorial's, which computes the same.)
func TestGradOperationExamples(t *testing.T) {
	x := tensor.New([][]float32{{0.8, 0.6, 0.2}, {1.8, 1.3, 1.1}})
	y := tensor.New([][]float32{{0.11, 3.3, 1.1}, {1.1, 0.2, 1.4}, {1.1, 2.2, 0.3}})
	for _, c := range []struct {
		name string
		op   grad.GradOperation
		x, y *tensor.Tensor
		want string
	}{
		{
			"the first input",
			grad.GradOperation{},
			tensor.New([][]float32{{0.5, 0.6, 0.4}, {1.2, 1.3, 1.1}}),
			tensor.New([][]float32{{0.01, 0.3, 1.1}, {0.1, 0.2, 1.3}, {2.1, 1.2, 3.3}}),
			"[[1.4100001 1.5999999 6.6      ]\n [1.4100001 1.5999999 6.6      ]]",
		},
		{
			"all inputs",
			grad.GradOperation{GetAll: true},
			x,
			tensor.New([][]float32{{0.1, 3.3, 1.1}, {1.1, 0.2, 1.4}, {1.1, 2.2, 0.3}}),
			"(Tensor(shape=[2, 3], dtype=Float32, value=\n[[ 4.50000000e+00,  2.70000005e+00,  3.60000014e+00],\n" +
				" [ 4.50000000e+00,  2.70000005e+00,  3.60000014e+00]]), Tensor(shape=[3, 3], dtype=Float32, value=\n" +
				"[[ 2.59999990e+00,  2.59999990e+00,  2.59999990e+00],\n [ 1.89999998e+00,  1.89999998e+00,  1.89999998e+00],\n" +
				" [ 1.30000007e+00,  1.30000007e+00,  1.30000007e+00]]))",
		},
		{
			"the weights",
			grad.GradOperation{GetByList: true},
			x, y,
			"(Tensor(shape=[1], dtype=Float32, value= [ 2.15359993e+01]),)",
		},
		{
			"inputs and weights",
			grad.GradOperation{GetAll: true, GetByList: true},
			tensor.New([][]float32{{0.1, 0.6, 1.2}, {0.5, 1.3, 0.1}}),
			tensor.New([][]float32{{0.12, 2.3, 1.1}, {1.3, 0.2, 2.4}, {0.1, 2.2, 0.3}}),
			"((Tensor(shape=[2, 3], dtype=Float32, value=\n[[ 3.51999998e+00,  3.90000010e+00,  2.59999990e+00],\n" +
				" [ 3.51999998e+00,  3.90000010e+00,  2.59999990e+00]]), Tensor(shape=[3, 3], dtype=Float32, value=\n" +
				"[[ 6.00000024e-01,  6.00000024e-01,  6.00000024e-01],\n [ 1.89999998e+00,  1.89999998e+00,  1.89999998e+00],\n" +
				" [ 1.30000007e+00,  1.30000007e+00,  1.30000007e+00]])), (Tensor(shape=[1], dtype=Float32, value= [ 1.29020004e+01]),))",
		},
	} {
		if got := newGradNet(newMulNet(), c.op).Invoke(c.x, c.y)[0].(grad.Result).String(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// The derivation tutorial: two inputs, a weight, and second orders of one and two outputs.

type squareNet struct {
	nn.Cell
	z *nn.Parameter
}

func (n *squareNet) Construct(x, y *tensor.Tensor) *tensor.Tensor {
	return x.Mul(x).Mul(y).Mul(n.z.Tensor)
}

type wavesNet struct{ nn.Cell }

func (*wavesNet) Construct(x, y *tensor.Tensor) (out1, out2 *tensor.Tensor) {
	return x.Sin().Sub(y.Cos()), x.Cos().Sub(y.Sin())
}

func TestDerivationTutorial(t *testing.T) {
	net := &squareNet{z: nn.NewParameter(tensor.New([]float32{1}), "z")}
	net.Init(net)
	waves := &wavesNet{}
	waves.Init(waves)
	x, y := tensor.New([]float32{3}), tensor.New([]float32{5})
	pi := tensor.New([]float32{3.1415926})
	second := grad.GradAt(grad.GradAt(waves, 0, 1), 0, 1)(pi, pi)
	for _, c := range []struct{ name, got, want string }{
		{
			"inputs", grad.GradAt(net, 0, 1)(x, y).String(),
			"(Tensor(shape=[1], dtype=Float32, value= [ 3.00000000e+01]), Tensor(shape=[1], dtype=Float32, value= [ 9.00000000e+00]))",
		},
		{
			"weights", grad.GradBy(net, nn.NewParameterTuple(net.TrainableParams()))(x, y).String(),
			"(Tensor(shape=[1], dtype=Float32, value= [ 4.50000000e+01]),)",
		},
		{"second order by x", fmt.Sprintf("%.2f", second[0]), "[1.00]"},
		{"second order by y", fmt.Sprintf("%.2f", second[1]), "[-1.00]"},
	} {
		if c.got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, c.got, c.want)
		}
	}
}
