package kernels

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

//cpu:unary float
func lgamma[T Float](x T) T {
	if math.Abs(float64(x)) < 0x1p-70 {
		return T(-naturalLog(math.Abs(float64(x))))
	}
	v, _ := math.Lgamma(float64(x))
	if math.IsInf(v, -1) { // at -Inf, where C's lgamma is +Inf
		v = math.Inf(1)
	}
	return T(v)
}

//cpu:real digamma=psi besselJ0=math.J0 besselJ1=math.J1 besselY0=math.Y0 besselY1=math.Y1
//cpu:real erfinv=math.Erfinv,preciseErfinv

//cpu:unary float
func besselI0[T Float](x T) T { return T(grow(besselI(0, float64(x)), float64(x))) }

//cpu:unary float
func besselI0e[T Float](x T) T { return T(besselI(0, float64(x))) }

//cpu:unary float
func besselI1[T Float](x T) T { return T(grow(besselI(1, float64(x)), float64(x))) }

//cpu:unary float
func besselI1e[T Float](x T) T { return T(besselI(1, float64(x))) }

//cpu:unary float
func besselK0[T Float](x T) T { return T(besselK(0, float64(x)) * math.Exp(-float64(x))) }

//cpu:unary float
func besselK0e[T Float](x T) T { return T(besselK(0, float64(x))) }

//cpu:unary float
func besselK1[T Float](x T) T { return T(besselK(1, float64(x)) * math.Exp(-float64(x))) }

//cpu:unary float
func besselK1e[T Float](x T) T { return T(besselK(1, float64(x))) }

// grow returns y·exp(|x|), in two steps so that the product overflows only if the result does.
func grow(y, x float64) float64 {
	e := math.Exp(math.Abs(x) / 2)
	if math.IsInf(e, 1) { // y may be zero
		return math.Copysign(e, y)
	}
	return y * e * e
}

// besselI is exp(-|x|)·I_n(x) for n = 0 or 1: the power series, whose terms all have the same sign, or the
// asymptotic series, whose terms fall below 1e-17 before they grow (Abramowitz and Stegun 9.6.10 and 9.7.1).
func besselI(n int, x float64) float64 {
	a := math.Abs(x)
	var y float64
	switch {
	case a != a:
		return x
	case a < 30:
		q, term := a*a/4, 1.0
		if n == 1 {
			term = a / 2
		}
		for k := 1.0; term > y*1e-18; k++ {
			y += term
			term *= q / (k * (k + float64(n)))
		}
		y *= math.Exp(-a)
	default:
		mu, term := float64(4*n*n), 1.0
		for k := 1.0; math.Abs(term) > 1e-18 && k < 60; k++ {
			y += term
			odd := 2*k - 1
			term *= -(mu - float64(odd*odd)) / (k * 8 * a)
		}
		if a > math.MaxFloat64/8 { // its multiple would overflow
			y, a = y/0x1p30, a/0x1p60
		}
		y /= math.Sqrt(2 * math.Pi * a)
	}
	if n == 1 && x < 0 {
		return -y
	}
	return y
}

// besselK is exp(x)·K_n(x) = ∫exp(-x·(cosh(t)-1))·cosh(n·t)dt over t > 0 by the trapezoidal rule, which
// converges exponentially here (Abramowitz and Stegun 9.6.24).
func besselK(n int, x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(1)
	case !(x > 0):
		return math.NaN()
	case math.IsInf(x, 1):
		return 0
	}
	h := math.Min(0.2, 0.6/math.Sqrt(x))
	sum := 0.5
	for t := h; ; t += h {
		s := math.Sinh(t / 2)
		term := math.Exp(-2 * (x * s * s))
		if n == 1 {
			term *= math.Cosh(t)
		}
		if term < sum*1e-18 {
			return h * sum
		}
		sum += term
	}
}

// psi is the derivative of log Γ. The library's series has full precision from 24 on; the recurrence takes smaller
// arguments there.
func psi(x float64) float64 {
	switch {
	case x < 0 && x != math.Floor(x):
		_, r := math.Modf(x)
		return psi(1-x) - math.Pi/math.Tan(math.Pi*r)
	case !(x > 0):
		return mathext.Digamma(x)
	}
	sum := 0.0
	for ; x < 24; x++ {
		sum -= 1 / x
	}
	return sum + mathext.Digamma(x)
}

// hurwitz is the Hurwitz zeta function where it is real: infinite at its poles, NaN outside its domain and for q
// below -10⁶, where the sum would take too long.
func hurwitz(x, q float64) float64 {
	switch {
	case x != x || q != q || x < 1:
		return math.NaN()
	case q <= 0 && q == math.Floor(q):
		return math.Inf(1)
	case q < 0 && x != math.Floor(x) || q < -1e6:
		return math.NaN()
	case math.IsInf(q, 1):
		return 0
	}
	return mathext.Zeta(x, q)
}

