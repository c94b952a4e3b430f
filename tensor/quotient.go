package tensor

// This file has division and remainder ops other than Div, FloorDiv and Mod.

// TruncDiv returns x / y rounded toward zero, broadcast and promoted. Integer division by zero saturates. No
// gradient flows through it.
//
//ms:op func=truncate_div class=TruncateDiv types=real grad=no loop=TruncDiv
func (x *Tensor) TruncDiv(y *Tensor) *Tensor { return apply2(truncDivOp{}, x, y) }

// TruncMod returns the remainder of x / y with the sign of x, as C's fmod, broadcast and promoted. The remainder of
// an integer division by zero is zero.
//
//ms:op func=truncate_mod,fmod class=TruncateMod,Mod types=real loop=TruncMod
func (x *Tensor) TruncMod(y *Tensor) *Tensor { return apply2(truncModOp{}, x, y) }

func (o truncModOp) da(_, _, _, g *Tensor) *Tensor { return g }
func (o truncModOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(a.TruncDiv(b)).Neg() }

// DivNoNan returns x / y, zero where y is, broadcast. Integers give Float32.
//
//ms:op func= class=DivNoNan types=inexact loop=DivNoNan
func (x *Tensor) DivNoNan(y *Tensor) *Tensor { return apply2(divNoNanOp{}, x, y) }

func (o divNoNanOp) da(_, b, _, g *Tensor) *Tensor { return g.DivNoNan(b) }
func (o divNoNanOp) db(_, b, y, g *Tensor) *Tensor { return g.Mul(y).DivNoNan(b).Neg() }

// MulNoNan returns x · y, zero where y is zero even if x is NaN or infinite, broadcast. Integers give Float32.
//
//ms:op func=mul_no_nan class=MulNoNan types=inexact loop=MulNoNan
func (x *Tensor) MulNoNan(y *Tensor) *Tensor { return apply2(mulNoNanOp{}, x, y) }

func (o mulNoNanOp) da(_, b, _, g *Tensor) *Tensor { return g.Mul(b) }
func (o mulNoNanOp) db(a, b, _, g *Tensor) *Tensor { return a.Mul(g).MulNoNan(b.NotEqual(num(0))) }

// Xdivy returns x / y, zero where x is, broadcast. Integers give Float32.
//
//ms:op func=xdivy class=Xdivy types=inexact loop=Xdivy
func (x *Tensor) Xdivy(y *Tensor) *Tensor { return apply2(xdivyOp{}, x, y) }

func (o xdivyOp) da(a, b, _, g *Tensor) *Tensor {
	return g.Mul(a.NotEqual(num(0)).AsType(g.dtype).Xdivy(b))
}
func (o xdivyOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(a.Xdivy(b.Square())).Neg() }

// Frac returns the fractional part of each element, with its sign. Integers give Float32.
//
//ms:op func=frac class= types=float loop=Frac
func (x *Tensor) Frac() *Tensor { return apply1(fracOp{}, x) }

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
