package ops_test

import (
	"maps"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

type tensors = []*Tensor

func f1(f func(x *Tensor) *Tensor) optest.Func {
	return func(_ *optest.Case, x tensors) tensors { return tensors{f(x[0])} }
}

func f2(f func(x, y *Tensor) *Tensor) optest.Func {
	return func(_ *optest.Case, x tensors) tensors { return tensors{f(x[0], x[1])} }
}

// with is an op that reads attributes.
func with(f func(c *optest.Case, x tensors) *Tensor) optest.Func {
	return func(c *optest.Case, x tensors) tensors { return tensors{f(c, x)} }
}

func reduce(f func(x *Tensor, axes []int, keepDims bool) *Tensor) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor { return f(x[0], c.Ints("axis"), c.Flag("keep_dims")) })
}

// kept is a reduction that finds indices; keep_dims puts the axis back.
func kept(f func(x *Tensor, axis ...int) *Tensor) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor {
		axis, y := c.Ints("axis"), f(x[0], c.Ints("axis")...)
		if c.Flag("keep_dims") && axis != nil {
			return y.ExpandDims(axis[0])
		}
		return y
	})
}

// spread is a variance or deviation: ddof is 1 but where a case says otherwise.
func spread(f func(x *Tensor, axes []int, ddof int, keepDims bool) *Tensor, ddof int) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor {
		n := c.Int("ddof", ddof)
		if c.Attr("unbiased") != nil {
			n = map[bool]int{true: 1}[c.Flag("unbiased")]
		}
		return f(x[0], c.Ints("axis"), n, c.Flag("keep_dims"))
	})
}

// places are the values and indices that f finds along an axis.
func places(f func(x *Tensor, axis int, flag bool) (a, b *Tensor), flag string) optest.Func {
	return func(c *optest.Case, x tensors) tensors { return two(f(x[0], c.Int("axis", -1), c.Flag(flag))) }
}

// diagonal is the diagonal matrix of a vector, or the diagonal of a matrix.
func diagonal(c *optest.Case, x tensors) *Tensor {
	if k := c.Int("diagonal", 0); k != 0 && x[0].NDim() == 1 {
		return x[0].DiagFlat(k)
	} else if k != 0 {
		return x[0].Diagonal(k, 0, 1)
	}
	return x[0].Diag()
}

// rows are the values and indices of a running op.
func rows(f func(x *Tensor, axis int) (a, b *Tensor)) optest.Func {
	return func(c *optest.Case, x tensors) tensors { return two(f(x[0], c.Int("axis", -1))) }
}

// transposable is a product with transpose_a and transpose_b.
func transposable(f func(x, y *Tensor) *Tensor) optest.Func {
	return with(func(c *optest.Case, x tensors) *Tensor {
		a, b := x[0], x[1]
		if c.Flag("transpose_a") {
			a = a.SwapAxes(-1, -2)
		}
		if c.Flag("transpose_b") {
			b = b.SwapAxes(-1, -2)
		}
		return f(a, b)
	})
}

func two(a, b *Tensor) tensors { return tensors{a, b} }

