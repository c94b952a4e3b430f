package nn_test

import (
	"fmt"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Linear is a cell with a layer and a parameter of its own.
type Linear struct {
	nn.Cell
	fc    *nn.Dense
	scale *nn.Parameter
}

func NewLinear() *Linear {
	n := &Linear{
		fc:    nn.NewDense(2, 1, nn.WeightInit("ones"), nn.HasBias(false)),
		scale: nn.NewParameter(tensor.New([]float32{3})),
	}
	n.Init(n)
	return n
}

func (n *Linear) Construct(x *tensor.Tensor) *tensor.Tensor {
	return n.fc.Call(x).Mul(n.scale.Tensor)
}

func ExampleCell() {
	net := NewLinear()
	x := tensor.New([][]float32{{1, 2}})
	fmt.Println(net)
	fmt.Println(net.Call(x))
	fmt.Println(net.TrainableParams())
	fmt.Println(grad.GradBy(net, net.TrainableParams())(x))
	// Output:
	// Linear<
	//   (fc): Dense<input_channels=2, output_channels=1>
	//   >
	// [[9.]]
	// [Parameter (name=scale, shape=(1,), dtype=Float32, requires_grad=True), Parameter (name=fc.weight, shape=(1, 2), dtype=Float32, requires_grad=True)]
	// (Tensor(shape=[1], dtype=Float32, value= [ 3.00000000e+00]), Tensor(shape=[1, 2], dtype=Float32, value=
	// [[ 3.00000000e+00,  6.00000000e+00]]))
}

func ExampleCell_RegisterForwardHook() {
	relu := nn.NewReLU()
	handle := relu.RegisterForwardHook(func(_ nn.Layer, inputs tensor.Tuple, output *tensor.Tensor) *tensor.Tensor {
		fmt.Println(inputs, output)
		return output.Neg()
	})
	x := tensor.New([]float32{-1, 2})
	fmt.Println(relu.Call(x))
	handle.Remove()
	fmt.Println(relu.Call(x))
	// Output:
	// (Tensor(shape=[2], dtype=Float32, value= [-1.00000000e+00,  2.00000000e+00]),) [0. 2.]
	// [-0. -2.]
	// [0. 2.]
}

func ExampleParameterDict_All() {
	for name, p := range NewLinear().ParametersDict().All() {
		fmt.Println(name, p.Value())
	}
	// Output:
	// scale [3.]
	// fc.weight [[1. 1.]]
}
