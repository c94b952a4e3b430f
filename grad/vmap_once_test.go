package grad_test

import (
	"slices"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// numbers are of either sign and tell elements apart.
func numbers(dims ...int) T {
	x := tensor.EmptyOf(tensor.Float64, dims...)
	v := x.Writable().([]float64)
	for i := range v {
		v[i] = float64((i*7919+13)%101)/50 - 1
	}
	return x
}

var dense = nn.NewDense(4, 3)

// compositions of a vector of four, with constants of other shapes beside it.
var compositions = map[string]func(x T) T{
	"a number":         func(x T) T { return x.Mul(x).Sum().Sqrt() },
	"more axes":        func(x T) T { return x.Mul(numbers(2, 3, 4)).Tanh() },
	"an outer product": func(x T) T { return x.ExpandDims(1).Mul(x).Softmax(0) },
	"vector, matrix":   func(x T) T { return x.MatMul(numbers(4, 3)).Sigmoid() },
	"matrix, vector":   func(x T) T { return numbers(3, 4).MatMul(x.Mul(x)) },
	"vector, vector":   func(x T) T { return x.MatMul(numbers(4)).Add(numbers(4).MatMul(x)).Exp() },
	"vector, itself":   func(x T) T { return x.MatMul(x) },
	"vector, stack":    func(x T) T { return x.MatMul(numbers(2, 4, 3)) },
	"stack, vector":    func(x T) T { return numbers(2, 3, 4).MatMul(x).Sin() },
	"matrices":         func(x T) T { y := x.Reshape(2, 2); return y.MatMul(y).MatMul(numbers(3, 2, 2)).MatMul(y.T()) },
	"stack, matrix":    func(x T) T { return numbers(3, 2, 2).MatMul(x.Reshape(2, 2)).Tanh() },
	"turned":           func(x T) T { return x.Reshape(2, 2).T().Mul(numbers(3, 1, 2)).CumSum(1) },
	"parts":            func(x T) T { return tensor.Concat([]T{x.At(tensor.From(1)), numbers(2), x.Flip()}).Square() },
	"stacked":          func(x T) T { return tensor.Stack([]T{x, numbers(4)}, 1).Mul(x.ExpandDims(-1)) },
	"picks":            func(x T) T { return x.Mul(x).At([]int{3, 0, 0}) },
	"picks side by side": func(x T) T {
		return x.Reshape(2, 2).Mul(numbers(3, 2, 2)).At(tensor.All(), []int{1, 0}, []int{0, 1})
	},
	"picks apart": func(x T) T {
		return x.Reshape(2, 2).Mul(numbers(2, 2, 2)).At([]int{1, 0}, tensor.All(), []int{0, 1})
	},
	"picks beside an empty ellipsis": func(x T) T {
		return x.Reshape(2, 1, 2).Mul(numbers(2, 3, 2)).At(tensor.All(), []int{1, 0}, tensor.Ellipsis, []int{0, 1})
	},
	"replaced":   func(x T) T { return x.WithAt(x.Sum(), 1).Mul(x) },
	"put into":   func(x T) T { return numbers(3, 4).WithAt(x.Square(), 2) },
	"added":      func(x T) T { return numbers(3, 4).AddAt(x.Exp(), []int{0, 0}) },
	"where":      func(x T) T { return tensor.Where(x.Greater(num(0)), x.Square(), numbers(2, 1)) },
	"extremes":   func(x T) T { return x.Reshape(2, 2).Max(1).Add(x.Min()).Div(x.Abs().Add(num(1)).Prod()) },
	"deviation":  func(x T) T { return x.Mul(x).Std().Add(x.LogSoftmax()) },
	"repeated":   func(x T) T { return x.ExpandDims(0).BroadcastTo(3, 4).Mul(numbers(3, 1)).Squeeze() },
	"padded":     func(x T) T { return x.Tile(2).Roll(1).Mul(numbers(8)) },
	"constant":   func(x T) T { return tensor.OnesLike(x).Mul(num(2)) },
	"itself":     func(x T) T { return x },
	"cut off":    func(x T) T { return x.Mul(tensor.StopGradient(x.Square())) },
	"in Float32": func(x T) T { return x.AsType(tensor.Float32).Mul(num(3)).AsType(tensor.Float64).Mul(x) },
	"a layer":    func(x T) T { return dense.Call(x.AsType(tensor.Float32).Reshape(2, 2).Tile(1, 2)).Tanh() },
	"inner map": func(x T) T {
		return grad.Vmap(func(a T) T { return a.Mul(x).Sum() })(x.ExpandDims(1).Mul(numbers(4, 4))).Tensor()
	},
	"inner gradient": func(x T) T { return grad.Grad(func(a T) T { return a.Mul(a).Mul(x).Sum() })(x.Mul(x)) },
}

// TestVmapOnce: a function that can compute all slices at once is called once, with the results that it has for each
// slice. The same holds for gradients inside and outside of the mapping.
func TestVmapOnce(t *testing.T) {
	x := numbers(3, 4)
	for name, f := range compositions {
		calls := 0
		counted := func(x T) T { calls++; return f(x) }
		squares := func(x T) T { y := grad.Vmap(f)(x).Tensor(); return y.Mul(y).Sum() }
		slope := func(x T) T { return grad.Grad(func(x T) T { y := f(x); return y.Mul(y).Sum() })(x) }
		for what, c := range map[string]struct{ got, want T }{
			"values":    {grad.Vmap(counted)(x).Tensor(), rowwise(x, f)},
			"gradients": {grad.Vmap(slope)(x).Tensor(), rowwise(x, slope)},
			"gradient":  {grad.Grad(squares)(x), rowwise(x, slope)},
			"second":    {grad.Grad(grad.Vmap(slope))(x), rowwise(x, func(x T) T { return grad.Grad(slope)(x) })},
		} {
			same := slices.Equal(c.got.Shape(), c.want.Shape())
			if !same || !c.got.AllClose(c.want, 1e-6, 1e-6, false).Bool() {
				t.Errorf("%s, %s:\n%v\nwant\n%v", name, what, c.got, c.want)
			}
		}
		if calls != 1 {
			t.Errorf("%s: the function was called %d times", name, calls)
		}
	}
}

func rowwise(x T, f func(x T) T) T {
	rows := make([]T, x.Len())
	for i := range rows {
		rows[i] = f(x.At(i))
	}
	return tensor.Stack(rows)
}

// TestJacobiansAtOnce checks that Jacobians have the rows that gradients of single elements are, and agree with
// differences of Float64.
func TestJacobiansAtOnce(t *testing.T) {
	x := numbers(4)
	for name, f := range compositions {
		n := f(x).Size()
		rows := make([]T, n)
		for i := range rows {
			rows[i] = grad.Grad(func(x T) T { return f(x).Reshape(-1).At(i) })(x)
		}
		want := tensor.Stack(rows)
		columns := make([]T, x.Size())
		for i := range columns {
			up, down := x.AddAt(num(1e-6), i), x.AddAt(num(-1e-6), i)
			columns[i] = f(up).Sub(f(down)).Reshape(-1).Div(num(2e-6))
		}
		rev, fwd := grad.JacRev(f)(x).Tensor().Reshape(n, 4), grad.JacFwd(f)(x).Tensor().Reshape(n, 4)
		for what, got := range map[string]T{"backwards": rev, "forwards": fwd} {
			if !got.AllClose(want, 1e-6, 1e-6, false).Bool() {
				t.Errorf("%s, %s:\n%v\nwant\n%v", name, what, got, want)
			}
		}
		// Digits that differences lose, or another value.
		single := name == "in Float32" || name == "a layer" || name == "cut off"
		if differences := tensor.Stack(columns, 1); !single && !rev.AllClose(differences, 1e-4, 1e-4, false).Bool() {
			t.Errorf("%s:\n%v\ndifferences give\n%v", name, rev, differences)
		}
	}
}

// TestMapOfJacobians checks a map of a Jacobian of a Jacobian of tanh(x·w), whose second derivatives are known.
func TestMapOfJacobians(t *testing.T) {
	x, w := numbers(5, 3), numbers(3, 2)
	f := func(x T) T { return x.MatMul(w).Tanh() }
	y := x.MatMul(w).Tanh()                               // -2 y (1-y²) w[i,o] w[j,o]
	outer := y.Mul(num(1).Sub(y.Square())).Mul(num(-2))   // [b, o]
	pairs := w.T().ExpandDims(2).Mul(w.T().ExpandDims(1)) // [o, i, j]
	want := outer.Reshape(5, 2, 1, 1).Mul(pairs)          // [b, o, i, j]
	for name, got := range map[string]grad.Result{
		"reverse, reverse": grad.Vmap(grad.JacRev(grad.JacRev(f)))(x),
		"forward, reverse": grad.Vmap(grad.JacFwd(grad.JacRev(f)))(x),
		"reverse, forward": grad.Vmap(grad.JacRev(grad.JacFwd(f)))(x),
	} {
		if !got.Tensor().AllClose(want, 1e-9, 1e-9, false).Bool() {
			t.Errorf("%s:\n%v\nwant\n%v", name, got, want)
		}
	}
}

// TestVmapSliceBySlice maps functions that cannot compute all slices at once. They run once per slice, with the same
// results.
func TestVmapSliceBySlice(t *testing.T) {
	x := tensor.New([][]float32{{1, 2}, {3, -4}, {-5, 6}})
	total, count := tensor.Zeros(2), tensor.Zeros()
	var kept T
	for _, c := range []struct {
		name string
		f    func(x T) T
		want string
	}{
		{"a branch", func(x T) T {
			if x.Sum().Float() > 0 {
				return x
			}
			return x.Neg()
		}, "[[ 1.  2.]\n [-3.  4.]\n [-5.  6.]]"},
		{"a branch, whose error is caught", func(x T) T {
			positive := false
			if recovered(func() { positive = x.Sum().Float() > 0 }) || positive {
				return x
			}
			return x.Neg()
		}, "[[ 1.  2.]\n [-3.  4.]\n [-5.  6.]]"},
		{"elements", func(x T) T { return tensor.New(x.Float32s()) }, "[[ 1.  2.]\n [ 3. -4.]\n [-5.  6.]]"},
		{"writes", func(x T) T { y := x.Clone(); y.SetAt(num(9), 0); return y }, "[[ 9.  2.]\n [ 9. -4.]\n [ 9.  6.]]"},
		{
			"a sum of all slices", func(x T) T { return total.AddAssign(x).Clone() },
			"[[ 1.  2.]\n [ 4. -2.]\n [-1.  4.]]",
		},
		{"a count", func(x T) T { return x.Mul(count.AddAssign(num(1))) }, "[[  1.   2.]\n [  6.  -8.]\n [-15.  18.]]"},
		{"an index", func(x T) T { return x.At(x.ArgMax()) }, "[2. 3. 6.]"},
		{"a hook", func(x T) T {
			return grad.Grad(func(a T) T {
				b := a.Mul(a)
				b.RegisterHook(func(g T) T { return g.Mul(num(10)) })
				return b.Sum()
			})(x)
		}, "[[  20.   40.]\n [  60.  -80.]\n [-100.  120.]]"},
	} {
		if got := grad.Vmap(c.f)(x).String(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	g := grad.Grad(func(x T) T {
		return grad.Vmap(func(x T) T {
			y := x.Mul(x)
			y.RegisterHook(func(g T) T { return g.Mul(num(10)) })
			return y
		})(x).Tensor().Sum()
	})(x)
	if got, want := g.String(), "[[  20.   40.]\n [  60.  -80.]\n [-100.  120.]]"; got != want {
		t.Errorf("hooks inside: %s, want %s", got, want)
	}
	grad.Vmap(func(x T) T { kept = x.Mul(x); return x })(x)
	err := tensor.Try(func() { _ = kept.Float32s() })
	want := "RuntimeError: For 'Vmap', a tensor of shape (2,) is used after the mapped function in which it was " +
		"made has returned. Return it from the function."
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func recovered(f func()) (stopped bool) {
	defer func() { stopped = recover() != nil }()
	f()
	return false
}
