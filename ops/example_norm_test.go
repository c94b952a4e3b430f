package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// In evaluation the example of MindSpore's documentation; in training the running statistics move to mean 3 and
// unbiased variance 2 by the share 0.1.
func ExampleBatchNorm() {
	one := tensor.Ones(2)
	fmt.Println(ops.BatchNorm(tensor.Ones(2, 2), one, one, ops.Weight(one), ops.Bias(one)))

	mean, variance := tensor.Zeros(1), tensor.Ones(1)
	x := tensor.New([][]float32{{2}, {4}})
	fmt.Println(ops.BatchNorm(x, mean, variance, ops.Training(true), ops.Eps(0)))
	fmt.Println(mean, variance)
	// Output:
	// [[1. 1.]
	//  [1. 1.]]
	// [[-1.]
	//  [ 1.]]
	// [0.3] [1.1]
}

func ExampleLayerNorm() {
	x := tensor.New([][]float32{{1, 3}, {10, 20}})
	fmt.Println(ops.LayerNorm(x, []int{2}, ops.Eps(0)))
	// Output:
	// [[-1.  1.]
	//  [-1.  1.]]
}

// From MindSpore's documentation.
func ExampleGroupNorm() {
	fmt.Println(ops.GroupNorm(tensor.Ones(1, 2, 2, 2), 2))
	// Output:
	// [[[[0. 0.]
	//    [0. 0.]]
	//
	//   [[0. 0.]
	//    [0. 0.]]]]
}

func ExampleInstanceNorm() {
	x := tensor.New([][][]float32{{{1, 3}, {0, 8}}})
	fmt.Println(ops.InstanceNorm(x, ops.Eps(0)))
	// Output:
	// [[[-1.  1.]
	//   [-1.  1.]]]
}
