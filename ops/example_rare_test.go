package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleDilation2D() {
	x := tensor.Arange(9).Reshape(1, 1, 3, 3).AsType(tensor.Float32)
	fmt.Println(ops.Dilation2D(x, tensor.New([][][]float32{{{0, 5}, {0, 0}}}), ops.PadMode("valid")))
	// Output:
	// [[[[ 6.  7.]
	//    [ 9. 10.]]]]
}

// The plane is that of MindSpore's own example.
func ExampleFractionalMaxPool2D() {
	x := tensor.New([]float32{
		0.3220, 0.9545, 0.7879, 0.0975, 0.3698, 0.5135, 0.5740, 0.3435, 0.1895, 0.8764, 0.9581, 0.4760, 0.9014, 0.8522, 0.3664,
		0.4980, 0.9673, 0.9879, 0.6988, 0.9022, 0.9304, 0.1558, 0.0153, 0.1559, 0.9852,
	}).Reshape(1, 1, 5, 5)
	samples := ops.RandomSamples(tensor.New([][][]float32{{{0.8, 0.8}}}))
	fmt.Println(ops.FractionalMaxPool2D(x, 2, 2, samples))
	// Output:
	// [[[[0.9545 0.8764]
	//    [0.9673 0.9852]]]] [[[[ 1  9]
	//    [16 24]]]]
}

func ExampleFractionalMaxPool3D() {
	x := tensor.Arange(1, 17).Reshape(1, 1, 2, 2, 4).AsType(tensor.Float32)
	samples := ops.RandomSamples(tensor.New([][][]float32{{{0.7, 0.7, 0.7}}}))
	fmt.Println(ops.FractionalMaxPool3D(x, 1, []int{1, 1, 3}, samples))
	// Output:
	// [[[[[13. 14. 16.]]]]] [[[[[12 13 15]]]]]
}

func ExampleSTFT() {
	x, w := tensor.New([]float32{1, 2, 3, 4, 5, 6}), tensor.New([]float32{0.5, 1, 1, 0.5})
	fmt.Println(ops.STFT(x, 4, ops.HopLength(2), ops.Window(w), ops.Normalized(true), ops.ReturnComplex(true)))
	// Output:
	// [[ 2.75+0.j   3.75+0.j   6.75+0.j   7.75+0.j ]
	//  [ 0.25-0.5j -1.25+0.j  -1.75-0.5j -1.25-2.j ]
	//  [-0.25+0.j  -0.25+0.j  -0.25+0.j  -0.25+0.j ]]
}

// A move by one to the right reads the neighbours.
func ExampleDeformableConv2D() {
	x := tensor.Arange(6).Reshape(1, 1, 2, 3).AsType(tensor.Float32)
	offsets := tensor.Concat([]*tensor.Tensor{tensor.Ones(1, 1, 2, 3), tensor.Zeros(1, 1, 2, 3), tensor.Ones(1, 1, 2, 3)}, 1)
	fmt.Println(ops.DeformableConv2D(x, tensor.Ones(1, 1, 1, 1), offsets))
	// Output:
	// [[[[1. 2. 0.]
	//    [4. 5. 0.]]]]
}

func ExampleScaleAndTranslate() {
	x := tensor.New([]float32{9, 5, 2, 1, 6, 1, 9, 7}).Reshape(1, 2, 4, 1)
	fmt.Println(ops.ScaleAndTranslate(x, []int{2, 2}, []float64{1, 1}, []float64{1, 1}).Squeeze())
	// Output:
	// [[0. 0.]
	//  [0. 9.]]
}

func ExampleResizeV2() {
	x := tensor.New([]float32{1, 2, 3, 4}).Reshape(1, 1, 1, 4)
	fmt.Println(ops.ResizeV2(x, []int{1, 1, 1, 9}))
	// Output:
	// [[[[1. 1. 1. 2. 2. 3. 3. 4. 4.]]]]
}

func ExampleEditDistance() {
	kitten, sitting := tensor.New([]int{11, 9, 20, 20, 5, 14}), tensor.New([]int{19, 9, 20, 20, 9, 14, 7})
	fmt.Println(ops.EditDistance(tensor.Arange(6).Reshape(6, 1), kitten, []int{6}, tensor.Arange(7).Reshape(7, 1), sitting, []int{7}, false))
	// Output:
	// 3.0
}

func ExampleUniformCandidateSampler() {
	classes, _, expected := ops.UniformCandidateSampler(tensor.New([]int{0, 3}), 4, true, 4)
	fmt.Println(classes.Sum(), expected.Shape())
	// Output:
	// 6 (4,)
}

func ExampleLogUniformCandidateSampler() {
	_, expected, _ := ops.LogUniformCandidateSampler(tensor.New([]int{0, 2}), 5, false, 3)
	fmt.Printf("%.4f\n", expected.Float64s()) // 5·log(2)/log(4), 5·log(4/3)/log(4)
	// Output:
	// [2.5000 1.0376]
}
