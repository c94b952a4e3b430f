package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleAvgPool1D() {
	x := tensor.New([][][]float32{{{1, 2, 3, 6}}})
	fmt.Println(ops.AvgPool1D(x, 2))
	fmt.Println(ops.AvgPool1D(x, 2, ops.Stride(2)))
	// Output:
	// [[[1.5 2.5 4.5]]]
	// [[[1.5 4.5]]]
}

func ExampleAvgPool2D() {
	x := tensor.Arange(9.0).Reshape(1, 1, 3, 3)
	fmt.Println(ops.AvgPool2D(x, 2))
	// Output:
	// [[[[2. 3.]
	//    [5. 6.]]]]
}

// From MindSpore's documentation.
func ExampleAvgPool3D() {
	x := tensor.Arange(12.0).Reshape(1, 1, 2, 2, 3)
	fmt.Println(ops.AvgPool3D(x, 2, ops.Stride(1)))
	// Output:
	// [[[[[5. 6.]]]]]
}

func ExampleMaxPool1D() {
	x := tensor.New([][][]float32{{{1, 3, 2, 6}}})
	fmt.Println(ops.MaxPool1D(x, 2))
	// Output:
	// [[[3. 6.]]]
}

// From MindSpore's documentation.
func ExampleMaxPool2D() {
	x := tensor.Arange(12.0).Reshape(1, 1, 3, 4)
	fmt.Println(ops.MaxPool2D(x, 2, ops.Stride(1)))
	// Output:
	// [[[[ 5.  6.  7.]
	//    [ 9. 10. 11.]]]]
}

// From MindSpore's documentation.
func ExampleMaxPool3D() {
	x := tensor.Arange(24.0).Reshape(1, 2, 2, 2, 3)
	fmt.Println(ops.MaxPool3D(x, 2, ops.Stride(1)).Squeeze())
	// Output:
	// [[10. 11.]
	//  [22. 23.]]
}

func ExampleMaxPool1DWithIndices() {
	x := tensor.New([][]float32{{1, 4, 3, 2}})
	y, i := ops.MaxPool1DWithIndices(x, 2)
	fmt.Println(y, i)
	// Output:
	// [[4. 3.]] [[1 2]]
}

func ExampleAdaptiveMaxPool3DWithIndices() {
	x := tensor.Arange(8.0).Reshape(1, 2, 2, 2)
	y, i := ops.AdaptiveMaxPool3DWithIndices(x, []int{1, 1, 2})
	fmt.Println(y, i)
	// Output:
	// [[[[6. 7.]]]] [[[[6 7]]]]
}

func ExampleMaxPool2DWithIndices() {
	x := tensor.New([][][]float32{{{1, 2}, {4, 3}}})
	y, i := ops.MaxPool2DWithIndices(x, 2)
	fmt.Println(y, i)
	// Output:
	// [[[4.]]] [[[2]]]
}

func ExampleMaxPool3DWithIndices() {
	x := tensor.Arange(8.0).Reshape(1, 1, 2, 2, 2)
	y, i := ops.MaxPool3DWithIndices(x, 2)
	fmt.Println(y, i)
	// Output:
	// [[[[[7.]]]]] [[[[[7]]]]]
}

func ExampleAdaptiveAvgPool1D() {
	x := tensor.New([][][]float32{{{1, 2, 3, 4, 5}}})
	fmt.Println(ops.AdaptiveAvgPool1D(x, 3))
	// Output:
	// [[[1.5 3.  4.5]]]
}

func ExampleAdaptiveAvgPool2D() {
	x := tensor.Arange(1.0, 10.0).Reshape(1, 3, 3)
	fmt.Println(ops.AdaptiveAvgPool2D(x, []int{0, 2}))
	// Output:
	// [[[1.5 2.5]
	//   [4.5 5.5]
	//   [7.5 8.5]]]
}

// The shape is that of MindSpore's documentation.
func ExampleAdaptiveAvgPool3D() {
	x := tensor.Ones(4, 1, 9, 10, 8)
	fmt.Println(ops.AdaptiveAvgPool3D(x, []int{0, 4, 5}).Shape())
	// Output:
	// (4, 1, 9, 4, 5)
}

func ExampleAdaptiveMaxPool1D() {
	x := tensor.New([][][]float32{{{1, 2, 3, 5, 4}}})
	fmt.Println(ops.AdaptiveMaxPool1D(x, 3))
	// Output:
	// [[[2. 5. 5.]]]
}

// From MindSpore's documentation.
func ExampleAdaptiveMaxPool2D() {
	x := tensor.Arange(1.0, 10.0).Reshape(1, 1, 3, 3)
	fmt.Println(ops.AdaptiveMaxPool2D(x, []int{0, 2}))
	fmt.Println(ops.AdaptiveMaxPool2D(x, []int{1, 2}))
	// Output:
	// [[[[2. 3.]
	//    [5. 6.]
	//    [8. 9.]]]]
	// [[[[8. 9.]]]]
}

func ExampleAdaptiveMaxPool2DWithIndices() {
	x := tensor.Arange(1.0, 10.0).Reshape(1, 3, 3)
	y, i := ops.AdaptiveMaxPool2DWithIndices(x, 1)
	fmt.Println(y, i)
	// Output:
	// [[[9.]]] [[[8]]]
}

func ExampleAdaptiveMaxPool3D() {
	x := tensor.Arange(8.0).Reshape(1, 2, 2, 2)
	fmt.Println(ops.AdaptiveMaxPool3D(x, []int{2, 1, 1}))
	// Output:
	// [[[[3.]]
	//
	//   [[7.]]]]
}

func ExampleLpPool1D() {
	x := tensor.New([][][]float32{{{3, 4, 6, 8}}})
	fmt.Println(ops.LpPool1D(x, 2, 2))
	// Output:
	// [[[ 5. 10.]]]
}

// The first plane of MindSpore's documentation.
func ExampleLpPool2D() {
	x := tensor.Arange(20.0).Reshape(1, 4, 5)
	fmt.Println(ops.LpPool2D(x, 1, 3, ops.Stride(1)))
	// Output:
	// [[[ 54.  63.  72.]
	//   [ 99. 108. 117.]]]
}

func ExampleMaxUnpool1D() {
	x := tensor.New([][][]float32{{{3, 6}}})
	fmt.Println(ops.MaxUnpool1D(x, tensor.New([][][]int{{{1, 3}}}), 2))
	// Output:
	// [[[0. 3. 0. 6.]]]
}

// From MindSpore's documentation.
func ExampleMaxUnpool2D() {
	x := tensor.New([][][][]float32{{{{0, 1}, {8, 9}}}})
	indices := tensor.New([][][][]int{{{{0, 1}, {2, 3}}}})
	fmt.Println(ops.MaxUnpool2D(x, indices, 1))
	// Output:
	// [[[[0. 1.]
	//    [8. 9.]]]]
}

// From MindSpore's documentation.
func ExampleMaxUnpool3D() {
	x := tensor.New([][][][][]float32{{{{{0, 1}, {8, 9}}}}})
	indices := tensor.New([][][][][]int{{{{{0, 1}, {2, 3}}}}})
	fmt.Println(ops.MaxUnpool3D(x, indices, 1))
	// Output:
	// [[[[[0. 1.]
	//     [8. 9.]]]]]
}
