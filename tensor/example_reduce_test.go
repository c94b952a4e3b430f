package tensor_test

import (
	"fmt"
	"math"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Sum() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Sum(), x.Sum(0), x.SumAxes([]int{1}, true).Shape())
	// Output:
	// 21.0 [5. 7. 9.] (2, 1)
}

func ExampleTensor_Mean() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Mean(), x.Mean(-1))
	// Output:
	// 3.5 [2. 5.]
}

func ExampleTensor_NanSum() {
	x := tensor.New([][]float64{{1, math.NaN()}, {3, 4}})
	fmt.Println(x.NanSum(), x.NanSum(0))
	// Output:
	// 8.0 [4. 4.]
}

func ExampleTensor_NanMean() {
	x := tensor.New([][]float64{{0.5, -1.1, math.NaN()}, {3.4, math.NaN(), math.NaN()}})
	fmt.Println(x.NanMean(0))
	// Output:
	// [ 1.95 -1.1    nan]
}

func ExampleTensor_Prod() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Prod(), x.Prod(0))
	// Output:
	// 720.0 [ 4. 10. 18.]
}

func ExampleTensor_Max() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Max(), x.Max(1))
	// Output:
	// 6.0 [3. 6.]
}

func ExampleTensor_Min() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Min(), x.Min(0))
	// Output:
	// 1.0 [1. 2. 3.]
}

func ExampleTensor_All() {
	x := tensor.New([][]bool{{true, false}, {true, true}})
	fmt.Println(x.All(), x.All(1))
	// Output:
	// False [False  True]
}

func ExampleTensor_Any() {
	x := tensor.New([][]bool{{true, false}, {false, false}})
	fmt.Println(x.Any(), x.Any(1))
	// Output:
	// True [ True False]
}

func ExampleTensor_ArgMax() {
	x := tensor.New([][]float32{{1, 9, 3}, {7, 5, 6}})
	fmt.Println(x.ArgMax(), x.ArgMax(1))
	// Output:
	// 1 [1 0]
}

func ExampleTensor_ArgMin() {
	x := tensor.New([][]float32{{1, 9, 3}, {7, 5, 6}})
	fmt.Println(x.ArgMin(), x.ArgMin(1))
	// Output:
	// 0 [0 1]
}

func ExampleTensor_CumSum() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.CumSum(1))
	// Output:
	// [[ 1.  3.  6.]
	//  [ 4.  9. 15.]]
}

func ExampleTensor_CumProd() {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.CumProd(1))
	// Output:
	// [[  1.   2.   6.]
	//  [  4.  20. 120.]]
}

func ExampleTensor_Softmax() {
	x := tensor.New([]float32{1, 1})
	fmt.Println(x.Softmax(-1))
	// Output:
	// [0.5 0.5]
}

func ExampleTensor_LogSoftmax() {
	x := tensor.New([]float32{1, 1})
	fmt.Println(x.LogSoftmax(-1))
	// Output:
	// [-0.6931472 -0.6931472]
}

func ExampleTensor_MatMul() {
	x := tensor.New([][]float32{{1, 2}, {3, 4}})
	v := tensor.New([]float32{1, -1})
	fmt.Println(x.MatMul(x))
	fmt.Println(x.MatMul(v))
	// Output:
	// [[ 7. 10.]
	//  [15. 22.]]
	// [-1. -1.]
}
