package nn_test

import (
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
