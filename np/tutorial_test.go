package np

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/tensor"
)

// forward is the function of the tutorial "NumPy Interfaces in MindSpore".
func forward(x, w1, b1, w2, b2, w3, b3 t) t {
	x = Add(Dot(x, w1), b1)
	x = Add(Dot(x, w2), b2)
	return Add(Dot(x, w3), b3)
}

// forwardArgs are its arguments there; the tutorial's makers give Float32.
func forwardArgs() []any {
	var args []any
	for _, x := range []t{arange(2, 4), Ones(4, 8), Zeros(8), Ones(8, 16), Zeros(16), Ones(16, 4), Zeros(4)} {
		args = append(args, x.AsType(tensor.Float32))
	}
	return args
}

// TestTutorial compares with what the tutorial shows.
func TestTutorial(tt *testing.T) {
	float32s := func(dims ...int) t { return arange(dims...).AsType(tensor.Float32) }
	tuple := Split(Arange(9).AsType(tensor.Int32), 3)
	out := grad.New(forward, grad.Position(0, 1, 6))(forwardArgs()...).String()
	for name, c := range map[string]struct{ got, want string }{
		"array":       {Array(is{1, 2, 3}, tensor.Float32).String(), "[1. 2. 3.]"},
		"full":        {Full(is{2, 3}, 6, tensor.Float32).String(), "[[6. 6. 6.]\n [6. 6. 6.]]"},
		"ones":        {Ones(2, 3).String(), "[[1. 1. 1.]\n [1. 1. 1.]]"},
		"arange":      {Arange(0, 5, 1).String(), "[0 1 2 3 4]"},
		"tri":         {Tri(3, 3, 1).String(), "[[1. 1. 0.]\n [1. 1. 1.]\n [1. 1. 1.]]"},
		"eye":         {Eye(2, 2).String(), "[[1. 0.]\n [0. 1.]]"},
		"transpose":   {Transpose(arange(5, 2)).String(), "[[0 2 4 6 8]\n [1 3 5 7 9]]"},
		"concatenate": {Concatenate(pair(Arange(0, 5), Arange(10, 15)), 0).String(), "[ 0  1  2  3  4 10 11 12 13 14]"},
		"split": {tuple.String(), "(Tensor(shape=[3], dtype=Int32, value= [0, 1, 2]), " +
			"Tensor(shape=[3], dtype=Int32, value= [3, 4, 5]), Tensor(shape=[3], dtype=Int32, value= [6, 7, 8]))"},
		"equal":  {Equal(Arange(0, 5), Arange(0, 10, 2)).String(), "[ True False False False False]"},
		"less":   {Less(Arange(0, 5), Arange(0, 10, 2)).String(), "[False  True  True  True  True]"},
		"add":    {Add(Full(is{3, 2}, is{1, 2}), Full(is{3, 2}, is{3, 4})).String(), "[[4 6]\n [4 6]\n [4 6]]"},
		"matmul": {MatMul(float32s(2, 3), float32s(3, 4)).String(), "[[20. 23. 26. 29.]\n [56. 68. 80. 92.]]"},
		"mean":   {Mean(float32s(6)).String(), "2.5"},
		"exp":    {Exp(float32s(5)).String(), "[ 1.         2.7182817  7.389056  20.085537  54.59815  ]"},
		"gradient of x": {out[:strings.Index(out, ")")], "(Tensor(shape=[2, 4], dtype=Float32, value=\n" +
			"[[ 5.12000000e+02,  5.12000000e+02,  5.12000000e+02,  5.12000000e+02],\n" +
			" [ 5.12000000e+02,  5.12000000e+02,  5.12000000e+02,  5.12000000e+02]]"},
		"gradient of b3": {
			out[strings.LastIndex(out, "Tensor"):],
			"Tensor(shape=[4], dtype=Float32, value= [ 2.00000000e+00,  2.00000000e+00,  2.00000000e+00,  2.00000000e+00]))",
		},
	} {
		if c.got != c.want {
			tt.Errorf("%s:\n%s\nwant\n%s", name, c.got, c.want)
		}
	}
	var args [7]t
	for i, a := range forwardArgs() {
		args[i] = a.(t)
	}
	y := forward(args[0], args[1], args[2], args[3], args[4], args[5], args[6])
	if want := "[[ 768.  768.  768.  768.]\n [2816. 2816. 2816. 2816.]]"; y.String() != want {
		tt.Errorf("forward gives %v", y)
	}
}

