package ops_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// adding is the example of MultitypeFuncGraph in MindSpore's reference.
func adding() *ops.FuncGraph {
	return ops.MultitypeFuncGraph("add").
		Register(func(x, y float64) float64 { return x + y }).
		Register(func(x, y *tensor.Tensor) *tensor.Tensor { return x.Add(y) }).
		Register(func(x *tensor.Tensor, name string) (string, *tensor.Tensor) { return name, x.Neg() }).
		Register(func(xs ...string) int { return len(xs) })
}

// TestComposite checks the functions of functions by the examples of MindSpore's reference and by arithmetic.
func TestComposite(t *testing.T) {
	num := func(v float32) *tensor.Tensor { return tensor.New(v) }
	vec := func(v ...float32) *tensor.Tensor { return tensor.New(v) }
	add := adding()
	square := ops.MultitypeFuncGraph("square").Register(func(x *tensor.Tensor) *tensor.Tensor { return x.Square() })
	nested := []any{tensor.Tuple{num(1), num(2)}, []*tensor.Tensor{num(3), num(4)}}
	product := func(x, y *tensor.Tensor) *tensor.Tensor { return x.Mul(y).Sum() }
	grads := grad.New(product, grad.Position(0, 1))(vec(1, 2), vec(3, 9))
	clip := func(limit float64, g *tensor.Tensor) *tensor.Tensor { return g.Clamp(nil, limit) }
	p := nn.NewParameter(vec(1, 2), "p")
	scalar := func(v string) string { return "Tensor(shape=[], dtype=Float32, value= " + v + ")" }
	vector := func(a, b string) string {
		return "Tensor(shape=[2], dtype=Float32, value= [ " + a + "e+00,  " + b + "e+00])"
	}
	for _, c := range []struct {
		name string
		got  grad.Result
		want string
	}{
		{"numbers", add.Call(1, 2), "3.0"},
		{"tensors", add.Call(vec(0.1, 0.6, 1.2), vec(0.1, 0.6, 1.2)), "[0.2 1.2 2.4]"},
		{"a Parameter is a tensor", add.Call(p, p), "[2. 4.]"},
		{"several results", add.Call(num(1), "a"), "('a', " + scalar("-1") + ")"},
		{"any number of arguments", add.Call("a", "b", "c"), "3"},
		{"an element of a result", add.Call(grads.At(0), grads.At(1)), "[ 4. 11.]"},
		{
			"HyperMap without a function", ops.HyperMap()(square, nested),
			"((" + scalar("1") + ", " + scalar("4") + "), (" + scalar("9") + ", " + scalar("16") + "))",
		},
		{"HyperMap of no sequence", ops.HyperMap(square)(num(3)), "9.0"},
		{
			"HyperMap of gradients", ops.HyperMap(ops.Partial(clip, 2.5))(grads),
			"(" + vector("2.50000000", "2.50000000") + ", " + vector("1.00000000", "2.00000000") + ")",
		},
		{"HyperMap of two sequences", ops.HyperMap(add)([]int{1, 2}, []float64{0.5, 3}), "(1.5, 5.0)"},
		{"Map", ops.Map(func(x, y int) int { return x * y })([]int{1, 2, 3}, [3]int{4, 5, 6}), "(4, 10, 18)"},
		{"Map does not go deeper", ops.Map()(func(l []any) int { return len(l) }, []any{[]any{1, 2}, []any{}}), "(2, 0)"},
		{
			"Map of Parameters", ops.Map(func(x *tensor.Tensor) float64 { return x.Sum().Float() })(nn.ParameterTuple{p, p}),
			"(3.0, 3.0)",
		},
		{"Partial", ops.Partial(func(x, y, z int) (int, int, int) { return x, y, z }, 1, 2)(3), "(1, 2, 3)"},
		{"Partial of a cell", ops.Partial(nn.NewReLU())(vec(-1, 1)), "[0. 1.]"},
		{"nothing", ops.HyperMap(square)(tensor.Tuple{}), "()"},
	} {
		if got := fmt.Sprint(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestCompositeGradient checks that gradients flow through what composite ops call.
func TestCompositeGradient(t *testing.T) {
	squares := ops.HyperMap(func(x *tensor.Tensor) *tensor.Tensor { return x.Square() })
	f := func(x, y *tensor.Tensor) *tensor.Tensor {
		r := squares(tensor.Tuple{x, y})
		return adding().Call(r.At(0), r.At(1)).Tensor()
	}
	const want = "(Tensor(shape=[], dtype=Float32, value= 4), Tensor(shape=[], dtype=Float32, value= 6))"
	if got := fmt.Sprint(grad.GradAt(f, 0, 1)(tensor.New(2.0), tensor.New(3.0))); got != want {
		t.Errorf("gradients %s, want 4 and 6", got)
	}
}

func TestCompositeErrors(t *testing.T) {
	one := tensor.Ones(1)
	for _, c := range []struct {
		call func()
		want string
	}{
		{
			func() { adding().Call(one, 1) },
			"TypeError: For 'MultitypeFuncGraph', none of the 4 functions registered for 'add' takes (*tensor.Tensor, int).",
		},
		{
			func() { ops.MultitypeFuncGraph("f").Register(3) },
			"TypeError: For 'MultitypeFuncGraph', what is registered for 'f' must be a function, but got int.",
		},
		{
			func() { ops.MultitypeFuncGraph("f").Call(3) },
			"TypeError: For 'MultitypeFuncGraph', none of the 0 functions registered for 'f' takes (int).",
		},
		{
			func() { ops.MultitypeFuncGraph("f").Register(func(x int) int { return x }).Call(one) },
			"TypeError: f: argument 0 should be int, but got *tensor.Tensor.",
		},
		{
			func() { ops.HyperMap(adding())([]int{1, 2}, []int{1}) },
			"ValueError: For 'HyperMap', all sequences must have the same length, but got 2 and 1.",
		},
		{
			func() { ops.HyperMap(adding())([]int{1, 2}, 1) },
			"TypeError: For 'HyperMap', the first argument is a sequence, so argument 1 must be one, but got int.",
		},
		{func() { ops.Map(adding())(one) }, "TypeError: For 'Map', the arguments must be sequences, but got *tensor.Tensor."},
		{
			func() { ops.HyperMap()([]int{1}, []int{1}) },
			"TypeError: For 'HyperMap', the first argument should be a Cell or a function, but got []int.",
		},
		{
			func() { ops.HyperMap(adding())() },
			"TypeError: For 'HyperMap', a function and at least one sequence are needed, but got 1 arguments.",
		},
		{func() { ops.Partial(nil) }, "TypeError: For 'Partial', the first argument should be a Cell or a function, but got nil."},
	} {
		if err := tensor.Try(c.call); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestBinaryCrossEntropyOfHalf has certain predictions in Float16, where 1e-12 is 0: log(1e-12) is -27.6.
func TestBinaryCrossEntropyOfHalf(t *testing.T) {
	p, label := tensor.New([]float64{1, 0, 0}, tensor.Float16), tensor.New([]float64{1, 0, 1}, tensor.Float16)
	loss := ops.BinaryCrossEntropy(p, label, ops.Reduction("none"))
	got := loss.Float64s()
	if got[0] != 0 || got[1] != 0 || math.Abs(got[2]-27.63) > 0.02 || loss.DType() != tensor.Float16 {
		t.Errorf("got %v of %s", got, loss.DType())
	}
}

// TestSquaresInTheMiddle has results of squares that are not within the dtype, or are 0 there.
func TestSquaresInTheMiddle(t *testing.T) {
	row := tensor.Full([]int{1, 3}, 300, tensor.Float16)
	none := tensor.ZerosLike(row)
	far := tensor.Full([]int{1, 3}, 1e15, tensor.Float32)
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want float64
	}{
		{"cosine_similarity", ops.CosineSimilarity(row, row, 1, 1e-8), 1},
		{"cosine_similarity of nothing", ops.CosineSimilarity(row, none, 1, 1e-8), 0},
		{"cosine_similarity, Float32", ops.CosineSimilarity(far, far, 1, 1e-8), 1},
		{"cosine_embedding_loss of nothing", ops.CosineEmbeddingLoss(none, row, tensor.New([]int{1})), 1},
		{"L2Normalize", ops.L2Normalize(row, 1, 1e-12), 1 / math.Sqrt(3)},
		{"L2Normalize of nothing", ops.L2Normalize(none, 1, 1e-12), 0},
		{"clip_by_global_norm", ops.ClipByGlobalNorm(tensor.Tuple{row, row}, 1)[1], 1 / math.Sqrt(6)},
		{"lrn", ops.LRN(row.Reshape(1, 3, 1, 1)), 1 / math.Sqrt(3)},
	} {
		got := c.got.Float64s()[0]
		if !(math.Abs(got-c.want) <= 1e-3) || c.got.DType() != row.DType() && c.got.DType() != far.DType() {
			t.Errorf("%s: %v of %s, want %v", c.name, got, c.got.DType(), c.want)
		}
	}
}

// TestKinks has gradients where functions bend or are cut off: PReLUGrad and BinaryCrossEntropyGrad as MindSpore's
// kernels have them, hardtanh's and pdist's as PyTorch has them.
func TestKinks(t *testing.T) {
	x := tensor.New([]float64{-2, -1, 0, 1, 2})
	label := tensor.New([]float64{1, 0, 1, 0, 1})
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
		f    func(x *tensor.Tensor) *tensor.Tensor
		want []float64
	}{
		{"hardtanh", x, func(x *tensor.Tensor) *tensor.Tensor { return ops.HardTanh(x, -1, 1) }, []float64{0, 0, 1, 0, 0}},
		{
			"prelu", x,
			func(x *tensor.Tensor) *tensor.Tensor { return ops.PReLU(x, tensor.New([]float64{0.25})) },
			[]float64{0.25, 0.25, 0.25, 1, 1},
		},
		{
			"binary_cross_entropy", tensor.New([]float64{1, 0, 0, 0.5, 0.25}),
			func(p *tensor.Tensor) *tensor.Tensor { return ops.BinaryCrossEntropy(p, label, ops.Reduction("sum")) },
			[]float64{0, 0, -1e12, 2, -4},
		},
		{
			"pdist of equal rows", tensor.New([][]float64{{0}, {0}, {1}}),
			func(x *tensor.Tensor) *tensor.Tensor { return ops.PDist(x, 3) },
			[]float64{-1, -1, 2},
		},
	} {
		if got := grad.Grad(c.f)(c.x).Float64s(); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
