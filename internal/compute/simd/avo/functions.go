package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// expTail is (eˣ-1-x)/x² by its series: near zero, the difference would lose digits.
func expTail(x float64) float64 {
	sum, term := 0.0, 0.5
	for k := 3.0; k < 30; k++ {
		sum += term
		term *= x / k
	}
	return sum
}

// exp is eˣ: x = n·ln2 + r with |r| ≤ ln2/2, and a polynomial of r, precise enough for one rounding to float32.
func (l lanes) exp(x V) V {
	if l.double {
		return l.expBy(x, 5)
	}
	return l.expBy(x, 4)
}

// expBy is exp with the given degree of the polynomial, not counting its first two terms.
func (l lanes) expBy(x V, degree int) V {
	lo, hi := -104.0, 89.0 // beyond, the result is zero or infinite in float32
	if l.double {
		lo, hi = -700, 709.9 // 2¹⁰²⁴ is infinite
	}
	return l.expWithin(l.max(l.r(lo), l.min(l.r(hi), x)), degree)
}

// expBelow is exp in float32 for an x that is not positive, or is NaN.
func (l lanes) expBelow(x V) V {
	x = l.max(l.r(-104), x)
	if l.wide() {
		return l.expWithin(x, 4)
	}
	return l.mul(l.expRaised(x, raised), l.c(1./(1<<raised)))
}

// expRaised is eˣ·2ᵇʸ in float32 for an x that is not positive and whose result is a normal number, or for NaN.
// But on AVX-512, x·log₂e is added to 1.5·2²³ and an exponent's bias, so that the last bits of the sum are an
// exponent.
func (l lanes) expRaised(x V, by int) V {
	if l.wide() {
		n := l.round(l.mul(x, l.c(math.Log2E)))
		return l.scale(l.expRest(x, n, 4), l.add(n, l.c(float64(by))))
	}
	shift := l.r(float64(wholeFrom + bias + by))
	t := l.add(l.mul(x, l.c(math.Log2E)), shift)
	return l.mul(l.expRest(x, l.sub(t, shift), 4), l.shifted(t, 23))
}

const (
	wholeFrom = 3 << 22 // a float32 beside it is a whole number
	bias      = 127
	raised    = 31 // exponents that are raised, or lowered, by it are within those of float32
)

// expByBits is expWithin in float32 but on AVX-512, as expRaised. Below zero the factor is 2³¹ times too large,
// elsewhere as much too small, so that an exponent holds it; the result is scaled back, and rounded, in the end.
func (l lanes) expByBits(x V, degree int) V {
	negative := l.negative(x)
	shift := l.pick(negative, l.r(wholeFrom+bias+raised), l.r(wholeFrom+bias-raised))
	back := l.pick(negative, l.r(1./(1<<raised)), l.r(1<<raised))
	t := l.add(l.mul(x, l.c(math.Log2E)), shift)
	factor := l.shifted(t, 23)
	p := l.expRest(x, l.sub(t, shift), degree)
	return l.mul(l.mul(p, factor), back)
}

// expRest is e to the power of x - n·ln2, in float32.
func (l lanes) expRest(x, n V, degree int) V {
	r := l.fnma(n, l.c(ln2High), x) // n·ln2High is exact
	r = l.fnma(n, l.c(math.Ln2-ln2High), r)
	return l.poly(r, append(fitAround(expTail, math.Ln2/2, degree), 1, 1)...)
}

// expWithin is expBy for an x whose power is neither zero nor infinite, or NaN.
func (l lanes) expWithin(x V, degree int) V {
	if !l.wide() && !l.double {
		return l.expByBits(x, degree)
	}
	n := l.round(l.mul(x, l.c(math.Log2E)))
	if l.double {
		r := l.fnma(n, l.c(math.Ln2), x)
		return l.scale(l.poly(r, append(fitAround(expTail, math.Ln2/2, degree), 1, 1)...), n)
	}
	return l.scale(l.expRest(x, n, degree), n)
}

// ln2High is the first twelve bits of ln 2.
const ln2High = 0.693359375

// scale is p·2ⁿ for a whole n, rounded once.
func (l lanes) scale(p, n V) V {
	if l.wide() {
		return l.do(VSCALEFPS, VSCALEFPD, n, p)
	}
	if l.double { // the last bits of n + 1.5·2⁵² + 1023 are the exponent
		return l.mul(p, l.shifted(l.add(n, l.c(3<<51+1023)), 52))
	}
	// n may exceed the range of one exponent: the product with the first half is exact.
	first := l.round(l.mul(n, l.c(0.5)))
	return l.mul(l.mul(p, l.power(first)), l.power(l.sub(n, first)))
}

