package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// Lgamma returns log|Γ(x)| elementwise. Integers give Float32.
//
//ms:op func=lgamma class=Lgamma types=float loop=Lgamma
func (x *Tensor) Lgamma() *Tensor { return apply1(lgammaOp{}, x) }

func (lgammaOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Digamma()) }

// Digamma returns the derivative of log|Γ(x)| elementwise. Integers give Float32.
//
//ms:op func=digamma class=Digamma types=float
func (x *Tensor) Digamma() *Tensor { return apply1(polygammaOp{0}, x) }

// Polygamma returns the n-th derivative of digamma elementwise; a negative n is a ValueError. Integers give Float32.
//
//ms:op func=polygamma class=Polygamma types=float
func (x *Tensor) Polygamma(n int) *Tensor {
	if n < 0 {
		Throw("Polygamma", ValueError, "For 'Polygamma', the 'n' must be greater than or equal to 0, but got %d.", n)
	}
	return apply1(polygammaOp{n}, x)
}

type polygammaOp struct{ n int }

func (o polygammaOp) Name() string {
	if o.n == 0 {
		return "Digamma"
	}
	return "Polygamma"
}
func (polygammaOp) infer(x Spec) Spec             { return floatUnary{}.infer(x) }
func (o polygammaOp) forward(x *Tensor) *Tensor   { return floatMap(o.Name(), kernels.Polygamma(o.n), x) }
func (o polygammaOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Polygamma(o.n + 1)) }
func (polygammaOp) keeps() keep                   { return keepFirst }

// Mvlgamma returns the logarithm of the multivariate gamma function of dimension p elementwise. p below 1 and
// elements of x that are not above (p-1)/2 are a ValueError. Integers give Float32.
//
//ms:op func=mvlgamma class=Mvlgamma types=float
func (x *Tensor) Mvlgamma(p int) *Tensor {
	const op = "Mvlgamma"
	if p < 1 {
		Throw(op, ValueError, "For '%s', the 'p' must be at least 1, but got %d.", op, p)
	}
	if x.dtype.IsComplex() {
		throwDType(op, x.dtype)
	}
	x = x.AsType(inexact(x.dtype))
	if x.Detach().LessEqual(num(float64(p-1) / 2)).Any().Bool() {
		Throw(op, ValueError, "For '%s', each element of 'x' must be above (p-1)/2 = %v.", op, float64(p-1)/2)
	}
	return roundedOnce(x, func(x *Tensor) *Tensor {
		sum := num(math.Log(math.Pi) * float64(p) * float64(p-1) / 4)
		for i := range p {
			sum = sum.Add(x.Sub(num(float64(i) / 2)).Lgamma())
		}
		return sum
	})
}

// Erfinv returns the inverse of the error function of each element of x, NaN outside of [-1, 1]. Integers give
// Float32.
//
//ms:op func=erfinv class=Erfinv types=float loop=Erfinv
func (x *Tensor) Erfinv() *Tensor { return apply1(erfinvOp{}, x) }

func (erfinvOp) vjp(_, y, g *Tensor) *Tensor {
	return g.Mul(y.Square().Exp()).Mul(num(math.Sqrt(math.Pi) / 2))
}

// IGamma returns the regularized lower incomplete gamma function P(a, x) of a, the receiver, and x, elementwise and
// broadcast; NaN unless a > 0 and x >= 0. Integers give Float32.
//
//ms:op func=igamma class=Igamma types=float loop=Igamma
func (a *Tensor) IGamma(x *Tensor) *Tensor { return apply2(iGammaOp{}, a, x) }

func (o iGammaOp) da(a, b, _, g *Tensor) *Tensor { return g.Mul(a.IGammaGradA(b)) }
func (o iGammaOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(gammaDensity(a, b)) }

// IGammaC returns the regularized upper incomplete gamma function Q(a, x) = 1 - P(a, x) of a, the receiver, and x,
// elementwise and broadcast; NaN unless a > 0 and x >= 0. Integers give Float32.
//
//ms:op func=igammac class=Igammac types=float loop=Igammac
func (a *Tensor) IGammaC(x *Tensor) *Tensor { return apply2(iGammaCOp{}, a, x) }

func (o iGammaCOp) da(a, b, _, g *Tensor) *Tensor { return g.Mul(a.IGammaGradA(b)).Neg() }
func (o iGammaCOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(gammaDensity(a, b)).Neg() }

// gammaDensity is the derivative of P(a, x) with respect to x: x^(a-1)·exp(-x)/Γ(a).
func gammaDensity(a, x *Tensor) *Tensor {
	return a.Sub(num(1)).Xlogy(x).Sub(x).Sub(a.Lgamma()).Exp()
}

