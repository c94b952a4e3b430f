package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// Neg returns -x elementwise.
//
//ms:op func=neg,negative class=Neg types=number
func (x *Tensor) Neg() *Tensor { return apply1(negOp{}, x) }

type negOp struct {
	sameUnary
	keepsNone
}

func (negOp) Name() string                { return "Neg" }
func (negOp) forward(x *Tensor) *Tensor   { return map1("Neg", &kernels.Neg, x) }
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
//ms:op func=square class=Square types=number
func (x *Tensor) Square() *Tensor { return apply1(squareOp{}, x) }

type squareOp struct {
	sameUnary
	keepsFirst
}

func (squareOp) Name() string                { return "Square" }
func (squareOp) forward(x *Tensor) *Tensor   { return map1("Square", &kernels.Square, x) }
func (squareOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x).Mul(num(2)) }

// Reciprocal returns 1/x elementwise, like MindSpore's inv and Inv; see [Tensor.Inverse] for matrices. Integers give
// Float32.
//
//ms:op func=reciprocal,inv class=Reciprocal,Inv types=inexact
func (x *Tensor) Reciprocal() *Tensor { return apply1(reciprocalOp{}, x) }

type reciprocalOp struct{ floatOfResult }

func (reciprocalOp) Name() string                { return "Reciprocal" }
func (reciprocalOp) forward(x *Tensor) *Tensor   { return floatMap("Reciprocal", &kernels.Reciprocal, x) }
func (reciprocalOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y.Square()).Neg() }

// Sign returns -1, 0 or 1 by the sign of each element of x, 0 for NaN.
//
//ms:op func=sign class=Sign types=real grad=no
func (x *Tensor) Sign() *Tensor { return apply1(signOp{}, x) }

type signOp struct {
	sameUnary
	noGradient1
}

func (signOp) Name() string              { return "Sign" }
func (signOp) forward(x *Tensor) *Tensor { return map1("Sign", &kernels.Sign, x) }

// roundingOp is a function of floats whose results are whole.
type roundingOp struct {
	floatUnary
	noGradient1
	name string
	loop *kernels.Unary
}

func (o *roundingOp) Name() string              { return o.name }
func (o *roundingOp) forward(x *Tensor) *Tensor { return floatMap(o.name, o.loop, x) }

var (
	floorOp = &roundingOp{name: "Floor", loop: &kernels.Floor}
	ceilOp  = &roundingOp{name: "Ceil", loop: &kernels.Ceil}
	truncOp = &roundingOp{name: "Trunc", loop: &kernels.Trunc}
	roundOp = &roundingOp{name: "Round", loop: &kernels.Round}
)

// Floor rounds each element of x down. Integers give Float32.
//
//ms:op func=floor class=Floor types=float grad=no
func (x *Tensor) Floor() *Tensor { return apply1(floorOp, x) }

// Ceil rounds each element of x up. Integers give Float32.
//
//ms:op func=ceil class=Ceil types=float grad=no
func (x *Tensor) Ceil() *Tensor { return apply1(ceilOp, x) }

// Trunc rounds each element of x toward zero. Integers give Float32.
//
//ms:op func=trunc,fix class=Trunc types=float grad=no
func (x *Tensor) Trunc() *Tensor { return apply1(truncOp, x) }

// Round rounds each element of x to the nearest integer, or to the given number of decimals, halves to even. Negative
// decimals round to tens, hundreds and so on. Integers give Float32.
//
//ms:op func=round class=Round,Rint types=float grad=no
func (x *Tensor) Round(decimals ...int) *Tensor {
	n := optional("Round", decimals, 0)
	if n == 0 {
		return apply1(roundOp, x)
	}
	scale := New(math.Pow10(max(n, -n)), inexact(x.dtype))
	if n > 0 {
		return x.Mul(scale).Round().Div(scale)
	}
	return x.Div(scale).Round().Mul(scale)
}

// Erf returns the Gauss error function of each element of x. Integers give Float32.
//
//ms:op func=erf class=Erf types=float
func (x *Tensor) Erf() *Tensor { return apply1(erfOp{}, x) }

type erfOp struct{ floatOfFirst }

func (erfOp) Name() string              { return "Erf" }
func (erfOp) forward(x *Tensor) *Tensor { return floatMap("Erf", &kernels.Erf, x) }
func (erfOp) vjp(x, _, g *Tensor) *Tensor {
	return g.Mul(x.Square().Neg().Exp()).Mul(num(2 / math.SqrtPi))
}

// Erfc returns 1 - erf(x) elementwise, precise for large x. Integers give Float32.
//
//ms:op func=erfc class=Erfc types=float
func (x *Tensor) Erfc() *Tensor { return apply1(erfcOp{}, x) }

type erfcOp struct{ floatOfFirst }

func (erfcOp) Name() string              { return "Erfc" }
func (erfcOp) forward(x *Tensor) *Tensor { return floatMap("Erfc", &kernels.Erfc, x) }
func (erfcOp) vjp(x, _, g *Tensor) *Tensor {
	return g.Mul(x.Square().Neg().Exp()).Mul(num(-2 / math.SqrtPi))
}
