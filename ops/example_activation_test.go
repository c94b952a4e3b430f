package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Numbers and outputs are those of MindSpore's documentation, where it shows the op.

func ExampleCELU() {
	x := tensor.New([]float32{-2, -1, 1, 2})
	fmt.Println(ops.CELU(x, 1))
	// Output:
	// [-0.86466473 -0.63212055  1.          2.        ]
}

func ExamplePReLU() {
	x := tensor.Arange(-6.0, 6.0).Reshape(2, 3, 2)
	fmt.Println(ops.PReLU(x, tensor.New([]float32{0.5, 0.25, -0.5})))
	// Output:
	// [[[-3.   -2.5 ]
	//   [-1.   -0.75]
	//   [ 1.    0.5 ]]
	//
	//  [[ 0.    1.  ]
	//   [ 2.    3.  ]
	//   [ 4.    5.  ]]]
}

func ExampleRReLU() {
	x := tensor.New([]float32{-1, 4, 2, 0})
	y := ops.RReLU(x, 0.125, 1.0/3)
	fmt.Println(y.At(tensor.From(1)), y.At(0).Float() < -0.125)
	// Output:
	// [4. 2. 0.] true
}

func ExampleHardShrink() {
	x := tensor.New([][]float32{{0.5, 1, 2}, {0.0533, 0.0776, -2.1233}})
	fmt.Println(ops.HardShrink(x, 0.5))
	// Output:
	// [[ 0.      1.      2.    ]
	//  [ 0.      0.     -2.1233]]
}

func ExampleSoftShrink() {
	x := tensor.New([][]float32{{0.5297, 0.7871, 1.1754}, {0.7836, 0.6218, -1.1542}}).AsType(tensor.Float16)
	fmt.Println(ops.SoftShrink(x, 0.5))
	// Output:
	// [[ 0.02979  0.287    0.676  ]
	//  [ 0.2837   0.1216  -0.6543 ]]
}

func ExampleTanhShrink() {
	x := tensor.New([]float32{1, 2, 3, 2, 1}).AsType(tensor.Float16)
	fmt.Println(ops.TanhShrink(x))
	// Output:
	// [0.2383 1.036  2.004  1.036  0.2383]
}

func ExampleHardTanh() {
	x := tensor.New([]float32{-1, -2, 0, 2, 1})
	fmt.Println(ops.HardTanh(x, -1, 1))
	// Output:
	// [-1. -1.  0.  1.  1.]
}

func ExampleGLU() {
	x := tensor.New([]float32{3, 5, 0, 0})
	fmt.Println(ops.GLU(x, 0))
	// Output:
	// [1.5 2.5]
}

func ExampleThreshold() {
	x := tensor.New([]float32{0, 2, 3})
	fmt.Println(ops.Threshold(x, 1, 100))
	// Output:
	// [100.   2.   3.]
}

func ExampleSoftmin() {
	x := tensor.New([]float32{0, 0})
	fmt.Println(ops.Softmin(x, 0))
	// Output:
	// [0.5 0.5]
}

func ExampleFastGELU() {
	x := tensor.New([][]float32{{-1, 4, -8}, {2, -5, 9}})
	fmt.Printf("%.4f\n", ops.FastGELU(x).Float64s())
	// Output:
	// [-0.1542 3.9956 -0.0000 1.9357 -0.0010 9.0000]
}

func ExampleGumbelSoftmax() {
	x := tensor.New([][]float32{{-0.1, 0.3, 3.6}, {0.4, 0.5, -3.2}})
	y := ops.GumbelSoftmax(x, 1, true, -1)
	fmt.Println(y.Shape(), y.Sum(-1))
	// Output:
	// (2, 3) [1. 1.]
}

func ExampleClipByValue() {
	x := tensor.New([][]float32{{1, 25, 5, 7}, {4, 11, 6, 21}})
	fmt.Println(ops.ClipByValue(x, 5, 20))
	// Output:
	// [[ 5. 20.  5.  7.]
	//  [ 5. 11.  6. 20.]]
}

func ExampleClipByNorm() {
	x := tensor.New([][]float32{{0.8748, 0.1425, 0.0076}, {0.7721, 0.4084, 0.0552}, {4.6376, 0.2914, 2.1120}})
	fmt.Printf("%.5f\n", ops.ClipByNorm(x, 1, nil).Float64s())
	// Output:
	// [0.16650 0.02712 0.00145 0.14695 0.07773 0.01051 0.88268 0.05546 0.40198]
}

func ExampleClipByGlobalNorm() {
	x := tensor.New([][]float32{{2, 3}, {1, 2}})
	y := tensor.New([][]float32{{1, 4}, {3, 1}})
	for _, t := range ops.ClipByGlobalNorm(tensor.Tuple{x, y}, 1) {
		fmt.Printf("%.6f\n", t.Float64s())
	}
	// Output:
	// [0.298142 0.447214 0.149071 0.298142]
	// [0.149071 0.596285 0.447214 0.149071]
}

func ExampleL2Normalize() {
	x := tensor.New([][]float32{{3, 4}, {0, 2}})
	fmt.Println(ops.L2Normalize(x, 1, 1e-4))
	// Output:
	// [[0.6 0.8]
	//  [0.  1. ]]
}

func ExampleAddN() {
	x := tensor.New([]float32{1, 2, 3})
	y := tensor.New([]float32{4, 5, 6})
	fmt.Println(ops.AddN(tensor.Tuple{x, y, x, y}))
	// Output:
	// [10. 14. 18.]
}

func ExampleSquareSumAll() {
	x := tensor.New([]float32{0, 0, 2, 0})
	y := tensor.New([]float32{0, 0, 2, 4})
	fmt.Println(ops.SquareSumAll(x, y))
	// Output:
	// 4.0 20.0
}
