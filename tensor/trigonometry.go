package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// Sin returns the sine of each element of x, in radians. Integers give Float32.
//
//ms:op func=sin class=Sin types=inexact
func (x *Tensor) Sin() *Tensor { return apply1(sinOp{}, x) }

type sinOp struct{ floatOfFirst }

func (sinOp) Name() string                { return "Sin" }
func (sinOp) forward(x *Tensor) *Tensor   { return floatMap("Sin", &kernels.Sin, x) }
func (sinOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Cos()) }

// Cos returns the cosine of each element of x, in radians. Integers give Float32.
//
//ms:op func=cos class=Cos types=inexact
func (x *Tensor) Cos() *Tensor { return apply1(cosOp{}, x) }

type cosOp struct{ floatOfFirst }

func (cosOp) Name() string                { return "Cos" }
func (cosOp) forward(x *Tensor) *Tensor   { return floatMap("Cos", &kernels.Cos, x) }
func (cosOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Sin()).Neg() }

// Tan returns the tangent of each element of x, in radians. Integers give Float32.
//
//ms:op func=tan class=Tan types=inexact
func (x *Tensor) Tan() *Tensor { return apply1(tanOp{}, x) }

type tanOp struct{ floatOfResult }

func (tanOp) Name() string                { return "Tan" }
func (tanOp) forward(x *Tensor) *Tensor   { return floatMap("Tan", &kernels.Tan, x) }
func (tanOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y.Square().Add(num(1))) }

// Asin returns the angle in [-π/2, π/2] whose sine is x, NaN outside [-1, 1]. Integers give Float32.
//
//ms:op func=asin,arcsin class=Asin types=inexact
func (x *Tensor) Asin() *Tensor { return apply1(asinOp{}, x) }

type asinOp struct{ floatOfFirst }

func (asinOp) Name() string                { return "Asin" }
func (asinOp) forward(x *Tensor) *Tensor   { return floatMap("Asin", &kernels.Asin, x) }
func (asinOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(num(1).Sub(x.Square()).Rsqrt()) }

// Acos returns the angle in [0, π] whose cosine is x, NaN outside [-1, 1]. Integers give Float32.
//
//ms:op func=acos,arccos class=ACos types=inexact
func (x *Tensor) Acos() *Tensor { return apply1(acosOp{}, x) }

type acosOp struct{ floatOfFirst }

func (acosOp) Name() string                { return "ACos" }
func (acosOp) forward(x *Tensor) *Tensor   { return floatMap("ACos", &kernels.Acos, x) }
func (acosOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(num(1).Sub(x.Square()).Rsqrt()).Neg() }

// Atan returns the angle in [-π/2, π/2] whose tangent is x. Integers give Float32.
//
//ms:op func=atan,arctan class=Atan types=inexact
func (x *Tensor) Atan() *Tensor { return apply1(atanOp{}, x) }

type atanOp struct{ floatOfFirst }

func (atanOp) Name() string                { return "Atan" }
func (atanOp) forward(x *Tensor) *Tensor   { return floatMap("Atan", &kernels.Atan, x) }
func (atanOp) vjp(x, _, g *Tensor) *Tensor { return g.Div(x.Square().Add(num(1))) }

// Sinh returns the hyperbolic sine of each element of x. Integers give Float32.
//
//ms:op func=sinh class=Sinh types=inexact
func (x *Tensor) Sinh() *Tensor { return apply1(sinhOp{}, x) }

type sinhOp struct{ floatOfFirst }

func (sinhOp) Name() string                { return "Sinh" }
func (sinhOp) forward(x *Tensor) *Tensor   { return floatMap("Sinh", &kernels.Sinh, x) }
func (sinhOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Cosh()) }

// Cosh returns the hyperbolic cosine of each element of x. Integers give Float32.
//
//ms:op func=cosh class=Cosh types=inexact
func (x *Tensor) Cosh() *Tensor { return apply1(coshOp{}, x) }

type coshOp struct{ floatOfFirst }

func (coshOp) Name() string                { return "Cosh" }
func (coshOp) forward(x *Tensor) *Tensor   { return floatMap("Cosh", &kernels.Cosh, x) }
func (coshOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Sinh()) }

// Tanh returns the hyperbolic tangent of each element of x. Integers give Float32.
//
//ms:op func=tanh class=Tanh types=inexact
func (x *Tensor) Tanh() *Tensor { return apply1(tanhOp{}, x) }

type tanhOp struct{ floatOfResult }

func (tanhOp) Name() string                { return "Tanh" }
func (tanhOp) forward(x *Tensor) *Tensor   { return floatMap("Tanh", &kernels.Tanh, x) }
func (tanhOp) vjp(_, y, g *Tensor) *Tensor { return gradThrough(tanhGradOp{}, y, g) }

// Asinh returns the inverse hyperbolic sine of each element of x. Integers give Float32.
//
//ms:op func=asinh,arcsinh class=Asinh types=inexact
func (x *Tensor) Asinh() *Tensor { return apply1(asinhOp{}, x) }

type asinhOp struct{ floatOfFirst }

func (asinhOp) Name() string                { return "Asinh" }
func (asinhOp) forward(x *Tensor) *Tensor   { return floatMap("Asinh", &kernels.Asinh, x) }
func (asinhOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Square().Add(num(1)).Rsqrt()) }

// Acosh returns the inverse hyperbolic cosine of each element of x, NaN below 1. Integers give Float32.
//
//ms:op func=acosh,arccosh class=Acosh types=inexact
func (x *Tensor) Acosh() *Tensor { return apply1(acoshOp{}, x) }

type acoshOp struct{ floatOfFirst }

func (acoshOp) Name() string                { return "Acosh" }
func (acoshOp) forward(x *Tensor) *Tensor   { return floatMap("Acosh", &kernels.Acosh, x) }
func (acoshOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Square().Sub(num(1)).Rsqrt()) }

// Atanh returns the inverse hyperbolic tangent of each element of x, NaN outside [-1, 1]. Integers give Float32.
//
//ms:op func=atanh,arctanh class=Atanh types=inexact
func (x *Tensor) Atanh() *Tensor { return apply1(atanhOp{}, x) }

type atanhOp struct{ floatOfFirst }

func (atanhOp) Name() string                { return "Atanh" }
func (atanhOp) forward(x *Tensor) *Tensor   { return floatMap("Atanh", &kernels.Atanh, x) }
func (atanhOp) vjp(x, _, g *Tensor) *Tensor { return g.Div(num(1).Sub(x.Square())) }
