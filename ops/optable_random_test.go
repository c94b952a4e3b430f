package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// seeded is a row of an op that draws at random: every call draws the same.
func seeded(op string, f func(x []*Tensor) *Tensor, args ...Arg) Row {
	return General(op, func(x []*Tensor) *Tensor { SetSeed(5); return f(x) }, args...)
}

// activationRows try the activations and what scales tensors.
var activationRows = []Row{
	Pointwise("CELU", Away(2, 3), func(x *Tensor) *Tensor { return ops.CELU(x, 1.5) }),
	General("PReLU", func(x []*Tensor) *Tensor { return ops.PReLU(x[0], x[1]) }, Away(2, 3, 2), Away(3)),
	General("PReLU", func(x []*Tensor) *Tensor { return ops.PReLU(x[0], x[1]) }, Away(4), Away(1)),
	seeded("RReLU", func(x []*Tensor) *Tensor { return ops.RReLU(x[0], 0.125, 0.25) }, Away(2, 3)),
	Pointwise("HardShrink", Away(2, 3), func(x *Tensor) *Tensor { return ops.HardShrink(x, 0.5) }),
	Pointwise("SoftShrink", Away(2, 3), func(x *Tensor) *Tensor { return ops.SoftShrink(x, 0.5) }),
	Pointwise("TanhShrink", Away(2, 3), ops.TanhShrink),
	Pointwise("HardTanh", Away(2, 3), func(x *Tensor) *Tensor { return ops.HardTanh(x, -0.7, 0.9) }),
	Shaped("GLU", Away(2, 4), func(x *Tensor) *Tensor { return ops.GLU(x, -1) }),
	Pointwise("Threshold", Away(2, 3), func(x *Tensor) *Tensor { return ops.Threshold(x, 0.1, -3) }),
	Shaped("Softmin", Away(2, 3), func(x *Tensor) *Tensor { return ops.Softmin(x, 1) }),
	Pointwise("FastGELU", Away(2, 3), ops.FastGELU),
	seeded("GumbelSoftmax", func(x []*Tensor) *Tensor { return ops.GumbelSoftmax(x[0], 0.8, false, -1) }, Away(2, 3)),

	Pointwise("ClipByValue", Away(2, 3), func(x *Tensor) *Tensor { return ops.ClipByValue(x, -0.5, 0.7) }),
	Shaped("ClipByNorm", Away(2, 3), func(x *Tensor) *Tensor { return ops.ClipByNorm(x, 0.5, nil) }),
	Shaped("ClipByNorm", Away(2, 3), func(x *Tensor) *Tensor { return ops.ClipByNorm(x, 1.5, []int{0}) }),
	{Op: "ClipByGlobalNorm", Args: []Arg{Away(2, 3), Away(2)}, Call: func(x []*Tensor) []*Tensor { return ops.ClipByGlobalNorm(x, 1) }},
	Shaped("L2Normalize", Away(2, 3), func(x *Tensor) *Tensor { return ops.L2Normalize(x, 1, 1e-4) }),
	General("AddN", func(x []*Tensor) *Tensor { return ops.AddN(x) }, Away(2, 3), Away(2, 3), Away(2, 3)),
	{Op: "SquareSumAll", Args: []Arg{Away(2, 3), Away(2, 3)}, Call: func(x []*Tensor) []*Tensor {
		a, b := ops.SquareSumAll(x[0], x[1])
		return []*Tensor{a, b}
	}},
}

// randomRows try the ops that draw at random; their distributions are tested elsewhere.
var randomRows = []Row{
	seeded("StandardNormal", func([]*Tensor) *Tensor { return ops.StandardNormal([]int{2, 3}) }),
	seeded("StandardLaplace", func([]*Tensor) *Tensor { return ops.StandardLaplace([]int{2, 3}) }),
	seeded("TruncatedNormal", func([]*Tensor) *Tensor { return ops.TruncatedNormal([]int{2, 3}) }),
	seeded("UniformInt", func([]*Tensor) *Tensor { return ops.UniformInt([]int{2, 3}, 1, 5) }),
	seeded("Rand", func([]*Tensor) *Tensor { return ops.Rand(2, 3) }),
	seeded("Randn", func([]*Tensor) *Tensor { return ops.Randn(2, 3) }),
	seeded("Randint", func([]*Tensor) *Tensor { return ops.Randint(1, 10, 2, 3) }),
	seeded("Randperm", func([]*Tensor) *Tensor { return ops.Randperm(5) }),
	seeded("RandLike", func(x []*Tensor) *Tensor { return ops.RandLike(x[0]) }, Away(2, 3)).NoNaN(),
	seeded("RandnLike", func(x []*Tensor) *Tensor { return ops.RandnLike(x[0]) }, Away(2, 3)).NoNaN(),
	seeded("RandintLike", func(x []*Tensor) *Tensor { return ops.RandintLike(x[0], 1, 10) }, Away(2, 3)).NoNaN(),
	seeded("Normal", func(x []*Tensor) *Tensor { return ops.Normal([]int{2, 3}, x[0], x[0]) }, Between(0.5, 2, 3)),
	seeded("Laplace", func(x []*Tensor) *Tensor { return ops.Laplace([]int{2, 3}, x[0], x[0]) }, Between(0.5, 2, 3)),
	seeded("Uniform", func(x []*Tensor) *Tensor { return ops.Uniform([]int{2, 3}, x[0], 7) }, Between(0.5, 2, 3)),
	seeded("Shuffle", func(x []*Tensor) *Tensor { return ops.Shuffle(x[0]) }, Away(4, 3)),
	seeded("Bernoulli", func(x []*Tensor) *Tensor { return ops.Bernoulli(x[0], 0.5) }, Away(2, 3)).NoNaN(),
	seeded("Gamma", func(x []*Tensor) *Tensor { return ops.Gamma([]int{2, 3}, OnesLike(x[0]), 1) },
		Between(1, 3, 3)).NoNaN(),
	seeded("RandomGamma", func(x []*Tensor) *Tensor { return ops.RandomGamma([]int{2}, OnesLike(x[0])) },
		Between(1, 3, 3)).NoNaN(),
	seeded("Poisson", func(x []*Tensor) *Tensor { return ops.Poisson([]int{2, 3}, x[0]) }, Between(1, 3, 3)).NoNaN(),
	seeded("RandomPoisson", func(x []*Tensor) *Tensor { return ops.RandomPoisson([]int{2}, x[0], Int64) }, Between(1, 3, 3)).NoNaN(),
	seeded("Multinomial", func(x []*Tensor) *Tensor { return ops.Multinomial(x[0], 3, true) }, Between(1, 3, 2, 4)).NoNaN(),
	seeded("Cauchy", func([]*Tensor) *Tensor { return ops.Cauchy([]int{2, 3}, 1, 2) }),
	seeded("LogNormalReverse", func(x []*Tensor) *Tensor { return ops.LogNormalReverse(x[0], 0.5, 0.25) }, Away(2, 3)).NoNaN(),
	seeded("RandomCategorical", func(x []*Tensor) *Tensor { return ops.RandomCategorical(x[0], 3) }, Between(1, 3, 2, 4)).NoNaN(),
}
