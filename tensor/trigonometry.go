package tensor

// Sin returns the sine of each element of x, in radians. Integers give Float32.
//
//ms:op func=sin class=Sin types=inexact loop=Sin
func (x *Tensor) Sin() *Tensor { return apply1(sinOp{}, x) }

func (sinOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Cos()) }

// Cos returns the cosine of each element of x, in radians. Integers give Float32.
//
//ms:op func=cos class=Cos types=inexact loop=Cos
func (x *Tensor) Cos() *Tensor { return apply1(cosOp{}, x) }

func (cosOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Sin()).Neg() }

// Tan returns the tangent of each element of x, in radians. Integers give Float32.
//
//ms:op func=tan class=Tan types=inexact loop=Tan
func (x *Tensor) Tan() *Tensor { return apply1(tanOp{}, x) }

func (tanOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y.Square().Add(num(1))) }

// Asin returns the angle in [-π/2, π/2] whose sine is x, NaN outside [-1, 1]. Integers give Float32.
//
//ms:op func=asin,arcsin class=Asin types=inexact loop=Asin
func (x *Tensor) Asin() *Tensor { return apply1(asinOp{}, x) }

func (asinOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(num(1).Sub(x.Square()).Rsqrt()) }

// Acos returns the angle in [0, π] whose cosine is x, NaN outside [-1, 1]. Integers give Float32.
//
//ms:op func=acos,arccos class=ACos types=inexact loop=Acos
func (x *Tensor) Acos() *Tensor { return apply1(acosOp{}, x) }

func (acosOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(num(1).Sub(x.Square()).Rsqrt()).Neg() }

// Atan returns the angle in [-π/2, π/2] whose tangent is x. Integers give Float32.
//
//ms:op func=atan,arctan class=Atan types=inexact loop=Atan
func (x *Tensor) Atan() *Tensor { return apply1(atanOp{}, x) }

func (atanOp) vjp(x, _, g *Tensor) *Tensor { return g.Div(x.Square().Add(num(1))) }

// Sinh returns the hyperbolic sine of each element of x. Integers give Float32.
//
//ms:op func=sinh class=Sinh types=inexact loop=Sinh
func (x *Tensor) Sinh() *Tensor { return apply1(sinhOp{}, x) }

func (sinhOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Cosh()) }

// Cosh returns the hyperbolic cosine of each element of x. Integers give Float32.
//
//ms:op func=cosh class=Cosh types=inexact loop=Cosh
func (x *Tensor) Cosh() *Tensor { return apply1(coshOp{}, x) }

func (coshOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Sinh()) }

// Tanh returns the hyperbolic tangent of each element of x. Integers give Float32.
//
//ms:op func=tanh class=Tanh types=inexact loop=Tanh
func (x *Tensor) Tanh() *Tensor { return apply1(tanhOp{}, x) }

func (tanhOp) vjp(_, y, g *Tensor) *Tensor { return gradThrough(tanhGradOp{}, y, g) }

// Asinh returns the inverse hyperbolic sine of each element of x. Integers give Float32.
//
//ms:op func=asinh,arcsinh class=Asinh types=inexact loop=Asinh
func (x *Tensor) Asinh() *Tensor { return apply1(asinhOp{}, x) }

func (asinhOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Square().Add(num(1)).Rsqrt()) }

// Acosh returns the inverse hyperbolic cosine of each element of x, NaN below 1. Integers give Float32.
//
//ms:op func=acosh,arccosh class=Acosh types=inexact loop=Acosh
func (x *Tensor) Acosh() *Tensor { return apply1(acoshOp{}, x) }

func (acoshOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Square().Sub(num(1)).Rsqrt()) }

// Atanh returns the inverse hyperbolic tangent of each element of x, NaN outside [-1, 1]. Integers give Float32.
//
//ms:op func=atanh,arctanh class=Atanh types=inexact loop=Atanh
func (x *Tensor) Atanh() *Tensor { return apply1(atanhOp{}, x) }

func (atanhOp) vjp(x, _, g *Tensor) *Tensor { return g.Div(num(1).Sub(x.Square())) }
