package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// The second is from MindSpore's documentation of PadV3.
func ExamplePad() {
	x := tensor.New([]float32{1, 2, 3})
	fmt.Println(ops.Pad(x, []int{1, 2}, ops.Value(9)))
	fmt.Println(ops.Pad(tensor.New([]float32{0, 1}), []int{1, 1}, ops.PaddingMode("reflect")))
	fmt.Println(ops.Pad(x, []int{1, 2}, ops.PaddingMode("replicate")))
	fmt.Println(ops.Pad(x, []int{1, 2}, ops.PaddingMode("circular")))
	// Output:
	// [9. 1. 2. 3. 9. 9.]
	// [1. 0. 1. 0.]
	// [1. 1. 2. 3. 3. 3.]
	// [3. 1. 2. 3. 1. 2.]
}

// From MindSpore's documentation.
func ExamplePadTo() {
	fmt.Println(ops.PadTo(tensor.New([][]float32{{8}, {10}}), 4))
	// Output:
	// [[ 8.  0.  0.  0.]
	//  [10.  0.  0.  0.]]
}

// From MindSpore's documentation.
func ExampleMirrorPad() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	fmt.Println(ops.MirrorPad(x, [][]int{{1, 1}, {2, 2}}, "REFLECT"))
	fmt.Println(ops.MirrorPad(x, [][]int{{1, 1}, {2, 2}}, "SYMMETRIC"))
	// Output:
	// [[6 5 4 5 6 5 4]
	//  [3 2 1 2 3 2 1]
	//  [6 5 4 5 6 5 4]
	//  [9 8 7 8 9 8 7]
	//  [6 5 4 5 6 5 4]]
	// [[2 1 1 2 3 3 2]
	//  [2 1 1 2 3 3 2]
	//  [5 4 4 5 6 6 5]
	//  [8 7 7 8 9 9 8]
	//  [8 7 7 8 9 9 8]]
}

func ExampleUnfold() {
	x := tensor.Arange(9.0).Reshape(1, 1, 3, 3)
	fmt.Println(ops.Unfold(x, 2))
	// Output:
	// [[[0. 1. 3. 4.]
	//   [1. 2. 4. 5.]
	//   [3. 4. 6. 7.]
	//   [4. 5. 7. 8.]]]
}

// The elements of an image that n windows meet are added n times. The shape is that of MindSpore's documentation.
func ExampleFold() {
	fmt.Println(ops.Fold(tensor.Ones(1, 4, 4), 3, 2))
	size := tensor.New([]int32{8, 8})
	fmt.Println(ops.Fold(tensor.Ones(16, 64, 25), size, 2, ops.Dilation(2), ops.Padding(2), ops.Stride(2)).Shape())
	// Output:
	// [[[[1. 2. 1.]
	//    [2. 4. 2.]
	//    [1. 2. 1.]]]]
	// (16, 16, 8, 8)
}

// The shape is that of MindSpore's documentation.
func ExamplePixelShuffle() {
	fmt.Println(ops.PixelShuffle(tensor.Arange(4).Reshape(4, 1, 1), 2))
	fmt.Println(ops.PixelShuffle(tensor.Ones(3, 2, 9, 4, 4), 3).Shape())
	// Output:
	// [[[0 1]
	//   [2 3]]]
	// (3, 2, 1, 12, 12)
}

func ExamplePixelUnshuffle() {
	fmt.Println(ops.PixelUnshuffle(tensor.Arange(4).Reshape(1, 2, 2), 2).Flatten())
	// Output:
	// [0 1 2 3]
}

// The shape is that of MindSpore's documentation.
func ExampleFlatten() {
	fmt.Println(ops.Flatten(tensor.Ones(1, 2, 3, 4)).Shape())
	fmt.Println(ops.Flatten(tensor.Ones(1, 2, 3, 4), 0, 1).Shape())
	fmt.Println(ops.Flatten(tensor.Scalar(3)).Shape())
	// Output:
	// (1, 24)
	// (2, 3, 4)
	// (1,)
}

// From MindSpore's documentation.
func ExampleChannelShuffle() {
	x := tensor.Arange(16).Reshape(1, 4, 2, 2)
	fmt.Println(ops.ChannelShuffle(x, 2))
	// Output:
	// [[[[ 0  1]
	//    [ 2  3]]
	//
	//   [[ 8  9]
	//    [10 11]]
	//
	//   [[ 4  5]
	//    [ 6  7]]
	//
	//   [[12 13]
	//    [14 15]]]]
}

func ExampleFill() {
	fmt.Println(ops.Fill(tensor.Float32, []int{2, 3}, 1.2))
	// Output:
	// [[1.2 1.2 1.2]
	//  [1.2 1.2 1.2]]
}
