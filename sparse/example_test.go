package sparse_test

import (
	"fmt"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/sparse"
	"github.com/msrepl/msrepl/tensor"
)

func Example() {
	indices, values := tensor.New([][]int32{{0, 1}, {1, 2}}), tensor.New([]float32{1, 2})
	x := sparse.NewCOOTensor(indices, values, 3, 4)
	fmt.Println(x.ToDense())
	fmt.Println(x.ToCSR().MM(tensor.New([][]float32{{1}, {2}, {3}, {4}})))
	// Output:
	// [[0. 1. 0. 0.]
	//  [0. 0. 2. 0.]
	//  [0. 0. 0. 0.]]
	// [[2.]
	//  [6.]
	//  [0.]]
}

// Gradients flow to the values and to dense operands.
func ExampleCSRTensor_MM() {
	indptr, indices := tensor.New([]int32{0, 1, 2}), tensor.New([]int32{0, 1})
	product := func(values, dense *tensor.Tensor) *tensor.Tensor {
		return sparse.NewCSRTensor(indptr, indices, values, 2, 3).MM(dense)
	}
	dense := tensor.New([][]float32{{1}, {2}, {3}})
	grads := grad.GradAt(product, 0, 1)(tensor.New([]float32{5, 7}), dense)
	fmt.Println(grads[0])
	fmt.Println(grads[1])
	// Output:
	// [1. 2.]
	// [[5.]
	//  [7.]
	//  [0.]]
}

func ExampleDenseToCSR() {
	x := sparse.DenseToCSR(tensor.New([][]float32{{0, 1, 0}, {2, 0, 3}}))
	fmt.Println(x.Indptr(), x.Indices(), x.Values())
	// Output: [0 1 3] [1 0 2] [1. 2. 3.]
}