// power is 2ⁿ for a whole n between -126 and 127, in float32. It is not for AVX-512.
func (l lanes) power(n V) V {
	var i V
	if l.neon != nil {
		i = l.arm("fcvtns", n)
	} else {
		i = YMM()
		l.write(func() { VCVTPS2DQ(n, i) })
	}
	return l.shifted(l.addWhole(i, l.bits(127)), 23)
}

// expm1 is eˣ-1 in float64: x = n·ln2 + r, and (eʳ-1)·2ⁿ + (2ⁿ-1).
func (l lanes) expm1(x V) V {
	v := l.max(l.r(-40), l.min(l.r(100), x)) // beyond, the result is -1 or infinite in float32
	n := l.round(l.mul(v, l.c(math.Log2E)))
	r := l.fnma(n, l.c(math.Ln2), v)
	p := l.fma(l.mul(r, r), l.poly(r, fitAround(expTail, math.Ln2/2, 6)...), r)
	scale := l.scale(l.r(1), n)
	y := l.fma(p, scale, l.sub(scale, l.c(1)))
	return l.or(y, l.and(x, l.sign()))
}

// sinh is (u + u/(u+1))/2 for u = eᵗ-1 and t = |x|, in float64.
func (l lanes) sinh(x V) V {
	u := l.expm1(l.abs(x))
	y := l.mul(l.add(u, l.div(u, l.add(u, l.c(1)))), l.c(0.5))
	return l.or(y, l.and(x, l.sign()))
}

// cosh is (eᵗ + e⁻ᵗ)/2 for t = |x|, in float64.
func (l lanes) cosh(x V) V {
	e := l.exp(l.abs(x))
	return l.mul(l.add(e, l.div(l.r(1), e)), l.c(0.5))
}

// softplus is max(x, 0) + log(1+e) for e = exp(-|x|), with the first terms of the series near zero; in float64.
func (l lanes) softplus(x V) V {
	e := l.exp(l.or(x, l.sign()))
	near := l.mul(e, l.fnma(e, l.c(0.5), l.c(1)))
	y := l.pick(l.cmp(e, less, l.c(1./(1<<20))), near, l.logWithin(l.add(e, l.c(1)), 1))
	return l.add(l.max(l.r(0), x), y)
}

// sigmoid takes the exponential of a non-positive number, so that nothing overflows.
func (l lanes) sigmoid(x V) V {
	e := l.expBelow(l.or(x, l.sign()))
	top := l.pick(l.cmp(x, less, l.c(0)), e, l.r(1))
	return l.div(top, l.add(e, l.c(1)))
}

// tanh is 1 - 2/(e²ˣ+1), with the first terms of the series near zero; in float64.
func (l lanes) tanh(x V) V {
	t := l.abs(x)
	e := l.exp(l.min(l.r(40), l.add(t, t)))
	y := l.sub(l.r(1), l.div(l.r(2), l.add(e, l.c(1))))
	near := l.mul(t, l.poly(l.mul(t, t), 2./15, -1./3, 1))
	y = l.pick(l.cmp(t, less, l.c(1./64)), near, y)
	return l.or(y, l.and(x, l.sign()))
}

// erf is x·P(x²), and 1 from 4 on, as rounded to float32; in float64.
func (l lanes) erf(x V) V {
	t := l.max(l.r(-4), l.min(l.r(4), x))
	p := fit(func(z float64) float64 { return math.Erf(math.Sqrt(z)) / math.Sqrt(z) }, 0, 16, 21)
	return l.mul(t, l.poly(l.sub(l.mul(l.mul(t, t), l.c(1./8)), l.c(1)), p...))
}

// erfc is 2Φ(-√2·x), where Φ(-s)·exp(s²/2) is one of eight polynomials, or 2 - erfc(-x) for an x below zero;
// all in float64.
func (l lanes) erfc(x V) V {
	const most = 10.25 // from here on the result is zero in float32
	t := l.min(l.r(most), l.abs(x))
	s := l.mul(t, l.c(math.Sqrt2))
	index := l.place(l.shifted(l.add(s, l.c(1)), -51)) // as in gelu
	d := l.sub(s, l.among(longMillsCentres, index))
	p := l.among(longMills[0], index)
	for _, c := range longMills[1:] {
		p = l.fma(p, d, l.among(c, index))
	}
	y := l.mul(l.add(p, p), l.exp(l.neg(l.mul(t, t))))
	return l.pick(l.cmp(x, less, l.c(0)), l.sub(l.r(2), y), y)
}

