package tensor_test

import (
	"fmt"
	"math"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_CumMax() {
	values, indices := tensor.New([]float32{3, 4, 6, 10, 1}).CumMax(0)
	fmt.Println(values, indices)
	// Output:
	// [ 3.  4.  6. 10. 10.] [0 1 2 3 3]
}

func ExampleTensor_CumMin() {
	x := tensor.New([]float32{-0.2284, -0.6628, 0.0975, 0.2680, -1.3298, -0.4220})
	values, indices := x.CumMin(0)
	fmt.Println(values)
	fmt.Println(indices)
	// Output:
	// [-0.2284 -0.6628 -0.6628 -0.6628 -1.3298 -1.3298]
	// [0 1 1 1 4 4]
}

func ExampleTensor_LogCumSumExp() {
	x := tensor.New([][]float32{{9, 3, 4, 5}, {8, 1, 3, 6}})
	fmt.Println(x.LogCumSumExp(1))
	// Output:
	// [[9.       9.002476 9.009174 9.02716 ]
	//  [8.       8.000912 8.007621 8.133643]]
}

func ExampleTensor_Diff() {
	fmt.Println(tensor.New([]int{1, 3, -1, 0, 4}).Diff(1, 0))
	// Output:
	// [ 2 -4  1  4]
}

func ExampleTensor_Trapz() {
	fmt.Println(tensor.New([][]float32{{1, 2, 3}, {2, 3, 4}, {3, 2, 1}}).Trapz(1, -1))
	// Output:
	// [4. 6. 4.]
}

func ExampleTensor_KthValue() {
	values, indices := tensor.New([]float32{1.01, 2.02, 3.03, 4.04, 5.05}).KthValue(2, 0, false)
	fmt.Println(values, indices)
	// Output:
	// 2.02 1
}

func ExampleTensor_Median() {
	x := tensor.New([][]int{{9, 3, 4, 5}, {5, 2, 7, 4}, {8, 1, 3, 6}})
	values, indices := x.Median(-1, false)
	fmt.Println(values, indices)
	// Output:
	// [4 4 3] [2 3 2]
}

func ExampleTensor_NanMedian() {
	nan := math.NaN()
	x := tensor.New([][]float64{{0.57, 0.11, nan}, {0.38, nan, nan}, {0.36, 0.16, nan}})
	values, indices := x.NanMedian(0, false)
	fmt.Println(values, indices)
	// Output:
	// [0.38 0.11  nan] [1 0 0]
}

func ExampleTensor_Quantile() {
	x := tensor.New([]float64{0.07, -0.5446, 0.9214})
	fmt.Println(x.Quantile(tensor.New([]float64{0, 0.5, 1})))
	// Output:
	// [-0.5446  0.07    0.9214]
}

func ExampleTensor_NanQuantile() {
	x := tensor.New([]float64{1, math.NaN(), 3})
	fmt.Println(x.NanQuantile(0.5), x.Quantile(0.5))
	fmt.Println(x.NanQuantile([]float64{0, 0.5}), x.NanQuantile([]any{0, 1}))
	// Output:
	// 2.0 nan
	// [1. 2.] [1. 3.]
}

func ExampleTensor_Unique() {
	values, inverse := tensor.New([]int{1, 2, 5, 2}).Unique()
	fmt.Println(values, inverse)
	// Output:
	// [1 2 5] [0 1 2 1]
}

func ExampleTensor_UniqueConsecutive() {
	x := tensor.New([]int32{1, 1, 2, 2, 3, 1, 1, 2})
	values, inverse, counts := x.UniqueConsecutive()
	fmt.Println(values, inverse, counts)
	// Output:
	// [1 2 3 1 2] [0 0 1 1 2 3 3 4] [2 2 1 2 1]
}

func ExampleTensor_ListDiff() {
	values, indices := tensor.Arange(1, 7).ListDiff(tensor.New([]int{1, 3, 5}))
	fmt.Println(values, indices)
	// Output:
	// [2 4 6] [1 3 5]
}

func ExampleTensor_SearchSorted() {
	x := tensor.New([][]int{{0, 1, 3, 5, 7}, {2, 4, 6, 8, 10}})
	fmt.Println(x.SearchSorted(tensor.New([][]int{{3, 6, 9}, {3, 6, 9}}), false))
	// Output:
	// [[2 4 5]
	//  [1 2 4]]
}

func ExampleTensor_Bucketize() {
	x := tensor.New([][]int{{3, 6, 9}, {3, 6, 9}})
	fmt.Println(x.Bucketize([]float64{1, 3, 5, 7, 9}, true))
	// Output:
	// [[2 3 5]
	//  [2 3 5]]
}

func ExampleTensor_Histc() {
	fmt.Println(tensor.New([]float32{1, 2, 1}).Histc(4, 0, 3))
	// Output:
	// [0. 2. 1. 0.]
}

func ExampleTensor_Bincount() {
	fmt.Println(tensor.New([]int{2, 4, 1, 0, 0}).Bincount(nil, 7))
	// Output:
	// [2. 1. 1. 0. 1. 0. 0.]
}

func ExampleTensor_IsClose() {
	x := tensor.New([]float32{1, 2, 3})
	fmt.Println(x.IsClose(tensor.New([]float32{1, 2.5, 3.000001}), 1e-5, 1e-8, false))
	// Output:
	// [ True False  True]
}

func ExampleTensor_AllClose() {
	x := tensor.New([]float32{1, 2, 3})
	fmt.Println(x.AllClose(x, 1e-5, 1e-8, false))
	// Output:
	// True
}

func ExampleTensor_NanToNum() {
	x := tensor.New([]float32{float32(math.NaN()), 1, float32(math.Inf(1))})
	fmt.Println(x.NanToNum(nil, 7, nil))
	// Output:
	// [0. 1. 7.]
}

func ExampleTensor_Cov() {
	x := tensor.New([][]float32{{0, 5, 7}, {3, 5, 0}})
	fmt.Println(x.Cov(1, nil, nil))
	// Output:
	// [[13.        -3.5      ]
	//  [-3.5        6.3333335]]
}

func ExampleTensor_CorrCoef() {
	fmt.Println(tensor.New([][]float64{{1, 2, 3}, {-2, -4, -6}}).CorrCoef().Round())
	// Output:
	// [[ 1. -1.]
	//  [-1.  1.]]
}

func ExampleTensor_TopKAlong() {
	x := tensor.New([][]float32{{5, 1}, {2, 9}, {4, 3}})
	values, indices := x.TopKAlong(2, 0, true)
	fmt.Println(values)
	fmt.Println(indices)
	// Output:
	// [[5. 9.]
	//  [4. 3.]]
	// [[0 1]
	//  [2 2]]
}

func ExampleTensor_LowerBound() {
	x := tensor.Arange(12).Reshape(3, 4)
	fmt.Println(x.LowerBound(tensor.New([][]int{{3}, {6}, {9}})))
	// Output:
	// [[3]
	//  [2]
	//  [1]]
}

func ExampleTensor_UpperBound() {
	x := tensor.Arange(12).Reshape(3, 4)
	fmt.Println(x.UpperBound(tensor.New([][]int{{3}, {6}, {9}})))
	// Output:
	// [[4]
	//  [3]
	//  [2]]
}

func ExampleTensor_AMinMax() {
	smallest, largest := tensor.New([][]int{{2, 5, 1}, {3, -7, 4}}).AMinMax([]int{1}, false)
	fmt.Println(smallest, largest)
	// Output:
	// [ 1 -7] [5 4]
}

func ExampleTensor_StdMean() {
	std, mean := tensor.New([]float32{1, 3, 1, 3}).StdMean(nil, 0, false)
	fmt.Println(std, mean)
	// Output:
	// 1.0 2.0
}

func ExampleTensor_VarMean() {
	variance, mean := tensor.New([][]float32{{1, 5}, {1, 3}}).VarMean([]int{1}, 0, false)
	fmt.Println(variance, mean)
	// Output:
	// [4. 1.] [3. 2.]
}

func ExampleTensor_UniqueWithPad() {
	values, inverse := tensor.New([]int{1, 2, 2, 3, 5, 5}).UniqueWithPad(0)
	fmt.Println(values, inverse)
	// Output:
	// [1 2 3 5 0 0] [0 1 1 2 3 3]
}

func ExampleTensor_UnravelIndex() {
	fmt.Println(tensor.New([]int{2, 5}).UnravelIndex(3, 3))
	// Output:
	// [[0 1]
	//  [2 2]]
}
