package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Exp() {
	x := tensor.New([]float32{0, 1, -1})
	fmt.Println(x.Exp())
	// Output:
	// [1.         2.7182817  0.36787945]
}

func ExampleTensor_Exp2() {
	x := tensor.New([]float32{3, -1})
	fmt.Println(x.Exp2())
	// Output:
	// [8.  0.5]
}

func ExampleTensor_Expm1() {
	x := tensor.New([]float64{1e-20})
	fmt.Println(x.Expm1())
	// Output:
	// [1.e-20]
}

func ExampleTensor_Log() {
	x := tensor.New([]float32{1, 0})
	fmt.Println(x.Log())
	// Output:
	// [  0. -inf]
}

func ExampleTensor_Log2() {
	x := tensor.New([]float32{8, 0.5})
	fmt.Println(x.Log2())
	// Output:
	// [ 3. -1.]
}

func ExampleTensor_Log10() {
	x := tensor.New([]float32{1, 1000})
	fmt.Println(x.Log10())
	// Output:
	// [0. 3.]
}

func ExampleTensor_Log1p() {
	x := tensor.New([]float64{1e-20})
	fmt.Println(x.Log1p())
	// Output:
	// [1.e-20]
}

func ExampleTensor_Sqrt() {
	x := tensor.New([]float32{4, 2.25, -1})
	fmt.Println(x.Sqrt())
	// Output:
	// [2.  1.5 nan]
}

func ExampleTensor_Rsqrt() {
	x := tensor.New([]float32{4, 0.25})
	fmt.Println(x.Rsqrt())
	// Output:
	// [0.5 2. ]
}
