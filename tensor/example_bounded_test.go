package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_AMax() {
	x := tensor.New([][]int{{1, 9}, {4, 2}})
	fmt.Println(x.AMax([]int{1}, false, 3, tensor.New([][]bool{{true, false}, {true, true}})))
	// Output:
	// [3 4]
}

func ExampleTensor_AMin() {
	x := tensor.New([][]int{{2, 5, 1, 6}, {3, -7, -2, 4}, {8, -4, 1, -3}})
	where := tensor.New([][]int{{1, 0, 1, 0}, {0, 0, 1, 1}, {1, 1, 1, 0}}).AsType(tensor.Bool)
	fmt.Println(x.AMin([]int{1}, true, 0, where))
	// Output:
	// [[ 0]
	//  [-2]
	//  [-4]]
}

func ExampleTensor_Resize() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Resize(3, 3))
	fmt.Println(x.Resize(2, 2))
	// Output:
	// [[1. 2. 3.]
	//  [4. 5. 6.]
	//  [0. 0. 0.]]
	// [[1. 2.]
	//  [3. 4.]]
}