var longMillsCentres, longMills = fitMills(12)

// gelu is x·Φ(x) = max(x, 0) - t·Φ(-t) for t = |x|, all in float32. Φ(-t)·exp(t²/2) is one of eight
// polynomials. Products are corrected by their rounding errors.
func (l lanes) gelu(x V) V {
	const most = 14.5 // from here on t·Φ(-t) is zero in float32
	t := l.min(l.r(most), l.abs(x))
	index := l.place(l.shifted(l.add(t, l.c(1)), -22)) // the last three bits: two intervals between powers of 2 of t+1
	d := l.sub(t, l.among(millsCentres, index))
	p := l.among(mills[0], index)
	for _, c := range mills[1:] {
		p = l.fma(p, d, l.among(c, index))
	}
	tp := l.mul(t, p)
	rest := l.fms(t, p, tp)
	// exp(-t²/2) is 2ⁿ·(1+q).
	h := l.mul(t, l.c(-0.5))
	square := l.mul(t, h)
	low := l.fms(t, h, square)
	e := l.fma(square, l.c(math.Log2E), l.c(wholeFrom+bias+raised))
	n := l.sub(e, l.c(wholeFrom+bias+raised))
	high := l.fnma(n, l.c(ln2High), square) // exact
	r := l.add(high, l.fnma(n, l.c(math.Ln2-ln2High), low))
	q := l.fma(l.mul(r, r), l.poly(r, fitAround(expTail, math.Ln2/2, 4)...), r)
	w := l.add(tp, l.fma(tp, q, rest))
	if l.wide() {
		w = l.scale(w, n)
	} else {
		w = l.mul(l.mul(w, l.shifted(e, 23)), l.c(1./(1<<raised)))
	}
	y := l.sub(l.fma(x, l.c(0.5), l.mul(l.abs(x), l.c(0.5))), w)
	return l.or(y, l.and(x, l.sign())) // zeros keep their sign, too
}

// mills has the coefficients of Φ(-t)·exp(t²/2) in t minus a centre, highest power first, for eight intervals of t:
// between 0, 1/2, 1, 2, 3, 5, 7, 11 and 15. The last three of the first ten bits of t+1 are the number of the
// interval.
var millsCentres, mills = fitMills(8)

func fitMills(degree int) (centres []float64, coefficients [][]float64) {
	f := func(t float64) float64 { return math.Erfc(t/math.Sqrt2) * math.Exp(t*t/2) / 2 }
	edges := []float64{0, 0.5, 1, 2, 3, 5, 7, 11, 15}
	centres = make([]float64, 8)
	coefficients = make([][]float64, degree+1)
	for i := range coefficients {
		coefficients[i] = make([]float64, 8)
	}
	for i := range 8 {
		lo, hi := edges[i], edges[i+1]
		centre, least := 0.0, math.Inf(1)
		var best []float64
		for k := range 129 { // the centre whose value is nearest to a float32
			c := lo + (hi-lo)*(0.5+(float64(k)-64)/1024)
			if i == 0 {
				c = 0 // for which t minus the centre is exact
			}
			p := fitAbout(f, lo, hi, c, degree)
			v := p[degree]
			if off := math.Abs(v-float64(float32(v))) / v; off < least {
				centre, least, best = c, off, p
			}
		}
		at := (i + 6) % 8
		centres[at] = centre
		for j, c := range best {
			coefficients[j][at] = c
		}
	}
	return centres, coefficients
}

// geluTanh is x·(1+tanh(√(2/π)·(x+0.044715·x³)))/2, as x times a sigmoid, in float64.
func (l lanes) geluTanh(x V) V {
	k := -2 * math.Sqrt(2/math.Pi)
	v := l.mul(x, l.poly(l.mul(x, x), 0.044715*k, k))
	return l.div(x, l.add(l.exp(v), l.c(1)))
}

