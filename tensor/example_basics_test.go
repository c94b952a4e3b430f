package tensor_test

import (
	"errors"
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

// Typed slices keep their element type; plain numbers and []any get Python's default dtypes.
func ExampleNew() {
	for _, x := range []*tensor.Tensor{
		tensor.New([]float64{1, 2}), tensor.New(1.5), tensor.New([]any{1, 2.5}), tensor.New([]int{1, 2}, tensor.Float16),
	} {
		fmt.Println(x, x.DType(), x.Shape())
	}
	// Output:
	// [1. 2.] Float64 (2,)
	// 1.5 Float32 ()
	// [1.  2.5] Float32 (2,)
	// [1. 2.] Float16 (2,)
}

// Misuse panics with an error that names the op and the shapes.
func ExampleTry() {
	err := tensor.Try(func() { tensor.Ones(2, 3).Add(tensor.Ones(4)) })
	var e *tensor.Error
	fmt.Println(errors.As(err, &e), e.Kind == tensor.ValueError)
	fmt.Println(tensor.Try(func() { tensor.Ones(2, 3).Add(tensor.Ones(3)) }))
	// Output:
	// true true
	// <nil>
}

// In cells it is x[0, 1:] = 7.
func ExampleTensor_SetAt() {
	x := tensor.Zeros(2, 3)
	row := x.At(0) // a view
	x.SetAt(tensor.Scalar(7), 0, tensor.From(1))
	fmt.Println(row)
	// Output: [0. 7. 7.]
}

func ExampleObserve() {
	x := tensor.New([]float32{1, 2})
	tensor.Observe(func(op string, in, out []*tensor.Tensor) { fmt.Println(op, len(in), out[0].Shape()) },
		func() { x.Mul(x).Sum() })
	// Output:
	// Mul 2 (2,)
	// ReduceSum 1 ()
}