// TestGradientsFlow: functions that are put together here from several ops must stay differentiable.
func TestGradientsFlow(tt *testing.T) {
	x := Array(fs{0.5, -1.5, 2, 0.25})
	m := Array([]fs{{1, 2}, {3, 5}})
	for name, c := range map[string]struct {
		f func(x t) t
		x t
	}{
		"Cbrt":      {func(x t) t { return Cbrt(x) }, x},
		"Clip":      {func(x t) t { return Clip(x, -1, 1) }, x},
		"LogAddExp": {func(x t) t { return LogAddExp(x, 0.4) }, x},
		"FMod":      {func(x t) t { return FMod(x, 0.7) }, x},
		"CopySign":  {func(x t) t { return CopySign(x, fs{-1, -1, 1, 1}) }, x},
		"Diag":      {func(x t) t { return Diag(x, 1) }, x},
		"Diagonal":  {func(x t) t { return Diagonal(x) }, m},
		"Roll":      {func(x t) t { return Roll(x, 1) }, m},
		"Rot90":     {func(x t) t { return Rot90(x) }, m},
		"Interp":    {func(x t) t { return Interp(x, fs{-2, 0.3, 1}, fs{1, 3, 2}) }, x},
		"Interp of": {func(x t) t { return Interp(fs{-1, 1.2, 9}, fs{-2, 0.3, 1, 2}, x) }, x},
		"Kron":      {func(x t) t { return Kron(x, x) }, m},
		"Cov":       {func(x t) t { return Cov(x) }, m},
		"NanMean":   {func(x t) t { return NanMean(x) }, x},
		"NanVar":    {func(x t) t { return NanVar(x) }, x},
		"Convolve":  {func(x t) t { return Convolve(x, fs{1, 2}) }, x},
		"Gradient":  {func(x t) t { return Gradient(x) }, x},
		"Trapz":     {func(x t) t { return Trapz(x) }, x},
		"PolyVal":   {func(x t) t { return PolyVal(x, 2) }, x},
		"TensorDot": {func(x t) t { return TensorDot(x, x) }, m},
		"Median":    {func(x t) t { return Median(x) }, x},
		"Vander":    {func(x t) t { return Vander(x) }, x},
	} {
		if err := grad.Check(func(x t) t { return c.f(x).Mul(c.f(x)) }, c.x).Err(); err != nil {
			tt.Errorf("%s: %v", name, err)
		}
	}
}

func TestSetPrintOptions(tt *testing.T) {
	before := GetPrintOptions()
	defer tensor.SetPrintOptions(before)
	third := Divide(Ones(5), 3)
	for _, c := range []struct {
		opts []PrintOption
		want string
	}{
		{[]PrintOption{Precision(3)}, "[0.333 0.333 0.333 0.333 0.333]"},
		{[]PrintOption{Threshold(4), EdgeItems(1)}, "[0.333 ... 0.333]"},
		{[]PrintOption{Threshold(9), LineWidth(20)}, "[0.333 0.333 0.333\n 0.333 0.333]"},
	} {
		SetPrintOptions(c.opts...)
		if got := third.String(); got != c.want {
			tt.Errorf("%v: %s, want %s", GetPrintOptions(), got, c.want)
		}
	}
	SetPrintOptions(Suppress(true))
	if got := Array(fs{1e-10, 1}).String(); got != "[0. 1.]" {
		tt.Errorf("suppressed: %s", got)
	}
}

// TestErrors holds the words of numpy's errors.
func TestErrors(tt *testing.T) {
	for want, f := range map[string]func(){
		"ValueError: axis 2 is out of bounds for array of dimension 1": func() { MoveAxis(Ones(2), 0, 2) },
		"ValueError: array split does not result in an equal division": func() { Split(Ones(5), 2) },
		"TypeError: For 'split', the sections must be an int, a []int or a tensor, but got string.": func() {
			Split(Ones(5), "a")
		},
		"TypeError: For 'Rot90', at most one value may be at the end of the arguments, but got 2.": func() {
			Rot90(Ones(2, 2), 1, 0)
		},
		"TypeError: For 'Eye', at most two values may be at the end of the arguments, but got 3.": func() {
			Eye(2, 2, 0, 1)
		},
		"ValueError: number sections must be larger than 0.":                 func() { ArraySplit(Ones(5), 0) },
		"TypeError: For 'stack', a list of arrays is expected, but got int.": func() { Stack(3) },
		"ValueError: Geometric sequence cannot include zero":                 func() { Geomspace(0, 1, 3) },
		"ValueError: Number of samples, -1, must be non-negative.":           func() { Linspace(0, 1, -1) },
		"ValueError: Input must be 1- or 2-d.":                               func() { Diag(1.0) },
		"ValueError: negative dimensions are not allowed":                    func() { Tri(-1) },
		"ValueError: shape mismatch: objects cannot be broadcast to a single shape": func() {
			BroadcastArrays(Ones(2), Ones(3))
		},
		"ValueError: shape-mismatch for sum: axis 1 of (2, 3) and axis 1 of (2, 2)": func() { Inner(Ones(2, 3), Ones(2, 2)) },
		"ValueError: v cannot be empty":                                             func() { Convolve(Ones(2), Ones(0)) },
		"ValueError: mode must be one of 'valid', 'same', or 'full' (got 'odd')": func() {
			Convolve(Ones(2), Ones(2), "odd")
		},
		"ValueError: index 6 is out of bounds for array with size 6": func() { UnravelIndex(6, 2, 3) },
		"ValueError: 'list' argument must have no negative elements": func() { BinCount(is{-1}) },
		"ValueError: 'minlength' must not be negative":               func() { BinCount(is{1}, nil, -1) },
		"TypeError: For 'gcd', the dtypes must be integers or Bool, but got Float64 and Float64.": func() {
			GCD(Ones(2), 1.5)
		},
		"ValueError: precision must not be negative": func() { Precision(-1) },
		"TypeError: a tensor is nil":                 func() { Sum(t(nil)) },
	} {
		if err := tensor.Try(f); err == nil || err.Error() != want {
			tt.Errorf("got %v, want %s", err, want)
		}
	}
}
