package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

// The family of the largest elements.
func ExampleTensor_largest() {
	x := tensor.New([][]float32{{1, 5}, {7, 3}})
	fmt.Println(x.Max(), x.Max(0))
	fmt.Println(x.MaxAxes([]int{0}, true))
	fmt.Println(x.AMax(nil, false, 0, x.Less(tensor.Scalar(6)))) // of those below 6
	values, places := x.MaxWithIndex(1, false)
	fmt.Println(values, places, x.ArgMax(1))
	smallest, largest := x.AMinMax(nil, false)
	fmt.Println(smallest, largest)
	fmt.Println(x.Maximum(tensor.Scalar(4)))
	// Output:
	// 7.0 [7. 5.]
	// [[7. 5.]]
	// 5.0
	// [5. 7.] [1 0] [1 0]
	// 1.0 7.0
	// [[4. 5.]
	//  [7. 4.]]
}

// Sums with axes as ints, and with a list of axes that stay.
func ExampleTensor_sums() {
	x := tensor.New([][]float32{{1, 2}, {3, 6}})
	fmt.Println(x.Sum(), x.Sum(0), x.SumAxes([]int{0}, true))
	fmt.Println(x.Std(0), x.VarAxes([]int{0}, 1, true))
	// Output:
	// 12.0 [4. 8.] [[4. 8.]]
	// [1. 2.] [[2. 8.]]
}

// Order along the last axis, and the other way round.
func ExampleTensor_order() {
	x := tensor.New([]int{2, 9, 4})
	up, from := x.Sort()
	fmt.Println(up, from)
	down, from := x.SortAlong(-1, true)
	fmt.Println(down, from)
	top, from := x.TopK(2)
	fmt.Println(top, from)
	// Output:
	// [2 4 9] [0 2 1]
	// [9 4 2] [1 2 0]
	// [9 4] [1 2]
}

// All combinations of vectors.
func ExampleTensor_grids() {
	x, y := tensor.New([]int{1, 2}), tensor.New([]int{3, 4})
	rows, columns := tensor.Meshgrid(x, y)
	fmt.Println(rows, columns)
	xs := []*tensor.Tensor{x, y}
	fmt.Println(tensor.Grids(xs, "ij")[0].Equal(rows).All(), tensor.Grids(xs, "xy")[0].Equal(rows.Transpose()).All())
	fmt.Println(tensor.CartesianProd(xs))
	// Output:
	// [[1 1]
	//  [2 2]] [[3 4]
	//  [3 4]]
	// True True
	// [[1 3]
	//  [1 4]
	//  [2 3]
	//  [2 4]]
}
