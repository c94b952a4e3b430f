package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

// Numbers and outputs are those of MindSpore's documentation, where it shows the op.

func ExampleTensor_Lgamma() {
	x := tensor.New([]float32{0.5, 3.2, 8.5})
	fmt.Printf("%.5f\n", x.Lgamma().Float64s())
	// Output:
	// [0.57236 0.88540 9.54927]
}

func ExampleTensor_Digamma() {
	x := tensor.New([]float32{1.5, 0.5, 9})
	fmt.Printf("%.5f\n", x.Digamma().Float64s())
	// Output:
	// [0.03649 -1.96351 2.14064]
}

func ExampleTensor_Polygamma() {
	x := tensor.New([]float64{3.14, -2.71})
	fmt.Println(x.Polygamma(1))
	// Output:
	// [ 0.37446456 15.49884838]
}

func ExampleTensor_Mvlgamma() {
	x := tensor.New([][]float32{{3, 4, 5}, {4, 2, 6}})
	fmt.Printf("%.3f\n", x.Mvlgamma(3).Float64s())
	// Output:
	// [2.695 5.403 9.141 5.403 1.596 13.640]
}

func ExampleTensor_Erfinv() {
	x := tensor.New([]float32{0, 0.5, -0.9})
	fmt.Printf("%.5f\n", x.Erfinv().Float64s())
	// Output:
	// [0.00000 0.47694 -1.16309]
}

func ExampleTensor_IGamma() {
	a := tensor.New([]float32{2, 4, 6, 8})
	x := tensor.New([]float32{2, 3, 4, 5})
	fmt.Printf("%.5f\n", a.IGamma(x).Float64s())
	// Output:
	// [0.59399 0.35277 0.21487 0.13337]
}

func ExampleTensor_IGammaC() {
	a := tensor.New([]float32{2, 4, 6, 8})
	x := tensor.New([]float32{2, 3, 4, 5})
	fmt.Printf("%.5f\n", a.IGammaC(x).Float64s())
	// Output:
	// [0.40601 0.64723 0.78513 0.86663]
}

func ExampleTensor_IGammaGradA() {
	a := tensor.New([]float32{2, 4, 6, 8})
	x := tensor.New([]float32{2, 3, 4, 5})
	fmt.Printf("%.5f\n", a.IGammaGradA(x).Float64s())
	// Output:
	// [-0.29400 -0.20153 -0.13028 -0.08352]
}

func ExampleTensor_Zeta() {
	x := tensor.New([]float32{10})
	fmt.Printf("%.5f\n", x.Zeta(tensor.Scalar(1)).Float64s())
	// Output:
	// [1.00099]
}

func ExampleTensor_BetaInc() {
	a := tensor.New([]float32{0.3, 0.1, 0.4})
	b := tensor.New([]float32{0.4, 0.5, 0.9})
	x := tensor.New([]float32{0.2, 0.6, 0.5})
	fmt.Printf("%.5f\n", a.BetaInc(b, x).Float64s())
	// Output:
	// [0.41463 0.87060 0.72983]
}

func ExampleTensor_Sinc() {
	x := tensor.New([]float32{0.62, 0.28, 0.43, 0.62})
	fmt.Printf("%.5f\n", x.Sinc().Float64s())
	// Output:
	// [0.47735 0.87594 0.72243 0.47735]
}

func ExampleTensor_Logit() {
	x := tensor.New([]float32{0.1, 0.2, 0.3})
	fmt.Printf("%.5f\n", x.Logit(1e-5).Float64s())
	// Output:
	// [-2.19722 -1.38629 -0.84730]
}

func ExampleTensor_BesselJ0() {
	x := tensor.New([]float32{0.5, 1, 2, 4})
	fmt.Printf("%.5f\n", x.BesselJ0().Float64s())
	// Output:
	// [0.93847 0.76520 0.22389 -0.39715]
}

func ExampleTensor_BesselJ1() {
	x := tensor.New([]float32{0.5, 1, 2, 4})
	fmt.Printf("%.5f\n", x.BesselJ1().Float64s())
	// Output:
	// [0.24227 0.44005 0.57672 -0.06604]
}

func ExampleTensor_BesselY0() {
	x := tensor.New([]float32{0.5, 1, 2, 4})
	fmt.Printf("%.5f\n", x.BesselY0().Float64s())
	// Output:
	// [-0.44452 0.08826 0.51038 -0.01694]
}

func ExampleTensor_BesselY1() {
	x := tensor.New([]float32{0.5, 1, 2, 4})
	fmt.Printf("%.5f\n", x.BesselY1().Float64s())
	// Output:
	// [-1.47147 -0.78121 -0.10703 0.39793]
}

func ExampleTensor_BesselI0() {
	x := tensor.New([]float32{0.24, 0.83, 0.31, 0.09})
	fmt.Printf("%.5f\n", x.BesselI0().Float64s())
	// Output:
	// [1.01445 1.17978 1.02417 1.00203]
}

func ExampleTensor_BesselI0e() {
	x := tensor.New([]float32{0.24, 0.83, 0.31, 0.09})
	fmt.Printf("%.5f\n", x.BesselI0e().Float64s())
	// Output:
	// [0.79800 0.51444 0.75117 0.91578]
}

func ExampleTensor_BesselI1() {
	x := tensor.New([]float32{0.24, 0.83, 0.31, 0.09})
	fmt.Printf("%.5f\n", x.BesselI1().Float64s())
	// Output:
	// [0.12087 0.45178 0.15687 0.04505]
}

func ExampleTensor_BesselI1e() {
	x := tensor.New([]float32{-1, -0.5, 0.5, 1})
	fmt.Printf("%.5f\n", x.BesselI1e().Float64s())
	// Output:
	// [-0.20791 -0.15642 0.15642 0.20791]
}

func ExampleTensor_BesselK0() {
	x := tensor.New([]float32{0.24, 0.83, 0.31, 0.09})
	fmt.Printf("%.5f\n", x.BesselK0().Float64s())
	// Output:
	// [1.57983 0.54021 1.34247 2.53102]
}

func ExampleTensor_BesselK0e() {
	x := tensor.New([]float32{0.24, 0.83, 0.31, 0.09})
	fmt.Printf("%.5f\n", x.BesselK0e().Float64s())
	// Output:
	// [2.00835 1.23888 1.83035 2.76937]
}

func ExampleTensor_BesselK1() {
	x := tensor.New([]float32{0.24, 0.83, 0.31, 0.09})
	fmt.Printf("%.5f\n", x.BesselK1().Float64s())
	// Output:
	// [3.91908 0.81435 2.94406 10.97486]
}

func ExampleTensor_BesselK1e() {
	x := tensor.New([]float32{0.5, 1, 2, 4})
	fmt.Printf("%.5f\n", x.BesselK1e().Float64s())
	// Output:
	// [2.73101 1.63615 1.03348 0.68158]
}
