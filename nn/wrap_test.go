package nn_test

import (
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
)

// TestWrappers checks wrappers of y = w·x with w = 2 at x = 3, and the loss (y - 5)²: 1, with the gradients 2(y-5)·x
// = 6 by w and 2(y-5)·w = 4 by x.
func TestWrappers(t *testing.T) {
	net := nn.NewDense(1, 1, nn.HasBias(false), nn.WeightInit(2))
	x, label := vec(3).Reshape(1, 1), vec(5).Reshape(1, 1)
	eval := nn.NewWithEvalCell(net, nn.NewMSELoss())
	loss, out, same5 := eval.Call(x, label)
	same(t, "WithEvalCell", all(loss, out, same5, names(eval.TrainableParams())), "1.0 [[6.]] [[5.]] weight")
	same(t, "WithGradCell", nn.NewWithGradCell(net, nn.NewMSELoss()).Call(x, label)[0].String(), "[[6.]]")
	same(t, "WithGradCell without a loss", nn.NewWithGradCell(net, nil).Call(x)[0].String(), "[[3.]]")

	lossNet := nn.NewWithLossCell(net, nn.NewMSELoss())
	for _, c := range []struct {
		name    string
		op      grad.GradOperation
		weights any
		inputs  []T
		want    string
	}{
		{"first input", grad.GradOperation{}, nil, []T{x, label}, "1.0 [[4.]]"},
		{"all inputs", grad.GradOperation{GetAll: true}, nil, []T{x, label}, "1.0 (Tensor(shape=[1, 1], dtype=Float32, value=\n[[ 4.00000000e+00]]), " +
			"Tensor(shape=[1, 1], dtype=Float32, value=\n[[-2.00000000e+00]]))"},
		{"weights", grad.GradOperation{GetByList: true}, net.TrainableParams(), []T{x, label}, "1.0 (Tensor(shape=[1, 1], dtype=Float32, value=\n[[ 6.00000000e+00]]),)"},
		{"output gradient", grad.GradOperation{SensParam: true}, nil, []T{x, label, vec(10).Reshape()}, "1.0 [[40.]]"},
	} {
		value, grads := nn.NewForwardValueAndGrad(lossNet, c.weights, c.op).Call(c.inputs...)
		same(t, "ForwardValueAndGrad, "+c.name, all(value, grads), c.want)
	}
}

// TestParameterUpdate: the cell returns its argument and stores it in the parameter.
func TestParameterUpdate(t *testing.T) {
	net := nn.NewDense(1, 2)
	update := nn.NewParameterUpdate(net.Weight)
	out := update.Call(vec(1, 2).Reshape(2, 1))
	same(t, "ParameterUpdate", all(flat(out), flat(net.Weight.Value()), names(update.TrainableParams()), net.Weight.Data().InitData() == net.Weight), "[[1.] [2.]] [[1.] [2.]] weight true")
}
