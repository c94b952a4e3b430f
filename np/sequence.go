package np

import (
	"math"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// span returns the part of x from place a to b along an axis; b counts from the end when it is not positive.
func span(x *tensor.Tensor, axis, a, b int) *tensor.Tensor {
	idx := make([]any, axis+1)
	for i := range idx {
		idx[i] = tensor.All()
	}
	if b <= 0 {
		b += x.Dim(axis)
	}
	idx[axis] = tensor.Span(a, max(b, a))
	return x.At(idx...)
}

// Diff returns the differences of adjacent elements along an axis, the last by default. numpy.diff.
func Diff(x any, axis ...int) *tensor.Tensor {
	t := tensorOf(x)
	require("diff", t.NDim() > 0, "diff requires input that is at least one dimensional")
	a := axisOf("diff", kwargs.Optional(axis, -1), t.NDim())
	return span(t, a, 1, 0).Sub(span(t, a, 0, -1))
}

// EDiff1D returns the differences of adjacent elements of the flattened x. numpy.ediff1d.
func EDiff1D(x any) *tensor.Tensor { return Diff(Ravel(x)) }

// Trapz returns the integral along the last axis by the trapezoidal rule with spacing dx, 1 by default. numpy.trapz.
func Trapz(y any, dx ...float64) *tensor.Tensor {
	width := kwargs.Optional(dx, 1.0)
	return TrapzAlong(y, nil, width, -1)
}

// TrapzAt returns the integral along the last axis by the trapezoidal rule with samples at x. numpy.trapz.
func TrapzAt(y, x any) *tensor.Tensor { return TrapzAlong(y, x, 1, -1) }

// TrapzAlong returns the integral along an axis by the trapezoidal rule with samples at x, which is a vector or has
// y's shape; nil means samples with spacing dx. numpy.trapz with all its arguments.
func TrapzAlong(y, x any, dx float64, axis int) *tensor.Tensor {
	t := tensorOf(y)
	a := axisOf("trapz", axis, t.NDim())
	if x == nil {
		return t.Trapz(dx, a)
	}
	return t.TrapzAt(tensorOf(x), a)
}

// Unwrap returns the angles x with jumps of more than π along the last axis reduced by multiples of 2π.
// numpy.unwrap.
func Unwrap(x any) *tensor.Tensor {
	t := tensorOf(x)
	a := axisOf("unwrap", -1, t.NDim())
	d := Diff(t)
	turn := tensor.Scalar(2 * math.Pi)
	half := tensor.Scalar(math.Pi)
	near := d.Add(half).Mod(turn).Sub(half)
	up := near.Equal(tensor.Scalar(-math.Pi)).LogicalAnd(d.Greater(tensor.Scalar(0)))
	near = tensor.Where(up, half.Add(tensor.ZerosLike(d)), near)
	small := d.Abs().Less(half)
	fix := tensor.Where(small, tensor.ZerosLike(d), near.Sub(d)).CumSum(-1)
	return tensor.Concat([]*tensor.Tensor{span(t, a, 0, 1), span(t, a, 1, 0).Add(fix)}, a)
}

// Convolve returns the discrete convolution of two vectors. mode is "full" (the default), "same" (the length of the
// longer one) or "valid" (where both overlap completely). numpy.convolve.
func Convolve(x, y any, mode ...string) *tensor.Tensor {
	a, b := vectors("convolve", x, y)
	if a.Len() < b.Len() {
		a, b = b, a
	}
	return slide(a, b.Flip(0), kwargs.Optional(mode, "full"))
}

// Correlate returns the sums of products of x with y, complex ones conjugated, at each shift. mode is "valid" (the
// default), "same" or "full", see [Convolve]. numpy.correlate.
func Correlate(x, y any, mode ...string) *tensor.Tensor {
	a, b := vectors("correlate", x, y)
	b = b.Conj()
	if a.Len() < b.Len() {
		return slide(b, a, kwargs.Optional(mode, "valid")).Flip(0)
	}
	return slide(a, b, kwargs.Optional(mode, "valid"))
}

func vectors(op string, x, y any) (a, b *tensor.Tensor) {
	a, b = AtLeast1D(x), AtLeast1D(y)
	require(op, a.NDim() == 1 && b.NDim() == 1, "object too deep for desired array")
	require(op, a.Len() > 0 && b.Len() > 0, "v cannot be empty")
	return a, b
}

// slide returns the sums of products of b with a, which must be at least as long, at each shift. Sums at the ends
// have fewer products; padding with zeros would turn infinities into NaN.
func slide(a, b *tensor.Tensor, mode string) *tensor.Tensor {
	n, m := a.Len(), b.Len()
	from, to := 0, n+m-1
	switch mode {
	case "full":
	case "same":
		from = (m - 1) / 2
		to = from + n
	case "valid":
		from, to = m-1, n
	default:
		tensor.Throw("convolve", tensor.ValueError, "mode must be one of 'valid', 'same', or 'full' (got '%s')", mode)
	}
	part := func(i, j int) *tensor.Tensor { return a.At(tensor.Span(i, j)) }
	if to-from < m { // only in mode "valid"
		sums := make([]*tensor.Tensor, to-from)
		for i := range sums {
			sums[i] = part(i, i+m).Mul(b).Sum()
		}
		return tensor.Stack(sums, 0)
	}
	dt := part(0, 1).Mul(b.At(0)).Sum().DType()
	sums := tensor.ZerosOf(wide(dt), to-from)
	a, b = a.AsType(sums.DType()), b.AsType(sums.DType())
	for j := range m {
		first, end := max(from, m-1-j), min(to, n+m-1-j) // the sums with a product of b[j]
		tensor.Scope(func() *tensor.Tensor {
			sums.At(tensor.Span(first-from, end-from)).AddAssign(part(first+j-m+1, end+j-m+1).Mul(b.At(j)))
			return nil
		})
	}
	return sums.AsType(dt)
}

// Gradient returns the slopes of x along an axis: central differences, and one-sided differences at the ends. Without
// an axis, the slopes of an x of several axes along each of them are stacked along a new first axis. numpy.gradient.
func Gradient(x any, axis ...int) *tensor.Tensor {
	t := inexact(tensorOf(x))
	if len(axis) == 0 && t.NDim() > 1 {
		slopes := make([]*tensor.Tensor, t.NDim())
		for i := range slopes {
			slopes[i] = Gradient(t, i)
		}
		return tensor.Stack(slopes, 0)
	}
	a := axisOf("gradient", kwargs.Optional(axis, 0), t.NDim())
	n := t.Dim(a)
	require("gradient", n > 1, "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
	inner := span(t, a, 2, 0).Sub(span(t, a, 0, -2)).Div(tensor.Scalar(2))
	head := span(t, a, 1, 2).Sub(span(t, a, 0, 1))
	tail := span(t, a, n-1, n).Sub(span(t, a, n-2, n-1))
	return tensor.Concat([]*tensor.Tensor{head, inner, tail}, a)
}
