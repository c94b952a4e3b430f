package optim_test

import (
	"fmt"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// Fit y = 3x by gradient descent.
func Example() {
	net := nn.NewDense(1, 1, nn.HasBias(false), nn.WeightInit("zeros"))
	opt := optim.NewSGD(net.TrainableParams(), 0.1)
	x := tensor.New([][]float32{{1}, {2}})
	loss := func(x *tensor.Tensor) *tensor.Tensor {
		return net.Call(x).Sub(x.Mul(tensor.Scalar(3.0))).Square().Mean()
	}
	step := grad.ValueAndGrad(loss, opt.Parameters)
	for range 3 {
		l, grads := step(x)
		opt.Call(grads)
		fmt.Println(l, net.Weight.Value())
	}
	// Output:
	// 22.5 [[1.5]]
	// 5.625 [[2.25]]
	// 1.40625 [[2.625]]
}

func ExampleGroup() {
	net := nn.NewDense(2, 1)
	opt := optim.NewMomentum([]optim.Group{
		{Params: nn.ParameterList{net.Weight}, WeightDecay: 0.01},
		{Params: nn.ParameterList{net.Bias}, LR: 0.05},
		{OrderParams: net.TrainableParams()},
	}, 0.1, 0.9)
	fmt.Println(opt.LRParameter(net.Weight).Value(), opt.LRParameter(net.Bias).Value())
	// Output: 0.1 0.05
}

func ExampleNewAdam() {
	net := nn.NewDense(3, 2)
	opt := optim.NewAdam(net.TrainableParams(), 0.01, optim.Beta1(0.8), optim.WeightDecay(1e-4))
	fmt.Println(opt.Moment1)
	// Output: (Parameter (name=moment1.weight, shape=(2, 3), dtype=Float32, requires_grad=True), Parameter (name=moment1.bias, shape=(2,), dtype=Float32, requires_grad=True))
}

func ExampleExponentialDecayRates() {
	fmt.Println(optim.ExponentialDecayRates(0.1, 0.9, 6, 2, 1))
	// Output: [0.1, 0.1, 0.09000000000000001, 0.09000000000000001, 0.08100000000000002, 0.08100000000000002]
}

func ExampleNewExponentialDecayLR() {
	lr := optim.NewExponentialDecayLR(0.1, 0.9, 4)
	for step := range 4 {
		fmt.Println(lr.Call(tensor.New(step, tensor.Int32)))
	}
	// Output:
	// 0.1
	// 0.097400375
	// 0.094868325
	// 0.09240211
}
