package tensor

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// Var returns the variance over the given axes, over all without arguments: the mean square distance from the mean.
// Integers give Float32. [Tensor.VarAxes] has MindSpore's ddof and keepdims.
//
//ms:op func=var class= types=float
func (x *Tensor) Var(axis ...int) *Tensor { return x.VarAxes(axis, 0, false) }

// VarAxes is [Tensor.Var] over a list of axes, nil for all, with n-ddof in place of n elements; with keepDims the axes
// stay with length one.
func (x *Tensor) VarAxes(axes []int, ddof int, keepDims bool) *Tensor {
	if x.dtype.IsComplex() {
		throwDType("Var", x.dtype)
	}
	x = x.inexactly()
	n := axesSet{axes: axes}.count("Var", x.lay.shape)
	return roundedOnce(x, func(x *Tensor) *Tensor {
		return x.Sub(x.MeanAxes(axes, true)).Square().SumAxes(axes, keepDims).Div(num(float64(max(0, n-ddof))))
	})
}

// Std returns the standard deviation over the given axes, over all without arguments: the square root of [Tensor.Var].
// Its gradient is zero where the deviation is.
//
//ms:op func=std class= types=float
func (x *Tensor) Std(axis ...int) *Tensor { return x.StdAxes(axis, 0, false) }

// StdAxes is [Tensor.Std] with the arguments of [Tensor.VarAxes].
func (x *Tensor) StdAxes(axes []int, ddof int, keepDims bool) *Tensor {
	x.needAxis("Std", axes...)
	return roundedOnce(x.inexactly(), func(x *Tensor) *Tensor {
		v := x.VarAxes(axes, ddof, keepDims)
		zero := v.Equal(num(0)) // the square root has no finite slope there
		return Where(zero, num(0), Where(zero, num(1), v).Sqrt())
	})
}

// LogSumExp returns log(Σexp(x)) over the given axes (nil for all), without overflow; with keepDims they stay with
// length one; -inf of no elements. Integers give Float32.
//
//ms:op func=logsumexp class= types=float
func (x *Tensor) LogSumExp(axes []int, keepDims bool) *Tensor {
	x.needAxis("LogSumExp", axes...)
	return roundedOnce(x.inexactly(), func(x *Tensor) *Tensor { return x.logSumExp(axes, keepDims) })
}

func (x *Tensor) logSumExp(axes []int, keepDims bool) *Tensor {
	if x.lay.size == 0 { // max has no identity
		return x.Exp().SumAxes(axes, keepDims).Log()
	}
	top := x.Detach().MaxAxes(axes, true)
	top = Where(top.IsFinite(), top, ZerosOf(x.dtype)) // avoids the difference of two infinities
	y := x.Sub(top).Exp().SumAxes(axes, true).Log().Add(top)
	if keepDims {
		return y
	}
	return y.SumAxes(axes, false)
}

// Norm returns the Euclidean norm √Σx² over the given axes, over all without arguments. Its gradient is zero where the
// norm is. Integers give Float32. [Tensor.NormBy] has other norms.
//
//ms:op func=norm class= types=float
func (x *Tensor) Norm(axis ...int) *Tensor { return x.NormAxes(axis, false) }

// NormAxes is [Tensor.Norm] over a list of axes, nil for all; with keepDims they stay with length one.
func (x *Tensor) NormAxes(axes []int, keepDims bool) *Tensor {
	x.needAxis("Norm", axes...)
	return roundedOnce(x.inexactly(), func(x *Tensor) *Tensor { return apply1(normOp{axesSet{axes, keepDims}}, x) })
}

type normOp struct{ axesSet }

func (normOp) Name() string        { return "Norm" }
func (o normOp) infer(x Spec) Spec { return o.axesSet.infer(o.Name(), x, x.DType) }
func (o normOp) forward(x *Tensor) *Tensor {
	if x.dtype.IsComplex() {
		throwDType(o.Name(), x.dtype)
	}
	mask := o.mask(o.Name(), x.lay.shape)
	first := slices.Index(mask, true)
	if x.dtype != Float32 || !x.lay.contig || x.lay.size == 0 || first < 0 || slices.Contains(mask[first:], false) {
		return x.Detach().Square().SumAxes(o.axes, o.keepDims).Sqrt()
	}
	y := alloc(Float32, newLayout(o.infer(x.spec()).Shape))
	kernels.SquareSums(flat[float32](y), flat[float32](x), x.lay.size/y.lay.size)
	return y.Sqrt()
}

func (o normOp) vjp(x, y, g *Tensor) *Tensor {
	y = o.widen(o.Name(), x, y)
	return o.widen(o.Name(), x, g).Mul(x.Div(Where(y.Equal(num(0)), num(1), y)))
}
func (normOp) keeps() keep { return keepFirst | keepResult }

// AMinMax returns the smallest and the largest elements along an axis (nil for all elements), leaving out NaN where
// there are numbers; with keepDims the axis stays with length one. Elements that tie share the gradient.
//
//ms:op func=aminmax class= types=ordered
func (x *Tensor) AMinMax(axes []int, keepDims bool) (smallest, largest *Tensor) {
	if !x.dtype.IsFloat() {
		return x.MinAxes(axes, keepDims), x.MaxAxes(axes, keepDims)
	}
	nan := x.Detach().IsNaN()
	none := nan.AllAxes(axes, true)
	low := Where(nan, Where(none, x, New(math.Inf(1), x.dtype)), x)
	high := Where(nan, Where(none, x, New(math.Inf(-1), x.dtype)), x)
	return low.MinAxes(axes, keepDims), high.MaxAxes(axes, keepDims)
}

// StdMean returns the standard deviation and the mean over the given axes (nil for all); see [Tensor.Std].
//
//ms:op func=std_mean class= types=float
func (x *Tensor) StdMean(axes []int, ddof int, keepDims bool) (std, mean *Tensor) {
	x.needAxis("StdMean", axes...)
	return x.StdAxes(axes, ddof, keepDims), x.MeanAxes(axes, keepDims)
}

// VarMean returns the variance and the mean over the given axes (nil for all); see [Tensor.Var].
//
//ms:op func=var_mean class= types=float
func (x *Tensor) VarMean(axes []int, ddof int, keepDims bool) (variance, mean *Tensor) {
	x.needAxis("VarMean", axes...)
	return x.VarAxes(axes, ddof, keepDims), x.MeanAxes(axes, keepDims)
}
