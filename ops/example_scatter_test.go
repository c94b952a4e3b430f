package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleScatterUpdate() {
	x := tensor.New([][]float32{{-0.1, 0.3, 3.6}, {0.4, 0.5, -3.2}})
	ops.ScatterUpdate(x, tensor.New([]int{0, 1}), tensor.New([][]float32{{2, 1.2, 1}, {3, 1.2, 1}}))
	fmt.Println(x)
	// Output:
	// [[2.  1.2 1. ]
	//  [3.  1.2 1. ]]
}

func ExampleScatterAddTo() {
	x := tensor.Zeros(2, 3)
	updates := tensor.New([][][]float32{{{1, 1, 1}, {3, 3, 3}}, {{7, 7, 7}, {9, 9, 9}}})
	fmt.Println(ops.ScatterAddTo(x, tensor.New([][]int{{1, 0}, {1, 1}}), updates))
	// Output:
	// [[ 3.  3.  3.]
	//  [17. 17. 17.]]
}

func ExampleScatterSub() {
	x := tensor.Zeros(2, 3)
	updates := tensor.New([][][]float32{{{1, 1, 1}, {3, 3, 3}}, {{7, 7, 7}, {9, 9, 9}}})
	fmt.Println(ops.ScatterSub(x, tensor.New([][]int{{1, 0}, {1, 1}}), updates))
	// Output:
	// [[ -3.  -3.  -3.]
	//  [-17. -17. -17.]]
}

func ExampleScatterMul() {
	x := tensor.New([][]float32{{1, 1, 1}, {2, 2, 2}})
	ops.ScatterMul(x, tensor.New([]int{0, 1}), tensor.New([][]float32{{2, 2, 2}, {2, 2, 2}}))
	fmt.Println(x)
	// Output:
	// [[2. 2. 2.]
	//  [4. 4. 4.]]
}

func ExampleScatterDiv() {
	x := tensor.New([][]float32{{6, 6, 6}, {2, 2, 2}})
	ops.ScatterDiv(x, tensor.New([]int{0, 1}), tensor.New([][]float32{{2, 2, 2}, {2, 2, 2}}))
	fmt.Println(x)
	// Output:
	// [[3. 3. 3.]
	//  [1. 1. 1.]]
}

func ExampleScatterMax() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	ops.ScatterMax(x, tensor.New([]int{0, 1}), tensor.New([][]float32{{88, 88, 88}, {0, 0, 0}}))
	fmt.Println(x)
	// Output:
	// [[88. 88. 88.]
	//  [ 4.  5.  6.]]
}

func ExampleScatterMin() {
	x := tensor.New([][]float32{{0, 0, 0}, {0, 0, 0}})
	ops.ScatterMin(x, tensor.New([]int{0, 1}), tensor.New([][]float32{{3, 4, 5}, {0, 1, 2}}))
	fmt.Println(x)
	// Output:
	// [[0. 0. 0.]
	//  [0. 0. 0.]]
}

func ExampleScatterNdUpdate() {
	x := tensor.New([]float32{1, 2, 3, 4, 5, 6, 7, 8})
	indices := tensor.New([][]int{{2}, {4}, {1}, {7}})
	fmt.Println(ops.ScatterNdUpdate(x, indices, tensor.New([]float32{6, 7, 8, 9})))
	// Output:
	// [1. 8. 6. 4. 7. 6. 7. 9.]
}

func ExampleScatterNdAdd() {
	x := tensor.New([]float32{1, 2, 3, 4, 5, 6, 7, 8})
	indices := tensor.New([][]int{{2}, {4}, {1}, {7}})
	fmt.Println(ops.ScatterNdAdd(x, indices, tensor.New([]float32{6, 7, 8, 9})))
	// Output:
	// [ 1. 10.  9.  4. 12.  6.  7. 17.]
}

func ExampleScatterNdSub() {
	x := tensor.New([]float32{1, 2, 3, 4, 5, 6, 7, 8})
	indices := tensor.New([][]int{{2}, {4}, {1}, {7}})
	fmt.Println(ops.ScatterNdSub(x, indices, tensor.New([]float32{6, 7, 8, 9})))
	// Output:
	// [ 1. -6. -3.  4. -2.  6.  7. -1.]
}

