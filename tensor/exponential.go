package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// Exp returns e raised to each element of x. Integers give Float32.
//
//ms:op func=exp class=Exp types=inexact
func (x *Tensor) Exp() *Tensor { return apply1(expOp{}, x) }

type expOp struct{ floatOfResult }

func (expOp) Name() string                { return "Exp" }
func (expOp) forward(x *Tensor) *Tensor   { return floatMap("Exp", &kernels.Exp, x) }
func (expOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y) }

// Exp2 returns 2 raised to each element of x. Integers give Float32.
//
//ms:op func=exp2 class=Exp2 types=inexact
func (x *Tensor) Exp2() *Tensor { return apply1(exp2Op{}, x) }

type exp2Op struct{ floatOfResult }

func (exp2Op) Name() string                { return "Exp2" }
func (exp2Op) forward(x *Tensor) *Tensor   { return floatMap("Exp2", &kernels.Exp2, x) }
func (exp2Op) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y).Mul(num(math.Ln2)) }

// Expm1 returns e raised to each element of x, minus one, precise near zero. Integers give Float32.
//
//ms:op func=expm1 class=Expm1 types=inexact
func (x *Tensor) Expm1() *Tensor { return apply1(expm1Op{}, x) }

type expm1Op struct{ floatOfResult }

func (expm1Op) Name() string                { return "Expm1" }
func (expm1Op) forward(x *Tensor) *Tensor   { return floatMap("Expm1", &kernels.Expm1, x) }
func (expm1Op) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y.Add(num(1))) }

// Log returns the natural logarithm of each element of x: NaN below zero, minus infinity at zero. Integers give
// Float32.
//
//ms:op func=log class=Log types=inexact
func (x *Tensor) Log() *Tensor { return apply1(logOp{}, x) }

type logOp struct{ floatOfFirst }

func (logOp) Name() string                { return "Log" }
func (logOp) forward(x *Tensor) *Tensor   { return floatMap("Log", &kernels.Log, x) }
func (logOp) vjp(x, _, g *Tensor) *Tensor { return g.Div(x) }

// Log2 returns the logarithm to base 2 of each element of x. Integers give Float32.
//
//ms:op func=log2 class=Log2 types=inexact
func (x *Tensor) Log2() *Tensor { return apply1(log2Op{}, x) }

type log2Op struct{ floatOfFirst }

func (log2Op) Name() string                { return "Log2" }
func (log2Op) forward(x *Tensor) *Tensor   { return floatMap("Log2", &kernels.Log2, x) }
func (log2Op) vjp(x, _, g *Tensor) *Tensor { return g.Div(x.Mul(num(math.Ln2))) }

// Log10 returns the logarithm to base 10 of each element of x. Integers give Float32.
//
//ms:op func=log10 class=Log10 types=inexact
func (x *Tensor) Log10() *Tensor { return apply1(log10Op{}, x) }

type log10Op struct{ floatOfFirst }

func (log10Op) Name() string                { return "Log10" }
func (log10Op) forward(x *Tensor) *Tensor   { return floatMap("Log10", &kernels.Log10, x) }
func (log10Op) vjp(x, _, g *Tensor) *Tensor { return g.Div(x.Mul(num(math.Ln10))) }

// Log1p returns log(1+x) of each element, precise near zero. Integers give Float32.
//
//ms:op func=log1p class=Log1p types=inexact
func (x *Tensor) Log1p() *Tensor { return apply1(log1pOp{}, x) }

type log1pOp struct{ floatOfFirst }

func (log1pOp) Name() string                { return "Log1p" }
func (log1pOp) forward(x *Tensor) *Tensor   { return floatMap("Log1p", &kernels.Log1p, x) }
func (log1pOp) vjp(x, _, g *Tensor) *Tensor { return g.Div(x.Add(num(1))) }

// Sqrt returns the square root of each element of x, NaN below zero. Integers give Float32.
//
//ms:op func=sqrt class=Sqrt types=inexact
func (x *Tensor) Sqrt() *Tensor { return apply1(sqrtOp{}, x) }

type sqrtOp struct{ floatOfResult }

func (sqrtOp) Name() string                { return "Sqrt" }
func (sqrtOp) forward(x *Tensor) *Tensor   { return floatMap("Sqrt", &kernels.Sqrt, x) }
func (sqrtOp) vjp(_, y, g *Tensor) *Tensor { return g.Div(y).Mul(num(0.5)) }

// Rsqrt returns one over the square root of each element of x. Integers give Float32.
//
//ms:op func=rsqrt class=Rsqrt types=inexact
func (x *Tensor) Rsqrt() *Tensor { return apply1(rsqrtOp{}, x) }

type rsqrtOp struct{ floatOfResult }

func (rsqrtOp) Name() string                { return "Rsqrt" }
func (rsqrtOp) forward(x *Tensor) *Tensor   { return floatMap("Rsqrt", &kernels.Rsqrt, x) }
func (rsqrtOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y).Mul(y).Mul(y).Mul(num(-0.5)) }
