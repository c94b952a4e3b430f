package tensor_test

import (
	"fmt"
	"math"

	"github.com/msrepl/msrepl/tensor"
)

// Numbers and outputs are those of MindSpore's documentation, where it shows the op.

func ExampleTensor_BitwiseAnd() {
	x := tensor.New([]int16{0, 0, 1, -1, 1, 1, 1})
	y := tensor.New([]int16{0, 1, 1, -1, -1, 2, 3})
	fmt.Println(x.BitwiseAnd(y))
	// Output:
	// [ 0  0  1 -1  1  0  1]
}

func ExampleTensor_BitwiseOr() {
	x := tensor.New([]int16{0, 0, 1, -1, 1, 1, 1})
	y := tensor.New([]int16{0, 1, 1, -1, -1, 2, 3})
	fmt.Println(x.BitwiseOr(y))
	// Output:
	// [ 0  1  1 -1 -1  3  3]
}

func ExampleTensor_BitwiseXor() {
	x := tensor.New([]int16{0, 0, 1, -1, 1, 1, 1})
	y := tensor.New([]int16{0, 1, 1, -1, -1, 2, 3})
	fmt.Println(x.BitwiseXor(y))
	// Output:
	// [ 0  1  0  0 -2  3  2]
}

func ExampleTensor_BitwiseNot() {
	x := tensor.New([]int16{25, 4, 13, 9})
	fmt.Println(x.BitwiseNot())
	// Output:
	// [-26  -5 -14 -10]
}

func ExampleTensor_LeftShift() {
	x := tensor.New([]int8{1, 2, 3})
	y := tensor.New([]int8{0, 1, -1})
	fmt.Println(x.LeftShift(y))
	// Output:
	// [1 4 0]
}

func ExampleTensor_RightShift() {
	x := tensor.New([]int64{1, 2, 4, 8})
	fmt.Println(x.RightShift(tensor.Scalar(1)))
	// Output:
	// [0 1 2 4]
}

func ExampleTensor_PopulationCount() {
	x := tensor.New([]int16{0, 1, 3})
	fmt.Println(x.PopulationCount())
	// Output:
	// [0 1 2]
}

func ExampleTensor_GCD() {
	x := tensor.New([]int64{7, 8, 9})
	y := tensor.New([]int64{14, 6, 12})
	fmt.Println(x.GCD(y))
	// Output:
	// [7 2 3]
}

func ExampleTensor_LCM() {
	x := tensor.New([]int64{7, 8, 9})
	y := tensor.New([]int64{14, 6, 12})
	fmt.Println(x.LCM(y))
	// Output:
	// [14 24 36]
}

func ExampleTensor_TruncDiv() {
	x := tensor.New([]int32{2, 4, -1})
	y := tensor.New([]int32{3, 3, 3})
	fmt.Println(x.TruncDiv(y))
	// Output:
	// [0 1 0]
}

func ExampleTensor_TruncMod() {
	x := tensor.New([]float32{-4, 5, 6})
	y := tensor.New([]float32{3, 2, 3})
	fmt.Println(x.TruncMod(y))
	// Output:
	// [-1.  1.  0.]
}

func ExampleTensor_DivNoNan() {
	x := tensor.New([]float32{-1, 0, 1, 5, 6})
	y := tensor.New([]float32{0, 0, 0, 2, 3})
	fmt.Println(x.DivNoNan(y))
	// Output:
	// [0.  0.  0.  2.5 2. ]
}

func ExampleTensor_MulNoNan() {
	inf := math.Inf(1)
	x := tensor.New([]any{-1.0, 6.0, inf})
	y := tensor.New([]any{-1.0, 4.0, 0.0})
	fmt.Println(x.MulNoNan(y))
	// Output:
	// [ 1. 24.  0.]
}

func ExampleTensor_Xdivy() {
	x := tensor.New([]float32{2, 4, -1})
	y := tensor.New([]float32{2, 2, 2})
	fmt.Println(x.Xdivy(y))
	// Output:
	// [ 1.   2.  -0.5]
}

