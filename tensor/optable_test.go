package tensor_test

import . "github.com/msrepl/msrepl/tensor"

// row says how to try one op. Ops with several forms have several rows.
type row struct {
	op   string // OpInfo.Name
	args []arg
	call func(x []*Tensor) []*Tensor

	elementwise bool    // broadcasts, and works on tensors without elements
	flat        bool    // the gradient's own gradient is zero or has kinks: only order 1 is checked
	drops       bool    // NaN in an argument may vanish
	tol         float64 // of finite differences, when the default is too strict
}

// arg makes an argument: floats drawn from ±[lo, hi] (or [lo, hi] when positive), a mask or integers.
type arg struct {
	kind   argKind
	lo, hi float64
	shape  []int
}

type argKind uint8

const (
	signed   argKind = iota // magnitude in [lo, hi], either sign
	positive                // in [lo, hi]
	mask                    // Bool
	integer                 // Int64 in [lo, hi)
)

// away are numbers of either sign away from zero, where many ops have a kink.
func away(shape ...int) arg { return arg{signed, 0.2, 2, shape} }

func between(lo, hi float64, shape ...int) arg {
	return arg{positive, lo, hi, shape}
}
func bools(shape ...int) arg           { return arg{mask, 0, 0, shape} }
func ints(n float64, shape ...int) arg { return arg{integer, 0, n, shape} }

func pointwise(op string, a arg, f func(x *Tensor) *Tensor) row {
	return row{op: op, args: []arg{a}, elementwise: true, call: func(x []*Tensor) []*Tensor { return []*Tensor{f(x[0])} }}
}

func pairwise(op string, a, b arg, f func(x, y *Tensor) *Tensor) row {
	return row{op: op, args: []arg{a, b}, elementwise: true, call: func(x []*Tensor) []*Tensor { return []*Tensor{f(x[0], x[1])} }}
}

func shaped(op string, a arg, f func(x *Tensor) *Tensor) row {
	r := pointwise(op, a, f)
	r.elementwise = false
	return r
}

func (r row) kinked() row { r.flat = true; return r }
func (r row) noNaN() row  { r.drops = true; return r }

