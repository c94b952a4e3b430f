package tensor

import "math"

// IsClose returns whether |x-y| ≤ atol + rtol·|y| elementwise and broadcast, or whether x and y are equal; with
// equalNaN, NaN is close to NaN. MindSpore's defaults are rtol 1e-5, atol 1e-8 and false.
//
//ms:op func=isclose class=IsClose types=ordered grad=no
func (x *Tensor) IsClose(y *Tensor, rtol, atol float64, equalNaN bool) *Tensor {
	if rtol < 0 || atol < 0 {
		Throw("IsClose", ValueError, "For 'IsClose', rtol and atol must not be negative, but got %v and %v.", rtol, atol)
	}
	agree("IsClose", x, y)
	x, y = x.Detach(), y.Detach()
	equal := x.Equal(y)
	if x.dtype.IsComplex() || y.dtype.IsComplex() {
		throwDType("IsClose", promote("IsClose", x.spec(), y.spec()))
	}
	a, b := x.AsType(Float64), y.AsType(Float64)
	limit := b.Abs().Mul(num(rtol)).Add(num(atol))
	near := a.Sub(b).Abs().LessEqual(limit).LogicalAnd(limit.IsFinite())
	if equalNaN {
		near = near.LogicalOr(a.IsNaN().LogicalAnd(b.IsNaN()))
	}
	return equal.LogicalOr(near)
}

// AllClose returns, as a 0-d Bool, whether all elements of x and y are close; see [Tensor.IsClose].
//
//ms:op func=allclose class= types=ordered grad=no
func (x *Tensor) AllClose(y *Tensor, rtol, atol float64, equalNaN bool) *Tensor {
	return x.IsClose(y, rtol, atol, equalNaN).All()
}

// NanToNum returns x with NaN replaced by nan and the infinities by posInf and negInf, numbers; nil means 0 and
// the largest and smallest number of the dtype. No gradient flows to replaced elements.
//
//ms:op func=nan_to_num class=NanToNum types=ordered
func (x *Tensor) NanToNum(nan, posInf, negInf any) *Tensor {
	if !x.dtype.IsFloat() {
		if x.dtype.IsComplex() {
			throwDType("NanToNum", x.dtype)
		}
		return x.Clone()
	}
	or := func(v any, otherwise *Tensor) *Tensor {
		if v == nil {
			return otherwise
		}
		return Scalar(v).AsType(x.dtype)
	}
	d := x.Detach()
	x = Where(d.IsNaN(), or(nan, ZerosOf(x.dtype)), x)
	x = Where(d.Equal(num(math.Inf(1))), or(posInf, extreme("NanToNum", x.dtype, true)), x)
	return Where(d.Equal(num(math.Inf(-1))), or(negInf, extreme("NanToNum", x.dtype, false)), x)
}

// Cov returns the covariance matrix of variables in rows and observations in columns, with the divisor n-correction.
// frequencies, integers, are the counts of columns, and weights their weights; either may be nil. MindSpore's default
// correction is 1. A single variable gives its variance, of shape (). Integers give Float32.
//
//ms:op func=cov class= types=float
func (x *Tensor) Cov(correction int, frequencies, weights *Tensor) *Tensor {
	if len(x.lay.shape) > 2 || x.dtype.IsComplex() {
		if x.dtype.IsComplex() {
			throwDType("Cov", x.dtype)
		}
		Throw("Cov", ValueError, "For 'Cov', the dimension of 'input' must be at most 2, but the shape is %s.", tupleText(x.lay.shape))
	}
	x = x.inexactly().AtLeast2D()
	w := OnesOf(x.dtype, x.lay.shape[1])
	for _, f := range []*Tensor{frequencies, weights} {
		if f != nil {
			w = w.Mul(f.AsType(x.dtype))
		}
	}
	total := w.Sum()
	lost := Scalar(correction).AsType(x.dtype)
	if weights != nil && correction != 0 { // numpy's unbiased count of weighted observations
		lost = lost.Mul(w.Mul(weights.AsType(x.dtype)).Sum()).Div(total)
	}
	centered := x.Sub(x.Mul(w).SumAxes([]int{1}, true).Div(total))
	return centered.Mul(w).MatMul(centered.T()).Div(total.Sub(lost).Clamp(0, nil)).Squeeze()
}

// CorrCoef returns the matrix of Pearson correlation coefficients of variables in rows and observations in columns.
// Integers give Float32.
//
//ms:op func=corrcoef class= types=float
func (x *Tensor) CorrCoef() *Tensor {
	return roundedTogether([]*Tensor{x}, func(in []*Tensor) *Tensor { return correlations(in[0]) })
}

func correlations(x *Tensor) *Tensor {
	c := x.Cov(1, nil, nil)
	if len(c.lay.shape) == 0 {
		return c.Div(c)
	}
	d := c.Diagonal(0, 0, 1).Sqrt()
	return c.Div(d.ExpandDims(1)).Div(d)
}
