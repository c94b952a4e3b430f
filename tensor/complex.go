package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// This file has the ops that decompose and compose complex numbers. A gradient is linear in that of the result: that
// of a holomorphic function f is g·f', without conjugation, so that a real function of real numbers may use complex
// intermediate results.

// realType returns the dtype of the real and imaginary parts of dt.
func realType(dt DType) DType {
	switch dt {
	case Complex64:
		return Float32
	case Complex128:
		return Float64
	}
	return dt
}

// complexPart returns the part k of each element of x, which must be complex.
func complexPart(k *kernels.Part, x *Tensor) *Tensor {
	y := newLike(realType(x.dtype), x)
	if x = x.rowMajor(); x.dtype == Complex64 {
		k.C64(flat[float32](y), flat[complex64](x))
	} else {
		k.C128(flat[float64](y), flat[complex128](x))
	}
	return y
}

// partRule is the rule of ops that return a part of complex numbers.
type partRule struct {
	keepsNone
	pointwise
}

func (partRule) infer(x Spec) Spec { return Spec{DType: realType(x.DType), Shape: x.Shape} }

// Real returns the real part of each element; that of a real number is itself.
//
//ms:op func=real class=Real types=all
func (x *Tensor) Real() *Tensor {
	if !x.dtype.IsComplex() {
		return x
	}
	return apply1(realOp{}, x)
}

type realOp struct{ partRule }

func (realOp) Name() string                { return "Real" }
func (realOp) forward(x *Tensor) *Tensor   { return complexPart(&kernels.RealPart, x) }
func (realOp) vjp(_, _, g *Tensor) *Tensor { return g }

// Imag returns the imaginary part of each element; that of a real number is zero.
//
//ms:op func=imag class=Imag types=all
func (x *Tensor) Imag() *Tensor {
	if !x.dtype.IsComplex() {
		return ZerosLike(x) // 0·x would be NaN for infinities and -0 for negative numbers
	}
	return apply1(imagOp{}, x)
}

type imagOp struct{ partRule }

func (imagOp) Name() string                { return "Imag" }
func (imagOp) forward(x *Tensor) *Tensor   { return complexPart(&kernels.ImagPart, x) }
func (imagOp) vjp(_, _, g *Tensor) *Tensor { return Complex(ZerosLike(g), g.Neg()) }

// Conj returns the complex conjugate of each element; a real number is its own.
//
//ms:op func=conj,conj_physical class=Conj types=all
func (x *Tensor) Conj() *Tensor {
	if !x.dtype.IsComplex() {
		return x
	}
	return apply1(conjOp{}, x)
}

type conjOp struct {
	sameUnary
	keepsNone
}

func (conjOp) Name() string                { return "Conj" }
func (conjOp) forward(x *Tensor) *Tensor   { return map1("Conj", &kernels.Conj, x) }
func (conjOp) vjp(_, _, g *Tensor) *Tensor { return g.Conj() }

// Angle returns the angle of each element with the positive axis in [-π, π], which for real numbers is 0 or π.
// Integers give Float32.
//
//ms:op func=angle class=Angle types=inexact
func (x *Tensor) Angle() *Tensor {
	if x = x.inexactly(); !x.dtype.IsComplex() {
		return ZerosLike(x).Atan2(StopGradient(x)) // zero slope, also at zero
	}
	return apply1(angleOp{}, x)
}

type angleOp struct{ partRule }

func (angleOp) Name() string              { return "Angle" }
func (angleOp) forward(x *Tensor) *Tensor { return complexPart(&kernels.Phase, x) }
func (angleOp) keeps() keep               { return keepFirst }

// vjp is that of the imaginary part of the logarithm.
func (angleOp) vjp(x, _, g *Tensor) *Tensor { return Complex(ZerosLike(g), g.Neg()).Div(x) }

// Complex returns the complex numbers with the given parts, which broadcast and have one dtype, Float32 or Float64
// (TypeError).
//
//ms:op func=complex class=Complex types=parts
func Complex(re, im *Tensor) *Tensor { return apply2(complexOp{}, re, im) }

type complexOp struct{ keepsNone }

func (complexOp) Name() string { return "Complex" }
func (o complexOp) infer(a, b Spec) Spec {
	s := Spec{DType: Complex64, Shape: broadcastShapes(o.Name(), a.Shape, b.Shape)}
	switch dt := promote(o.Name(), a, b); dt {
	case Float32:
	case Float64:
		s.DType = Complex128
	default:
		throwDType(o.Name(), dt)
	}
	return s
}

func (o complexOp) forward(a, b *Tensor) *Tensor {
	s := o.infer(a.spec(), b.spec())
	y := blank(s.DType, newLayout(s.Shape))
	part := realType(s.DType)
	a, b = a.as(part).BroadcastTo(s.Shape...).rowMajor(), b.as(part).BroadcastTo(s.Shape...).rowMajor()
	if part == Float32 {
		kernels.Compose(dtype.Parts32(flat[complex64](y)), flat[float32](a), flat[float32](b))
	} else {
		kernels.Compose(dtype.Parts64(flat[complex128](y)), flat[float64](a), flat[float64](b))
	}
	return y
}
func (complexOp) da(_, _, _, g *Tensor) *Tensor { return g.Real() }
func (complexOp) db(_, _, _, g *Tensor) *Tensor { return g.Imag().Neg() }

// Polar returns the complex numbers with the given magnitudes and angles, which broadcast and have one dtype,
// Float32 or Float64 (TypeError).
//
//ms:op func=polar class=Polar types=parts
func Polar(magnitude, angle *Tensor) *Tensor {
	complexOp{}.infer(magnitude.spec(), angle.spec())
	return Complex(magnitude.Mul(angle.Cos()), magnitude.Mul(angle.Sin()))
}

// ViewAsReal returns the real and the imaginary parts of each element along a new last axis of length two.
//
//ms:op func=view_as_real class= types=all
func (x *Tensor) ViewAsReal() *Tensor { return Stack([]*Tensor{x.Real(), x.Imag()}, -1) }

// IsReal returns whether the imaginary part of each element is zero, as Bool.
//
//ms:op func=isreal class= types=all grad=no
func (x *Tensor) IsReal() *Tensor {
	x = x.Detach()
	if !x.dtype.IsComplex() {
		return OnesLike(x).AsType(Bool)
	}
	return x.Imag().Equal(num(0))
}

// Sgn returns the sign of each element: x/|x|, zero at zero. For real numbers it is [Tensor.Sign], with a zero
// gradient.
//
//ms:op func=sgn class= types=number
func (x *Tensor) Sgn() *Tensor {
	if x.dtype == Bool {
		throwDType("Sgn", Bool)
	}
	if !x.dtype.IsComplex() {
		return x.Sign()
	}
	size := x.Abs()
	zero := size.Equal(num(0))
	return Where(zero, ZerosLike(x), x.Div(Where(zero, num(1), size)))
}
