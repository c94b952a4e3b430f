package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// This file has minima, maxima, signs and neighbours of numbers.

// FMax returns the larger of x and y elementwise, broadcast and promoted; NaN is ignored if the other is a number.
// Where they are equal each gets half of the gradient.
//
//ms:op func=fmax class=Fmax types=ordered
func (x *Tensor) FMax(y *Tensor) *Tensor { return apply2(fMax, x, y) }

// FMin returns the smaller of x and y elementwise, broadcast and promoted; NaN is ignored if the other is a number.
// Where they are equal each gets half of the gradient.
//
//ms:op func=fmin class=Fmin types=ordered
func (x *Tensor) FMin(y *Tensor) *Tensor { return apply2(fMin, x, y) }

type fMaxOp struct {
	name        string
	loop, bools *kernels.Binary
}

var (
	fMax = &fMaxOp{"Fmax", &kernels.Fmax, &kernels.BitOr}
	fMin = &fMaxOp{"Fmin", &kernels.Fmin, &kernels.BitAnd}
)

func (o *fMaxOp) Name() string                 { return o.name }
func (o *fMaxOp) infer(a, b Spec) Spec         { return inferArith(o.name, a, b) }
func (o *fMaxOp) forward(a, b *Tensor) *Tensor { return arith(o.name, o.loop, o.bools, a, b) }
func (o *fMaxOp) da(a, b, y, g *Tensor) *Tensor {
	return g.Mul(share(a.Equal(y).LogicalAnd(b.NotEqual(y)), a.Equal(b), g))
}

func (o *fMaxOp) db(a, b, y, g *Tensor) *Tensor {
	return g.Mul(share(b.Equal(y).LogicalAnd(a.NotEqual(y)), a.Equal(b), g))
}
func (o *fMaxOp) keeps() keep { return keepAll }

// LogAddExp returns log(exp(x)+exp(y)) elementwise and broadcast, without overflow. Integers give Float32.
//
//ms:op func=logaddexp class=LogAddExp types=float loop=LogAddExp
func (x *Tensor) LogAddExp(y *Tensor) *Tensor { return apply2(logAddExpOp{}, x, y) }

// da is exp(x)/(exp(x)+exp(y)), computed without the result, whose rounding error matters far from zero.
func (o logAddExpOp) da(a, b, _, g *Tensor) *Tensor { return g.Mul(a.Sub(b).Sigmoid()) }
func (o logAddExpOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(b.Sub(a).Sigmoid()) }

// LogAddExp2 returns log2(2^x+2^y) elementwise and broadcast, without overflow. Integers give Float32.
//
//ms:op func=logaddexp2 class=LogAddExp2 types=float
func (x *Tensor) LogAddExp2(y *Tensor) *Tensor {
	dt := inexact(promote("LogAddExp2", x.spec(), y.spec()))
	ln2, wide := num(math.Ln2), dt
	if isHalf(dt) { // the logarithm of 2 has too few digits in a half type
		wide = Float32
	}
	x, y = x.AsType(wide), y.AsType(wide)
	most := x.Maximum(y).Detach() // adding it last preserves digits: a large number times ln2 would lose them
	most = Where(most.IsFinite(), most, num(0))
	return x.Sub(most).Mul(ln2).LogAddExp(y.Sub(most).Mul(ln2)).Div(ln2).Add(most).AsType(dt)
}

// CopySign returns the magnitude of x with the sign of y, elementwise and broadcast. Integers give Float32.
//
//ms:op func=copysign class=CopySign types=float loop=CopySign
func (x *Tensor) CopySign(y *Tensor) *Tensor { return apply2(copySignOp{}, x, y) }

func (o copySignOp) db(_, _, _, _ *Tensor) *Tensor { return nil }
func (o copySignOp) da(a, b, _, g *Tensor) *Tensor {
	return g.Mul(a.AsType(g.dtype).Sign()).Mul(OnesLike(g).CopySign(b))
}