// IGammaGradA returns the derivative of [Tensor.IGamma] by a, the receiver, elementwise and broadcast. Integers give
// Float32.
//
//ms:op func= class=IgammaGradA types=float grad=no loop=IgammaGradA
func (a *Tensor) IGammaGradA(x *Tensor) *Tensor { return apply2(iGammaGradAOp{}, a, x) }

// Zeta returns the Hurwitz zeta function Σ(q+k)^-x of x, the receiver, and q, elementwise and broadcast: infinite at
// its poles, NaN for x < 1, for negative q unless x is whole, and for q < -10⁶. A gradient flows to q only. Integers
// give Float32.
//
//ms:op func=zeta class=Zeta types=float loop=Zeta
func (x *Tensor) Zeta(q *Tensor) *Tensor { return apply2(zetaOp{}, x, q) }

func (o zetaOp) da(_, _, _, _ *Tensor) *Tensor { return nil }
func (o zetaOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(a.Neg().Mul(a.Add(num(1)).Zeta(b))) }

// BetaInc returns the regularized incomplete beta function I_x(a, b) of a, the receiver, b and x, which broadcast;
// NaN unless a > 0, b > 0 and 0 <= x <= 1. A gradient flows to x only. Integers give Float32.
//
//ms:op func=betainc class=Betainc types=float
func (a *Tensor) BetaInc(b, x *Tensor) *Tensor { return Apply(betaIncOp{}, a, b, x)[0] }

type betaIncOp struct{}

func (betaIncOp) Name() string { return "Betainc" }
func (o betaIncOp) Infer(in []Spec) []Spec {
	var s Spec
	for i, x := range in {
		if x.DType = inexact(x.DType); i == 0 {
			s = x
		}
		s = inferFloat2(o.Name(), s, x)
	}
	return []Spec{s}
}

func (o betaIncOp) Forward(in []*Tensor) []*Tensor {
	spec := o.Infer([]Spec{in[0].spec(), in[1].spec(), in[2].spec()})[0]
	if spec.DType.IsComplex() {
		throwDType(o.Name(), spec.DType)
	}
	y := alloc(Float64, newLayout(spec.Shape))
	var args [3][]float64
	for i, x := range in {
		args[i] = flat[float64](spread(x.as(Float64), y, true))
	}
	kernels.Betainc(flat[float64](y), args[0], args[1], args[2])
	return []*Tensor{y.as(spec.DType)}
}

// VJP is x^(a-1)·(1-x)^(b-1)/B(a, b) for x.
func (betaIncOp) VJP(in, _, grad []*Tensor) []*Tensor {
	a, b, x := in[0].inexactly(), in[1].inexactly(), in[2].inexactly()
	logBeta := a.Lgamma().Add(b.Lgamma()).Sub(a.Add(b).Lgamma())
	log := a.Sub(num(1)).Xlogy(x).Add(b.Sub(num(1)).Xlogy(num(1).Sub(x))).Sub(logBeta)
	return []*Tensor{nil, nil, grad[0].Mul(log.Exp())}
}
func (betaIncOp) keeps() keep { return keepFirst | keepSecond }

// Sinc returns sin(πx)/(πx) elementwise, 1 at zero. Integers give Float32.
//
//ms:op func=sinc class=Sinc types=inexact
func (x *Tensor) Sinc() *Tensor {
	return roundedOnce(x.inexactly(), func(x *Tensor) *Tensor {
		small := x.Abs().Less(num(0.1))
		angle := Where(small, num(1), x).Mul(num(math.Pi))
		square := Where(small, x, num(0)).Square().Mul(num(math.Pi * math.Pi))
		series := num(1) // 1 - a²/3! + a⁴/5! - …: the gradient of the quotient would cancel near zero
		for k := 12.0; k > 0; k -= 2 {
			series = num(1).Sub(square.Mul(series).Div(num(k * (k + 1))))
		}
		return Where(small, series, angle.Sin().Div(angle))
	})
}

// Logit returns log(x/(1-x)) elementwise. A number eps first clamps x to [eps, 1-eps]; nil does not. Integers give
// Float32.
//
//ms:op func=logit class=Logit types=float
func (x *Tensor) Logit(eps any) *Tensor {
	return roundedOnce(x.floating("Logit"), func(x *Tensor) *Tensor {
		if eps != nil {
			e := Scalar(eps).Float()
			x = x.Clamp(e, 1-e)
		}
		return x.Log().Sub(x.Neg().Log1p()) // the gradient of a quotient would be NaN, not infinity, at 0 and 1
	})
}
