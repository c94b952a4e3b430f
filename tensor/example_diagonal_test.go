package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Diagonal() {
	x := tensor.New([][]float32{{0, 1}, {2, 3}})
	fmt.Println(x.Diagonal(0, 0, 1), x.Diagonal(1, 0, 1))
	// Output:
	// [0. 3.] [1.]
}

func ExampleTensor_DiagEmbed() {
	x := tensor.New([]float32{2, 3, 4})
	fmt.Println(x.DiagEmbed(0, -2, -1))
	// Output:
	// [[2. 0. 0.]
	//  [0. 3. 0.]
	//  [0. 0. 4.]]
}

func ExampleTensor_DiagFlat() {
	fmt.Println(tensor.New([]int{1, 2, 3}).DiagFlat(1))
	// Output:
	// [[0 1 0 0]
	//  [0 0 2 0]
	//  [0 0 0 3]
	//  [0 0 0 0]]
}

func ExampleTensor_FillDiagonal() {
	fmt.Println(tensor.Ones(6, 3).FillDiagonal(5, true))
	// Output:
	// [[5. 1. 1.]
	//  [1. 5. 1.]
	//  [1. 1. 5.]
	//  [1. 1. 1.]
	//  [5. 1. 1.]
	//  [1. 5. 1.]]
}

func ExampleTensor_Vander() {
	fmt.Println(tensor.New([]float32{1, 2, 3, 5}).Vander(3))
	// Output:
	// [[ 1.  1.  1.]
	//  [ 4.  2.  1.]
	//  [ 9.  3.  1.]
	//  [25.  5.  1.]]
}

func ExampleTensor_MatrixBandPart() {
	fmt.Println(tensor.Ones(4, 4).MatrixBandPart(2, 1))
	// Output:
	// [[1. 1. 0. 0.]
	//  [1. 1. 1. 0.]
	//  [1. 1. 1. 1.]
	//  [0. 1. 1. 1.]]
}

func ExampleTrilIndices() {
	fmt.Println(tensor.TrilIndices(4, 3, -1))
	// Output:
	// [[1 2 2 3 3 3]
	//  [0 0 1 0 1 2]]
}

func ExampleTriuIndices() {
	fmt.Println(tensor.TriuIndices(4, 4, 2))
	// Output:
	// [[0 0 1]
	//  [2 3 3]]
}

func ExampleTensor_MatrixDiag() {
	x := tensor.New([][]float32{{8, 9, 0}, {1, 2, 3}, {0, 4, 5}})
	fmt.Println(x.MatrixDiag(-1, 1, 3, 3, 11, "LEFT_RIGHT"))
	// Output:
	// [[ 1.  8. 11.]
	//  [ 4.  2.  9.]
	//  [11.  5.  3.]]
}

func ExampleTensor_MatrixDiagPart() {
	x := tensor.New([][]float32{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 8, 7, 6}})
	fmt.Println(x.MatrixDiagPart(1, 3, 9, "RIGHT_LEFT"))
	// Output:
	// [[9. 9. 4.]
	//  [9. 3. 8.]
	//  [2. 7. 6.]]
}

func ExampleTensor_MatrixSetDiag() {
	x := tensor.Full([]int{3, 4}, 7.0)
	diagonal := tensor.New([][]float32{{0, 9, 1}, {6, 5, 8}, {1, 2, 3}, {4, 5, 0}})
	fmt.Println(x.MatrixSetDiag(diagonal, -1, 2, "RIGHT_LEFT"))
	// Output:
	// [[1. 6. 9. 7.]
	//  [4. 2. 5. 1.]
	//  [7. 5. 3. 8.]]
}
