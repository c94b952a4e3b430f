package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleRGBToHSV() {
	fmt.Println(ops.RGBToHSV(tensor.New([]float32{0.25, 0.5, 0.5})))
	// Output:
	// [0.5 0.5 0.5]
}

func ExampleHSVToRGB() {
	fmt.Println(ops.HSVToRGB(tensor.New([]float32{0.5, 0.5, 0.5})))
	// Output:
	// [0.25 0.5  0.5 ]
}

func ExampleAdjustHue() {
	fmt.Printf("%.4f\n", ops.AdjustHue(tensor.New([]float32{1, 2, 3}), 0.2).Float64s())
	// Output:
	// [2.4000 1.0000 3.0000]
}

func ExampleAdjustSaturation() {
	fmt.Printf("%.4f\n", ops.AdjustSaturation(tensor.New([]float32{1, 2, 3}), 0.5).Float64s())
	// Output:
	// [2.0000 2.5000 3.0000]
}

func ExampleAdjustContrastV2() {
	x := tensor.New([][][]float32{{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}})
	fmt.Println(ops.AdjustContrastV2(x, 2))
	// Output:
	// [[[-3.5 -2.5 -1.5]
	//   [ 2.5  3.5  4.5]]
	//
	//  [[ 8.5  9.5 10.5]
	//   [14.5 15.5 16.5]]]
}

func ExampleROIAlign() {
	features := tensor.New([][][][]float32{{{{1, 2}, {3, 4}}}})
	rois := tensor.New([][]float32{{0, 0.2, 0.3, 0.2, 0.3}})
	fmt.Printf("%.3f\n", ops.ROIAlign(features, rois, 2, 2, 0.5).Float64s())
	// Output:
	// [1.775 2.025 2.275 2.525]
}

func ExampleNMSWithMask() {
	boxes := tensor.New([][]float32{{100, 100, 150, 168, 0.63}, {150, 75, 315, 190, 0.55}, {12, 190, 300, 390, 0.9}, {28, 130, 134, 302, 0.3}})
	_, numbers, keep := ops.NMSWithMask(boxes, 0.1)
	fmt.Println(numbers.At(keep))
	// Output:
	// [0 1 2]
}

func ExampleNonMaxSuppressionWithOverlaps() {
	overlaps := tensor.New([][]float32{{0.7, 0.3, 0.2, 0.6}, {0.7, 0.4, 0.9, 0.7}, {0.5, 0.4, 0.3, 0.7}, {0.4, 0.05, 0.4, 0.7}})
	scores := tensor.New([]float32{0.18, 0.17, 0.531, 0.532})
	fmt.Println(ops.NonMaxSuppressionWithOverlaps(overlaps, scores, 4, 0.1, 0.2))
	// Output:
	// [3]
}

func ExampleRaggedRange() {
	splits, values := ops.RaggedRange(tensor.New([]int32{2, 5, 8}), tensor.New([]int32{3, 5, 12}), tensor.New([]int32{1, 1, 1}))
	fmt.Println(splits)
	fmt.Println(values)
	// Output:
	// [0 1 1 5]
	// [ 2  8  9 10 11]
}

func ExampleInTopK() {
	x := tensor.New([][]float32{{1, 8, 5, 2, 7}, {4, 9, 1, 3, 5}})
	fmt.Println(ops.InTopK(x, tensor.New([]int32{1, 3}), 3))
	// Output:
	// [ True False]
}

func ExampleConfusionMatrix() {
	fmt.Println(ops.ConfusionMatrix(tensor.New([]int32{0, 1, 1, 3}), tensor.New([]int32{1, 2, 1, 3}), 4))
	// Output:
	// [[0 1 0 0]
	//  [0 1 1 0]
	//  [0 0 0 0]
	//  [0 0 0 1]]
}

func ExampleSparseSegmentMean() {
	x := tensor.New([][]float32{{0, 1, 2}, {1, 2, 3}, {3, 6, 7}})
	fmt.Println(ops.SparseSegmentMean(x, tensor.New([]int32{0, 1, 2}), tensor.New([]int32{1, 2, 2})))
	// Output:
	// [[0. 0. 0.]
	//  [0. 1. 2.]
	//  [2. 4. 5.]]
}

func ExampleDataFormatDimMap() {
	fmt.Println(ops.DataFormatDimMap(tensor.New([]int32{0, 1, 2, 3}), "NHWC", "NCHW"))
	// Output:
	// [0 3 1 2]
}

func ExampleDataFormatVecPermute() {
	fmt.Println(ops.DataFormatVecPermute(tensor.New([]int32{1, 2, 3, 4}), "NHWC", "NCHW"))
	// Output:
	// [1 4 2 3]
}

func ExampleBiDense() {
	x, y := tensor.New([][]float32{{1, 2}}), tensor.New([][]float32{{3, 4}})
	w := tensor.New([][][]float32{{{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}})
	fmt.Println(ops.BiDense(x, y, w))
	// Output:
	// [[11. 10.]]
}