// silu is x/(1+e) for e = exp(-|x|), and below zero x·e/(1+e), in float32. There e is scaled up, so that it keeps
// its digits where the result is small. The rounding errors of product, sum and quotient are added at the end.
func (l lanes) silu(x V) V {
	const by, most = 40, 64
	e := l.expRaised(l.max(l.r(-110), l.or(x, l.sign())), by)
	bottom := l.fma(e, l.c(1./(1<<by)), l.c(1))
	off := l.fma(e, l.c(1./(1<<by)), l.sub(l.r(1), bottom))
	factor := l.pick(l.negative(x), e, l.r(1))
	t := l.max(l.r(-110), x) // beyond, the result is zero
	top := l.mul(t, factor)
	rest := l.fms(t, factor, top)
	inverse := l.div(l.r(1), bottom)
	y := l.mul(top, inverse)
	rest = l.add(l.fnma(y, bottom, top), l.fnma(y, off, rest))
	y = l.mul(l.fma(rest, inverse, y), l.pick(l.negative(x), l.c(1./(1<<by)), l.r(1)))
	y = l.add(y, l.sub(x, x))       // NaN for an infinite x below zero
	y = l.or(y, l.and(x, l.sign())) // zeros keep their sign, too
	return l.pick(l.cmp(l.r(most), less, x), x, y)
}

// log is the logarithm to a base whose natural logarithm is ln, in float64.
func (l lanes) log(x V, ln float64) V {
	return l.logCases(x, l.logWithin(x, ln))
}

// logCases returns y, the logarithm of x, if x is positive and finite, otherwise the special values.
func (l lanes) logCases(x, y V) V {
	if l.wide() {
		l.write(func() { VFIXUPIMMPD(U8(0), l.bits(logFixes), x, y) })
		return y
	}
	y = l.pick(l.cmp(x, notBelow, l.c(math.Inf(1))), x, y)
	y = l.pick(l.negative(x), l.c(math.NaN()), y)
	return l.pick(l.cmp(x, equal, l.c(0)), l.c(math.Inf(-1)), y)
}

// logFixes is the table of VFIXUPIMMPD for logarithms: NaN for NaN, -∞ for zeros, NaN for -∞ and negative numbers,
// and ∞ for ∞.
const logFixes = 0x03530422

// logWithin is log for x > 0. x = 2ᵏ·m, and m is close to one of eight numbers, whose reciprocal is inverse:
// log x = k·ln2 - log inverse + log(1+r) for r = m·inverse - 1.
func (l lanes) logWithin(x V, ln float64) V {
	inverse, logs, most := logIntervals(ln)
	// The first twelve bits of the sum are k+1023, the next three the number of the interval.
	sum := l.addWhole(x, l.bits(1023<<52-math.Float64bits(logFrom)))
	m := l.addWhole(l.subWhole(x, l.and(sum, l.bits(0xfff<<52))), l.c(1))
	at := l.place(l.shifted(sum, -49))
	r := l.fms(m, l.among(inverse, at), l.c(1))
	rest := l.fma(l.exponent(sum), l.c(math.Ln2/ln), l.among(logs, at))
	q := fitAround(func(r float64) float64 {
		if r == 0 {
			return 1 / ln
		}
		return math.Log1p(r) / r / ln
	}, most, 7)
	return l.fma(l.poly(r, q...), r, rest)
}

// exponent returns the exponent of x, which is a positive, normal float64.
func (l lanes) exponent(x V) V {
	if !l.wide() {
		return l.exponentByBits(x)
	}
	to := l.vector()
	l.write(func() { VGETEXPPD(x, to) })
	return to
}

// exponentByBits is exponent for any bit pattern.
func (l lanes) exponentByBits(x V) V {
	return l.sub(l.or(l.shifted(x, -52), l.c(1<<52)), l.c(1<<52+1023))
}

// logFrom is the smallest m: 1 is then in the middle of an interval.
const logFrom = 17. / 24

// logIntervals returns the reciprocals of the middles of m's intervals, the logarithms of the middles, and the largest
// |r|.
func logIntervals(ln float64) (inverse, logs []float64, most float64) {
	for i := range 8 {
		lo := math.Float64frombits(math.Float64bits(logFrom) + uint64(i)<<49)
		hi := math.Float64frombits(math.Float64bits(logFrom) + uint64(i+1)<<49)
		middle := (lo + hi) / 2
		if lo < 1 && 1 < hi {
			middle = 1
		}
		inverse = append(inverse, 1/middle)
		logs = append(logs, -math.Log(1/middle)/ln)
		most = max(most, 1-lo/middle, hi/middle-1)
	}
	return inverse, logs, most
}

// log1p returns log(1+x) in float64; near zero it uses the first terms of the series.
func (l lanes) log1p(x V) V {
	near := l.mul(x, l.fnma(x, l.c(0.5), l.c(1)))
	return l.pick(l.cmp(l.abs(x), less, l.c(1./(1<<20))), near, l.log(l.add(x, l.c(1)), 1))
}

