package ops_test

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Numbers and outputs are those of MindSpore's documentation, where it shows the op.

func ExampleStandardNormal() {
	fmt.Println(ops.StandardNormal([]int{4, 4}, ops.Seed(5)).Shape())
	// Output:
	// (4, 4)
}

func ExampleStandardLaplace() {
	fmt.Println(ops.StandardLaplace([]int{4, 4}, ops.Seed(5)).Shape())
	// Output:
	// (4, 4)
}

func ExampleTruncatedNormal() {
	x := ops.TruncatedNormal([]int{100})
	fmt.Println(x.Shape(), x.Abs().LessEqual(tensor.Scalar(2)).All())
	// Output:
	// (100,) True
}

func ExampleNormal() {
	mean := tensor.New([][]float32{{3, 4}, {5, 6}})
	fmt.Println(ops.Normal([]int{3, 1, 2}, mean, 1.0, ops.Seed(5)).Shape())
	// Output:
	// (3, 2, 2)
}

func ExampleLaplace() {
	fmt.Println(ops.Laplace([]int{2, 3}, 1.0, 1.0, ops.Seed(5)).Shape())
	// Output:
	// (2, 3)
}

func ExampleUniform() {
	x := ops.Uniform([]int{2, 4}, 1.0, 2.0)
	fmt.Println(x.Shape(), x.GreaterEqual(tensor.Scalar(1)).All(), x.Less(tensor.Scalar(2)).All())
	// Output:
	// (2, 4) True True
}

func ExampleUniformInt() {
	x := ops.UniformInt([]int{2, 4}, 1, 5, ops.Seed(10))
	fmt.Println(x.Shape(), x.DType())
	// Output:
	// (2, 4) Int32
}

func ExampleRand() {
	x := ops.Rand(2, 3)
	fmt.Println(x.Shape(), x.DType())
	// Output:
	// (2, 3) Float32
}

func ExampleRandLike() {
	x := tensor.New([][]int{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(ops.RandLike(x).Shape(), ops.RandLike(x).DType())
	// Output:
	// (2, 3) Float32
}

func ExampleRandn() {
	tensor.SetSeed(1)
	a := ops.Randn(2, 2)
	tensor.SetSeed(1)
	fmt.Println(ops.Randn(2, 2).Equal(a).All())
	// Output:
	// True
}

func ExampleRandnLike() {
	x := tensor.New([][]float64{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(ops.RandnLike(x).Shape(), ops.RandnLike(x).DType())
	// Output:
	// (2, 3) Float64
}

func ExampleRandint() {
	x := ops.Randint(1, 10, 2, 3)
	fmt.Println(x.Shape(), x.DType())
	// Output:
	// (2, 3) Int64
}

func ExampleRandintLike() {
	x := tensor.New([][]int32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(ops.RandintLike(x, 1, 10).DType())
	// Output:
	// Int32
}

func ExampleRandperm() {
	fmt.Println(ops.Randperm(6).Sum(), ops.Randperm(6).Max())
	// Output:
	// 15 5
}

func ExampleShuffle() {
	x := tensor.Arange(12).Reshape(4, 3)
	fmt.Println(ops.Shuffle(x).Sum(0))
	// Output:
	// [18 22 26]
}

func ExampleBernoulli() {
	x := tensor.New([]int{1, 2, 3})
	fmt.Println(ops.Bernoulli(x, 1.0))
	fmt.Println(ops.Bernoulli(x, tensor.New([]float32{0, 1, 1})))
	// Output:
	// [1 1 1]
	// [0 1 1]
}

func ExampleGamma() {
	alpha := tensor.New([][]float32{{3, 4}, {5, 6}})
	fmt.Println(ops.Gamma([]int{3, 1, 2}, alpha, 1.0, ops.Seed(5)).Shape())
	// Output:
	// (3, 2, 2)
}

func ExampleRandomGamma() {
	alpha := tensor.New([][]float32{{3, 4}, {5, 6}})
	fmt.Println(ops.RandomGamma([]int{3, 1, 2}, alpha, ops.Seed(3)).Shape())
	// Output:
	// (3, 1, 2, 2, 2)
}

func ExamplePoisson() {
	mean := tensor.New([]float32{5, 10})
	fmt.Println(ops.Poisson([]int{4, 1}, mean, ops.Seed(5)).Shape())
	// Output:
	// (4, 2)
}

func ExampleRandomPoisson() {
	rate := tensor.New([][]float32{{5, 10}, {5, 1}})
	x := ops.RandomPoisson([]int{2, 2}, rate, tensor.Float64, ops.Seed(5))
	fmt.Println(x.Shape(), x.DType())
	// Output:
	// (2, 2, 2, 2) Float64
}

func ExampleMultinomial() {
	x := tensor.New([][]float32{{0, 9, 4, 0}})
	fmt.Println(ops.Multinomial(x, 2, true).Shape())
	fmt.Println(ops.Multinomial(x, 2, false).Sum())
	// Output:
	// (1, 2)
	// 3
}

func ExampleRandomCategorical() {
	fmt.Println(ops.RandomCategorical(ops.Rand(10, 5), 8).Shape())
	// Output:
	// (10, 8)
}

func ExampleCauchy() {
	fmt.Println(ops.Cauchy([]int{4, 4}, 0, 1, ops.Seed(5)).Shape())
	// Output:
	// (4, 4)
}

func ExampleLogNormalReverse() {
	fmt.Println(ops.LogNormalReverse(tensor.Zeros(2, 3), 0, 0))
	// Output:
	// [[1. 1. 1.]
	//  [1. 1. 1.]]
}
