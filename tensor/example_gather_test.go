package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Gather() {
	x := tensor.Arange(6).Reshape(3, 2)
	fmt.Println(x.Gather(tensor.New([]int{2, 0}), 0))
	// Output:
	// [[4 5]
	//  [0 1]]
}

func ExampleTensor_GatherElements() {
	x := tensor.Arange(6).Reshape(3, 2)
	fmt.Println(x.GatherElements(1, tensor.New([][]int{{1}, {0}, {1}})))
	// Output:
	// [[1]
	//  [2]
	//  [5]]
}

func ExampleTensor_ScatterAdd() {
	x := tensor.New([]float32{1, 2, 3})
	y := x.ScatterAdd(0, tensor.New([]int{0, 0}), tensor.New([]float32{10, 20}))
	fmt.Println(y)
	// Output:
	// [31.  2.  3.]
}

func ExampleTensor_Scatter() {
	x := tensor.New([]float32{1, 2, 3})
	y := x.Scatter(0, tensor.New([]int{2, 0}), tensor.New([]float32{10, 20}))
	fmt.Println(y)
	// Output:
	// [20.  2. 10.]
}

func ExampleTensor_UnsortedSegmentSum() {
	x := tensor.New([]float32{1, 2, 3})
	fmt.Println(x.UnsortedSegmentSum(tensor.New([]int{1, 0, 1}), 2))
	// Output:
	// [2. 4.]
}

func ExampleTensor_MaskedFill() {
	x := tensor.New([]float32{1, -2, 3})
	fmt.Println(x.MaskedFill(x.Less(tensor.Scalar(0)), 0))
	// Output:
	// [1. 0. 3.]
}

func ExampleTensor_MaskedSelect() {
	x := tensor.New([]float32{1, -2, 3})
	fmt.Println(x.MaskedSelect(x.Greater(tensor.Scalar(0))))
	// Output:
	// [1. 3.]
}

func ExampleTensor_OneHot() {
	x := tensor.New([]int{0, 2})
	fmt.Println(x.OneHot(3))
	// Output:
	// [[1 0 0]
	//  [0 0 1]]
}