// The parts of π/2: its float64 value and the rest. With fused products, their multiples by integers below 2²⁸ are
// exact to float32.
const (
	halfPi1 = 1.5707963267948966
	halfPi2 = 6.123233995736766e-17
)

// halfPiParts returns float32 numbers whose sum is π/2.
func halfPiParts() [3]float64 {
	first := float64(float32(halfPi1))
	second := float64(float32(halfPi1 - first))
	return [3]float64{first, second, halfPi1 - first - second + halfPi2}
}

// turn returns k and the sine and cosine of r = x - k·π/2 with |r| ≤ π/4, in float64.
func (l lanes) turn(x V) (k, sin, cos V) {
	k = l.round(l.mul(x, l.c(2/math.Pi)))
	r := l.fnma(k, l.c(halfPi2), l.fnma(k, l.c(halfPi1), x))
	z := l.mul(r, r)
	t := l.sub(l.mul(z, l.c(2/fold1)), l.c(1))
	odd := func(z float64) float64 { return math.Sin(math.Sqrt(z)) / math.Sqrt(z) }
	sin = l.mul(r, l.poly(t, fit(odd, 0, fold1, 6)...))
	cos = l.poly(t, fit(func(z float64) float64 { return math.Cos(math.Sqrt(z)) }, 0, fold1, 6)...)
	return k, sin, cos
}

// tan returns sin/cos of the reduced angle in float64, or -cos/sin if k is odd.
func (l lanes) tan(x V) V {
	k, sin, cos := l.turn(x)
	odd := l.shifted(l.add(k, l.c(3<<51)), 63)
	above, below := l.pick(l.negative(odd), cos, sin), l.pick(l.negative(odd), sin, cos)
	y := l.xor(l.div(above, below), odd)
	return l.pick(l.cmp(l.abs(x), less, l.c(1./(1<<20))), x, y) // for the sign of zero, and below float64's π/2
}

// atan returns q·P(q²) for q = |x|, or π/2 - atan(1/|x|) for |x| > 1, with the sign of x; in float64.
func (l lanes) atan(x V) V {
	t := l.abs(x)
	far := l.cmp(l.r(1), less, t)
	q := l.div(l.pick(far, l.c(-1), t), l.pick(far, t, l.r(1)))
	y := l.add(l.atanWithin(q), l.pick(far, l.c(math.Pi/2), l.zero()))
	return l.or(y, l.and(x, l.sign()))
}

// atanWithin is atan for a q between -1 and 1.
func (l lanes) atanWithin(q V) V {
	p := fit(func(z float64) float64 { return math.Atan(math.Sqrt(z)) / math.Sqrt(z) }, 0, 1, 13)
	return l.mul(q, l.poly(l.sub(l.mul(l.mul(q, q), l.c(2)), l.c(1)), p...))
}

// asinParts returns whether |x| is above 1/2 and the asin of |x| or, if far, of the root of (1-|x|)/2; in float64.
func (l lanes) asinParts(x V) (far truth, y V) {
	t := l.abs(x)
	far = l.cmp(l.r(0.5), less, t)
	z := l.pick(far, l.mul(l.sub(l.r(1), t), l.c(0.5)), l.mul(t, t))
	root := l.pick(far, l.sqrt(z), t)
	p := fit(func(z float64) float64 { return math.Asin(math.Sqrt(z)) / math.Sqrt(z) }, 0, 0.25, 9)
	return far, l.mul(root, l.poly(l.sub(l.mul(z, l.c(8)), l.c(1)), p...))
}

// asin uses, for |x| above 1/2, π/2 - 2·asin(√((1-|x|)/2)).
func (l lanes) asin(x V) V {
	far, y := l.asinParts(x)
	y = l.pick(far, l.sub(l.r(math.Pi/2), l.add(y, y)), y)
	return l.or(y, l.and(x, l.sign()))
}

// acos is twice the asin of the same root for x above 1/2, π minus that below -1/2, and π/2 - asin(x) between them.
func (l lanes) acos(x V) V {
	far, y := l.asinParts(x)
	below := l.cmp(x, less, l.c(0))
	twice := l.add(y, y)
	twice = l.pick(below, l.sub(l.r(math.Pi), twice), twice)
	near := l.sub(l.r(math.Pi/2), l.or(y, l.and(x, l.sign())))
	return l.pick(far, twice, near)
}

