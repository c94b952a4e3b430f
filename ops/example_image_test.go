package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// The first is from MindSpore's documentation.
func ExampleInterpolate() {
	x := tensor.New([][][]float32{{{1, 2, 3}, {4, 5, 6}}})
	fmt.Println(ops.Interpolate(x, ops.OutputSize(6)))
	fmt.Println(ops.Interpolate(x, ops.OutputSize(5), ops.Interpolation("linear"), ops.AlignCorners(true)))
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

// Cubic polynomials give back a slope in the middle; near an edge the zeros beyond it count.
func ExampleGridSample_bicubic() {
	x := tensor.Arange(16.0).Reshape(1, 1, 4, 4)
	grid := tensor.New([]float32{0, 0, 0.5, -0.5}).Reshape(1, 1, 2, 2)
	fmt.Println(ops.GridSample(x, grid, ops.Interpolation("bicubic")))
	// Output: [[[[7.5      4.921875]]]]
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
	// (4, 5) 2
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
	// (2, 1, 2, 3)
}

// The shape is that of MindSpore's documentation.
func ExampleDropout3D() {
	fmt.Println(ops.Dropout3D(tensor.Ones(2, 1, 2, 1, 2), 0.5).Shape())
	// Output:
	// (2, 1, 2, 1, 2)
}

func ExampleEmbeddingLookup() {
	params := tensor.New([][]float32{{8, 9}, {10, 11}})
	fmt.Println(ops.EmbeddingLookup(params, tensor.New([]int{5, 2, 4}), 4))
	// Output:
	// [[10. 11.]
	//  [ 0.  0.]
	//  [ 8.  9.]]
}

// A box over the whole image keeps its corners; one that is twice as high leaves the image.
func ExampleCropAndResize() {
	image := tensor.Arange(9.0).Reshape(1, 3, 3, 1)
	boxes := tensor.New([][]float32{{0, 0, 1, 1}, {0, 0, 2, 0.5}})
	y := ops.CropAndResize(image, boxes, tensor.New([]int{0, 0}), []int{2, 2}, ops.ExtrapolationValue(-1))
	fmt.Println(y.Squeeze(-1))
	// Output:
	// [[[ 0.  2.]
	//   [ 6.  8.]]
	//
	//  [[ 0.  1.]
	//   [-1. -1.]]]
}

// From MindSpore's documentation, whose CPU kernel rounds the logarithm further.
func ExampleBoundingBoxEncode() {
	anchor := tensor.New([][]float32{{2, 2, 2, 3}})
	truth := tensor.New([][]float32{{1, 2, 1, 4}})
	fmt.Printf("%.4f\n", ops.BoundingBoxEncode(anchor, truth).Float64s())
	// Output:
	// [-1.0000 0.2500 0.0000 0.4055]
}

// From MindSpore's documentation, to three digits.
func ExampleBoundingBoxDecode() {
	anchor := tensor.New([][]float32{{4, 1, 2, 1}, {2, 2, 2, 3}})
	deltas := tensor.New([][]float32{{3, 1, 2, 2}, {1, 2, 1, 4}})
	fmt.Printf("%.3f\n", ops.BoundingBoxDecode(anchor, deltas, []int{768, 1280}).Float64s())
	// Output:
	// [4.195 0.000 0.000 5.195 2.141 0.000 3.859 60.598]
}

// The boxes are 2·2 and 2·4 large and share 2·2.
func ExampleIOU() {
	anchor := tensor.New([][]float32{{1, 1, 2, 2}})
	truth := tensor.New([][]float32{{1, 1, 2, 4}, {5, 5, 6, 6}})
	fmt.Println(ops.IOU(anchor, truth, "iou"))
	// Output:
	// [[0.5]
	//  [0. ]]
}

// The elements of both channels give 0.1² + 0.3² and 0.2² + 0.4²: the first is 0.1/√1.1.
func ExampleLRN() {
	x := tensor.New([][][][]float32{{{{0.1}, {0.2}}, {{0.3}, {0.4}}}})
	for _, v := range ops.LRN(x).Float64s() {
		fmt.Printf("%.6f ", v)
	}
	// Output:
	// 0.095346 0.182574 0.286039 0.365148
}

// From MindSpore's documentation.
func ExampleResizeBilinear() {
	x := tensor.New([][][][]float32{{{{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}}}})
	fmt.Println(ops.ResizeBilinear(x, []int{3, 5}))
	// Output:
	// [[[[1. 2. 3. 4. 5.]
	//    [1. 2. 3. 4. 5.]
	//    [1. 2. 3. 4. 5.]]]]
}

// From MindSpore's documentation.
func ExampleResizeBicubic() {
	x := tensor.New([][][][]float32{{{{1, 2}, {3, 4}}}})
	fmt.Println(ops.ResizeBicubic(x, []int{1, 4}))
	// Output:
	// [[[[1.      1.5     2.      2.09375]]]]
}

// From MindSpore's documentation.
func ExampleResizeNearestNeighbor() {
	x := tensor.New([][][][]float32{{{{-0.1, 0.3, 3.6}, {0.4, 0.5, -3.2}}}})
	fmt.Println(ops.ResizeNearestNeighbor(x, []int{2, 2}))
	// Output:
	// [[[[-0.1  0.3]
	//    [ 0.4  0.5]]]]
}