// NextAfter returns the next number after x in the direction of y in their promoted dtype, elementwise and broadcast.
// Integers give Float32.
//
//ms:op func=nextafter class=NextAfter types=float grad=no
func (x *Tensor) NextAfter(y *Tensor) *Tensor { return apply2(nextAfterOp{}, x, y) }

type nextAfterOp struct{ noGradient2 }

func (o nextAfterOp) Name() string         { return "NextAfter" }
func (o nextAfterOp) infer(a, b Spec) Spec { return inferFloat2(o.Name(), a, b) }
func (o nextAfterOp) forward(a, b *Tensor) *Tensor {
	k := &kernels.NextAfter
	switch promote(o.Name(), a.spec(), b.spec()) {
	case Float16:
		k = &kernels.NextHalf
	case BFloat16:
		k = &kernels.NextBF16
	}
	return floatMap2(o.Name(), k, a, b)
}

// Heaviside returns 0 where x is negative, 1 where it is positive and values where it is zero, broadcast and
// promoted.
//
//ms:op func=heaviside class=Heaviside types=real grad=no
func (x *Tensor) Heaviside(values *Tensor) *Tensor {
	dt := promote("Heaviside", x.spec(), values.spec())
	if dt == Bool || dt.IsComplex() {
		throwDType("Heaviside", dt)
	}
	return apply2(heavisideOp{}, x, values)
}

type heavisideOp struct{ noGradient2 }

func (heavisideOp) Name() string         { return "Heaviside" }
func (heavisideOp) each()                {}
func (heavisideOp) infer(a, b Spec) Spec { return inferArith("Heaviside", a, b) }
func (heavisideOp) forward(a, b *Tensor) *Tensor {
	return arith("Heaviside", &kernels.Heaviside, nil, a, b)
}

// Ldexp returns x·2^y elementwise and broadcast. Integers give Float32.
//
//ms:op func=ldexp class= types=float
func (x *Tensor) Ldexp(y *Tensor) *Tensor {
	agree("Ldexp", x, y)
	return x.floating("Ldexp").Mul(y.floating("Ldexp").Exp2())
}

// SignBit returns whether each element is negative, -0 included, as Bool.
//
//ms:op func=signbit class= types=ordered grad=no
func (x *Tensor) SignBit() *Tensor { return apply1(signBitOp, x) }

// IsPosInf returns whether each element is +∞, as Bool.
//
//ms:op func=isposinf class= types=ordered grad=no
func (x *Tensor) IsPosInf() *Tensor { return apply1(isPosInfOp, x) }

// IsNegInf returns whether each element is -∞, as Bool.
//
//ms:op func=isneginf class=IsNegInf types=ordered grad=no
func (x *Tensor) IsNegInf() *Tensor { return apply1(isNegInfOp, x) }

// ApproximateEqual returns whether |x-y| < tolerance elementwise and broadcast, as Bool.
//
//ms:op func=approximate_equal class=ApproximateEqual types=ordered grad=no
func (x *Tensor) ApproximateEqual(y *Tensor, tolerance float64) *Tensor {
	dt := promote("ApproximateEqual", x.spec(), y.spec())
	if dt.IsComplex() {
		throwDType("ApproximateEqual", dt)
	}
	return x.Detach().AsType(Float64).Sub(y.Detach().AsType(Float64)).Abs().Less(num(tolerance))
}

// Rad2Deg converts angles from radians to degrees. Integers give Float32.
//
//ms:op func=rad2deg class= types=float
func (x *Tensor) Rad2Deg() *Tensor { return x.scaleReal("Rad2deg", 180/math.Pi) }

// Deg2Rad converts angles from degrees to radians. Integers give Float32.
//
//ms:op func=deg2rad class= types=float
func (x *Tensor) Deg2Rad() *Tensor { return x.scaleReal("Deg2rad", math.Pi/180) }

func (x *Tensor) scaleReal(op string, by float64) *Tensor { return x.floating(op).Mul(num(by)) }