// trigamma is the derivative of digamma for x > 0. From 12 on the series (Abramowitz and Stegun, 6.4.12) has full
// precision; the recurrence takes smaller arguments there.
func trigamma(x float64) float64 {
	sum := 0.0
	for ; x < 12; x++ {
		sum += 1 / (x * x)
	}
	r, series := 1/x, 0.0
	sq := r * r
	for _, b := range [...]float64{7. / 6, -691. / 2730, 5. / 66, -1. / 30, 1. / 42, -1. / 30, 1. / 6} { // Bernoulli's
		series = float64((series + b) * sq)
	}
	return sum + float64(r*(1+series)) + sq/2
}

// polygamma is the k-th derivative of digamma, k at least 1.
func polygamma(k int, x float64) float64 {
	if k == 1 && x > 0 {
		return trigamma(x)
	}
	sign := 1.0
	if k%2 == 0 {
		sign = -1
	}
	return sign * math.Gamma(float64(k)+1) * hurwitz(float64(k)+1, x)
}

// Polygamma returns the loops of the k-th derivative of digamma.
func Polygamma(k int) *Unary {
	if k == 0 {
		return &Digamma
	}
	return &Unary{F32: polygammaLoop[float32](k), F64: polygammaLoop[float64](k)}
}

func polygammaLoop[T Float](k int) func(dst, x []T) {
	return func(dst, x []T) {
		for i, v := range x {
			dst[i] = T(polygamma(k, float64(v)))
		}
	}
}

//cpu:binary float
func zeta[T Float](a, b T) T { return T(hurwitz(float64(a), float64(b))) }

// igamma is the regularized lower incomplete gamma function P(a, x).
//
//cpu:binary float
func igamma[T Float](a, b T) T {
	if !validGamma(float64(a), float64(b)) {
		return T(math.NaN())
	}
	if math.IsInf(float64(b), 1) {
		return 1
	}
	return T(mathext.GammaIncReg(float64(a), float64(b)))
}

// igammac is the regularized upper incomplete gamma function Q(a, x).
//
//cpu:binary float
func igammac[T Float](a, b T) T {
	if !validGamma(float64(a), float64(b)) {
		return T(math.NaN())
	}
	if math.IsInf(float64(b), 1) {
		return 0
	}
	return T(mathext.GammaIncRegComp(float64(a), float64(b)))
}

func validGamma(a, x float64) bool { return a > 0 && x >= 0 && !math.IsInf(a, 1) }

// igammaGradA is the derivative of P(a, x) with respect to a. Unless it would cancel or take too long, it is that of
// the power series of P, Σ x^(a+n)·exp(-x)/Γ(a+n+1); beyond that, a difference quotient of Q, which is small
// there, with Richardson extrapolation.
//
//cpu:binary float
func igammaGradA[T Float](a, b T) T {
	s, x := float64(a), float64(b)
	switch {
	case !validGamma(s, x):
		return T(math.NaN())
	case x == 0 || math.IsInf(x, 1):
		return 0
	case x > s+8*math.Sqrt(s)+8 || s > 1e6:
		h := float64(math.Min(s, math.Sqrt(s)) / 64)
		q := func(h float64) float64 {
			return (mathext.GammaIncRegComp(s+h, x) - mathext.GammaIncRegComp(s-h, x)) / (2 * h)
		}
		d0, d1, d2 := q(h), q(float64(h/2)), q(float64(h/4))
		e1, e2 := (4*d1-d0)/3, (4*d2-d1)/3
		return T(-(16*e2 - e1) / 15)
	}
	lg, _ := math.Lgamma(s + 1)
	logX := naturalLog(x)
	term, psi, sum := math.Exp(float64(s*logX)-x-lg), psi(s+1), 0.0
	for n := s + 1; ; n++ {
		sum += float64(term * (logX - psi))
		term *= x / n
		psi += 1 / n
		if n > x && term*math.Abs(logX-psi) < 1e-18*math.Abs(sum) || term == 0 {
			return T(sum)
		}
	}
}

// betainc is the regularized incomplete beta function.
func betainc(a, b, x float64) float64 {
	if !(a > 0 && b > 0 && x >= 0 && x <= 1) || math.IsInf(a, 1) || math.IsInf(b, 1) {
		return math.NaN()
	}
	return mathext.RegIncBeta(a, b, x)
}

// Betainc writes the regularized incomplete beta function I_x(a, b) of each triple to dst.
func Betainc(dst, a, b, x []float64) {
	for i := range dst {
		dst[i] = betainc(a[i], b[i], x[i])
	}
}
