package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

// Numbers and outputs are those of MindSpore's documentation, where it shows the op.

func ExampleTensor_Real() {
	x := tensor.New([]complex64{1.3 + 0.4i})
	fmt.Println(x.Real())
	// Output:
	// [1.3]
}

func ExampleTensor_Imag() {
	x := tensor.New([]complex64{1.3 + 0.4i})
	fmt.Println(x.Imag())
	// Output:
	// [0.4]
}

func ExampleTensor_Conj() {
	x := tensor.New([]complex64{1.3 + 0.4i})
	fmt.Println(x.Conj())
	// Output:
	// [1.3-0.4j]
}

func ExampleTensor_Angle() {
	x := tensor.New([]complex128{1 + 1i, -2})
	fmt.Println(x.Angle())
	// Output:
	// [0.78539816 3.14159265]
}

func ExampleComplex() {
	re := tensor.New([]float32{1, 2})
	fmt.Println(tensor.Complex(re, tensor.New([]float32{3, -4})))
	// Output:
	// [1.+3.j 2.-4.j]
}

func ExamplePolar() {
	size := tensor.New([]float64{1, 2})
	fmt.Println(tensor.Polar(size, tensor.New([]float64{0, 0})))
	// Output:
	// [1.+0.j 2.+0.j]
}

func ExampleTensor_ViewAsReal() {
	x := tensor.New([]complex64{2 + 1i, 2 + 3i})
	fmt.Println(x.ViewAsReal())
	// Output:
	// [[2. 1.]
	//  [2. 3.]]
}

func ExampleTensor_IsReal() {
	x := tensor.New([]complex64{1 + 1i, 2})
	fmt.Println(x.IsReal())
	// Output:
	// [False  True]
}

func ExampleTensor_Sgn() {
	x := tensor.New([]complex64{3 + 4i, 7 - 24i, 0, 6 + 8i, 8})
	fmt.Println(x.Sgn())
	// Output:
	// [0.6 +0.8j  0.28-0.96j 0.  +0.j   0.6 +0.8j  1.  +0.j  ]
}
