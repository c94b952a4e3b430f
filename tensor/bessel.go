package tensor

// This file has the Bessel functions of orders zero and one.

// overX returns y/x, one half near zero, the limit for functions that begin with x/2: near zero y may have lost
// digits.
func overX(x, y *Tensor) *Tensor {
	zero := x.Square().Equal(num(0))
	return Where(zero, num(0.5), y.Div(Where(zero, num(1), x)))
}

// BesselJ0 returns the Bessel function of the first kind of order zero. Integers give Float32.
//
//ms:op func=bessel_j0 class=BesselJ0 types=float loop=BesselJ0
func (x *Tensor) BesselJ0() *Tensor { return apply1(besselJ0Op{}, x) }

func (besselJ0Op) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.BesselJ1().Neg()) }

// BesselJ1 returns the Bessel function of the first kind of order one. Integers give Float32.
//
//ms:op func=bessel_j1 class=BesselJ1 types=float loop=BesselJ1
func (x *Tensor) BesselJ1() *Tensor { return apply1(besselJ1Op{}, x) }

func (besselJ1Op) vjp(x, y, g *Tensor) *Tensor { return g.Mul(x.BesselJ0().Sub(overX(x, y))) }

// BesselY0 returns the Bessel function of the second kind of order zero; NaN for negative numbers. Integers give
// Float32.
//
//ms:op func=bessel_y0 class=BesselY0 types=float loop=BesselY0
func (x *Tensor) BesselY0() *Tensor { return apply1(besselY0Op{}, x) }

func (besselY0Op) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.BesselY1().Neg()) }

// BesselY1 returns the Bessel function of the second kind of order one; NaN for negative numbers. Integers give
// Float32.
//
//ms:op func=bessel_y1 class=BesselY1 types=float loop=BesselY1
func (x *Tensor) BesselY1() *Tensor { return apply1(besselY1Op{}, x) }

func (besselY1Op) vjp(x, y, g *Tensor) *Tensor { return g.Mul(x.BesselY0().Sub(y.Div(x))) }

// BesselI0 returns the modified Bessel function of the first kind of order zero. Integers give Float32.
//
//ms:op func=bessel_i0,i0 class=BesselI0 types=float loop=BesselI0
func (x *Tensor) BesselI0() *Tensor { return apply1(besselI0Op{}, x) }

func (besselI0Op) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.BesselI1()) }

// BesselI0e returns exp(-|x|)·[Tensor.BesselI0]. Integers give Float32.
//
//ms:op func=bessel_i0e class=BesselI0e types=float loop=BesselI0e
func (x *Tensor) BesselI0e() *Tensor { return apply1(besselI0eOp{}, x) }

func (besselI0eOp) vjp(x, y, g *Tensor) *Tensor { return g.Mul(x.BesselI1e().Sub(x.Sign().Mul(y))) }

// BesselI1 returns the modified Bessel function of the first kind of order one. Integers give Float32.
//
//ms:op func=bessel_i1 class=BesselI1 types=float loop=BesselI1
func (x *Tensor) BesselI1() *Tensor { return apply1(besselI1Op{}, x) }

func (besselI1Op) vjp(x, y, g *Tensor) *Tensor { return g.Mul(x.BesselI0().Sub(overX(x, y))) }

// BesselI1e returns exp(-|x|)·[Tensor.BesselI1]. Integers give Float32.
//
//ms:op func=bessel_i1e class=BesselI1e types=float loop=BesselI1e
func (x *Tensor) BesselI1e() *Tensor { return apply1(besselI1eOp{}, x) }

func (besselI1eOp) vjp(x, y, g *Tensor) *Tensor {
	return g.Mul(x.BesselI0e().Sub(overX(x, y)).Sub(x.Sign().Mul(y)))
}

// BesselK0 returns the modified Bessel function of the second kind of order zero; NaN for negative numbers. Integers
// give Float32.
//
//ms:op func=bessel_k0 class=BesselK0 types=float loop=BesselK0
func (x *Tensor) BesselK0() *Tensor { return apply1(besselK0Op{}, x) }

func (besselK0Op) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.BesselK1().Neg()) }

// BesselK0e returns exp(x)·[Tensor.BesselK0]. Integers give Float32.
//
//ms:op func=bessel_k0e class=BesselK0e types=float loop=BesselK0e
func (x *Tensor) BesselK0e() *Tensor { return apply1(besselK0eOp{}, x) }

func (besselK0eOp) vjp(x, y, g *Tensor) *Tensor { return g.Mul(y.Sub(x.BesselK1e())) }

// BesselK1 returns the modified Bessel function of the second kind of order one; NaN for negative numbers. Integers
// give Float32.
//
//ms:op func=bessel_k1 class=BesselK1 types=float loop=BesselK1
func (x *Tensor) BesselK1() *Tensor { return apply1(besselK1Op{}, x) }

func (besselK1Op) vjp(x, y, g *Tensor) *Tensor { return g.Mul(x.BesselK0().Add(y.Div(x)).Neg()) }

// BesselK1e returns exp(x)·[Tensor.BesselK1]. Integers give Float32.
//
//ms:op func=bessel_k1e class=BesselK1e types=float loop=BesselK1e
func (x *Tensor) BesselK1e() *Tensor { return apply1(besselK1eOp{}, x) }

func (besselK1eOp) vjp(x, y, g *Tensor) *Tensor { return g.Mul(y.Sub(y.Div(x)).Sub(x.BesselK0e())) }