func ExampleScatterNdMul() {
	x := tensor.New([]float32{1, 2, 3, 4, 5, 6, 7, 8})
	indices := tensor.New([][]int{{2}, {4}, {1}, {7}})
	fmt.Println(ops.ScatterNdMul(x, indices, tensor.New([]float32{6, 7, 8, 9})))
	// Output:
	// [ 1. 16. 18.  4. 35.  6.  7. 72.]
}

func ExampleScatterNdDiv() {
	x := tensor.New([]float32{1, 2, 3, 4})
	fmt.Println(ops.ScatterNdDiv(x, tensor.New([][]int{{2}, {0}}), tensor.New([]float32{6, 4})))
	// Output:
	// [0.25 2.   0.5  4.  ]
}

func ExampleScatterNdMax() {
	x := tensor.New([]float32{1, 2, 3, 4, 5, 6, 7, 8})
	indices := tensor.New([][]int{{2}, {4}, {1}, {7}})
	fmt.Println(ops.ScatterNdMax(x, indices, tensor.New([]float32{6, 7, 8, 9})))
	// Output:
	// [1. 8. 6. 4. 7. 6. 7. 9.]
}

func ExampleScatterNdMin() {
	x := tensor.Ones(8).Mul(tensor.Scalar(10))
	indices := tensor.New([][]int{{2}, {4}, {1}, {7}})
	fmt.Println(ops.ScatterNdMin(x, indices, tensor.New([]float32{6, 7, 8, 9})))
	// Output:
	// [10.  8.  6. 10.  7. 10. 10.  9.]
}

func ExampleInplaceUpdate() {
	x := tensor.New([][]float32{{1, 2}, {3, 4}, {5, 6}})
	v := tensor.New([][]float32{{0.5, 1}, {1, 1.5}})
	fmt.Println(ops.InplaceUpdate(x, v, []int{0, 1}))
	// Output:
	// [[0.5 1. ]
	//  [1.  1.5]
	//  [5.  6. ]]
}

func ExampleInplaceAdd() {
	x := tensor.New([][]float32{{1, 2}, {3, 4}, {5, 6}})
	v := tensor.New([][]float32{{0.5, 1}, {1, 1.5}})
	fmt.Println(ops.InplaceAdd(x, v, []int{0, 1}))
	// Output:
	// [[1.5 3. ]
	//  [4.  5.5]
	//  [5.  6. ]]
}

func ExampleInplaceSub() {
	x := tensor.New([][]float32{{1, 2}, {3, 4}, {5, 6}})
	v := tensor.New([][]float32{{0.5, 1}, {1, 1.5}})
	fmt.Println(ops.InplaceSub(x, v, []int{0, 1}))
	// Output:
	// [[0.5 1. ]
	//  [2.  2.5]
	//  [5.  6. ]]
}

func ExampleInplaceIndexAdd() {
	x := tensor.New([][]float32{{1, 2}, {3, 4}, {5, 6}})
	updates := tensor.New([][]float32{{0.5, 1}, {1, 1.5}})
	fmt.Println(ops.InplaceIndexAdd(x, tensor.New([]int{0, 1}), updates, 0))
	// Output:
	// [[1.5 3. ]
	//  [4.  5.5]
	//  [5.  6. ]]
}

func ExampleSpaceToDepth() {
	x := tensor.Arange(4).Reshape(1, 1, 2, 2)
	fmt.Println(ops.SpaceToDepth(x, 2).Reshape(4))
	// Output:
	// [0 1 2 3]
}

func ExampleDepthToSpace() {
	x := tensor.Arange(4).Reshape(1, 4, 1, 1)
	fmt.Println(ops.DepthToSpace(x, 2))
	// Output:
	// [[[[0 1]
	//    [2 3]]]]
}

func ExampleSpaceToBatchND() {
	x := tensor.New([][][][]float32{{{{1, 2}, {3, 4}}}})
	fmt.Println(ops.SpaceToBatchND(x, []int{2, 2}, [][2]int{{0, 0}, {0, 0}}).Shape())
	// Output:
	// (4, 1, 1, 1)
}

func ExampleBatchToSpaceND() {
	x := tensor.New([][][][]float32{{{{1}}}, {{{2}}}, {{{3}}}, {{{4}}}})
	fmt.Println(ops.BatchToSpaceND(x, []int{2, 2}, [][2]int{{0, 0}, {0, 0}}))
	// Output:
	// [[[[1. 2.]
	//    [3. 4.]]]]
}
