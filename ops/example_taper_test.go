package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
)

// From MindSpore's documentation, to five digits.
func ExampleHannWindow() {
	fmt.Printf("%.5f\n%.5f\n", ops.HannWindow(5, true).Float64s(), ops.HannWindow(5, false).Float64s())
	// Output:
	// [0.00000 0.34549 0.90451 0.90451 0.34549]
	// [0.00000 0.50000 1.00000 0.50000 0.00000]
}

func ExampleHammingWindow() {
	fmt.Printf("%.2f %.2f\n", ops.HammingWindow(5, false, 0.54, 0.46).Float64s(), ops.HammingWindow(1, true, 0.54, 0.46).Float64s())
	// Output:
	// [0.08 0.54 1.00 0.54 0.08] [1.00]
}

func ExampleBlackmanWindow() {
	fmt.Printf("%.2f\n", ops.BlackmanWindow(3, false).Abs().Float64s())
	// Output:
	// [0.00 1.00 0.00]
}

func ExampleBartlettWindow() {
	fmt.Println(ops.BartlettWindow(5, true), ops.BartlettWindow(5, false))
	// Output:
	// [0.  0.4 0.8 0.8 0.4] [0.  0.5 1.  0.5 0. ]
}

// From MindSpore's documentation.
func ExampleKaiserWindow() {
	fmt.Println(ops.KaiserWindow(5, true, 12))
	fmt.Println(ops.KaiserWindow(5, false, 12))
	// Output:
	// [5.27734413e-05 1.01719688e-01 7.92939834e-01 7.92939834e-01
	//  1.01719688e-01]
	// [5.27734413e-05 2.15672745e-01 1.00000000e+00 2.15672745e-01
	//  5.27734413e-05]
}
