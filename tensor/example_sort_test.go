package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_ArgSort() {
	x := tensor.New([]float32{3, 1, 2})
	fmt.Println(x.ArgSort(0))
	// Output:
	// [1 2 0]
}

func ExampleTensor_Sort() {
	x := tensor.New([]float32{3, 1, 2})
	values, indices := x.SortAlong(0, true)
	fmt.Println(values, indices)
	// Output:
	// [3. 2. 1.] [0 2 1]
}

func ExampleTensor_TopK() {
	x := tensor.New([]float32{3, 1, 7, 2})
	values, indices := x.TopK(2)
	fmt.Println(values, indices)
	// Output:
	// [7. 3.] [2 0]
}

func ExampleTensor_MaxWithIndex() {
	x := tensor.New([][]float32{{1, 9, 3}, {7, 5, 6}})
	values, indices := x.MaxWithIndex(1, false)
	fmt.Println(values, indices)
	// Output:
	// [9. 7.] [1 0]
}

func ExampleTensor_MinWithIndex() {
	x := tensor.New([][]float32{{1, 9, 3}, {7, 5, 6}})
	values, indices := x.MinWithIndex(0, true)
	fmt.Println(values, indices)
	// Output:
	// [[1. 5. 3.]] [[0 1 0]]
}