func ExampleTensor_Frac() {
	x := tensor.New([]float32{2, 4.25, -2.5})
	fmt.Println(x.Frac())
	// Output:
	// [ 0.    0.25 -0.5 ]
}

func ExampleTensor_FloatPower() {
	x := tensor.New([]float32{-1.5, 0, 2})
	fmt.Println(x.FloatPower(tensor.Scalar(2)))
	// Output:
	// [2.25 0.   4.  ]
}

func ExampleTensor_SquaredDifference() {
	x := tensor.New([]float32{1, 2, 3})
	y := tensor.New([]float32{2, 4, 6})
	fmt.Println(x.SquaredDifference(y))
	// Output:
	// [1. 4. 9.]
}

func ExampleTensor_FMax() {
	x := tensor.New([]float32{1, 5, 3})
	y := tensor.New([]float32{4, 2, 6})
	fmt.Println(x.FMax(y))
	// Output:
	// [4. 5. 6.]
}

func ExampleTensor_FMin() {
	x := tensor.New([]float32{1, 5, 3})
	y := tensor.New([]float32{4, 2, 6})
	fmt.Println(x.FMin(y))
	// Output:
	// [1. 2. 3.]
}

func ExampleTensor_LogAddExp() {
	x := tensor.New([]float32{0, 1000})
	fmt.Println(x.LogAddExp(x))
	// Output:
	// [6.9314718e-01 1.0006932e+03]
}

func ExampleTensor_LogAddExp2() {
	x := tensor.New([]float32{2, 4, 8}).AsType(tensor.Float16)
	fmt.Println(x.LogAddExp2(tensor.Scalar(2)))
	// Output:
	// [3.   4.32 8.02]
}

func ExampleTensor_CopySign() {
	x := tensor.New([][]float32{{0.3, -0.7}, {0.5, 0.5}})
	fmt.Println(x.CopySign(tensor.New([]float32{-0.4, 0.6})))
	// Output:
	// [[-0.3  0.7]
	//  [-0.5  0.5]]
}

func ExampleTensor_NextAfter() {
	x := tensor.New([]float64{0})
	fmt.Println(x.NextAfter(tensor.Scalar(0.1)).Greater(x))
	// Output:
	// [ True]
}

func ExampleTensor_Heaviside() {
	x := tensor.New([]float64{-1.5, 0, 2})
	fmt.Println(x.Heaviside(tensor.New([]float64{0.5})))
	// Output:
	// [0.  0.5 1. ]
}

func ExampleTensor_Ldexp() {
	x := tensor.New([]float32{1})
	fmt.Println(x.Ldexp(tensor.New([]int32{1, 2, 3, 4})))
	// Output:
	// [ 2.  4.  8. 16.]
}

func ExampleTensor_SignBit() {
	x := tensor.New([]float32{0.3, 1.2, 0, -2.5})
	fmt.Println(x.SignBit())
	// Output:
	// [False False False  True]
}

func ExampleTensor_IsPosInf() {
	x := tensor.New([]float64{math.Inf(1), math.Inf(-1), 1})
	fmt.Println(x.IsPosInf())
	// Output:
	// [ True False False]
}

func ExampleTensor_IsNegInf() {
	x := tensor.New([]float64{math.Inf(1), math.Inf(-1), 1})
	fmt.Println(x.IsNegInf())
	// Output:
	// [False  True False]
}

func ExampleTensor_ApproximateEqual() {
	x := tensor.New([]float32{1, 2, 3})
	y := tensor.New([]float32{2, 3, 6})
	fmt.Println(x.ApproximateEqual(y, 2))
	// Output:
	// [ True  True False]
}

func ExampleTensor_Rad2Deg() {
	x := tensor.New([]float64{math.Pi, -math.Pi / 2})
	fmt.Println(x.Rad2Deg())
	// Output:
	// [180. -90.]
}

func ExampleTensor_Deg2Rad() {
	x := tensor.New([]float32{90, -90})
	fmt.Println(x.Deg2Rad())
	// Output:
	// [ 1.5707964 -1.5707964]
}