// cycle returns sin(x + shift·π/2) in float32: x = k·π/2 + r, with a polynomial for each parity of k + shift.
// Subtracting the first part of π/2 is exact; the third part matters for x near a zero. k is rounded such that |r| is
// at most 0.792.
func (l lanes) cycle(x V, shift int) V {
	k, r := l.round(l.mul(x, l.c(2/math.Pi))), x
	for _, part := range halfPiParts() {
		r = l.fnma(k, l.c(part), r)
	}
	s := l.mul(r, r)
	sin := l.fma(l.mul(s, r), l.poly(s, fitAbout(sinTail, 0, fold0, 0, 2)...), r)
	cos := l.fma(s, l.poly(s, append(fitAbout(cosTail, 0, fold0, 0, 2), -0.5)...), l.c(1))
	// The last two bits of k + shift select the polynomial and the sign.
	turns := l.add(k, l.c(float64(wholeFrom+shift)))
	odd, sign := l.shifted(turns, 31), l.shifted(l.shifted(turns, -1), 31)
	y := l.xor(l.pick(l.negative(odd), cos, sin), sign)
	if shift == 0 { // keeps the sign of zero
		y = l.pick(l.cmp(l.abs(x), less, l.c(1./(1<<13))), x, y)
	}
	return y
}

// fold0 is the largest square of an angle reduced by cycle, fold1 that of one reduced by turn: (π/4)², with a margin
// for rounding.
const (
	fold0 = 0.628
	fold1 = 0.6169
)

// sinTail and cosTail are the remainders of the series of sin(r)/r and cos(r) after the first terms, divided by the
// power of the next term; z is r².
func sinTail(z float64) float64 { return (math.Sin(math.Sqrt(z))/math.Sqrt(z) - 1) / z }
func cosTail(z float64) float64 { return (math.Cos(math.Sqrt(z)) - 1 + z/2) / (z * z) }

// negative is true where the sign bit is set.
func (l lanes) negative(x V) truth {
	if l.neon != nil {
		return truth{v: l.armNegative(x)}
	}
	if !l.wide() {
		return truth{v: x}
	}
	t := truth{k: K()}
	if l.double {
		l.write(func() { VPMOVQ2M(x, t.k) })
	} else {
		l.write(func() { VPMOVD2M(x, t.k) })
	}
	return t
}

// far is true where x is NaN or beyond the range that cycle, or turn, reduces.
func (l lanes) far(x V) truth {
	if l.double {
		return l.cmp(l.abs(x), notBelow, l.c(1<<28))
	}
	return l.cmp(l.abs(x), notBelow, l.c(1<<16))
}

// pow returns x to the power of y for x > 0, in float64.
func (l lanes) pow(x, y V) V {
	e := l.mul(y, l.logWithin(x, 1))
	return l.pick(l.cmp(x, equal, l.c(1)), l.c(1), l.exp(e)) // also for a y that is infinite or NaN
}

// unusual is true unless x is positive and finite.
func (l lanes) unusual(x V) truth {
	below := l.cmp(x, lessEqual, l.c(0))
	beyond := l.cmp(x, notBelow, l.c(math.Inf(1)))
	return l.eitherOf(below, beyond)
}

// signOf is 1, -1, or 0 for zeros and NaN.
func (l lanes) signOf(x V) V {
	below := l.pick(l.cmp(x, less, l.c(0)), l.c(-1), l.zero())
	return l.pick(l.cmp(l.r(0), less, x), l.c(1), below)
}

// modulo returns a - b·q for the quotient q, rounded with a mode of toward; the result has the sign of like, in
// float64. If the quotient is rounded up, q may be one too large.
func (l lanes) modulo(a, b V, mode int, like V) V {
	sign := l.and(like, l.sign())
	r := l.xor(l.fnma(l.toward(l.div(a, b), mode), b, a), sign)
	r = l.pick(l.cmp(r, less, l.c(0)), l.add(r, l.abs(b)), r)
	return l.or(l.abs(r), sign)
}

// unlike is true where modulo is not exact: for large quotients, infinities and NaN.
func (l lanes) unlike(a, b V) truth {
	large := l.cmp(l.abs(l.div(a, b)), notBelow, l.c(1<<28))
	infinite := l.cmp(l.abs(b), notBelow, l.c(math.Inf(1)))
	return l.eitherOf(large, infinite)
}

func (l lanes) eitherOf(a, b truth) truth {
	if l.wide() {
		KORB(a.k, b.k, a.k)
		return a
	}
	return truth{v: l.or(a.v, b.v)}
}
