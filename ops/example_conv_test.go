package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleConv1D() {
	x := tensor.New([][][]float32{{{1, 2, 3, 4}}})
	w := tensor.New([][][]float32{{{1, -1}}})
	fmt.Println(ops.Conv1D(x, w))
	// Output:
	// [[[-1. -1. -1.]]]
}

func ExampleConv2D() {
	x := tensor.Arange(9.0).Reshape(1, 1, 3, 3)
	w := tensor.Ones(1, 1, 2, 2)
	fmt.Println(ops.Conv2D(x, w))
	fmt.Println(ops.Conv2D(x, w, ops.PadMode("same"), ops.Stride(2), ops.Bias(tensor.Ones(1))))
	// Output:
	// [[[[ 8. 12.]
	//    [20. 24.]]]]
	// [[[[ 9.  8.]
	//    [14.  9.]]]]
}

// The shape is that of MindSpore's documentation.
func ExampleConv3D() {
	x := tensor.Ones(1, 2, 10, 8, 8)
	w := tensor.Ones(3, 2, 4, 3, 3)
	fmt.Println(ops.Conv3D(x, w).Shape())
	// Output:
	// (1, 3, 7, 6, 6)
}

func ExampleConv1DTranspose() {
	x := tensor.New([][][]float32{{{1, 2}}})
	w := tensor.New([][][]float32{{{1, 10}}})
	fmt.Println(ops.Conv1DTranspose(x, w))
	fmt.Println(ops.Conv1DTranspose(x, w, ops.Stride(2)))
	// Output:
	// [[[ 1. 12. 20.]]]
	// [[[ 1. 10.  2. 20.]]]
}

func ExampleConv2DTranspose() {
	x := tensor.New([][][][]float32{{{{1, 2}}}})
	w := tensor.Ones(1, 1, 2, 2)
	fmt.Println(ops.Conv2DTranspose(x, w))
	// Output:
	// [[[[1. 3. 2.]
	//    [1. 3. 2.]]]]
}

// The shape is that of MindSpore's documentation, for fewer images and channels.
func ExampleConv3DTranspose() {
	dout := tensor.Ones(1, 2, 10, 32, 32)
	w := tensor.Ones(2, 3, 4, 6, 2)
	fmt.Println(ops.Conv3DTranspose(dout, w).Shape())
	// Output:
	// (1, 3, 13, 37, 33)
}

func ExampleConv2DBackpropInput() {
	dout := tensor.New([][][][]float32{{{{1, 2}}}})
	w := tensor.New([][][][]float32{{{{1, 10}}}})
	fmt.Println(ops.Conv2DBackpropInput(dout, w, []int{1, 1, 1, 3}))
	// Output:
	// [[[[ 1. 12. 20.]]]]
}

func ExampleConv2DBackpropFilter() {
	dout := tensor.New([][][][]float32{{{{1, 2}}}})
	x := tensor.New([][][][]float32{{{{1, 10, 100}}}})
	fmt.Println(ops.Conv2DBackpropFilter(dout, x, []int{1, 1, 1, 2}))
	// Output:
	// [[[[ 21. 210.]]]]
}

func ExampleBiasAdd() {
	x := tensor.Arange(6.0).Reshape(2, 3)
	fmt.Println(ops.BiasAdd(x, tensor.New([]float32{10, 20, 30})))
	// Output:
	// [[10. 21. 32.]
	//  [13. 24. 35.]]
}

func ExampleDense() {
	x := tensor.New([][]float32{{1, 2}})
	w := tensor.New([][]float32{{1, 10}, {100, 1000}, {0, 1}})
	fmt.Println(ops.Dense(x, w, ops.Bias(tensor.Ones(3))))
	// Output:
	// [[  22. 2101.    3.]]
}
