package np

import "github.com/msrepl/msrepl/tensor"

// This file has the reductions that ignore NaN.

// nanTo returns x with NaN replaced by v, and a mask of the elements that are not NaN.
func nanTo(x any, v float64) (t, is *tensor.Tensor) {
	t = tensorOf(x)
	if exact(t) {
		return t, tensor.OnesOf(tensor.Bool, t.Shape()...)
	}
	nan := t.NotEqual(t)
	return tensor.Where(nan, tensor.FullLike(t, v), t), nan.LogicalNot()
}

// NanSum returns the sum without NaN, over the given axes or over all. numpy.nansum.
func NanSum(x any, axis ...int) *tensor.Tensor {
	t, _ := nanTo(x, 0)
	return t.Sum(axis...)
}

// NanProd returns the product without NaN, over the given axes or over all. numpy.nanprod.
func NanProd(x any, axis ...int) *tensor.Tensor {
	t, _ := nanTo(x, 1)
	return t.Prod(axis...)
}

// NanMean returns the mean without NaN, over the given axes or over all; NaN where there is nothing else.
// numpy.nanmean.
func NanMean(x any, axis ...int) *tensor.Tensor {
	t, is, dt := countable(x)
	return t.Sum(axis...).Div(is.Sum(axis...)).AsType(dt)
}

// countable returns x with NaN replaced by zero, ones where there was no NaN and zeros elsewhere, both in the dtype
// of their sums, and the dtype of a mean.
func countable(x any) (t, is *tensor.Tensor, dt tensor.DType) {
	t, valid := nanTo(inexact(tensorOf(x)), 0)
	dt = t.DType()
	t = t.AsType(wide(dt))
	return t, valid.AsType(t.DType()), dt
}

// wide returns the dtype in which sums of a dtype are computed.
func wide(dt tensor.DType) tensor.DType {
	if dt == tensor.Float16 || dt == tensor.BFloat16 {
		return tensor.Float32
	}
	return dt
}

// NanVar returns the variance without NaN, over the given axes or over all. numpy.nanvar.
func NanVar(x any, axis ...int) *tensor.Tensor {
	t, is, dt := countable(ordered("nanvar", x))
	mean := t.SumAxes(axis, true).Div(is.SumAxes(axis, true))
	far := tensor.Where(is.AsType(tensor.Bool), t.Sub(mean), tensor.ZerosLike(mean))
	return far.Square().Sum(axis...).Div(is.Sum(axis...)).AsType(dt)
}

// NanStd returns the standard deviation without NaN, over the given axes or over all. numpy.nanstd.
func NanStd(x any, axis ...int) *tensor.Tensor { return NanVar(x, axis...).Sqrt() }

// NanMax returns the largest element without NaN, over the given axes or over all; NaN where there is nothing else.
// numpy.nanmax.
func NanMax(x any, axis ...int) *tensor.Tensor {
	t, is := nanTo(x, -Inf)
	return onlyNaN(t.Max(axis...), is, axis)
}

// NanMin returns the smallest element without NaN, over the given axes or over all; NaN where there is nothing else.
// numpy.nanmin.
func NanMin(x any, axis ...int) *tensor.Tensor {
	t, is := nanTo(x, Inf)
	return onlyNaN(t.Min(axis...), is, axis)
}

// onlyNaN sets y to NaN where all elements reduced were NaN.
func onlyNaN(y, is *tensor.Tensor, axis []int) *tensor.Tensor {
	if !y.DType().IsFloat() {
		return y
	}
	return tensor.Where(is.Any(axis...), y, tensor.FullLike(y, NaN))
}
