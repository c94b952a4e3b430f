package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// This file holds the Bessel functions of the orders zero and one.

// besselOp is one of them: its name, its loops and its gradient.
type besselOp struct {
	floatUnary
	name string
	loop *kernels.Unary
	grad func(x, y *Tensor) *Tensor
}

func (o besselOp) Name() string                { return o.name }
func (o besselOp) forward(x *Tensor) *Tensor   { return floatMap(o.name, o.loop, x) }
func (o besselOp) vjp(x, y, g *Tensor) *Tensor { return g.Mul(o.grad(x, y)) }
func (besselOp) keeps() keep                   { return keepFirst | keepResult }

func (x *Tensor) bessel(name string, loop *kernels.Unary, grad func(x, y *Tensor) *Tensor) *Tensor {
	return apply1(besselOp{name: name, loop: loop, grad: grad}, x)
}

// overX is y/x, one half near zero, as it is for functions that begin with x/2: there y may be a number of few digits.
func overX(x, y *Tensor) *Tensor {
	zero := x.Square().Equal(num(0))
	return Where(zero, num(0.5), y.Div(Where(zero, num(1), x)))
}

// BesselJ0 returns the Bessel function of the first kind of order zero. Integers give Float32.
//
//ms:op func=bessel_j0 class=BesselJ0 types=float
func (x *Tensor) BesselJ0() *Tensor {
	return x.bessel("BesselJ0", &kernels.BesselJ0, func(x, _ *Tensor) *Tensor { return x.BesselJ1().Neg() })
}

// BesselJ1 returns the Bessel function of the first kind of order one. Integers give Float32.
//
//ms:op func=bessel_j1 class=BesselJ1 types=float
func (x *Tensor) BesselJ1() *Tensor {
	return x.bessel("BesselJ1", &kernels.BesselJ1, func(x, y *Tensor) *Tensor { return x.BesselJ0().Sub(overX(x, y)) })
}

// BesselY0 returns the Bessel function of the second kind of order zero; NaN for negative numbers. Integers give
// Float32.
//
//ms:op func=bessel_y0 class=BesselY0 types=float
func (x *Tensor) BesselY0() *Tensor {
	return x.bessel("BesselY0", &kernels.BesselY0, func(x, _ *Tensor) *Tensor { return x.BesselY1().Neg() })
}

// BesselY1 returns the Bessel function of the second kind of order one; NaN for negative numbers. Integers give
// Float32.
//
//ms:op func=bessel_y1 class=BesselY1 types=float
func (x *Tensor) BesselY1() *Tensor {
	return x.bessel("BesselY1", &kernels.BesselY1, func(x, y *Tensor) *Tensor { return x.BesselY0().Sub(y.Div(x)) })
}

// BesselI0 returns the modified Bessel function of the first kind of order zero. Integers give Float32.
//
//ms:op func=bessel_i0,i0 class=BesselI0 types=float
func (x *Tensor) BesselI0() *Tensor {
	return x.bessel("BesselI0", &kernels.BesselI0, func(x, _ *Tensor) *Tensor { return x.BesselI1() })
}

// BesselI0e returns exp(-|x|)·[Tensor.BesselI0]. Integers give Float32.
//
//ms:op func=bessel_i0e class=BesselI0e types=float
func (x *Tensor) BesselI0e() *Tensor {
	return x.bessel("BesselI0e", &kernels.BesselI0e, func(x, y *Tensor) *Tensor { return x.BesselI1e().Sub(x.Sign().Mul(y)) })
}

// BesselI1 returns the modified Bessel function of the first kind of order one. Integers give Float32.
//
//ms:op func=bessel_i1 class=BesselI1 types=float
func (x *Tensor) BesselI1() *Tensor {
	return x.bessel("BesselI1", &kernels.BesselI1, func(x, y *Tensor) *Tensor { return x.BesselI0().Sub(overX(x, y)) })
}

// BesselI1e returns exp(-|x|)·[Tensor.BesselI1]. Integers give Float32.
//
//ms:op func=bessel_i1e class=BesselI1e types=float
func (x *Tensor) BesselI1e() *Tensor {
	return x.bessel("BesselI1e", &kernels.BesselI1e, func(x, y *Tensor) *Tensor {
		return x.BesselI0e().Sub(overX(x, y)).Sub(x.Sign().Mul(y))
	})
}

// BesselK0 returns the modified Bessel function of the second kind of order zero; NaN for negative numbers. Integers
// give Float32.
//
//ms:op func=bessel_k0 class=BesselK0 types=float
func (x *Tensor) BesselK0() *Tensor {
	return x.bessel("BesselK0", &kernels.BesselK0, func(x, _ *Tensor) *Tensor { return x.BesselK1().Neg() })
}

// BesselK0e returns exp(x)·[Tensor.BesselK0]. Integers give Float32.
//
//ms:op func=bessel_k0e class=BesselK0e types=float
func (x *Tensor) BesselK0e() *Tensor {
	return x.bessel("BesselK0e", &kernels.BesselK0e, func(x, y *Tensor) *Tensor { return y.Sub(x.BesselK1e()) })
}

// BesselK1 returns the modified Bessel function of the second kind of order one; NaN for negative numbers. Integers
// give Float32.
//
//ms:op func=bessel_k1 class=BesselK1 types=float
func (x *Tensor) BesselK1() *Tensor {
	return x.bessel("BesselK1", &kernels.BesselK1, func(x, y *Tensor) *Tensor { return x.BesselK0().Add(y.Div(x)).Neg() })
}

// BesselK1e returns exp(x)·[Tensor.BesselK1]. Integers give Float32.
//
//ms:op func=bessel_k1e class=BesselK1e types=float
func (x *Tensor) BesselK1e() *Tensor {
	return x.bessel("BesselK1e", &kernels.BesselK1e, func(x, y *Tensor) *Tensor { return y.Sub(y.Div(x)).Sub(x.BesselK0e()) })
}
