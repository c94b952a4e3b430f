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
