package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

// Each turn's product, sum and logarithm use the memory of the turn before.
func ExampleScope() {
	x, half := tensor.Arange(100000.0), tensor.Full([]int{100000}, 0.5, tensor.Float32)
	for range 3 {
		x = tensor.Scope(func() *tensor.Tensor { return x.Mul(half).Add(half).Log1p().Square() })
	}
	fmt.Println(x.At(tensor.Span(0, 3)))
	// Output: [0.22399732 0.2528822  0.28951684]
}

// Keep keeps a tensor that outlives the scope besides its result.
func ExampleKeep() {
	x := tensor.Arange(100000.0)
	var sine *tensor.Tensor
	y := tensor.Scope(func() *tensor.Tensor {
		sine = tensor.Keep(x.Sin())
		return sine.Square().Sum()
	})
	fmt.Println(y.Size(), sine.At(0))
	// Output: 1 0.0
}
