package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

// Numbers and outputs are those of MindSpore's documentation, where it shows the op.

func ExampleZeros() {
	fmt.Println(tensor.Zeros(2, 2))
	// Output:
	// [[0. 0.]
	//  [0. 0.]]
}

func ExampleZerosOf() {
	fmt.Println(tensor.ZerosOf(tensor.Int32, 2, 2))
	// Output:
	// [[0 0]
	//  [0 0]]
}

func ExampleOnes() {
	fmt.Println(tensor.Ones(2, 2))
	// Output:
	// [[1. 1.]
	//  [1. 1.]]
}

func ExampleOnesOf() {
	fmt.Println(tensor.OnesOf(tensor.Int32, 2, 2))
	// Output:
	// [[1 1]
	//  [1 1]]
}

func ExampleFull() {
	fmt.Println(tensor.Full([]int{2, 3}, 1.5))
	fmt.Println(tensor.Full([]int{2, 3}, 1.2, tensor.Float32))
	// Output:
	// [[1.5 1.5 1.5]
	//  [1.5 1.5 1.5]]
	// [[1.2 1.2 1.2]
	//  [1.2 1.2 1.2]]
}

func ExampleZerosLike() {
	x := tensor.New([][]int32{{0, 1}, {2, 1}})
	fmt.Println(tensor.ZerosLike(x))
	// Output:
	// [[0 0]
	//  [0 0]]
}

func ExampleOnesLike() {
	x := tensor.New([][]int32{{0, 1}, {2, 1}})
	fmt.Println(tensor.OnesLike(x))
	// Output:
	// [[1 1]
	//  [1 1]]
}

func ExampleFullLike() {
	x := tensor.New([][]int32{{0, 1}, {2, 1}})
	fmt.Println(tensor.FullLike(x, 7))
	// Output:
	// [[7 7]
	//  [7 7]]
}

func ExampleArange() {
	fmt.Println(tensor.Arange(4).Repr())
	fmt.Println(tensor.Arange(0, 2, 0.5).Repr())
	// Output:
	// Tensor(shape=[4], dtype=Int64, value= [0, 1, 2, 3])
	// Tensor(shape=[4], dtype=Float32, value= [ 0.00000000e+00,  5.00000000e-01,  1.00000000e+00,  1.50000000e+00])
}

func ExampleLinspace() {
	fmt.Println(tensor.Linspace(3, 10, 5))
	fmt.Println(tensor.Linspace(-10, 10, 1))
	// Output:
	// [ 3.    4.75  6.5   8.25 10.  ]
	// [-10.]
}

func ExampleLogspace() {
	fmt.Println(tensor.Logspace(1, 10, 10, 10))
	// Output:
	// [1.e+01 1.e+02 1.e+03 1.e+04 1.e+05 1.e+06 1.e+07 1.e+08 1.e+09 1.e+10]
}

func ExampleEye() {
	fmt.Println(tensor.EyeOf(tensor.Int32, 2))
	fmt.Println(tensor.Eye(1, 2))
	// Output:
	// [[1 0]
	//  [0 1]]
	// [[1. 0.]]
}
