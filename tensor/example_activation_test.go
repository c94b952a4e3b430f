package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Sigmoid() {
	x := tensor.New([]float32{0, 100, -200})
	fmt.Println(x.Sigmoid())
	// Output:
	// [0.5 1.  0. ]
}

func ExampleTensor_Softplus() {
	x := tensor.New([]float32{0, 100})
	fmt.Println(x.Softplus())
	// Output:
	// [  0.6931472 100.       ]
}

func ExampleTensor_ReLU() {
	x := tensor.New([]float32{-1, 0, 2})
	fmt.Println(x.ReLU())
	// Output:
	// [0. 0. 2.]
}

func ExampleTensor_Clamp() {
	x := tensor.New([]float32{-2, 0.5, 3})
	fmt.Println(x.Clamp(-1, 1))
	fmt.Println(x.Clamp(nil, 1))
	// Output:
	// [-1.   0.5  1. ]
	// [-2.   0.5  1. ]
}

func ExampleTensor_ReLU6() {
	x := tensor.New([]float32{-1, 3, 8})
	fmt.Println(x.ReLU6())
	// Output:
	// [0. 3. 6.]
}

func ExampleTensor_LeakyReLU() {
	x := tensor.New([]float32{-4, 3})
	fmt.Println(x.LeakyReLU(0.25))
	// Output:
	// [-1.  3.]
}

func ExampleTensor_ELU() {
	x := tensor.New([]float32{-100, 3})
	fmt.Println(x.ELU(2))
	// Output:
	// [-2.  3.]
}

func ExampleTensor_SELU() {
	x := tensor.New([]float32{0, 1})
	fmt.Println(x.SELU())
	// Output:
	// [0.       1.050701]
}

func ExampleTensor_SiLU() {
	x := tensor.New([]float32{0, 100})
	fmt.Println(x.SiLU())
	// Output:
	// [  0. 100.]
}

func ExampleTensor_Mish() {
	x := tensor.New([]float32{0, 100})
	fmt.Println(x.Mish())
	// Output:
	// [  0. 100.]
}

func ExampleTensor_Softsign() {
	x := tensor.New([]float32{1, -3})
	fmt.Println(x.Softsign())
	// Output:
	// [ 0.5  -0.75]
}

func ExampleTensor_LogSigmoid() {
	x := tensor.New([]float32{0, -200})
	fmt.Println(x.LogSigmoid())
	// Output:
	// [  -0.6931472 -200.       ]
}

func ExampleTensor_HSigmoid() {
	x := tensor.New([]float32{-3, 0, 3})
	fmt.Println(x.HSigmoid())
	// Output:
	// [0.  0.5 1. ]
}

func ExampleTensor_HSwish() {
	x := tensor.New([]float32{-3, 3})
	fmt.Println(x.HSwish())
	// Output:
	// [-0.  3.]
}

func ExampleTensor_GELU() {
	x := tensor.New([]float32{0, 100})
	fmt.Println(x.GELU("none"), x.GELU("tanh"))
	// Output:
	// [  0. 100.] [  0. 100.]
}
