package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Var() {
	x := tensor.New([]float32{1, 2, 3, 4})
	fmt.Println(x.Var(), x.VarAxes(nil, 1, false))
	// Output:
	// 1.25 1.6666666
}

func ExampleTensor_Std() {
	x := tensor.New([][]float32{{1, 3}, {2, 8}})
	fmt.Println(x.Std(1))
	// Output:
	// [1. 3.]
}

func ExampleTensor_LogSumExp() {
	x := tensor.New([]float32{1000, 1000})
	fmt.Println(x.LogSumExp(nil, false))
	// Output:
	// 1000.6932
}

func ExampleTensor_Norm() {
	x := tensor.New([][]float32{{3, 4}, {5, 12}})
	fmt.Println(x.Norm(1))
	// Output:
	// [ 5. 13.]
}
