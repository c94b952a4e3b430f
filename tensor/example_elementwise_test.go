package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Abs() {
	x := tensor.New([]float32{-1.5, 0, 2})
	fmt.Println(x.Abs())
	// Output:
	// [1.5 0.  2. ]
}

func ExampleTensor_Neg() {
	x := tensor.New([]float32{1, -2})
	fmt.Println(x.Neg())
	// Output:
	// [-1.  2.]
}

func ExampleTensor_Square() {
	x := tensor.New([]float32{1.5, -2})
	fmt.Println(x.Square())
	// Output:
	// [2.25 4.  ]
}

func ExampleTensor_Reciprocal() {
	x := tensor.New([]float32{4, -2})
	fmt.Println(x.Reciprocal())
	// Output:
	// [ 0.25 -0.5 ]
}

func ExampleTensor_Sign() {
	x := tensor.New([]float32{-3, 0, 5})
	fmt.Println(x.Sign())
	// Output:
	// [-1.  0.  1.]
}

func ExampleTensor_Floor() {
	x := tensor.New([]float32{1.5, -1.5})
	fmt.Println(x.Floor())
	// Output:
	// [ 1. -2.]
}

func ExampleTensor_Ceil() {
	x := tensor.New([]float32{1.5, -1.5})
	fmt.Println(x.Ceil())
	// Output:
	// [ 2. -1.]
}

func ExampleTensor_Trunc() {
	x := tensor.New([]float32{1.5, -1.5})
	fmt.Println(x.Trunc())
	// Output:
	// [ 1. -1.]
}

func ExampleTensor_Round() {
	x := tensor.New([]float32{0.5, 1.5, 2.6})
	fmt.Println(x.Round())
	// Output:
	// [0. 2. 3.]
}

func ExampleTensor_Erf() {
	x := tensor.New([]float32{0, 10, -10})
	fmt.Println(x.Erf())
	// Output:
	// [ 0.  1. -1.]
}

func ExampleTensor_Erfc() {
	x := tensor.New([]float32{0, -10})
	fmt.Println(x.Erfc())
	// Output:
	// [1. 2.]
}