var table = []row{
	pointwise("Exp", away(2, 3), (*Tensor).Exp),
	pointwise("Exp2", away(2, 3), (*Tensor).Exp2),
	pointwise("Expm1", away(2, 3), (*Tensor).Expm1),
	pointwise("Log", between(0.3, 3, 2, 3), (*Tensor).Log),
	pointwise("Log2", between(0.3, 3, 2, 3), (*Tensor).Log2),
	pointwise("Log10", between(0.3, 3, 2, 3), (*Tensor).Log10),
	pointwise("Log1p", between(-0.5, 3, 2, 3), (*Tensor).Log1p),
	pointwise("Sqrt", between(0.3, 3, 2, 3), (*Tensor).Sqrt),
	pointwise("Rsqrt", between(0.3, 3, 2, 3), (*Tensor).Rsqrt),
	pointwise("Sin", away(2, 3), (*Tensor).Sin),
	pointwise("Cos", away(2, 3), (*Tensor).Cos),
	pointwise("Tan", between(-1, 1, 2, 3), (*Tensor).Tan),
	pointwise("Asin", between(-0.8, 0.8, 2, 3), (*Tensor).Asin),
	pointwise("Acos", between(-0.8, 0.8, 2, 3), (*Tensor).Acos),
	pointwise("Atan", away(2, 3), (*Tensor).Atan),
	pointwise("Sinh", away(2, 3), (*Tensor).Sinh),
	pointwise("Cosh", away(2, 3), (*Tensor).Cosh),
	pointwise("Tanh", away(2, 3), (*Tensor).Tanh),
	pointwise("Asinh", away(2, 3), (*Tensor).Asinh),
	pointwise("Acosh", between(1.5, 3, 2, 3), (*Tensor).Acosh),
	pointwise("Atanh", between(-0.8, 0.8, 2, 3), (*Tensor).Atanh),
	pointwise("Erf", away(2, 3), (*Tensor).Erf),
	pointwise("Erfc", away(2, 3), (*Tensor).Erfc),
	pointwise("Sigmoid", away(2, 3), (*Tensor).Sigmoid),
	pointwise("Softplus", away(2, 3), (*Tensor).Softplus),
	pointwise("ReLU", away(2, 3), (*Tensor).ReLU),
	pointwise("Neg", away(2, 3), (*Tensor).Neg),
	pointwise("Abs", away(2, 3), (*Tensor).Abs),
	pointwise("Square", away(2, 3), (*Tensor).Square),
	pointwise("Reciprocal", away(2, 3), (*Tensor).Reciprocal),
	pointwise("Sign", away(2, 3), (*Tensor).Sign),
	pointwise("Floor", away(2, 3), (*Tensor).Floor),
	pointwise("Ceil", away(2, 3), (*Tensor).Ceil),
	pointwise("Trunc", away(2, 3), (*Tensor).Trunc),
	pointwise("Round", away(2, 3), (*Tensor).Round),
	pointwise("LogicalNot", away(2, 3), (*Tensor).LogicalNot).noNaN(),
	pointwise("IsNaN", away(2, 3), (*Tensor).IsNaN).noNaN(),
	pointwise("IsInf", away(2, 3), (*Tensor).IsInf).noNaN(),
	pointwise("IsFinite", away(2, 3), (*Tensor).IsFinite).noNaN(),
	pointwise("AsType", away(2, 3), func(x *Tensor) *Tensor { return x.AsType(Float64) }),
	pointwise("AsType", away(2, 3), func(x *Tensor) *Tensor { return x.AsType(Int32) }).noNaN().kinked(),

	pairwise("Add", away(2, 3), away(2, 3), (*Tensor).Add),
	pairwise("Sub", away(2, 3), away(2, 3), (*Tensor).Sub),
	pairwise("Mul", away(2, 3), away(2, 3), (*Tensor).Mul),
	pairwise("Div", away(2, 3), away(2, 3), (*Tensor).Div),
	pairwise("FloorDiv", away(2, 3), between(1, 2, 2, 3), (*Tensor).FloorDiv),
	pairwise("Mod", away(2, 3), between(2.5, 3, 2, 3), (*Tensor).Mod),
	pairwise("Pow", between(0.3, 2, 2, 3), away(2, 3), (*Tensor).Pow),
	pairwise("Maximum", away(2, 3), away(2, 3), (*Tensor).Maximum),
	pairwise("Minimum", away(2, 3), away(2, 3), (*Tensor).Minimum),
	pairwise("Atan2", away(2, 3), away(2, 3), (*Tensor).Atan2),
	pairwise("Hypot", away(2, 3), away(2, 3), (*Tensor).Hypot),
	pairwise("Xlogy", away(2, 3), between(0.3, 3, 2, 3), (*Tensor).Xlogy),
	pairwise("Equal", away(2, 3), away(2, 3), (*Tensor).Equal).noNaN(),
	pairwise("NotEqual", away(2, 3), away(2, 3), (*Tensor).NotEqual).noNaN(),
	pairwise("Greater", away(2, 3), away(2, 3), (*Tensor).Greater).noNaN(),
	pairwise("GreaterEqual", away(2, 3), away(2, 3), (*Tensor).GreaterEqual).noNaN(),
	pairwise("Less", away(2, 3), away(2, 3), (*Tensor).Less).noNaN(),
	pairwise("LessEqual", away(2, 3), away(2, 3), (*Tensor).LessEqual).noNaN(),
	pairwise("LogicalAnd", away(2, 3), away(2, 3), (*Tensor).LogicalAnd).noNaN(),
	pairwise("LogicalOr", away(2, 3), away(2, 3), (*Tensor).LogicalOr).noNaN(),
	pairwise("LogicalXor", away(2, 3), away(2, 3), (*Tensor).LogicalXor).noNaN(),
	{
		op: "Where", args: []arg{bools(2, 3), away(2, 3), away(2, 3)}, drops: true, elementwise: true,
		call: func(x []*Tensor) []*Tensor { return []*Tensor{Where(x[0], x[1], x[2])} },
	},

	shaped("Sum", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Sum() }),
	shaped("Sum", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Sum(1) }),
	shaped("Sum", away(2, 3, 4), func(x *Tensor) *Tensor { return x.SumAxes([]int{0, -1}, true) }),
	shaped("Sum", away(0, 3), func(x *Tensor) *Tensor { return x.Sum(0) }).noNaN(),
	shaped("Mean", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Mean() }),
	shaped("Mean", away(2, 3, 4), func(x *Tensor) *Tensor { return x.MeanAxes([]int{0, 2}, true) }),
	shaped("Prod", away(2, 3), func(x *Tensor) *Tensor { return x.Prod() }),
	shaped("Prod", away(2, 3, 2), func(x *Tensor) *Tensor { return x.ProdAxes([]int{1}, true) }),
	shaped("Max", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Max() }),
	shaped("Max", away(2, 3, 4), func(x *Tensor) *Tensor { return x.MaxAxes([]int{1}, true) }),
	shaped("Min", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Min() }),
	shaped("Min", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Min(0, 2) }),
	shaped("All", away(2, 3), func(x *Tensor) *Tensor { return x.All(1) }).noNaN(),
	shaped("Any", away(2, 3), func(x *Tensor) *Tensor { return x.Any() }).noNaN(),
	shaped("Any", away(2, 0), func(x *Tensor) *Tensor { return x.Any(1) }).noNaN(),
	shaped("ArgMax", away(2, 3), func(x *Tensor) *Tensor { return x.ArgMax(-1) }).noNaN(),
	shaped("ArgMax", away(2, 3), func(x *Tensor) *Tensor { return x.ArgMax() }).noNaN(),
	shaped("ArgMin", away(2, 3), func(x *Tensor) *Tensor { return x.ArgMin(0) }).noNaN(),

	pairwise("MatMul", away(2, 3), away(3, 4), (*Tensor).MatMul).shapes(),
	pairwise("MatMul", away(3), away(3), (*Tensor).MatMul).shapes(),
	pairwise("MatMul", away(2, 3), away(3), (*Tensor).MatMul).shapes(),
	pairwise("MatMul", away(3), away(3, 2), (*Tensor).MatMul).shapes(),
	pairwise("MatMul", away(3), away(2, 3, 2), (*Tensor).MatMul).shapes(),
	pairwise("MatMul", away(5, 2, 3), away(3), (*Tensor).MatMul).shapes(),
	pairwise("MatMul", away(5, 1, 2, 3), away(4, 3, 2), (*Tensor).MatMul).shapes(),
	pairwise("MatMul", away(2, 0), away(0, 3), (*Tensor).MatMul).shapes().noNaN(),

	shaped("Reshape", away(2, 3), func(x *Tensor) *Tensor { return x.Reshape(3, -1) }),
	shaped("Flatten", away(2, 3, 2), func(x *Tensor) *Tensor { return x.Flatten(1) }),
	shaped("Transpose", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Transpose(1, 2, 0) }),
	shaped("Transpose", away(2, 3, 4), func(x *Tensor) *Tensor { return x.T() }),
	shaped("SwapAxes", away(2, 3, 4), func(x *Tensor) *Tensor { return x.SwapAxes(0, -1) }),
	shaped("BroadcastTo", away(3, 1), func(x *Tensor) *Tensor { return x.BroadcastTo(2, -1, 4) }),
	shaped("ExpandDims", away(2, 3), func(x *Tensor) *Tensor { return x.ExpandDims(-2) }),
	shaped("Squeeze", away(2, 1, 3, 1), func(x *Tensor) *Tensor { return x.Squeeze(1) }),
	shaped("Squeeze", away(2, 1, 3, 1), func(x *Tensor) *Tensor { return x.Squeeze() }),
	shaped("Tile", away(2, 3), func(x *Tensor) *Tensor { return x.Tile(2, 1, 3) }),
	shaped("RepeatInterleave", away(2, 3), func(x *Tensor) *Tensor { return x.RepeatInterleave(2, 1) }),
	shaped("Flip", away(2, 3), func(x *Tensor) *Tensor { return x.Flip(0, 1) }),
	shaped("Roll", away(2, 5), func(x *Tensor) *Tensor { return x.Roll(2, 1) }),
	shaped("Tril", away(3, 4), func(x *Tensor) *Tensor { return x.Tril(0) }),
	shaped("Triu", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Triu(1) }).noNaN(),

	shaped("At", away(4, 5), func(x *Tensor) *Tensor { return x.At(From(1), All().By(2)) }).noNaN(),
	shaped("At", away(4, 5), func(x *Tensor) *Tensor { return x.At(-1, All().By(-1)) }).noNaN(),
	shaped("At", away(2, 3, 4), func(x *Tensor) *Tensor { return x.At(Ellipsis, NewAxis, 1) }).noNaN(),
	shaped("At", away(4, 3), func(x *Tensor) *Tensor { return x.At([]int{0, 2, 0}) }),
	shaped("At", away(3, 4, 5), func(x *Tensor) *Tensor { return x.At([]int{0, 2}, All(), []int{1, -1}) }).noNaN(),
	shaped("At", away(3, 4), func(x *Tensor) *Tensor { return x.At([]bool{true, false, true}) }),

	{
		op: "Concat", args: []arg{away(2, 3), away(2, 2), away(2, 1)},
		call: func(x []*Tensor) []*Tensor { return []*Tensor{Concat(x, 1)} },
	},
	{
		op: "Stack", args: []arg{away(2, 3), away(2, 3)},
		call: func(x []*Tensor) []*Tensor { return []*Tensor{Stack(x, -1)} },
	},
	pieces("Split", away(2, 5), func(x *Tensor) Tuple { return x.Split(2, 1) }),
	pieces("Chunk", away(2, 7), func(x *Tensor) Tuple { return x.Chunk(3, 1) }),
	pieces("Unstack", away(3, 2), func(x *Tensor) Tuple { return x.Unstack(0) }),

	pointwise("ReLU6", away(2, 3), (*Tensor).ReLU6),
	pointwise("Clamp", away(2, 3), func(x *Tensor) *Tensor { return x.Clamp(-0.5, 0.7) }),
	pointwise("Clamp", away(2, 3), func(x *Tensor) *Tensor { return x.Clamp(nil, New(1.0, Float64)) }),
	pointwise("LeakyReLU", away(2, 3), func(x *Tensor) *Tensor { return x.LeakyReLU(0.2) }),
	pointwise("ELU", away(2, 3), func(x *Tensor) *Tensor { return x.ELU(0.7) }),
	pointwise("SELU", away(2, 3), (*Tensor).SELU),
	pointwise("SiLU", away(2, 3), (*Tensor).SiLU),
	pointwise("Mish", away(2, 3), (*Tensor).Mish),
	pointwise("Softsign", away(2, 3), (*Tensor).Softsign),
	pointwise("LogSigmoid", away(2, 3), (*Tensor).LogSigmoid),
	pointwise("HSigmoid", away(2, 3), (*Tensor).HSigmoid),
	pointwise("HSwish", away(2, 3), (*Tensor).HSwish),
	pointwise("GELU", away(2, 3), func(x *Tensor) *Tensor { return x.GELU("none") }),
	pointwise("GELU", away(2, 3), func(x *Tensor) *Tensor { return x.GELU("tanh") }),

	shaped("Var", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Var([]int{1}, 1, true) }),
	shaped("Std", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Std(nil, 0, false) }),
	shaped("LogSumExp", away(2, 3, 4), func(x *Tensor) *Tensor { return x.LogSumExp([]int{0, 2}, false) }),
	shaped("Norm", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Norm([]int{-1}, true) }),
	shaped("Norm", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Norm(nil, false) }),

	shaped("ArgSort", away(2, 5), func(x *Tensor) *Tensor { return x.ArgSort(1, false) }).noNaN(),
	shaped("ArgSort", away(2, 5), func(x *Tensor) *Tensor { return x.ArgSort(0, true) }).noNaN(),
	two("Sort", away(4, 3), func(x *Tensor) (a, b *Tensor) { return x.Sort(0, true) }),
	two("TopK", away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.TopK(3) }),
	two("MaxWithIndex", away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.MaxWithIndex(1, false) }),
	two("MinWithIndex", away(2, 5), func(x *Tensor) (a, b *Tensor) { return x.MinWithIndex(0, true) }),

	general("Gather", func(x []*Tensor) *Tensor { return x[0].Gather(x[1], 1) }, away(2, 3), ints(3, 2, 4)),
	general("GatherElements", func(x []*Tensor) *Tensor { return x[0].GatherElements(1, x[1]) }, away(3, 5), ints(5, 3, 4)).noNaN(),
	general("ScatterAdd", func(x []*Tensor) *Tensor { return x[0].ScatterAdd(0, x[1], x[2]) }, away(4, 3), ints(4, 2, 3), away(2, 3)),
	general("Scatter", func(x []*Tensor) *Tensor { return x[0].Scatter(1, New([][]int{{1, 0}, {2, 4}}), x[1]) }, away(2, 5), away(2, 2)).noNaN(),
	general("UnsortedSegmentSum", func(x []*Tensor) *Tensor { return x[0].UnsortedSegmentSum(x[1], 4) }, away(6, 3), ints(4, 6)),
	general("MaskedFill", func(x []*Tensor) *Tensor { return x[0].MaskedFill(x[1], -1.5) }, away(2, 3), bools(2, 3)).noNaN(),
	general("MaskedSelect", func(x []*Tensor) *Tensor { return x[0].MaskedSelect(x[1]) }, away(2, 3), bools(3)).noNaN(),
	shaped("OneHot", ints(4, 2, 3), func(x *Tensor) *Tensor { return x.OneHot(4, 1, 0) }).noNaN(),

	pairwise("Outer", away(3), away(4), (*Tensor).Outer).shapes(),
	shaped("Diag", away(3), (*Tensor).Diag),
	shaped("Diag", away(3, 4), (*Tensor).Diag),
	shaped("Trace", away(3, 3), (*Tensor).Trace),
	general("Lerp", func(x []*Tensor) *Tensor { return x[0].Lerp(x[1], Scalar(0.3)) }, away(2, 3), away(3)),
	general("AddCMul", func(x []*Tensor) *Tensor { return x[0].AddCMul(x[1], x[2], New(true)) }, away(2, 3), away(2, 3), away(3)),
	general("AddCDiv", func(x []*Tensor) *Tensor { return x[0].AddCDiv(x[1], x[2], Scalar(2.0)) }, away(2, 3), away(2, 3), away(3)),
	{op: "Meshgrid", args: []arg{away(3), away(2)}, call: func(x []*Tensor) []*Tensor {
		a, b := Meshgrid(x[0], x[1])
		return []*Tensor{a, b}
	}},

	shaped("CumSum", away(3, 4), func(x *Tensor) *Tensor { return x.CumSum(0) }),
	shaped("CumProd", away(3, 4), func(x *Tensor) *Tensor { return x.CumProd(0) }),
	shaped("CumProd", away(2, 3), func(x *Tensor) *Tensor { return x.CumProd(-1) }),
	shaped("Softmax", away(2, 3, 4), func(x *Tensor) *Tensor { return x.Softmax(1) }),
	shaped("LogSoftmax", away(2, 3, 4), func(x *Tensor) *Tensor { return x.LogSoftmax(-1) }),
}

// shapes marks a binary op that does not work elementwise.
func (r row) shapes() row { r.elementwise = false; return r }

func pieces(op string, a arg, f func(x *Tensor) Tuple) row {
	return row{op: op, args: []arg{a}, call: func(x []*Tensor) []*Tensor { return f(x[0]) }}
}

// two is a row of an op with two results.
func two(op string, a arg, f func(x *Tensor) (a, b *Tensor)) row {
	return row{op: op, args: []arg{a}, call: func(x []*Tensor) []*Tensor {
		a, b := f(x[0])
		return []*Tensor{a, b}
	}}
}

// general is a row of an op with any arguments.
func general(op string, f func(x []*Tensor) *Tensor, args ...arg) row {
	return row{op: op, args: args, call: func(x []*Tensor) []*Tensor { return []*Tensor{f(x)} }}
}
