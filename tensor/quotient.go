package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// This file holds the kinds of division and remainder beside Div, FloorDiv and Mod.

// TruncDiv returns x / y rounded toward zero, broadcast and promoted. Integer division by zero saturates. No
// gradient flows through it.
//
//ms:op func=truncate_div class=TruncateDiv types=real grad=no
func (x *Tensor) TruncDiv(y *Tensor) *Tensor { return apply2(truncDivOp{}, x, y) }

type truncDivOp struct{ noGradient2 }

func (o truncDivOp) Name() string         { return "TruncateDiv" }
func (o truncDivOp) infer(a, b Spec) Spec { return inferArith(o.Name(), a, b) }
func (o truncDivOp) forward(a, b *Tensor) *Tensor {
	return arith(o.Name(), &kernels.TruncDiv, nil, a, b)
}

// TruncMod returns the remainder of x / y with the sign of x, as C's fmod, broadcast and promoted. The remainder of
// an integer division by zero is zero.
//
//ms:op func=truncate_mod,fmod class=TruncateMod,Mod types=real
func (x *Tensor) TruncMod(y *Tensor) *Tensor { return apply2(truncModOp{}, x, y) }

type truncModOp struct{ keepsBoth }

func (o truncModOp) Name() string         { return "TruncateMod" }
func (o truncModOp) infer(a, b Spec) Spec { return inferArith(o.Name(), a, b) }
func (o truncModOp) forward(a, b *Tensor) *Tensor {
	return arith(o.Name(), &kernels.TruncMod, nil, a, b)
}
func (o truncModOp) da(_, _, _, g *Tensor) *Tensor { return g }
func (o truncModOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(a.TruncDiv(b)).Neg() }

// DivNoNan returns x / y, zero where y is, broadcast. Integers give Float32.
//
//ms:op func= class=DivNoNan types=inexact
func (x *Tensor) DivNoNan(y *Tensor) *Tensor { return apply2(divNoNanOp{}, x, y) }

type divNoNanOp struct{}

func (o divNoNanOp) Name() string         { return "DivNoNan" }
func (o divNoNanOp) infer(a, b Spec) Spec { return inferFloat2(o.Name(), a, b) }
func (o divNoNanOp) forward(a, b *Tensor) *Tensor {
	return floatMap2(o.Name(), &kernels.DivNoNan, a, b)
}
func (o divNoNanOp) da(_, b, _, g *Tensor) *Tensor { return g.DivNoNan(b) }
func (o divNoNanOp) db(_, b, y, g *Tensor) *Tensor { return g.Mul(y).DivNoNan(b).Neg() }
func (o divNoNanOp) keeps() keep                   { return keepSecond | keepResult }

// MulNoNan returns x · y, zero where y is zero even if x is NaN or infinite, broadcast. Integers give Float32.
//
//ms:op func=mul_no_nan class=MulNoNan types=inexact
func (x *Tensor) MulNoNan(y *Tensor) *Tensor { return apply2(mulNoNanOp{}, x, y) }

type mulNoNanOp struct{ keepsBoth }

func (o mulNoNanOp) Name() string         { return "MulNoNan" }
func (o mulNoNanOp) infer(a, b Spec) Spec { return inferFloat2(o.Name(), a, b) }
func (o mulNoNanOp) forward(a, b *Tensor) *Tensor {
	return floatMap2(o.Name(), &kernels.MulNoNan, a, b)
}
func (o mulNoNanOp) da(_, b, _, g *Tensor) *Tensor { return g.Mul(b) }
func (o mulNoNanOp) db(a, b, _, g *Tensor) *Tensor { return a.Mul(g).MulNoNan(b.NotEqual(num(0))) }

// Xdivy returns x / y, zero where x is, broadcast. Integers give Float32.
//
//ms:op func=xdivy class=Xdivy types=inexact
func (x *Tensor) Xdivy(y *Tensor) *Tensor { return apply2(xdivyOp{}, x, y) }

type xdivyOp struct{ keepsBoth }

func (o xdivyOp) Name() string                 { return "Xdivy" }
func (o xdivyOp) infer(a, b Spec) Spec         { return inferFloat2(o.Name(), a, b) }
func (o xdivyOp) forward(a, b *Tensor) *Tensor { return floatMap2(o.Name(), &kernels.Xdivy, a, b) }
func (o xdivyOp) da(a, b, _, g *Tensor) *Tensor {
	return g.Mul(a.NotEqual(num(0)).AsType(g.dtype).Xdivy(b))
}
func (o xdivyOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(a.Xdivy(b.Square())).Neg() }

// Frac returns the fractional part of each element, with its sign. Integers give Float32.
//
//ms:op func=frac class= types=float
func (x *Tensor) Frac() *Tensor { return apply1(fracOp{}, x) }

type fracOp struct {
	floatUnary
	keepsNone
}

func (fracOp) Name() string                { return "Frac" }
func (fracOp) forward(x *Tensor) *Tensor   { return floatMap("Frac", &kernels.Frac, x) }
func (fracOp) vjp(_, _, g *Tensor) *Tensor { return g }

// FloatPower returns x raised to y as Float64, broadcast. Complex numbers are not supported.
//
//ms:op func=float_power class= types=ordered
func (x *Tensor) FloatPower(y *Tensor) *Tensor {
	for _, a := range []*Tensor{x, y} {
		if a.dtype.IsComplex() {
			throwDType("FloatPower", a.dtype)
		}
	}
	return x.AsType(Float64).Pow(y.AsType(Float64))
}

// SquaredDifference returns (x-y)² elementwise, broadcast and promoted.
//
//ms:op func= class=SquaredDifference types=number
func (x *Tensor) SquaredDifference(y *Tensor) *Tensor {
	agree("SquaredDifference", x, y)
	return x.Sub(y).Square()
}
