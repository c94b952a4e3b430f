package display_test

import (
	"fmt"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleTable() {
	type epoch struct {
		Loss     float64
		Accuracy float64
	}
	fmt.Println(display.Table([]epoch{{0.69, 0.5}, {0.31, 0.875}}).Text())
	// Output:
	//    Loss  Accuracy
	// ─────────────────
	// 0  0.69       0.5
	// 1  0.31     0.875
}

func ExampleEcho() {
	fmt.Println(display.Echo([]any{1, nil, tensor.New([]float32{1, 2})}).Text())
	// Output:
	// [1,
	//  None,
	//  Tensor(shape=[2], dtype=Float32, value= [ 1.00000000e+00,  2.00000000e+00])]
}

func ExampleSummary() {
	net := nn.NewSequentialCell(nn.NewDense(4, 2), nn.NewReLU())
	fmt.Println(display.Summary(net, tensor.Ones(1, 4)).Params)
	// Output: 10
}

func ExampleMath() {
	fmt.Println(display.Math(`\frac{1}{2}`).Data["text/latex"])
	fmt.Println(display.Math(`$x^2$`))
	// Output:
	// $\displaystyle \frac{1}{2}$
	// $\displaystyle x^2$
}
