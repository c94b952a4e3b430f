package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Equal() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{2, 2, 2})
	fmt.Println(x.Equal(y))
	// Output:
	// [False  True False]
}

func ExampleTensor_NotEqual() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{2, 2, 2})
	fmt.Println(x.NotEqual(y))
	// Output:
	// [ True False  True]
}

func ExampleTensor_Greater() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{2, 2, 2})
	fmt.Println(x.Greater(y))
	// Output:
	// [False False  True]
}

func ExampleTensor_GreaterEqual() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{2, 2, 2})
	fmt.Println(x.GreaterEqual(y))
	// Output:
	// [False  True  True]
}

func ExampleTensor_Less() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{2, 2, 2})
	fmt.Println(x.Less(y))
	// Output:
	// [ True False False]
}

func ExampleTensor_LessEqual() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{2, 2, 2})
	fmt.Println(x.LessEqual(y))
	// Output:
	// [ True  True False]
}

func ExampleTensor_LogicalAnd() {
	x, y := tensor.New([]bool{true, true, false}), tensor.New([]bool{true, false, false})
	fmt.Println(x.LogicalAnd(y))
	// Output:
	// [ True False False]
}

func ExampleTensor_LogicalOr() {
	x, y := tensor.New([]bool{true, true, false}), tensor.New([]bool{true, false, false})
	fmt.Println(x.LogicalOr(y))
	// Output:
	// [ True  True False]
}

func ExampleTensor_LogicalXor() {
	x, y := tensor.New([]bool{true, true, false}), tensor.New([]bool{true, false, false})
	fmt.Println(x.LogicalXor(y))
	// Output:
	// [False  True False]
}

func ExampleTensor_LogicalNot() {
	x := tensor.New([]bool{true, false})
	fmt.Println(x.LogicalNot())
	// Output:
	// [False  True]
}

func ExampleTensor_IsNaN() {
	x := tensor.New([]float32{-1, 1})
	fmt.Println(x.Log().IsNaN())
	// Output:
	// [ True False]
}

func ExampleTensor_IsInf() {
	x := tensor.New([]float32{0, 1})
	fmt.Println(x.Log().IsInf())
	// Output:
	// [ True False]
}

func ExampleTensor_IsFinite() {
	x := tensor.New([]float32{0, 1})
	fmt.Println(x.Log().IsFinite())
	// Output:
	// [False  True]
}

func ExampleWhere() {
	x := tensor.New([]float32{1, -2, 3})
	fmt.Println(tensor.Where(x.Greater(tensor.Scalar(0)), x, tensor.Scalar(0)))
	// Output:
	// [1. 0. 3.]
}

func ExampleTensor_AsType() {
	x := tensor.New([]float32{1.7, -1.7, 0})
	fmt.Println(x.AsType(tensor.Int32), x.AsType(tensor.Bool))
	// Output:
	// [ 1 -1  0] [ True  True False]
}
