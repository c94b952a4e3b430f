package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Reshape() {
	x := tensor.Arange(6)
	fmt.Println(x.Reshape(2, -1))
	// Output:
	// [[0 1 2]
	//  [3 4 5]]
}

func ExampleTensor_Flatten() {
	x := tensor.Zeros(2, 3, 4)
	fmt.Println(x.Flatten(1).Shape())
	// Output:
	// (2, 12)
}

func ExampleTensor_Transpose() {
	x := tensor.Arange(6).Reshape(2, 3)
	fmt.Println(x.Transpose())
	// Output:
	// [[0 3]
	//  [1 4]
	//  [2 5]]
}

func ExampleTensor_SwapAxes() {
	x := tensor.Zeros(2, 3, 4)
	fmt.Println(x.SwapAxes(0, -1).Shape())
	// Output:
	// (4, 3, 2)
}

func ExampleTensor_BroadcastTo() {
	x := tensor.New([][]int{{1}, {2}})
	fmt.Println(x.BroadcastTo(2, 3))
	// Output:
	// [[1 1 1]
	//  [2 2 2]]
}

func ExampleTensor_ExpandDims() {
	x := tensor.Arange(6)
	fmt.Println(x.ExpandDims(0).Shape(), x.ExpandDims(-1).Shape())
	// Output:
	// (1, 6) (6, 1)
}

func ExampleTensor_Squeeze() {
	x := tensor.Zeros(1, 3, 1)
	fmt.Println(x.Squeeze().Shape(), x.Squeeze(0).Shape())
	// Output:
	// (3,) (3, 1)
}

func ExampleTensor_Tile() {
	x := tensor.New([]int{1, 2})
	fmt.Println(x.Tile(2, 2))
	// Output:
	// [[1 2 1 2]
	//  [1 2 1 2]]
}

func ExampleTensor_RepeatInterleave() {
	x := tensor.New([]int{1, 2})
	fmt.Println(x.RepeatInterleave(2, 0))
	// Output:
	// [1 1 2 2]
}

func ExampleTensor_Flip() {
	x := tensor.Arange(6).Reshape(2, 3)
	fmt.Println(x.Flip(1))
	// Output:
	// [[2 1 0]
	//  [5 4 3]]
}

func ExampleTensor_Roll() {
	x := tensor.Arange(6)
	fmt.Println(x.Roll(2, 0))
	// Output:
	// [4 5 0 1 2 3]
}

func ExampleTensor_Tril() {
	x := tensor.Ones(2, 3)
	fmt.Println(x.Tril(0))
	// Output:
	// [[1. 0. 0.]
	//  [1. 1. 0.]]
}

func ExampleTensor_Triu() {
	x := tensor.Ones(2, 3)
	fmt.Println(x.Triu(1))
	// Output:
	// [[0. 1. 1.]
	//  [0. 0. 1.]]
}

func ExampleConcat() {
	a, b := tensor.New([]int{1, 2}), tensor.New([]int{3})
	fmt.Println(tensor.Concat([]*tensor.Tensor{a, b}, 0))
	// Output:
	// [1 2 3]
}

func ExampleStack() {
	a, b := tensor.New([]int{1, 2}), tensor.New([]int{3, 4})
	fmt.Println(tensor.Stack([]*tensor.Tensor{a, b}, 0))
	fmt.Println(tensor.Stack([]*tensor.Tensor{a, b}, 1))
	// Output:
	// [[1 2]
	//  [3 4]]
	// [[1 3]
	//  [2 4]]
}

func ExampleTensor_Split() {
	x := tensor.Arange(5)
	for _, piece := range x.Split(2, 0) {
		fmt.Println(piece)
	}
	// Output:
	// [0 1]
	// [2 3]
	// [4]
}

func ExampleTensor_Chunk() {
	x := tensor.Arange(5)
	for _, piece := range x.Chunk(2, 0) {
		fmt.Println(piece)
	}
	// Output:
	// [0 1 2]
	// [3 4]
}

func ExampleTensor_Unstack() {
	x := tensor.Arange(6).Reshape(2, 3)
	for _, piece := range x.Unstack(0) {
		fmt.Println(piece)
	}
	// Output:
	// [0 1 2]
	// [3 4 5]
}

func ExampleTensor_At() {
	x := tensor.Arange(12).Reshape(3, 4)
	fmt.Println(x.At(1))
	fmt.Println(x.At(tensor.All(), -1))
	fmt.Println(x.At(tensor.From(1), tensor.All().By(2)))
	fmt.Println(x.At([]int{2, 0}, 1))
	fmt.Println(x.At(x.Greater(tensor.Scalar(8))))
	// Output:
	// [4 5 6 7]
	// [ 3  7 11]
	// [[ 4  6]
	//  [ 8 10]]
	// [9 1]
	// [ 9 10 11]
}