// golden maps the op of a case to ours. A name with "|" is for the cases of one Ref.
var golden = map[string]optest.Func{
	"abs": f1(ops.Abs), "neg": f1(ops.Neg), "exp": f1(ops.Exp), "log": f1(ops.Log), "log1p": f1(ops.Log1p), "expm1": f1(ops.Expm1),
	"sqrt": f1(ops.Sqrt), "rsqrt": f1(ops.Rsqrt), "square": f1(ops.Square), "reciprocal": f1(ops.Reciprocal), "sin": f1(ops.Sin),
	"cos": f1(ops.Cos), "tan": f1(ops.Tan), "asin": f1(ops.Asin), "acos": f1(ops.Acos), "atan": f1(ops.Atan), "sinh": f1(ops.Sinh),
	"cosh": f1(ops.Cosh), "tanh": f1(ops.Tanh), "asinh": f1(ops.Asinh), "atanh": f1(ops.Atanh), "sigmoid": f1(ops.Sigmoid), "erf": f1(ops.Erf),
	"erfc": f1(ops.Erfc), "floor": f1(ops.Floor), "ceil": f1(ops.Ceil), "round": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Round(c.Int("decimals", 0)) }), "sign": f1(ops.Sign), "trunc": f1(ops.Trunc),
	"relu": f1(ops.ReLU), "softplus": f1(ops.Softplus), "logical_not": f1(ops.LogicalNot),

	"add": f2(ops.Add), "sub": f2(ops.Sub), "mul": f2(ops.Mul), "div": f2(ops.Div), "pow2": f2(ops.Pow), "maximum": f2(ops.Maximum),
	"minimum": f2(ops.Minimum), "atan2": f2(ops.Atan2), "hypot": f2(ops.Hypot), "floor_div": f2(ops.FloorDiv), "floor_mod": f2(ops.Mod),
	"xlogy": f2(ops.Xlogy), "equal": f2(ops.Equal), "not_equal": f2(ops.NotEqual), "greater": f2(ops.Greater),
	"greater_equal": f2(ops.GreaterEqual), "less": f2(ops.Less), "less_equal": f2(ops.LessEqual), "logical_and": f2(ops.LogicalAnd),
	"logical_or": f2(ops.LogicalOr), "matmul": f2(ops.MatMul), "bmm": f2(ops.BMM),
	"pow": with(func(c *optest.Case, x tensors) *Tensor {
		if len(x) > 1 {
			return x[0].Pow(x[1])
		}
		return x[0].Pow(Scalar(c.Float("exponent", 0)))
	}),
	"MatMul": transposable((*Tensor).MatMul), "BatchMatMul": transposable((*Tensor).BMM),

	"reduce_sum": reduce((*Tensor).SumAxes), "mean": reduce((*Tensor).MeanAxes), "prod": reduce((*Tensor).ProdAxes),
	"amax": reduce((*Tensor).MaxAxes), "amin": reduce((*Tensor).MinAxes),
	"argmax": kept((*Tensor).ArgMax), "argmin": kept((*Tensor).ArgMin), "all": reduce((*Tensor).AllAxes), "any": reduce((*Tensor).AnyAxes),
	"cumsum":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].CumSum(c.Int("axis", 0)) }),
	"cumprod":     with(func(c *optest.Case, x tensors) *Tensor { return x[0].CumProd(c.Int("dim", 0)) }),
	"softmax":     with(func(c *optest.Case, x tensors) *Tensor { return x[0].Softmax(c.Int("axis", -1)) }),
	"log_softmax": with(func(c *optest.Case, x tensors) *Tensor { return x[0].LogSoftmax(c.Int("axis", -1)) }),

	"where":        with(func(_ *optest.Case, x tensors) *Tensor { return ops.Where(x[0], x[1], x[2]) }),
	"select/where": with(func(_ *optest.Case, x tensors) *Tensor { return ops.Where(x[0], x[1], x[2]) }),
	"concat":       with(func(c *optest.Case, x tensors) *Tensor { return ops.Concat(x, c.Int("axis", 0)) }),
	"stack":        with(func(c *optest.Case, x tensors) *Tensor { return ops.Stack(x, c.Int("axis", 0)) }),
	"split": func(c *optest.Case, x tensors) tensors {
		if _, ok := c.Attr("split_size").([]any); ok {
			return x[0].SplitSections(c.Ints("split_size"), c.Int("axis", 0))
		}
		return x[0].Split(c.Int("split_size", 1), c.Int("axis", 0))
	},
	"chunk":          func(c *optest.Case, x tensors) tensors { return x[0].Chunk(c.Int("chunks", 1), c.Int("axis", 0)) },
	"unstack/unbind": func(c *optest.Case, x tensors) tensors { return x[0].Unstack(c.Int("axis", 0)) },
	"transpose":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].Transpose(c.Ints("perm")...) }),
	"reshape":        with(func(c *optest.Case, x tensors) *Tensor { return x[0].Reshape(c.Ints("shape")...) }),
	"flatten": with(func(c *optest.Case, x tensors) *Tensor {
		return x[0].Flatten(c.Int("start_dim", 0), c.Int("end_dim", -1))
	}),
	"squeeze":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].Squeeze(c.Ints("axis")...) }),
	"expand_dims":  with(func(c *optest.Case, x tensors) *Tensor { return x[0].ExpandDims(c.Int("axis", 0)) }),
	"broadcast_to": with(func(c *optest.Case, x tensors) *Tensor { return x[0].BroadcastTo(c.Ints("shape")...) }),
	"tile":         with(func(c *optest.Case, x tensors) *Tensor { return x[0].Tile(c.Ints("reps")...) }),
	"repeat_interleave": with(func(c *optest.Case, x tensors) *Tensor {
		return x[0].RepeatInterleave(c.Attr("repeats"), c.Ints("axis")...)
	}),
	"flip": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Flip(c.Ints("dims")...) }),
	"roll": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Roll(c.Attr("shifts"), c.Ints("dims")...) }),
	"tril": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Tril(c.Int("diagonal", 0)) }),
	"triu": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Triu(c.Int("diagonal", 0)) }),

	"relu6": f1(ops.ReLU6), "selu": f1(ops.SELU), "silu": f1(ops.SiLU), "mish": f1(ops.Mish), "softsign": f1(ops.Softsign),
	"logsigmoid": f1(ops.LogSigmoid), "hardsigmoid": f1(ops.HSigmoid), "hardswish": f1(ops.HSwish), "outer": f2(ops.Outer),
	"diag": with(diagonal), "trace": f1(ops.Trace), "masked_select": f2(ops.MaskedSelect),
	"leaky_relu": with(func(c *optest.Case, x tensors) *Tensor { return x[0].LeakyReLU(c.Float("alpha", 0)) }),
	"elu":        with(func(c *optest.Case, x tensors) *Tensor { return x[0].ELU(c.Float("alpha", 1)) }),
	"gelu":       with(func(c *optest.Case, x tensors) *Tensor { return x[0].GELU(c.Text("approximate")) }),
	"clamp":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].Clamp(c.Attr("min"), c.Attr("max")) }),

	"logsumexp": reduce((*Tensor).LogSumExp),
	"std":       spread((*Tensor).StdAxes, 0), "var": spread((*Tensor).VarAxes, 0),
	"index_select": with(func(c *optest.Case, x tensors) *Tensor { return x[0].IndexSelect(c.Int("axis", 0), x[1]) }),
	"slogdet":      func(_ *optest.Case, x tensors) tensors { return two(ops.SlogDet(x[0])) },
	"cdist":        with(func(c *optest.Case, x tensors) *Tensor { return x[0].Cdist(x[1], c.Float("p", 2)) }),
	"norm": with(func(c *optest.Case, x tensors) *Tensor {
		return x[0].NormBy(c.Attr("ord"), c.Ints("axis"), c.Flag("keep_dims"))
	}),

	"gather_elements":         with(func(c *optest.Case, x tensors) *Tensor { return x[0].GatherElements(c.Int("dim", 0), x[1]) }),
	"gather":                  with(func(c *optest.Case, x tensors) *Tensor { return x[0].Gather(x[1], c.Int("axis", 0)) }),
	"scatter_add":             with(func(c *optest.Case, x tensors) *Tensor { return x[0].ScatterAdd(c.Int("axis", 0), x[1], x[2]) }),
	"tensor_scatter_elements": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Scatter(c.Int("axis", 0), x[1], x[2]) }),
	"unsorted_segment_sum": with(func(c *optest.Case, x tensors) *Tensor {
		return x[0].UnsortedSegmentSum(x[1], c.Int("num_segments", 0))
	}),
	"masked_fill": with(func(c *optest.Case, x tensors) *Tensor { return x[0].MaskedFill(x[1], c.Float("value", 0)) }),
	"one_hot":     with(func(c *optest.Case, x tensors) *Tensor { return x[0].OneHot(c.Int("depth", 0)) }),
	"lerp": with(func(c *optest.Case, x tensors) *Tensor {
		if len(x) > 2 {
			return x[0].Lerp(x[1], x[2])
		}
		return x[0].Lerp(x[1], Scalar(c.Float("weight", 0)))
	}),
	"addcmul": with(func(c *optest.Case, x tensors) *Tensor { return x[0].AddCMul(x[1], x[2], Scalar(c.Float("value", 1))) }),
	"argsort": with(func(c *optest.Case, x tensors) *Tensor {
		return x[0].ArgSortAlong(c.Int("axis", -1), c.Flag("descending"))
	}),
	"topk": func(c *optest.Case, x tensors) tensors {
		largest := c.Attr("largest") == nil || c.Flag("largest")
		return two(x[0].TopKAlong(c.Int("k", 1), c.Int("dim", -1), largest))
	},
	"sort":                   places(func(x *Tensor, axis int, down bool) (a, b *Tensor) { return x.SortAlong(axis, down) }, "descending"),
	"max(axis) values,index": places((*Tensor).MaxWithIndex, "keep_dims"),
	"min(axis) values,index": places((*Tensor).MinWithIndex, "keep_dims"), "cummax": rows((*Tensor).CumMax), "cummin": rows((*Tensor).CumMin),
	"meshgrid": func(c *optest.Case, x tensors) tensors {
		indexing := c.Text("indexing")
		if indexing == "" {
			indexing = c.Ref
		}
		return ops.Grids(x, indexing)
	},

	"getitem": with(func(c *optest.Case, x tensors) *Tensor {
		index, err := optest.Index(c.Ref, x[1:])
		if err != nil {
			panic(err)
		}
		return x[0].At(index...)
	}),
}

// families are the functions of the ops that have files of their own.
var families = []map[string]optest.Func{convGoldens, lossGoldens, miscGoldens, poolGoldens, normGoldens, padGoldens, imageGoldens, linalgGoldens}

// TestGoldens replays the recorded values and gradients.
func TestGoldens(t *testing.T) {
	for _, f := range families {
		maps.Copy(golden, f)
	}
	optest.Cases(t, golden)
}
