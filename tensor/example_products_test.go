package tensor_test

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

func ExampleTensor_Dot() {
	x := tensor.New([]float32{1, 2, 3})
	fmt.Println(x.Dot(tensor.New([]float32{4, 5, 6})))
	// Output:
	// 32.0
}

func ExampleTensor_Inner() {
	x := tensor.New([][]float32{{1, 2}, {3, 4}})
	fmt.Println(x.Inner(tensor.New([][]float32{{1, 0}, {1, 1}})))
	// Output:
	// [[1. 3.]
	//  [3. 7.]]
}

func ExampleTensor_VecDot() {
	x := tensor.New([][]float32{{1, 2}, {3, 4}})
	fmt.Println(x.VecDot(x, -1))
	// Output:
	// [ 5. 25.]
}

func ExampleTensor_MV() {
	x := tensor.New([][]float32{{3, 4}, {1, 6}, {1, 3}})
	fmt.Println(x.MV(tensor.New([]float32{1, 2})))
	// Output:
	// [11. 13.  7.]
}

func ExampleTensor_MM() {
	x := tensor.New([][]float32{{1, 2}, {3, 4}})
	fmt.Println(x.MM(tensor.New([][]float32{{0, 1}, {1, 0}})))
	// Output:
	// [[2. 1.]
	//  [4. 3.]]
}

func ExampleTensor_BMM() {
	x := tensor.New([][][]float32{{{1, 2}}, {{3, 4}}})
	fmt.Println(x.BMM(tensor.New([][][]float32{{{1}, {1}}, {{1}, {-1}}})))
	// Output:
	// [[[ 3.]]
	//
	//  [[-1.]]]
}

func ExampleTensorDot() {
	x, y := tensor.Ones(1, 2, 3), tensor.Ones(2, 3, 1)
	fmt.Println(tensor.TensorDot(x, y, []int{1, 2}, []int{0, 1}))
	// Output:
	// [[6.]]
}

func ExampleTensor_BatchDot() {
	x, y := tensor.Ones(2, 2, 3), tensor.Ones(2, 3, 1)
	fmt.Println(x.BatchDot(y, 2, 1))
	// Output:
	// [[[3.]
	//   [3.]]
	//
	//  [[3.]
	//   [3.]]]
}

func ExampleMultiDot() {
	a, b, c := tensor.Ones(2, 3), tensor.Ones(3, 4), tensor.Ones(4, 1)
	fmt.Println(tensor.MultiDot([]*tensor.Tensor{a, b, c}))
	// Output:
	// [[12.]
	//  [12.]]
}

func ExampleTensor_AddMM() {
	x := tensor.Ones(3, 3)
	a, b := tensor.Arange(6, tensor.Float32).Reshape(3, 2), tensor.Ones(2, 3)
	fmt.Println(x.AddMM(a, b, 0.5, 2))
	// Output:
	// [[ 2.5  2.5  2.5]
	//  [10.5 10.5 10.5]
	//  [18.5 18.5 18.5]]
}

func ExampleTensor_AddMV() {
	a := tensor.New([][]float32{{1, 2, 1}, {1, 1, 1}})
	fmt.Println(tensor.New([]float32{2, 3}).AddMV(a, tensor.New([]float32{2, 3, 1}), 1, 1))
	// Output:
	// [11.  9.]
}

func ExampleTensor_AddR() {
	x := tensor.New([][]float32{{2, 2}, {3, 2}, {3, 4}})
	fmt.Println(x.AddR(tensor.New([]float32{2, 3, 2}), tensor.New([]float32{3, 4}), 1, 1))
	// Output:
	// [[ 8. 10.]
	//  [12. 14.]
	//  [ 9. 12.]]
}

func ExampleTensor_BAddBMM() {
	x := tensor.Ones(1, 3, 3)
	fmt.Println(x.BAddBMM(tensor.Ones(1, 3, 4), tensor.Ones(1, 4, 3), 1, 1))
	// Output:
	// [[[5. 5. 5.]
	//   [5. 5. 5.]
	//   [5. 5. 5.]]]
}

func ExampleTensor_AddBMM() {
	x := tensor.Ones(3, 3)
	a, b := tensor.Arange(24, tensor.Float32).Reshape(2, 3, 4), tensor.Arange(24, tensor.Float32).Reshape(2, 4, 3)
	fmt.Println(x.AddBMM(a, b, 1, 1))
	// Output:
	// [[ 949. 1009. 1069.]
	//  [1285. 1377. 1469.]
	//  [1621. 1745. 1869.]]
}

func ExampleTensor_Kron() {
	x := tensor.New([][]int{{0, 1}, {1, 2}})
	fmt.Println(x.Kron(tensor.New([]int{1, -1})))
	// Output:
	// [[ 0  0  1 -1]
	//  [ 1 -1  2 -2]]
}

func ExampleTensor_Cross() {
	x, y := tensor.New([]float32{1, 2, 3}), tensor.New([]float32{1, 2, 3})
	fmt.Println(x.Cross(y, -1), tensor.New([]int{1, 0, 0}).Cross(tensor.New([]int{0, 1, 0}), -1))
	// Output:
	// [0. 0. 0.] [0 0 1]
}

func ExampleEinsum() {
	x, y := tensor.New([]float32{1, 2, 4}), tensor.New([]float32{2, 4, 1})
	fmt.Println(tensor.Einsum("i,j->ij", x, y))
	fmt.Println(tensor.Einsum("i->", x))
	// Output:
	// [[ 2.  4.  1.]
	//  [ 4.  8.  2.]
	//  [ 8. 16.  4.]]
	// 7.0
}
