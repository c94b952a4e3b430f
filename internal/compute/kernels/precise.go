package kernels

import "math"

// This file has functions of Go's math package in forms that keep their digits near zeros and at the bounds of the
// domain, where math's lose up to half of them. Conversions such as float64(a*b) prevent fused operations, so that
// digits are the same on all processors.

// logParts returns k and ln(f) such that x = f·2^k and both have the sign of ln(x), so that adding them does not
// cancel. x is positive and finite.
func logParts(x float64) (k, ln float64) {
	f, e := math.Frexp(x) // f is in [1/2, 1)
	if x >= 1 {
		f, e = 2*f, e-1
	}
	return float64(e), math.Log(f)
}

// times returns a·(hi+lo) as a sum of two numbers, of which the second is the rounding error of the first.
func times(a, hi, lo float64) (product, rest float64) {
	product = float64(a * hi)
	return product, math.FMA(a, hi, -product) + float64(a*lo)
}

// Logarithms and halves of π as sums of two numbers. Log10of2 ends in 20 zero bits, so that its products with
// exponents are exact.
const (
	log2e     = 1.4426950408889634
	log2eRest = math.Log2E - log2e

	log10e     = 0.4342944819032518
	log10eRest = math.Log10E - log10e

	log10of2     = 0x1.34413509fp-2
	log10of2Rest = math.Ln2/math.Ln10 - log10of2

	halfPi     = 1.5707963267948966
	halfPiRest = math.Pi/2 - halfPi
)

// preciseLog2 is the logarithm to base 2, precise near 1 and exact for powers of two.
func preciseLog2(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x)
	}
	k, ln := logParts(x)
	p, rest := times(ln, log2e, log2eRest)
	return addExact(k, p, rest)
}

// preciseLog10 is the logarithm to base 10, precise near 1 and exact for powers of ten.
func preciseLog10(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x)
	}
	k, ln := logParts(x)
	p, rest := times(ln, log10e, log10eRest)
	return addExact(float64(k*log10of2), p, rest+float64(k*log10of2Rest))
}

// addExact returns a+b+rest, rounded once except for the last digits of rest. a is 0 or not less than b, or nearly
// so.
func addExact(a, b, rest float64) float64 {
	sum := a + b
	part := sum - a
	return sum + ((a - (sum - part)) + (b - part) + rest)
}

// preciseAsin is the angle in [-π/2, π/2] whose sine is x.
func preciseAsin(x float64) float64 {
	switch a := math.Abs(x); {
	case a > 1 || a != a:
		return math.NaN()
	case a > 0.5: // π/2 minus the angle of the cosine
		angle := float64(2 * halfAngle(a))
		return math.Copysign(halfPi-(angle-halfPiRest), x)
	case a < 1e-8: // x³/6 is less than half a unit in the last place
		return x
	}
	square := math.FMA(-x, x, 1)
	root := math.Sqrt(square)
	rest := (math.FMA(-x, x, 1-square) + math.FMA(-root, root, square)) / (2 * root)
	t := x / root
	return atanOf(t, (math.FMA(-t, root, x)-float64(t*rest))/root)
}

// preciseAcos is the angle in [0, π] whose cosine is x, precise near 1, where it is 0.
func preciseAcos(x float64) float64 {
	switch {
	case x > 1 || x < -1 || x != x:
		return math.NaN()
	case x == -1:
		return math.Pi
	}
	return 2 * halfAngle(x)
}

// halfAngle returns half of the angle whose cosine is x: atan √((1-x)/(1+x)), with a correction for the rounding
// error of each step. x is in (-1, 1].
func halfAngle(x float64) float64 {
	if x == 1 {
		return 0
	}
	n, d := 1-x, 1+x
	nRest, dRest := roundedOff(1, -x, n), roundedOff(1, x, d)
	q := n / d
	qRest := (math.FMA(-q, d, n) + nRest - float64(q*dRest)) / d
	t := math.Sqrt(q)
	return atanOf(t, (math.FMA(-t, t, q)+qRest)/(2*t))
}

// roundedOff returns the rounding error of sum as a+b. a is not less than b.
func roundedOff(a, b, sum float64) float64 { return b - (sum - a) }

// atanOf returns the arc tangent of t+rest, where rest is much smaller than t.
func atanOf(t, rest float64) float64 { return math.Atan(t) + rest/(1+float64(t*t)) }

// preciseErfinv is the inverse of the error function. A step of Newton's method corrects math's result near -1 and
// 1, where it uses the distance to the nearer bound.
func preciseErfinv(x float64) float64 {
	y := math.Erfinv(x)
	if y == 0 || y != y || math.IsInf(y, 0) {
		return y
	}
	var over float64 // by how much erf(y) exceeds x in magnitude
	a, v := math.Abs(x), math.Abs(y)
	if a > 0.5 {
		over = (1 - a) - math.Erfc(v)
	} else {
		over = math.Erf(v) - a
	}
	step := over * (math.Sqrt(math.Pi) / 2) * math.Exp(float64(v*v))
	return math.Copysign(v-step/(1+float64(v*step)), x)
}
