package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Sin() {
	x := tensor.New([]float32{0})
	fmt.Println(x.Sin())
	// Output:
	// [0.]
}

func ExampleTensor_Cos() {
	x := tensor.New([]float32{0})
	fmt.Println(x.Cos())
	// Output:
	// [1.]
}

func ExampleTensor_Tan() {
	x := tensor.New([]float32{0})
	fmt.Println(x.Tan())
	// Output:
	// [0.]
}

func ExampleTensor_Asin() {
	x := tensor.New([]float32{0, 2})
	fmt.Println(x.Asin())
	// Output:
	// [ 0. nan]
}

func ExampleTensor_Acos() {
	x := tensor.New([]float32{1, 2})
	fmt.Println(x.Acos())
	// Output:
	// [ 0. nan]
}

func ExampleTensor_Atan() {
	x := tensor.New([]float32{0})
	fmt.Println(x.Atan())
	// Output:
	// [0.]
}

func ExampleTensor_Sinh() {
	x := tensor.New([]float32{0})
	fmt.Println(x.Sinh())
	// Output:
	// [0.]
}

func ExampleTensor_Cosh() {
	x := tensor.New([]float32{0})
	fmt.Println(x.Cosh())
	// Output:
	// [1.]
}

func ExampleTensor_Tanh() {
	x := tensor.New([]float32{0, 100, -100})
	fmt.Println(x.Tanh())
	// Output:
	// [ 0.  1. -1.]
}

func ExampleTensor_Asinh() {
	x := tensor.New([]float32{0})
	fmt.Println(x.Asinh())
	// Output:
	// [0.]
}

func ExampleTensor_Acosh() {
	x := tensor.New([]float32{1, 0.5})
	fmt.Println(x.Acosh())
	// Output:
	// [ 0. nan]
}

func ExampleTensor_Atanh() {
	x := tensor.New([]float32{0, 1})
	fmt.Println(x.Atanh())
	// Output:
	// [ 0. inf]
}
