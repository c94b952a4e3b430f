package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_GatherNd() {
	x := tensor.New([][]float32{{-0.5, 0.25, 3.5}, {0.5, 0.5, -3.25}})
	fmt.Println(x.GatherNd(tensor.New([][]int{{0, 0}, {1, 1}})))
	// Output:
	// [-0.5  0.5]
}

func ExampleScatterNd() {
	indices := tensor.New([][]int{{0, 1}, {1, 1}})
	updates := tensor.New([]float32{3.2, 1.1})
	fmt.Println(tensor.ScatterNd(updates, indices, []int{3, 3}))
	// Output:
	// [[0.  3.2 0. ]
	//  [0.  1.1 0. ]
	//  [0.  0.  0. ]]
}

func ExampleTensor_TensorScatterUpdate() {
	x := tensor.New([][]float32{{-0.5, 0.25, 3.5}, {0.5, 0.5, -3.25}})
	indices := tensor.New([][]int{{0, 0}, {1, 1}})
	fmt.Println(x.TensorScatterUpdate(indices, tensor.New([]float32{1, 2.5})))
	// Output:
	// [[ 1.    0.25  3.5 ]
	//  [ 0.5   2.5  -3.25]]
}

func ExampleTensor_TensorScatterAdd() {
	x := tensor.New([][]float32{{-0.5, 0.25, 3.5}, {0.5, 0.5, -3.25}})
	indices := tensor.New([][]int{{0, 0}, {0, 0}})
	fmt.Println(x.TensorScatterAdd(indices, tensor.New([]float32{1, 2})))
	// Output:
	// [[ 2.5   0.25  3.5 ]
	//  [ 0.5   0.5  -3.25]]
}

func ExampleTensor_TensorScatterSub() {
	x := tensor.New([][]float32{{-0.5, 0.25, 3.5}, {0.5, 0.5, -3.25}})
	indices := tensor.New([][]int{{0, 0}, {0, 0}})
	fmt.Println(x.TensorScatterSub(indices, tensor.New([]float32{1, 2})))
	// Output:
	// [[-3.5   0.25  3.5 ]
	//  [ 0.5   0.5  -3.25]]
}

func ExampleTensor_TensorScatterMul() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}})
	indices := tensor.New([][]int{{0, 0}, {1, 1}})
	fmt.Println(x.TensorScatterMul(indices, tensor.New([]int{5, 5})))
	// Output:
	// [[ 5  2  3]
	//  [ 4 25  6]]
}

func ExampleTensor_TensorScatterDiv() {
	x := tensor.New([][]float32{{-0.5, 0.25, 3.5}, {0.5, 0.5, -3.25}})
	indices := tensor.New([][]int{{0, 0}, {0, 0}})
	fmt.Println(x.TensorScatterDiv(indices, tensor.New([]float32{1, 2})))
	// Output:
	// [[-0.25  0.25  3.5 ]
	//  [ 0.5   0.5  -3.25]]
}

func ExampleTensor_TensorScatterMax() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}})
	indices := tensor.New([][]int{{0, 0}, {1, 1}})
	fmt.Println(x.TensorScatterMax(indices, tensor.New([]int{5, 5})))
	// Output:
	// [[5 2 3]
	//  [4 5 6]]
}

func ExampleTensor_TensorScatterMin() {
	x := tensor.New([][]float32{{-0.5, 0.25, 3.5}, {0.5, 0.5, -3.25}})
	indices := tensor.New([][]int{{0, 0}, {0, 0}})
	fmt.Println(x.TensorScatterMin(indices, tensor.New([]float32{1, 2.25})))
	// Output:
	// [[-0.5   0.25  3.5 ]
	//  [ 0.5   0.5  -3.25]]
}

func ExampleTensor_UnsortedSegmentMax() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}, {4, 2, 1}})
	fmt.Println(x.UnsortedSegmentMax(tensor.New([]int{0, 1, 1}), 2))
	// Output:
	// [[1 2 3]
	//  [4 5 6]]
}

func ExampleTensor_UnsortedSegmentMin() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}, {4, 2, 1}})
	fmt.Println(x.UnsortedSegmentMin(tensor.New([]int{0, 1, 1}), 2))
	// Output:
	// [[1 2 3]
	//  [4 2 1]]
}

func ExampleTensor_UnsortedSegmentProd() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}, {4, 2, 1}})
	fmt.Println(x.UnsortedSegmentProd(tensor.New([]int{0, 1, 0}), 2))
	// Output:
	// [[4 4 3]
	//  [4 5 6]]
}

