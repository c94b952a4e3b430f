package experimental_test

import (
	"fmt"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/experimental"
	"github.com/msrepl/msrepl/tensor"
)

// A scheduler halves the learning rate every two epochs.
func Example() {
	w := nn.NewParameter(tensor.New([]float32{1}), "w")
	opt := experimental.NewSGD(nn.ParameterTuple{w}, 0.5)
	scheduler := experimental.NewStepLR(opt, 2, experimental.Gamma(0.5))
	for range 4 {
		opt.Call(tensor.Tuple{tensor.New([]float32{0.25})})
		fmt.Println(scheduler.GetLastLR(), w.Value())
		scheduler.Step()
	}
	// Output:
	// [0.5] [0.875]
	// [0.5] [0.75]
	// [0.25] [0.6875]
	// [0.25] [0.625]
}
