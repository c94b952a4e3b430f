package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Add() {
	x := tensor.New([]float32{1, 2})
	fmt.Println(x.Add(tensor.Scalar(1)))
	fmt.Println(x.Add(tensor.New([][]float32{{10}, {20}})))
	// Output:
	// [2. 3.]
	// [[11. 12.]
	//  [21. 22.]]
}

func ExampleTensor_Sub() {
	x, y := tensor.New([]float32{1, 2}), tensor.New([]float32{10, 5})
	fmt.Println(x.Sub(y))
	// Output:
	// [-9. -3.]
}

func ExampleTensor_Mul() {
	x, y := tensor.New([]float32{1, 2}), tensor.New([]float32{10, -2})
	fmt.Println(x.Mul(y))
	// Output:
	// [10. -4.]
}

func ExampleTensor_Div() {
	x, y := tensor.New([]int{1, 6}), tensor.New([]int{2, 4})
	fmt.Println(x.Div(y))
	// Output:
	// [0.5 1.5]
}

func ExampleTensor_FloorDiv() {
	x, y := tensor.New([]int{7, -7}), tensor.New([]int{2, 2})
	fmt.Println(x.FloorDiv(y))
	// Output:
	// [ 3 -4]
}

func ExampleTensor_Mod() {
	x, y := tensor.New([]int{7, -7}), tensor.New([]int{3, 3})
	fmt.Println(x.Mod(y))
	// Output:
	// [1 2]
}

func ExampleTensor_Pow() {
	x, y := tensor.New([]float32{2, 9}), tensor.New([]float32{3, 0.5})
	fmt.Println(x.Pow(y))
	// Output:
	// [8. 3.]
}

func ExampleTensor_Maximum() {
	x, y := tensor.New([]float32{1, 5}), tensor.New([]float32{3, 2})
	fmt.Println(x.Maximum(y))
	// Output:
	// [3. 5.]
}

func ExampleTensor_Minimum() {
	x, y := tensor.New([]float32{1, 5}), tensor.New([]float32{3, 2})
	fmt.Println(x.Minimum(y))
	// Output:
	// [1. 2.]
}

func ExampleTensor_Atan2() {
	x, y := tensor.New([]float32{0, 0}), tensor.New([]float32{1, -1})
	fmt.Println(x.Atan2(y))
	// Output:
	// [0.        3.1415927]
}

func ExampleTensor_Hypot() {
	x, y := tensor.New([]float32{3, 5}), tensor.New([]float32{4, 12})
	fmt.Println(x.Hypot(y))
	// Output:
	// [ 5. 13.]
}

func ExampleTensor_Xlogy() {
	x, y := tensor.New([]float32{0, 2}), tensor.New([]float32{0, 1})
	fmt.Println(x.Xlogy(y))
	// Output:
	// [0. 0.]
}
