package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// The first is from MindSpore's documentation.
func ExampleInterpolate() {
	x := tensor.New([][][]float32{{{1, 2, 3}, {4, 5, 6}}})
	fmt.Println(ops.Interpolate(x, ops.Size(6)))
	fmt.Println(ops.Interpolate(x, ops.Size(5), ops.Mode("linear"), ops.AlignCorners(true)))
	// Output:
	// [[[1. 1. 2. 2. 3. 3.]
	//   [4. 4. 5. 5. 6. 6.]]]
	// [[[1.  1.5 2.  2.5 3. ]
	//   [4.  4.5 5.  5.5 6. ]]]
}

// From MindSpore's documentation, whose rounding differs in the last digit of one number.
func ExampleGridSample() {
	x := tensor.Arange(16.0).Reshape(2, 2, 2, 2)
	grid := tensor.New([]float32{0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}).Reshape(2, 2, 1, 2)
	y := ops.GridSample(x, grid, ops.AlignCorners(true))
	for _, v := range y.Float64s() {
		fmt.Printf("%.5g ", v)
	}
	// Output:
	// 1.9 2.2 5.9 6.2 10.5 10.8 14.5 14.8
}

// From MindSpore's documentation, to five digits.
func ExampleAffineGrid() {
	theta := tensor.New([][][]float32{{{0.8, 0.5, 0}, {-0.5, 0.8, 0}}})
	y := ops.AffineGrid(theta, []int{1, 3, 2, 3})
	for _, v := range y.Float64s() {
		fmt.Printf("%.5f ", v)
	}
	// Output:
	// -0.78333 -0.06667 -0.25000 -0.40000 0.28333 -0.73333 -0.28333 0.73333 0.25000 0.40000 0.78333 0.06667
}

func ExampleEmbedding() {
	weight := tensor.New([][]float32{{0, 1}, {10, 11}, {20, 21}})
	fmt.Println(ops.Embedding(tensor.New([]int{2, 0}), weight))
	// Output:
	// [[20. 21.]
	//  [ 0.  1.]]
}

func ExampleDropout() {
	x := tensor.Ones(4, 5)
	y := ops.Dropout(x, 0.5)
	fmt.Println(y.Shape(), y.Max().Item())
	fmt.Println(ops.Dropout(x, 0.5, ops.Training(false)).Sum())
	// Output:
	// [4 5] 2
	// 20.0
}

func ExampleDropout1D() {
	fmt.Println(ops.Dropout1D(tensor.Ones(2, 3), 1))
	// Output:
	// [[0. 0. 0.]
	//  [0. 0. 0.]]
}

// The shape is that of MindSpore's documentation.
func ExampleDropout2D() {
	fmt.Println(ops.Dropout2D(tensor.Ones(2, 1, 2, 3), 0.5).Shape())
	// Output:
	// [2 1 2 3]
}

// The shape is that of MindSpore's documentation.
func ExampleDropout3D() {
	fmt.Println(ops.Dropout3D(tensor.Ones(2, 1, 2, 1, 2), 0.5).Shape())
	// Output:
	// [2 1 2 1 2]
}
