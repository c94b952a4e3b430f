package ops_test

import (
	"maps"
	"testing"

	"github.com/msrepl/msrepl/internal/optest"
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

func two(a, b *Tensor) tensors { return tensors{a, b} }

// golden maps the op of a case to ours. A name with "|" is for the cases of one Ref.
var golden = map[string]optest.Func{
	"abs": f1(ops.Abs), "neg": f1(ops.Neg), "exp": f1(ops.Exp), "log": f1(ops.Log), "log1p": f1(ops.Log1p), "expm1": f1(ops.Expm1),
	"sqrt": f1(ops.Sqrt), "rsqrt": f1(ops.Rsqrt), "square": f1(ops.Square), "reciprocal": f1(ops.Reciprocal), "sin": f1(ops.Sin),
	"cos": f1(ops.Cos), "tan": f1(ops.Tan), "asin": f1(ops.Asin), "acos": f1(ops.Acos), "atan": f1(ops.Atan), "sinh": f1(ops.Sinh),
	"cosh": f1(ops.Cosh), "tanh": f1(ops.Tanh), "asinh": f1(ops.Asinh), "atanh": f1(ops.Atanh), "sigmoid": f1(ops.Sigmoid), "erf": f1(ops.Erf),
	"erfc": f1(ops.Erfc), "floor": f1(ops.Floor), "ceil": f1(ops.Ceil), "round": f1(ops.Round), "sign": f1(ops.Sign), "trunc": f1(ops.Trunc),
	"relu": f1(ops.ReLU), "softplus": f1(ops.Softplus), "logical_not": f1(ops.LogicalNot),

	"add": f2(ops.Add), "sub": f2(ops.Sub), "mul": f2(ops.Mul), "div": f2(ops.Div), "pow2": f2(ops.Pow), "maximum": f2(ops.Maximum),
	"minimum": f2(ops.Minimum), "atan2": f2(ops.Atan2), "hypot": f2(ops.Hypot), "floor_div": f2(ops.FloorDiv), "floor_mod": f2(ops.Mod),
	"xlogy": f2(ops.Xlogy), "equal": f2(ops.Equal), "not_equal": f2(ops.NotEqual), "greater": f2(ops.Greater),
	"greater_equal": f2(ops.GreaterEqual), "less": f2(ops.Less), "less_equal": f2(ops.LessEqual), "logical_and": f2(ops.LogicalAnd),
	"logical_or": f2(ops.LogicalOr), "matmul": f2(ops.MatMul), "bmm": f2(ops.BMM),
	"pow":                      with(func(c *optest.Case, x tensors) *Tensor { return x[0].Pow(Scalar(c.Float("exponent", 0))) }),
	"MatMul(transpose_b=True)": f2(func(x, y *Tensor) *Tensor { return x.MatMul(y.T()) }),

	"reduce_sum": reduce((*Tensor).SumAxes), "mean": reduce((*Tensor).MeanAxes), "prod": reduce((*Tensor).ProdAxes),
	"amax": reduce((*Tensor).MaxAxes), "amin": reduce((*Tensor).MinAxes),
	"argmax":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].ArgMax(c.Ints("axis")...) }),
	"argmin":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].ArgMin(c.Ints("axis")...) }),
	"all":         with(func(c *optest.Case, x tensors) *Tensor { return x[0].All(c.Ints("axis")...) }),
	"any":         with(func(c *optest.Case, x tensors) *Tensor { return x[0].Any(c.Ints("axis")...) }),
	"cumsum":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].CumSum(c.Int("axis", 0)) }),
	"cumprod":     with(func(c *optest.Case, x tensors) *Tensor { return x[0].CumProd(c.Int("dim", 0)) }),
	"softmax":     with(func(c *optest.Case, x tensors) *Tensor { return x[0].Softmax(c.Int("axis", -1)) }),
	"log_softmax": with(func(c *optest.Case, x tensors) *Tensor { return x[0].LogSoftmax(c.Int("axis", -1)) }),

	"where":          with(func(_ *optest.Case, x tensors) *Tensor { return ops.Where(x[0], x[1], x[2]) }),
	"select/where":   with(func(_ *optest.Case, x tensors) *Tensor { return ops.Where(x[0], x[1], x[2]) }),
	"concat":         with(func(c *optest.Case, x tensors) *Tensor { return ops.Concat(x, c.Int("axis", 0)) }),
	"stack":          with(func(c *optest.Case, x tensors) *Tensor { return ops.Stack(x, c.Int("axis", 0)) }),
	"split":          func(c *optest.Case, x tensors) tensors { return x[0].Split(c.Int("split_size", 1), c.Int("axis", 0)) },
	"chunk":          func(c *optest.Case, x tensors) tensors { return x[0].Chunk(c.Int("chunks", 1), c.Int("axis", 0)) },
	"unstack/unbind": func(c *optest.Case, x tensors) tensors { return x[0].Unstack(c.Int("axis", 0)) },
	"transpose":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].Transpose(c.Ints("perm")...) }),
	"reshape":        with(func(c *optest.Case, x tensors) *Tensor { return x[0].Reshape(c.Ints("shape")...) }),
	"flatten":        with(func(c *optest.Case, x tensors) *Tensor { return x[0].Flatten(c.Ints("start_dim")...) }),
	"squeeze":        with(func(c *optest.Case, x tensors) *Tensor { return x[0].Squeeze(c.Ints("axis")...) }),
	"expand_dims":    with(func(c *optest.Case, x tensors) *Tensor { return x[0].ExpandDims(c.Int("axis", 0)) }),
	"broadcast_to":   with(func(c *optest.Case, x tensors) *Tensor { return x[0].BroadcastTo(c.Ints("shape")...) }),
	"tile":           with(func(c *optest.Case, x tensors) *Tensor { return x[0].Tile(c.Ints("reps")...) }),
	"repeat_interleave": with(func(c *optest.Case, x tensors) *Tensor {
		return x[0].RepeatInterleave(c.Int("repeats", 1), c.Int("axis", 0))
	}),
	"flip": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Flip(c.Ints("dims")...) }),
	"roll": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Roll(c.Int("shifts", 0), c.Int("dims", 0)) }),
	"tril": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Tril(c.Int("diagonal", 0)) }),
	"triu": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Triu(c.Int("diagonal", 0)) }),

	"relu6": f1(ops.ReLU6), "selu": f1(ops.SELU), "silu": f1(ops.SiLU), "mish": f1(ops.Mish), "softsign": f1(ops.Softsign),
	"logsigmoid": f1(ops.LogSigmoid), "hardsigmoid": f1(ops.HSigmoid), "hardswish": f1(ops.HSwish), "outer": f2(ops.Outer),
	"diag": f1(ops.Diag), "trace": f1(ops.Trace), "masked_select": f2(ops.MaskedSelect),
	"leaky_relu": with(func(c *optest.Case, x tensors) *Tensor { return x[0].LeakyReLU(c.Float("alpha", 0)) }),
	"elu":        with(func(c *optest.Case, x tensors) *Tensor { return x[0].ELU(c.Float("alpha", 1)) }),
	"gelu":       with(func(c *optest.Case, x tensors) *Tensor { return x[0].GELU(c.Text("approximate")) }),
	"clamp":      with(func(c *optest.Case, x tensors) *Tensor { return x[0].Clamp(c.Attrs["min"], c.Attrs["max"]) }),

	"logsumexp":   reduce((*Tensor).LogSumExp),
	"std(ddof=0)": reduce(func(x *Tensor, axes []int, keep bool) *Tensor { return x.Std(axes, 0, keep) }),
	"var(ddof=1)": reduce(func(x *Tensor, axes []int, keep bool) *Tensor { return x.Var(axes, 1, keep) }),
	"norm":        reduce((*Tensor).Norm),

	"gather_elements":         with(func(c *optest.Case, x tensors) *Tensor { return x[0].GatherElements(c.Int("dim", 0), x[1]) }),
	"gather(axis=0)":          f2(func(x, i *Tensor) *Tensor { return x.Gather(i, 0) }),
	"gather(axis=1)":          f2(func(x, i *Tensor) *Tensor { return x.Gather(i, 1) }),
	"scatter_add":             with(func(c *optest.Case, x tensors) *Tensor { return x[0].ScatterAdd(c.Int("axis", 0), x[1], x[2]) }),
	"tensor_scatter_elements": with(func(c *optest.Case, x tensors) *Tensor { return x[0].Scatter(c.Int("axis", 0), x[1], x[2]) }),
	"unsorted_segment_sum": with(func(c *optest.Case, x tensors) *Tensor {
		return x[0].UnsortedSegmentSum(x[1], c.Int("num_segments", 0))
	}),
	"masked_fill":            with(func(c *optest.Case, x tensors) *Tensor { return x[0].MaskedFill(x[1], c.Float("value", 0)) }),
	"one_hot":                with(func(c *optest.Case, x tensors) *Tensor { return x[0].OneHot(c.Int("depth", 0), 1, 0) }),
	"lerp":                   with(func(c *optest.Case, x tensors) *Tensor { return x[0].Lerp(x[1], Scalar(c.Float("weight", 0))) }),
	"addcmul":                with(func(c *optest.Case, x tensors) *Tensor { return x[0].AddCMul(x[1], x[2], Scalar(c.Float("value", 1))) }),
	"argsort":                f1(func(x *Tensor) *Tensor { return x.ArgSort(-1, false) }),
	"topk":                   func(c *optest.Case, x tensors) tensors { return two(x[0].TopK(c.Int("k", 1))) },
	"sort":                   func(_ *optest.Case, x tensors) tensors { return two(x[0].Sort(-1, false)) },
	"sort(descending)":       func(c *optest.Case, x tensors) tensors { return two(x[0].Sort(c.Int("axis", -1), true)) },
	"max(axis) values,index": func(c *optest.Case, x tensors) tensors { return two(x[0].MaxWithIndex(c.Int("axis", 0), false)) },
	"meshgrid":               func(_ *optest.Case, x tensors) tensors { return two(ops.Meshgrid(x[0], x[1])) },

	"getitem|x[1:, ::2]":         f1(func(x *Tensor) *Tensor { return x.At(From(1), All().By(2)) }),
	"getitem|x[[0,2,0]]":         f1(func(x *Tensor) *Tensor { return x.At([]int{0, 2, 0}) }),
	"getitem|x[..., -1]":         f1(func(x *Tensor) *Tensor { return x.At(Ellipsis, -1) }),
	"getitem|x[i,j] int tensors": with(func(_ *optest.Case, x tensors) *Tensor { return x[0].At(x[1], x[2]) }),
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
