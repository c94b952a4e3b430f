package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleFFT() {
	fmt.Println(ops.FFT(tensor.New([]float32{1, 0, 0, 0}), 0, -1, ""))
	// Output:
	// [1.+0.j 1.+0.j 1.+0.j 1.+0.j]
}

func ExampleIFFT() {
	fmt.Println(ops.IFFT(tensor.New([]float32{4, 0, 0, 0}), 0, -1, ""))
	// Output:
	// [1.+0.j 1.+0.j 1.+0.j 1.+0.j]
}

func ExampleRFFT() {
	fmt.Println(ops.RFFT(tensor.New([]float32{1, 0, 0, 0}), 0, -1, ""))
	// Output:
	// [1.+0.j 1.+0.j 1.+0.j]
}

func ExampleIRFFT() {
	fmt.Println(ops.IRFFT(tensor.New([]float32{4, 0, 0}), 0, -1, ""))
	// Output:
	// [1. 1. 1. 1.]
}

// From numpy's documentation.
func ExampleHFFT() {
	fmt.Printf("%.4f\n", ops.HFFT(tensor.New([]float64{1, 2, 3, 4}), 0, -1, "").Add(tensor.Scalar(1)).Float64s())
	// Output:
	// [16.0000 -3.0000 1.0000 -0.0000 1.0000 -3.0000]
}

// From numpy's documentation.
func ExampleIHFFT() {
	fmt.Printf("%.4f\n", ops.IHFFT(tensor.New([]float64{15, -4, 0, -1, 0, -4}), 0, -1, "").Real().Float64s())
	// Output:
	// [1.0000 2.0000 3.0000 4.0000]
}

func ExampleFFTN() {
	fmt.Println(ops.FFTN(tensor.Ones(2, 2), nil, nil, ""))
	// Output:
	// [[4.+0.j 0.+0.j]
	//  [0.+0.j 0.+0.j]]
}

func ExampleIFFTN() {
	fmt.Println(ops.IFFTN(tensor.Ones(2, 2), nil, nil, ""))
	// Output:
	// [[1.+0.j 0.+0.j]
	//  [0.+0.j 0.+0.j]]
}

func ExampleRFFTN() {
	fmt.Println(ops.RFFTN(tensor.Ones(2, 4), nil, nil, "").Real())
	// Output:
	// [[8. 0. 0.]
	//  [0. 0. 0.]]
}

func ExampleIRFFTN() {
	fmt.Println(ops.IRFFTN(tensor.New([][]float32{{8, 0, 0}, {0, 0, 0}}), nil, nil, ""))
	// Output:
	// [[1. 1. 1. 1.]
	//  [1. 1. 1. 1.]]
}

func ExampleHFFTN() {
	fmt.Println(ops.HFFTN(tensor.Ones(4, 4), nil, nil, "").Size())
	// Output:
	// 24
}

func ExampleIHFFTN() {
	fmt.Println(ops.IHFFTN(tensor.Ones(4, 4), nil, nil, "").Real())
	// Output:
	// [[1. 0. 0.]
	//  [0. 0. 0.]
	//  [0. 0. 0.]
	//  [0. 0. 0.]]
}

func ExampleFFTShift() {
	fmt.Println(ops.FFTShift(tensor.New([]int{0, 1, 2, -2, -1})))
	// Output:
	// [-2 -1  0  1  2]
}

func ExampleIFFTShift() {
	fmt.Println(ops.IFFTShift(tensor.New([]int{-2, -1, 0, 1, 2})))
	// Output:
	// [ 0  1  2 -2 -1]
}

func ExampleFFTFreq() {
	fmt.Println(ops.FFTFreq(5, 1), ops.RFFTFreq(4, 1))
	// Output:
	// [ 0.   0.2  0.4 -0.4 -0.2] [0.   0.25 0.5 ]
}
