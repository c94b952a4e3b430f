package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Outer() {
	x, y := tensor.New([]int{1, 2}), tensor.New([]int{3, 4})
	fmt.Println(x.Outer(y))
	// Output:
	// [[3 4]
	//  [6 8]]
}

func ExampleTensor_Diag() {
	x := tensor.New([]int{1, 2})
	fmt.Println(x.Diag())
	fmt.Println(x.Diag().Diag())
	// Output:
	// [[1 0]
	//  [0 2]]
	// [1 2]
}

func ExampleTensor_Trace() {
	x := tensor.New([][]int{{1, 2}, {3, 4}})
	fmt.Println(x.Trace())
	// Output:
	// 5
}

func ExampleTensor_Lerp() {
	x, y := tensor.New([]float32{0, 10}), tensor.New([]float32{4, 20})
	fmt.Println(x.Lerp(y, tensor.Scalar(0.5)))
	// Output:
	// [ 2. 15.]
}

func ExampleTensor_AddCMul() {
	x := tensor.New([]float32{1, 1})
	y := x.AddCMul(tensor.New([]float32{2, 3}), tensor.New([]float32{4, 5}), tensor.Scalar(10))
	fmt.Println(y)
	// Output:
	// [ 81. 151.]
}

func ExampleTensor_AddCDiv() {
	x := tensor.New([]float32{1, 1})
	y := x.AddCDiv(tensor.New([]float32{2, 3}), tensor.New([]float32{4, 2}), tensor.Scalar(10))
	fmt.Println(y)
	// Output:
	// [ 6. 16.]
}

func ExampleMeshgrid() {
	x, y := tensor.Meshgrid(tensor.New([]int{1, 2}), tensor.New([]int{3, 4, 5}))
	fmt.Println(x)
	fmt.Println(y)
	// Output:
	// [[1 1 1]
	//  [2 2 2]]
	// [[3 4 5]
	//  [3 4 5]]
}