func ExampleTensor_SegmentSum() {
	x := tensor.New([][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	fmt.Println(x.SegmentSum(tensor.New([]int{0, 0, 2})))
	// Output:
	// [[5. 7. 9.]
	//  [0. 0. 0.]
	//  [7. 8. 9.]]
}

func ExampleTensor_SegmentMean() {
	x := tensor.New([][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	fmt.Println(x.SegmentMean(tensor.New([]int{0, 0, 2})))
	// Output:
	// [[2.5 3.5 4.5]
	//  [0.  0.  0. ]
	//  [7.  8.  9. ]]
}

func ExampleTensor_SegmentProd() {
	x := tensor.New([][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	fmt.Println(x.SegmentProd(tensor.New([]int{0, 0, 2})))
	// Output:
	// [[ 4. 10. 18.]
	//  [ 1.  1.  1.]
	//  [ 7.  8.  9.]]
}

func ExampleTensor_SegmentMax() {
	x := tensor.New([][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	fmt.Println(x.SegmentMax(tensor.New([]int{0, 0, 2})))
	// Output:
	// [[4. 5. 6.]
	//  [0. 0. 0.]
	//  [7. 8. 9.]]
}

func ExampleTensor_SegmentMin() {
	x := tensor.New([][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	fmt.Println(x.SegmentMin(tensor.New([]int{0, 0, 2})))
	// Output:
	// [[1. 2. 3.]
	//  [0. 0. 0.]
	//  [7. 8. 9.]]
}

func ExampleTensor_IndexSelect() {
	x := tensor.Arange(6).Reshape(2, 3)
	fmt.Println(x.IndexSelect(1, tensor.New([]int{2, 0})))
	// Output:
	// [[2 0]
	//  [5 3]]
}

func ExampleTensor_IndexAdd() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	y := tensor.New([][]float32{{0.5, 1}, {1, 1.5}, {2, 2.5}})
	fmt.Println(x.IndexAdd(1, tensor.New([]int{0, 2}), y, 1))
	// Output:
	// [[ 1.5  2.   4. ]
	//  [ 5.   5.   7.5]
	//  [ 9.   8.  11.5]]
}

func ExampleTensor_IndexFill() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	fmt.Println(x.IndexFill(1, tensor.New([]int{0, 2}), -2))
	// Output:
	// [[-2.  2. -2.]
	//  [-2.  5. -2.]
	//  [-2.  8. -2.]]
}

func ExampleTensor_IndexPut() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}})
	indices := []*tensor.Tensor{tensor.New([]int{0, 1, 1}), tensor.New([]int{1, 2, 1})}
	fmt.Println(x.IndexPut(indices, tensor.New([]int{3}), true))
	// Output:
	// [[1 5 3]
	//  [4 8 9]]
}

func ExampleTensor_Take() {
	x := tensor.New([]int{4, 3, 5, 7, 6, 8})
	fmt.Println(x.Take(tensor.New([]int{0, 1, 4})))
	// Output:
	// [4 3 6]
}

func ExampleTensor_Put() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Put(tensor.New([]int{0, -1}), tensor.New([]int{9, 8}), false))
	// Output:
	// [[9 2 3]
	//  [4 5 8]]
}

func ExampleTensor_MaskedScatter() {
	x := tensor.New([]float32{1, 2, 3, 4})
	mask := tensor.New([]bool{true, true, false, true})
	fmt.Println(x.MaskedScatter(mask, tensor.New([]float32{5, 6, 7})))
	// Output:
	// [5. 6. 3. 7.]
}

func ExampleTensor_SliceScatter() {
	fmt.Println(tensor.Zeros(2, 6).SliceScatter(tensor.Ones(2, 3), 1, 0, 5, 2))
	// Output:
	// [[1. 0. 1. 0. 1. 0.]
	//  [1. 0. 1. 0. 1. 0.]]
}

func ExampleTensor_SelectScatter() {
	fmt.Println(tensor.Zeros(2, 3).SelectScatter(tensor.Ones(2), 1, 2))
	// Output:
	// [[0. 0. 1.]
	//  [0. 0. 1.]]
}

func ExampleTensor_DiagonalScatter() {
	fmt.Println(tensor.Zeros(3, 3).DiagonalScatter(tensor.Ones(2), 1, 0, 1))
	// Output:
	// [[0. 1. 0.]
	//  [0. 0. 1.]
	//  [0. 0. 0.]]
}

func ExampleTensor_ScatterReduce() {
	x := tensor.New([][]int{{1, 2, 3, 4, 5}})
	index, src := tensor.New([][]int{{2, 4}}), tensor.New([][]int{{8, 8}})
	fmt.Println(x.ScatterReduce(1, index, src, "none"))
	fmt.Println(x.ScatterReduce(1, index, src, "add"))
	// Output:
	// [[1 2 8 4 8]]
	// [[ 1  2 11  4 13]]
}

func ExampleTensor_Nonzero() {
	fmt.Println(tensor.New([][]int{{1, 0}, {-5, 0}}).Nonzero())
	// Output:
	// [[0 0]
	//  [1 0]]
}

func ExampleTensor_CountNonzero() {
	x := tensor.New([][]int{{0, 0, 1}, {1, 1, 2}, {0, 0, 1}})
	fmt.Println(x.CountNonzero(1))
	// Output:
	// [1 3 1]
}

func ExampleTensor_SequenceMask() {
	fmt.Println(tensor.New([]int{1, 3}).SequenceMask(3))
	// Output:
	// [[ True False False]
	//  [ True  True  True]]
}

func ExampleTensor_ReverseSequence() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	fmt.Println(x.ReverseSequence(tensor.New([]int{1, 2, 3}), 1, 0))
	// Output:
	// [[1. 2. 3.]
	//  [5. 4. 6.]
	//  [9. 8. 7.]]
}

func ExampleTensor_InvertPermutation() {
	fmt.Println(tensor.New([]int{3, 4, 0, 2, 1}).InvertPermutation())
	// Output:
	// [2 4 3 0 1]
}
