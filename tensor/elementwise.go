package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// Neg returns -x elementwise.
//
//ms:op func=neg,negative class=Neg types=number loop=Neg
func (x *Tensor) Neg() *Tensor { return apply1(negOp{}, x) }

func (negOp) vjp(_, _, g *Tensor) *Tensor { return g.Neg() }

// Abs returns the absolute value of each element of x, as a real number when x is complex. Its gradient is zero at
// zero.
//
//ms:op func=abs,absolute class=Abs,ComplexAbs types=number
func (x *Tensor) Abs() *Tensor { return apply1(absOp{}, x) }

type absOp struct{ keepsFirst }

func (absOp) Name() string      { return "Abs" }
func (absOp) infer(x Spec) Spec { return Spec{DType: realType(x.DType), Shape: x.Shape} }
func (absOp) forward(x *Tensor) *Tensor {
	if x.dtype.IsComplex() {
		return complexPart(&kernels.Magnitude, x)
	}
	return map1("Abs", &kernels.Abs, x)
}
func (absOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Sgn().Conj()) }

// Square returns x·x elementwise.
//
//ms:op func=square class=Square types=number loop=Square
func (x *Tensor) Square() *Tensor { return apply1(squareOp{}, x) }

func (squareOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x).Mul(num(2)) }

// Reciprocal returns 1/x elementwise, like MindSpore's inv and Inv; see [Tensor.Inverse] for matrices. Integers give
// Float32.
//
//ms:op func=reciprocal,inv class=Reciprocal,Inv types=inexact loop=Reciprocal
func (x *Tensor) Reciprocal() *Tensor { return apply1(reciprocalOp{}, x) }

func (reciprocalOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y.Square()).Neg() }

// Sign returns -1, 0 or 1 by the sign of each element of x, 0 for NaN.
//
//ms:op func=sign class=Sign types=real grad=no loop=Sign
func (x *Tensor) Sign() *Tensor { return apply1(signOp{}, x) }

// Floor rounds each element of x down. Integers give Float32.
//
//ms:op func=floor class=Floor types=float grad=no loop=Floor
func (x *Tensor) Floor() *Tensor { return apply1(floorOp{}, x) }

// Ceil rounds each element of x up. Integers give Float32.
//
//ms:op func=ceil class=Ceil types=float grad=no loop=Ceil
func (x *Tensor) Ceil() *Tensor { return apply1(ceilOp{}, x) }

// Trunc rounds each element of x toward zero. Integers give Float32.
//
//ms:op func=trunc,fix class=Trunc types=float grad=no loop=Trunc
func (x *Tensor) Trunc() *Tensor { return apply1(truncOp{}, x) }

// Round rounds each element of x to the nearest integer, or to the given number of decimals, halves to even. Negative
// decimals round to tens, hundreds and so on. Integers give Float32.
//
//ms:op func=round class=Round,Rint types=float grad=no loop=Round
func (x *Tensor) Round(decimals ...int) *Tensor {
	n := optional("Round", decimals, 0)
	if n == 0 {
		return apply1(roundOp{}, x)
	}
	scale := New(math.Pow10(max(n, -n)), inexact(x.dtype))
	if n > 0 {
		return x.Mul(scale).Round().Div(scale)
	}
	return x.Div(scale).Round().Mul(scale)
}

// Erf returns the Gauss error function of each element of x. Integers give Float32.
//
//ms:op func=erf class=Erf types=float loop=Erf
func (x *Tensor) Erf() *Tensor { return apply1(erfOp{}, x) }

func (erfOp) vjp(x, _, g *Tensor) *Tensor {
	return g.Mul(x.Square().Neg().Exp()).Mul(num(2 / math.SqrtPi))
}

// Erfc returns 1 - erf(x) elementwise, precise for large x. Integers give Float32.
//
//ms:op func=erfc class=Erfc types=float loop=Erfc
func (x *Tensor) Erfc() *Tensor { return apply1(erfcOp{}, x) }

func (erfcOp) vjp(x, _, g *Tensor) *Tensor {
	return g.Mul(x.Square().Neg().Exp()).Mul(num(-2 / math.SqrtPi))
}
