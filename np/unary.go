package np

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// This file has the elementwise functions of one argument: thin wrappers of the tensor's methods, with their
// gradients. Integers give Float32 if the result can be fractional.

// Abs returns the absolute value of each element, elementwise. numpy.absolute.
func Abs(x any) *tensor.Tensor { return tensorOf(x).Abs() }

// Absolute returns the absolute value of each element, elementwise. numpy.absolute.
func Absolute(x any) *tensor.Tensor { return tensorOf(x).Abs() }

// Negative returns -x, elementwise. numpy.negative.
func Negative(x any) *tensor.Tensor { return tensorOf(x).Neg() }

// Reciprocal returns 1/x, elementwise. numpy.reciprocal.
func Reciprocal(x any) *tensor.Tensor { return tensorOf(x).Reciprocal() }

// Square returns x·x, elementwise. numpy.square.
func Square(x any) *tensor.Tensor { return tensorOf(x).Square() }

// Sqrt returns the square root of each element, NaN below zero, elementwise. numpy.sqrt.
func Sqrt(x any) *tensor.Tensor { return tensorOf(x).Sqrt() }

// Exp returns e raised to each element, elementwise. numpy.exp.
func Exp(x any) *tensor.Tensor { return tensorOf(x).Exp() }

// Exp2 returns 2 raised to each element, elementwise. numpy.exp2.
func Exp2(x any) *tensor.Tensor { return tensorOf(x).Exp2() }

// Expm1 returns e raised to each element, minus one, precise near zero, elementwise. numpy.expm1.
func Expm1(x any) *tensor.Tensor { return tensorOf(x).Expm1() }

// Log returns the natural logarithm, elementwise. numpy.log.
func Log(x any) *tensor.Tensor { return tensorOf(x).Log() }

// Log2 returns the logarithm to base 2, elementwise. numpy.log2.
func Log2(x any) *tensor.Tensor { return tensorOf(x).Log2() }

// Log10 returns the logarithm to base 10, elementwise. numpy.log10.
func Log10(x any) *tensor.Tensor { return tensorOf(x).Log10() }

// Log1p returns log(1+x), precise near zero, elementwise. numpy.log1p.
func Log1p(x any) *tensor.Tensor { return tensorOf(x).Log1p() }

// Sign returns -1, 0 or 1 by the sign of each element, NaN for NaN, elementwise. numpy.sign.
func Sign(x any) *tensor.Tensor {
	t := tensorOf(x)
	if !t.DType().IsFloat() {
		return t.Sign()
	}
	return tensor.Where(t.IsNaN(), t, t.Sign())
}

// Floor returns each element rounded down, elementwise. numpy.floor.
func Floor(x any) *tensor.Tensor { return tensorOf(x).Floor() }

// Ceil returns each element rounded up, elementwise. numpy.ceil.
func Ceil(x any) *tensor.Tensor { return tensorOf(x).Ceil() }

// Trunc returns each element rounded toward zero, elementwise. numpy.trunc.
func Trunc(x any) *tensor.Tensor { return tensorOf(x).Trunc() }

// Fix returns each element rounded toward zero, elementwise. numpy.fix.
func Fix(x any) *tensor.Tensor { return tensorOf(x).Trunc() }

// Rint returns each element rounded to the nearest integer, halves to even, elementwise. numpy.rint.
func Rint(x any) *tensor.Tensor { return tensorOf(x).Round() }

// Positive returns a copy of x. numpy.positive.
func Positive(x any) *tensor.Tensor { return tensorOf(x).Clone() }

// Cbrt returns the cube root of each element, in the precision of its dtype. Integers give Float32. Complex numbers
// raise TypeError. numpy.cbrt.
func Cbrt(x any) *tensor.Tensor { return tensor.Apply(cubeRoot{}, inexact(ordered("cbrt", x)))[0] }

// cubeRoot is a separate op because powers with the exponent 1.0/3, which is not exactly a third, are not exact: for
// 64 the result was below 4.
type cubeRoot struct{}

func (cubeRoot) Name() string { return "Cbrt" }

func (cubeRoot) Infer(in []tensor.Spec) []tensor.Spec { return in }

func (cubeRoot) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	roots := slices.Clone(in[0].Float64s())
	for i, v := range roots {
		roots[i] = math.Cbrt(v)
	}
	return []*tensor.Tensor{tensor.Share(roots).Reshape(in[0].Shape()...).AsType(in[0].DType())}
}

func (cubeRoot) VJP(_, out, grad []*tensor.Tensor) []*tensor.Tensor {
	return []*tensor.Tensor{grad[0].Div(out[0].Square().Mul(tensor.Scalar(3)))}
}

// Around returns each element rounded to a number of decimals, 0 by default, halves to even; integers stay integers.
// numpy.around.
func Around(x any, decimals ...int) *tensor.Tensor {
	t := tensorOf(x)
	switch {
	case !t.DType().IsInt():
		return t.Round(decimals...)
	case len(decimals) == 0 || decimals[0] >= 0:
		return t.Clone()
	}
	return t.AsType(tensor.Float64).Round(decimals...).AsType(t.DType())
}

// Clip returns x with its elements limited to [lo, hi]; a nil bound means no limit. numpy.clip.
func Clip(x, lo, hi any) *tensor.Tensor {
	t := tensorOf(x)
	if lo != nil {
		t = t.Maximum(operand(lo))
	}
	if hi != nil {
		t = t.Minimum(operand(hi))
	}
	return t
}

// NanToNum returns x with zero for NaN and the largest finite numbers for infinities, in both parts of complex
// numbers. numpy.nan_to_num.
func NanToNum(x any) *tensor.Tensor {
	t := tensorOf(x)
	if t.IsComplex() {
		return tensor.Complex(NanToNum(t.Real()), NanToNum(t.Imag()))
	}
	return t.NanToNum(nil, nil, nil)
}

// E and Pi are the constants, numpy.e and numpy.pi.
const (
	E  = math.E
	Pi = math.Pi
)

// Inf and NaN are numpy.inf and numpy.nan.
var (
	Inf = math.Inf(1)
	NaN = math.NaN()
)
