package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_MoveAxis() {
	fmt.Println(tensor.Zeros(3, 4, 5).MoveAxis(0, -1).Shape())
	// Output:
	// (4, 5, 3)
}

func ExampleTensor_Narrow() {
	x := tensor.Arange(9).Reshape(3, 3)
	fmt.Println(x.Narrow(1, 1, 2))
	// Output:
	// [[1 2]
	//  [4 5]
	//  [7 8]]
}

func ExampleTensor_FlipLR() {
	fmt.Println(tensor.Arange(4).Reshape(2, 2).FlipLR())
	// Output:
	// [[1 0]
	//  [3 2]]
}

func ExampleTensor_FlipUD() {
	fmt.Println(tensor.Arange(4).Reshape(2, 2).FlipUD())
	// Output:
	// [[2 3]
	//  [0 1]]
}

func ExampleTensor_Rot90() {
	fmt.Println(tensor.Arange(4).Reshape(2, 2).Rot90(1, 0, 1))
	// Output:
	// [[1 3]
	//  [0 2]]
}

func ExampleTensor_AsStrided() {
	x := tensor.Arange(9).Reshape(3, 3)
	fmt.Println(x.AsStrided([]int{2, 2}, []int{1, 2}, 0))
	fmt.Println(tensor.Arange(5).AsStrided([]int{3, 3}, []int{1, 1}, 0))
	// Output:
	// [[0 2]
	//  [1 3]]
	// [[0 1 2]
	//  [1 2 3]
	//  [2 3 4]]
}

func ExampleTensor_TensorSplit() {
	for _, part := range tensor.Arange(7).TensorSplit(3, 0) {
		fmt.Println(part)
	}
	// Output:
	// [0 1 2]
	// [3 4]
	// [5 6]
}

func ExampleTensor_HSplit() {
	for _, part := range tensor.Arange(6).Reshape(2, 3).HSplit([]int{1}) {
		fmt.Println(part)
	}
	// Output:
	// [[0]
	//  [3]]
	// [[1 2]
	//  [4 5]]
}

func ExampleTensor_VSplit() {
	for _, part := range tensor.Arange(4).Reshape(2, 2).VSplit(2) {
		fmt.Println(part)
	}
	// Output:
	// [[0 1]]
	// [[2 3]]
}

func ExampleTensor_DSplit() {
	for _, part := range tensor.Arange(4).Reshape(1, 2, 2).DSplit(2) {
		fmt.Println(part)
	}
	// Output:
	// [[[0]
	//   [2]]]
	// [[[1]
	//   [3]]]
}

func ExampleTensor_AtLeast1D() {
	fmt.Println(tensor.New(1).AtLeast1D())
	// Output:
	// [1]
}

func ExampleTensor_AtLeast2D() {
	fmt.Println(tensor.New([]int{1, 2}).AtLeast2D())
	// Output:
	// [[1 2]]
}

func ExampleTensor_AtLeast3D() {
	fmt.Println(tensor.Ones(4).AtLeast3D().Shape())
	// Output:
	// (1, 4, 1)
}

func ExampleHStack() {
	a, b := tensor.New([]int{1, 1, 1}), tensor.New([]int{2, 2})
	fmt.Println(tensor.HStack([]*tensor.Tensor{a, b}))
	// Output:
	// [1 1 1 2 2]
}

func ExampleVStack() {
	a, b := tensor.New([]int{3, 1, 4}), tensor.New([]int{1, 5, 9})
	fmt.Println(tensor.VStack([]*tensor.Tensor{a, b}))
	// Output:
	// [[3 1 4]
	//  [1 5 9]]
}

func ExampleDStack() {
	a, b := tensor.New([]int{1, 2}), tensor.New([]int{3, 4})
	fmt.Println(tensor.DStack([]*tensor.Tensor{a, b}))
	// Output:
	// [[[1 3]
	//   [2 4]]]
}

func ExampleColumnStack() {
	a, b := tensor.New([]int{1, 1, 1}), tensor.New([]int{2, 2, 2})
	fmt.Println(tensor.ColumnStack([]*tensor.Tensor{a, b}))
	// Output:
	// [[1 2]
	//  [1 2]
	//  [1 2]]
}

func ExampleBlockDiag() {
	a, b := tensor.New([][]int{{4}, {3}}), tensor.New([]int{7, 6})
	fmt.Println(tensor.BlockDiag([]*tensor.Tensor{a, b}))
	// Output:
	// [[4 0 0]
	//  [3 0 0]
	//  [0 7 6]]
}

func ExampleGrids() {
	x, y := tensor.New([]int{1, 2}), tensor.New([]int{5, 6, 7})
	for _, g := range tensor.Grids([]*tensor.Tensor{x, y}, "xy") {
		fmt.Println(g)
	}
	// Output:
	// [[1 2]
	//  [1 2]
	//  [1 2]]
	// [[5 5]
	//  [6 6]
	//  [7 7]]
}

func ExampleCartesianProd() {
	x, y := tensor.New([]int{1, 2}), tensor.New([]int{5})
	fmt.Println(tensor.CartesianProd([]*tensor.Tensor{x, y}))
	// Output:
	// [[1 5]
	//  [2 5]]
}

func ExampleTensor_Combinations() {
	fmt.Println(tensor.New([]int{1, 2, 3}).Combinations(2, false))
	// Output:
	// [[1 2]
	//  [1 3]
	//  [2 3]]
}

func ExampleTensor_SumToSize() {
	fmt.Println(tensor.Ones(3, 3).SumToSize(1, 3))
	// Output:
	// [[3. 3. 3.]]
}
