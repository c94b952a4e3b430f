package initializer_test

import (
	"fmt"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/initializer"
)

func ExampleNew() {
	fmt.Println(initializer.New("ones", []int{1, 3}))
	fmt.Println(initializer.New(initializer.Identity{}, []int{2, 2}))
	// Output:
	// [[1. 1. 1.]]
	// [[1. 0.]
	//  [0. 1.]]
}

// ramp is an initializer of a program's own: 0, 1, 2, …
type ramp struct{}

func (ramp) Fill(out []float32, _ []int) {
	for i := range out {
		out[i] = float32(i)
	}
}

func ExampleInitializer() {
	fmt.Println(nn.NewDense(2, 2, nn.WeightInit(ramp{})).Weight.Value())
	// Output:
	// [[0. 1.]
	//  [2. 3.]]
}
