package tensor

import "math"

// Exp returns e raised to each element of x. Integers give Float32.
//
//ms:op func=exp class=Exp types=inexact loop=Exp
func (x *Tensor) Exp() *Tensor { return apply1(expOp{}, x) }

func (expOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y) }

// Exp2 returns 2 raised to each element of x. Integers give Float32.
//
//ms:op func=exp2 class=Exp2 types=inexact loop=Exp2
func (x *Tensor) Exp2() *Tensor { return apply1(exp2Op{}, x) }

func (exp2Op) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y).Mul(num(math.Ln2)) }

// Expm1 returns e raised to each element of x, minus one, precise near zero. Integers give Float32.
//
//ms:op func=expm1 class=Expm1 types=inexact loop=Expm1
func (x *Tensor) Expm1() *Tensor { return apply1(expm1Op{}, x) }

func (expm1Op) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y.Add(num(1))) }

// Log returns the natural logarithm of each element of x: NaN below zero, minus infinity at zero. Integers give
// Float32.
//
//ms:op func=log class=Log types=inexact loop=Log
func (x *Tensor) Log() *Tensor { return apply1(logOp{}, x) }

func (logOp) vjp(x, _, g *Tensor) *Tensor { return g.Div(x) }

// Log2 returns the logarithm to base 2 of each element of x. Integers give Float32.
//
//ms:op func=log2 class=Log2 types=inexact loop=Log2
func (x *Tensor) Log2() *Tensor { return apply1(log2Op{}, x) }

func (log2Op) vjp(x, _, g *Tensor) *Tensor { return g.Div(x.Mul(num(math.Ln2))) }

// Log10 returns the logarithm to base 10 of each element of x. Integers give Float32.
//
//ms:op func=log10 class=Log10 types=inexact loop=Log10
func (x *Tensor) Log10() *Tensor { return apply1(log10Op{}, x) }

func (log10Op) vjp(x, _, g *Tensor) *Tensor { return g.Div(x.Mul(num(math.Ln10))) }

// Log1p returns log(1+x) of each element, precise near zero. Integers give Float32.
//
//ms:op func=log1p class=Log1p types=inexact loop=Log1p
func (x *Tensor) Log1p() *Tensor { return apply1(log1pOp{}, x) }

func (log1pOp) vjp(x, _, g *Tensor) *Tensor { return g.Div(x.Add(num(1))) }

// Sqrt returns the square root of each element of x, NaN below zero. Integers give Float32.
//
//ms:op func=sqrt class=Sqrt types=inexact loop=Sqrt
func (x *Tensor) Sqrt() *Tensor { return apply1(sqrtOp{}, x) }

func (sqrtOp) vjp(_, y, g *Tensor) *Tensor { return g.Div(y).Mul(num(0.5)) }

// Rsqrt returns one over the square root of each element of x. Integers give Float32.
//
//ms:op func=rsqrt class=Rsqrt types=inexact loop=Rsqrt
func (x *Tensor) Rsqrt() *Tensor { return apply1(rsqrtOp{}, x) }

func (rsqrtOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y).Mul(y).Mul(y).Mul(num(-0.5)) }
