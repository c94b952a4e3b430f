package np

import (
	"math"

	"github.com/msrepl/msrepl/tensor"
)

// This file has the functions of two arguments, elementwise and broadcast. A Go number takes the dtype of the tensor
// that it is combined with, as in 2*x.

// Add returns x + y, elementwise and broadcast. numpy.add.
func Add(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Add, x, y) }

// Subtract returns x - y, elementwise and broadcast. numpy.subtract.
func Subtract(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Sub, x, y) }

// Multiply returns x · y, elementwise and broadcast. numpy.multiply.
func Multiply(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Mul, x, y) }

// Divide returns x / y; integers give Float32, elementwise and broadcast. numpy.divide.
func Divide(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Div, x, y) }

// TrueDivide returns x / y; integers give Float32, elementwise and broadcast. numpy.true_divide.
func TrueDivide(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Div, x, y) }

// FloorDivide returns x / y rounded down, elementwise and broadcast: the quotient that goes with the remainder of
// [Mod], so 1.0 and 0.1 give 9. numpy.floor_divide.
func FloorDivide(x, y any) *tensor.Tensor {
	a, b := operands(x, y)
	floor := a.FloorDiv(b)
	dt := floor.DType()
	switch {
	case exact(floor):
		return floor
	case dt.Size() == 2: // intermediate results would be rounded
		a, b = a.AsType(tensor.Float32), b.AsType(tensor.Float32)
	}
	zero := tensor.Scalar(0)
	rest, ratio := a.TruncMod(b), a.Div(b)
	below := rest.Sign().Mul(b.Sign()).Less(zero)
	q := a.Sub(rest).Div(b).Sub(below.AsType(ratio.DType())).Round()
	q = tensor.Where(q.Equal(zero), q.CopySign(ratio), q)
	return tensor.Where(b.Equal(zero), ratio, q).AsType(dt)
}

// Mod returns the remainder of x / y with the sign of y, elementwise and broadcast. numpy.mod.
func Mod(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Mod, x, y) }

// Remainder returns the remainder of x / y with the sign of y, elementwise and broadcast. numpy.remainder.
func Remainder(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Mod, x, y) }

// Power returns x raised to y, elementwise and broadcast. numpy.power.
func Power(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Pow, x, y) }

// Maximum returns the larger of x and y, NaN if either is, elementwise and broadcast. numpy.maximum.
func Maximum(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Maximum, x, y) }

// Minimum returns the smaller of x and y, NaN if either is, elementwise and broadcast. numpy.minimum.
func Minimum(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).Minimum, x, y) }

// FloatPower returns x raised to y in Float64, of complex ones in Complex128, elementwise and broadcast.
// numpy.float_power.
func FloatPower(x, y any) *tensor.Tensor {
	a, b := widest(x, y)
	return a.Pow(b)
}

// FMod returns the remainder of x / y with the sign of x, elementwise and broadcast. numpy.fmod.
func FMod(x, y any) *tensor.Tensor { return pairwise((*tensor.Tensor).TruncMod, x, y) }

// DivMod returns x / y rounded down, and the remainder. numpy.divmod.
func DivMod(x, y any) tensor.Tuple { return tensor.Tuple{FloorDivide(x, y), Mod(x, y)} }

// CopySign returns x with the sign of y, elementwise and broadcast; the sign of -0.0 counts. Unsigned integers, which
// have no sign, give Float32. numpy.copysign, with MindSpore's dtype of signed ones.
func CopySign(x, y any) *tensor.Tensor {
	a, b := operands(x, y)
	if a.DType().IsUint() {
		return a.CopySign(b)
	}
	m := ordered("copysign", a).Abs()
	return tensor.Where(SignBit(b), m.Neg(), m)
}

// Heaviside returns 0 below zero, 1 above, and y at zero, elementwise and broadcast. numpy.heaviside.
func Heaviside(x, y any) *tensor.Tensor {
	a, b := operands(x, y)
	step := a.Greater(tensor.Scalar(0)).AsType(a.Add(ordered("heaviside", b)).DType())
	r := tensor.Where(a.Equal(tensor.Scalar(0)), b.AsType(step.DType()), step)
	return tensor.Where(a.IsNaN(), a, r)
}

// LogAddExp returns log(e^x + e^y) without overflow, elementwise and broadcast. numpy.logaddexp.
func LogAddExp(x, y any) *tensor.Tensor {
	a, b := operands(x, y)
	return a.Maximum(b).Add(distance(a, b).Neg().Exp().Log1p())
}

// LogAddExp2 returns log2(2^x + 2^y) without overflow, elementwise and broadcast. numpy.logaddexp2.
func LogAddExp2(x, y any) *tensor.Tensor {
	a, b := operands(x, y)
	return a.Maximum(b).Add(distance(a, b).Neg().Exp2().Log1p().Div(tensor.Scalar(math.Ln2)))
}

// distance returns |a - b|, zero where both are the same infinity.
func distance(a, b *tensor.Tensor) *tensor.Tensor {
	d := a.Sub(b).Abs()
	return tensor.Where(a.Equal(b), tensor.ZerosLike(d), d)
}
