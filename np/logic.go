package np

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// Equal returns whether x == y, elementwise and broadcast, as Bool. numpy.equal.
func Equal(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Equal, x, y) }

// NotEqual returns whether x != y, elementwise and broadcast, as Bool. numpy.not_equal.
func NotEqual(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).NotEqual, x, y) }

// Greater returns whether x > y, elementwise and broadcast, as Bool. numpy.greater.
func Greater(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Greater, x, y) }

// GreaterEqual returns whether x >= y, elementwise and broadcast, as Bool. numpy.greater_equal.
func GreaterEqual(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).GreaterEqual, x, y) }

// Less returns whether x < y, elementwise and broadcast, as Bool. numpy.less.
func Less(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Less, x, y) }

// LessEqual returns whether x <= y, elementwise and broadcast, as Bool. numpy.less_equal.
func LessEqual(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).LessEqual, x, y) }

// LogicalAnd returns whether both x and y are true, elementwise and broadcast, as Bool. numpy.logical_and.
func LogicalAnd(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).LogicalAnd, x, y) }

// LogicalOr returns whether x or y is true, elementwise and broadcast, as Bool. numpy.logical_or.
func LogicalOr(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).LogicalOr, x, y) }

// LogicalXor returns whether exactly one of x and y is true, elementwise and broadcast, as Bool. numpy.logical_xor.
func LogicalXor(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).LogicalXor, x, y) }

// LogicalNot returns whether x is false, elementwise, as Bool. numpy.logical_not.
func LogicalNot(x any) *tensor.Tensor { return tensorOf(x).LogicalNot() }

// IsNaN returns whether x is not a number, or a part of it is not, elementwise, as Bool. numpy.isnan.
func IsNaN(x any) *tensor.Tensor { return anyPart(x, (*tensor.Tensor).IsNaN) }

// IsInf returns whether x is infinite, or a part of it is, elementwise, as Bool. numpy.isinf.
func IsInf(x any) *tensor.Tensor { return anyPart(x, (*tensor.Tensor).IsInf) }

// IsFinite returns whether x is neither infinite nor NaN, nor a part of it, elementwise, as Bool. numpy.isfinite.
func IsFinite(x any) *tensor.Tensor {
	return anyPart(x, func(t *tensor.Tensor) *tensor.Tensor { return t.IsFinite().LogicalNot() }).LogicalNot()
}

// anyPart returns the test of x; for complex numbers, whether it holds for the real or the imaginary part.
func anyPart(x any, test func(t *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	t := tensorOf(x)
	if t.IsComplex() {
		return test(t.Real()).LogicalOr(test(t.Imag()))
	}
	return test(t)
}

// IsPosInf returns whether x is plus infinity, elementwise, as Bool. numpy.isposinf.
func IsPosInf(x any) *tensor.Tensor { return Equal(ordered("isposinf", x), math.Inf(1)) }

// IsNegInf returns whether x is minus infinity, elementwise, as Bool. numpy.isneginf.
func IsNegInf(x any) *tensor.Tensor { return Equal(ordered("isneginf", x), math.Inf(-1)) }

// SignBit returns whether x is negative, -0.0 too, elementwise, as Bool. numpy.signbit.
func SignBit(x any) *tensor.Tensor { return ordered("signbit", x).SignBit() }

// IsClose returns whether x and y differ by at most 1e-8 + 1e-5·|y|, elementwise and broadcast, as Bool. tolerances
// may set the relative and then the absolute tolerance. NaN is not close to any number. numpy.isclose.
func IsClose(x, y any, tolerances ...float64) *tensor.Tensor {
	rtol, atol := kwargs.Optional2(tolerances, 1e-5, 1e-8)
	a, b := widest(x, y)
	near := a.Sub(b).Abs().LessEqual(b.Abs().Mul(tensor.Scalar(rtol)).Add(tensor.Scalar(atol)))
	finite := a.Abs().IsFinite().LogicalAnd(b.Abs().IsFinite())
	return tensor.Where(finite, near, a.Equal(b))
}

// AllClose returns whether all elements of x and y are close, see [IsClose]. numpy.allclose.
func AllClose(x, y any, tolerances ...float64) bool { return IsClose(x, y, tolerances...).All().Bool() }

// ArrayEqual reports whether x and y have the same shape and elements. numpy.array_equal.
func ArrayEqual(x, y any) bool {
	a, b := tensorOf(x), tensorOf(y)
	return slices.Equal(a.Shape(), b.Shape()) && a.Equal(b).All().Bool()
}

// IsIn returns, for each element of x, whether it is an element of set, as Bool. numpy.isin, numpy.in1d.
func IsIn(x, set any) *tensor.Tensor {
	t, s := tensorOf(x), tensorOf(set)
	if t.DType().IsInt() && s.DType().IsInt() {
		return isIn(t.Int64s(), s.Int64s()).Reshape(t.Shape()...)
	}
	if t, s = widest(t, s); t.DType().IsComplex() {
		return isIn(t.Values().([]complex128), s.Values().([]complex128)).Reshape(t.Shape()...)
	}
	return isIn(t.Float64s(), s.Float64s()).Reshape(t.Shape()...)
}

func isIn[E comparable](v, set []E) *tensor.Tensor {
	have := map[E]bool{}
	for _, e := range set {
		have[e] = true
	}
	out := make([]bool, len(v))
	for i, e := range v {
		out[i] = have[e]
	}
	return tensor.Share(out)
}
