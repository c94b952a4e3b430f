package main

import (
	"math"
	"math/big"
	"strings"
)

// doubles are functions of arrays of float64, to its full precision: products with parts of a constant are fused,
// and rounding errors of sums are added at the end. All instruction sets use the same steps and thus give the same
// bits.
func doubles() []kernel {
	var all []kernel
	for _, f := range []struct {
		name, doc string
		f         func(l lanes, x V) V
	}{
		{"longExp", "eˣ", lanes.longExp},
		{"longLog", "ln x", lanes.longLog},
		{"longSigmoid", "1/(1+e⁻ˣ)", lanes.longSigmoid},
		{"longSilu", "x/(1+e⁻ˣ)", func(l lanes, x V) V { return l.div(x, l.add(l.longExp(l.neg(x)), l.c(1))) }},
		{"longTanh", "tanh x", lanes.longTanh},
		{"longExp2", "2ˣ", lanes.longExp2},
		{"longExpm1", "eˣ-1", lanes.longExpm1},
		{"longSinh", "sinh x", lanes.longSinh},
		{"longCosh", "cosh x", lanes.longCosh},
		{"longLog2", "log₂ x", func(l lanes, x V) V { return l.longLogBy(x, log2OfE, [2]float64{1, 0}) }},
		{"longLog10", "log₁₀ x", func(l lanes, x V) V { return l.longLogBy(x, log10OfE, log10Of2) }},
		{"longAtan", "atan x", lanes.longAtan},
		{"longAsin", "asin x", lanes.longAsin},
		{"longAcos", "acos x", lanes.longAcos},
	} {
		unroll := 2
		if manyRegisters[f.name] {
			unroll = 1
		}
		all = append(all, kernel{
			name: f.name, doc: "writes " + f.doc + " for each x to y.", long: true, outs: []string{"y"}, ins: []string{"x"},
			unroll: unroll, body: func(l lanes, _, in []V) []V { return []V{f.f(l, in[0])} },
		})
	}
	for _, f := range []struct {
		name string
		f    func(l lanes, x V) V
	}{
		{"sin", func(l lanes, x V) V { return l.longCycle(x, 0) }},
		{"cos", func(l lanes, x V) V { return l.longCycle(x, 1) }},
		{"tan", lanes.longTan},
	} {
		all = append(all, kernel{
			name: "long" + strings.ToUpper(f.name[:1]) + f.name[1:],
			doc:  "writes " + f.name + " of each x to y, up to an x that is too large; it returns how many.",
			long: true, outs: []string{"y"}, ins: []string{"x"}, unroll: 1,
			body:  func(l lanes, _, in []V) []V { return []V{f.f(l, in[0])} },
			unfit: func(l lanes, _, in []V) truth { return l.far(in[0]) },
		})
	}
	return append(all, longPow)
}

// manyRegisters are the functions of which AVX2 has no registers for two vectors at once.
var manyRegisters = map[string]bool{"longSinh": true, "longCosh": true, "longAsin": true, "longAcos": true}

// ln 2 in two parts, the first of which ends in enough zero bits for its products with exponents to be exact.
const (
	ln2Begin = 0x1.62e42feep-1
	ln2Rest  = math.Ln2 - ln2Begin
)

// expParts returns n and r for x = n·ln2 + r, and what is rounded off in r.
func (l lanes) expParts(x V) (n, r, rest V) {
	n = l.round(l.mul(x, l.c(math.Log2E)))
	whole := l.fnma(n, l.c(ln2Begin), x) // exact
	r = l.fnma(n, l.c(ln2Rest), whole)
	return n, r, l.fnma(n, l.c(ln2Rest), l.sub(whole, r))
}

// expSquares is (eʳ-1-r)/r² for |r| ≤ ln2/2.
func (l lanes) expSquares(r V) V {
	return l.poly(r, append(fitAround(expEnd, math.Ln2/2, 8), 1./6, 0.5)...)
}

// longExp is eˣ: x = n·ln2 + r, and a polynomial of r. Beyond the bounds the result is zero or infinite.
func (l lanes) longExp(x V) V {
	x = l.max(l.r(-746), l.min(l.r(710), x))
	n := l.round(l.mul(x, l.c(math.Log2E)))
	r := l.fnma(n, l.c(ln2Rest), l.fnma(n, l.c(ln2Begin), x))
	return l.longScale(l.add(l.fma(l.mul(r, r), l.expSquares(r), r), l.c(1)), n)
}

// longScale is p·2ⁿ. n may exceed the range of one exponent: the product with the first half is exact.
func (l lanes) longScale(p, n V) V {
	if l.wide() {
		return l.scale(p, n)
	}
	first := l.round(l.mul(n, l.c(0.5)))
	return l.scale(l.scale(p, first), l.sub(n, first))
}

// longPower is 2ⁿ for a whole n between -1022 and 1023.
func (l lanes) longPower(n V) V { return l.shifted(l.add(n, l.c(3<<51+1023)), 52) }

// longExp2 is 2ˣ as e to the power of the product of x's fraction and ln 2, whose rounding error is added.
func (l lanes) longExp2(x V) V {
	x = l.max(l.r(-1080), l.min(l.r(1025), x))
	n := l.round(x)
	f := l.sub(x, n)
	r := l.mul(f, l.c(math.Ln2))
	rest := l.fma(f, l.c(ln2After), l.fms(f, l.c(math.Ln2), r))
	return l.longScale(l.add(l.add(l.fma(l.mul(r, r), l.expSquares(r), rest), r), l.c(1)), n)
}

// ln2After is what float64 leaves of ln 2.
const ln2After = 2.3190468138462996e-17

// longExpm1 is half of (2ⁿ-1) + 2ⁿ·(eʳ-1), doubled, so that 2ⁿ does not overflow.
func (l lanes) longExpm1(x V) V {
	n, r, rest := l.expParts(l.max(l.r(-40), l.min(l.r(710), x)))
	scale := l.longPower(l.sub(n, l.c(1)))
	tail := l.fma(l.mul(r, r), l.expSquares(r), rest)
	whole, by := l.sub(scale, l.c(0.5)), l.mul(scale, r)
	high := l.add(whole, by)
	y := l.add(high, l.fma(scale, tail, l.add(l.sub(whole, high), by)))
	return l.pick(l.cmp(l.abs(x), less, l.c(0x1p-54)), x, l.add(y, y))
}

// hyperbolic returns the sum of a, a·(cosh r - 1) and b·sinh r, where a and b are a quarter of the difference and of
// the sum of e to the power of n·ln2 and of -n·ln2, halved; n and r are those of |x|. With cosh, a is the sum.
func (l lanes) hyperbolic(x V, cosh bool) V {
	n, r, rest := l.expParts(l.min(l.r(711), l.abs(x)))
	up, down := l.longPower(l.sub(n, l.c(3))), l.longPower(l.sub(l.r(-3), l.min(n, l.c(60))))
	if !cosh {
		down = l.neg(down)
	}
	a, aRest := l.exactSum(up, down)
	b, bRest := l.exactSum(up, l.neg(down))
	z := l.mul(r, r)
	even := l.mul(z, l.poly(z, inverseFactorials(14)...))
	odd := l.fma(l.mul(r, z), l.poly(z, inverseFactorials(13)...), rest)
	high := l.fma(b, r, a)
	low := l.add(l.fma(b, r, l.sub(a, high)), l.fma(bRest, r, aRest))
	y := l.add(high, l.fma(a, even, l.fma(b, odd, low)))
	return l.mul(y, l.c(4))
}

// inverseFactorials are 1/n!, 1/(n-2)! and so on, down to 1/2! or 1/3!.
func inverseFactorials(n int) (list []float64) {
	for ; n > 1; n -= 2 {
		list = append(list, 1/math.Gamma(float64(n+1)))
	}
	return list
}

func (l lanes) longSinh(x V) V {
	y := l.pick(l.cmp(l.abs(x), less, l.c(0x1p-28)), x, l.hyperbolic(x, false))
	return l.or(y, l.and(x, l.sign()))
}

func (l lanes) longCosh(x V) V { return l.hyperbolic(x, true) }

// longSigmoid takes the exponential of a non-positive number, so that nothing overflows.
func (l lanes) longSigmoid(x V) V {
	e := l.longExp(l.or(x, l.sign()))
	return l.div(l.pick(l.cmp(x, less, l.c(0)), e, l.r(1)), l.add(e, l.c(1)))
}

// longTanh is 1 - 2/(e²ˣ+1), and near zero the quotient of polynomials that Go uses (from Cephes).
func (l lanes) longTanh(x V) V {
	t := l.abs(x)
	below := l.add(l.longExp(l.add(t, t)), l.c(1))
	near := l.cmp(t, less, l.c(0.625))
	z := l.mul(t, t)
	below = l.pick(near, l.poly(z, 1, 1.12811678491632931402e2, 2.23548839060100448583e3, 4.84406305325125486048e3), below)
	above := l.poly(z, -9.64399179425052238628e-1, -9.92877231001918586564e1, -1.61468768441708447952e3)
	y := l.div(l.pick(near, l.mul(l.mul(t, z), above), l.r(-2)), below)
	y = l.add(l.pick(near, t, l.r(1)), y)
	return l.or(y, l.and(x, l.sign()))
}

// longInverses are sixteen times numbers near the reciprocals of m's intervals, see logWithin. They have so few bits
// that m·inverse-1, of which none is above 1/16, is exact.
var longInverses = []float64{22, 20, 18, 17, 16, 14.5, 13, 12}

// logParts returns k, the interval of m, and r, for x = 2ᵏ·m and m·inverse = 1+r.
func (l lanes) logParts(x V) (k V, at place, r V) {
	small := l.cmp(x, less, l.c(0x1p-1022))
	v := l.pick(small, l.mul(x, l.c(1<<54)), x)
	sum := l.addWhole(v, l.bits(1023<<52-math.Float64bits(logFrom)))
	m := l.addWhole(l.subWhole(v, l.and(sum, l.bits(0xfff<<52))), l.c(1))
	at = l.place(l.shifted(sum, -49))
	inverses := make([]float64, 8)
	for i, v := range longInverses {
		inverses[i] = v / 16
	}
	k = l.sub(l.exponentByBits(sum), l.pick(small, l.c(54), l.zero()))
	return k, at, l.fms(m, l.among(inverses, at), l.c(1))
}

// longLogs are the negative logarithms of longInverses in two parts.
func longLogs() (large, rests []float64) {
	large, rests = make([]float64, 8), make([]float64, 8)
	for i, v := range longInverses {
		large[i], rests[i] = negativeLog(v / 16)
	}
	return large, rests
}

// longLog is the natural logarithm: log x is k·ln2 - log inverse + log(1+r). The large terms are exact, except for
// their sum with r, whose rounding error is added with the small terms.
func (l lanes) longLog(x V) V {
	large, rests := longLogs()
	k, at, r := l.logParts(x)
	high := l.fma(k, l.c(ln2Begin), l.among(large, at))
	low := l.fma(k, l.c(ln2Rest), l.among(rests, at))
	whole := l.add(high, r)
	low = l.add(l.add(l.sub(high, whole), r), low)
	return l.logCases(x, l.add(whole, l.fma(l.mul(r, r), l.logSquares(r), low)))
}

// logSquares is (log(1+r)-r)/r².
func (l lanes) logSquares(r V) V {
	return l.poly(r, append(fitAround(log1pEnd, 1./16, 8), 1./3, -0.5)...)
}

// Factors of logarithms in two parts. log10Of2 ends in enough zero bits for its products with exponents to be exact.
var (
	log2OfE  = [2]float64{math.Log2E, 2.0355273740931033e-17}
	log10OfE = [2]float64{math.Log10E, 1.098319650216765e-17}
	log10Of2 = [2]float64{0x1.34413509fp-2, math.Ln2/math.Ln10 - 0x1.34413509fp-2}
)

// longLogBy is the logarithm to the base whose logarithm of e is ofE, and of 2 of2.
func (l lanes) longLogBy(x V, ofE, of2 [2]float64) V {
	large, rests := longLogs()
	k, at, r := l.logParts(x)
	high, low := l.among(large, at), l.among(rests, at)
	whole := l.add(high, r)
	low = l.add(l.add(l.sub(high, whole), r), low)
	y := l.fma(l.mul(r, r), l.logSquares(r), low)
	ln := l.add(whole, y)
	low = l.add(l.sub(whole, ln), y)
	p := l.mul(ln, l.c(ofE[0]))
	rest := l.fma(low, l.c(ofE[0]), l.fma(ln, l.c(ofE[1]), l.fms(ln, l.c(ofE[0]), p)))
	whole = l.mul(k, l.c(of2[0]))
	sum := l.add(whole, p)
	rest = l.add(l.add(l.sub(whole, sum), p), l.fma(k, l.c(of2[1]), rest))
	return l.logCases(x, l.add(sum, rest))
}

// expEnd is eˣ less the first four terms of its series, divided by x⁴, and log1pEnd log(1+x) less the first three,
// likewise: what is fitted has the noise of float64.
func expEnd(x float64) float64 {
	sum, term := 0.0, 1./24
	for k := 5.0; k < 30; k++ {
		sum += term
		term *= x / k
	}
	return sum
}

func log1pEnd(x float64) float64 {
	sum, power := 0.0, -1.0
	for k := 4.0; k < 20; k++ {
		sum += power / k
		power *= -x
	}
	return sum
}

// negativeLog is -log x in two parts, the first of which has zeros beyond 2⁻⁴³.
func negativeLog(x float64) (large, rest float64) {
	// log x = 2·(z + z³/3 + z⁵/5 + ...) for z = (x-1)/(x+1)
	const bits = 200
	of := func(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }
	z := of(0).Quo(of(x-1), of(x+1))
	sum, power := of(0), of(0).Mul(of(-2), z)
	for k := 1.0; k < 200; k += 2 {
		sum.Add(sum, of(0).Quo(power, of(k)))
		power.Mul(power, z).Mul(power, z)
	}
	value, _ := sum.Float64()
	large = math.Round(value*(1<<43)) / (1 << 43)
	rest, _ = sum.Sub(sum, of(large)).Float64()
	return large, rest
}

// What halfPi1 leaves of π/2: 25 bits, whose products with whole numbers below 2²⁸ are exact, and the rest.
const (
	halfPiNext = 0x1.1a62630000000p-54
	halfPiLast = 6.36831716351095e-25
)

// longTurn returns k and the sine and cosine of x - k·π/2 = r + rest with |r| ≤ π/4, by the polynomials of fdlibm.
// Each is the sum of two numbers, of which the second is much smaller.
func (l lanes) longTurn(x V) (k V, sin, cos [2]V) {
	k = l.round(l.mul(x, l.c(2/math.Pi)))
	whole := l.fnma(k, l.c(halfPi1), x) // exact
	r := l.fnma(k, l.c(halfPiNext), whole)
	rest := l.fnma(k, l.c(halfPiLast), l.fnma(k, l.c(halfPiNext), l.sub(whole, r)))
	z := l.mul(r, r)
	half := l.mul(z, l.c(0.5))

	p := l.poly(z, 1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
		-1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01)
	sin = [2]V{r, l.fma(l.mul(r, z), p, l.fnma(half, rest, rest))}

	p = l.poly(z, -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
		2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02)
	most := l.sub(l.r(1), half)
	left := l.sub(l.sub(l.r(1), most), half) // of 1 - z/2
	return k, sin, [2]V{most, l.fma(l.mul(z, z), p, l.fnma(r, rest, left))}
}

// longCycle is sin(x + shift·π/2).
func (l lanes) longCycle(x V, shift int) V {
	k, s, c := l.longTurn(x)
	sin, cos := l.add(s[0], s[1]), l.add(c[0], c[1])
	// The last two bits of k + shift say which, and with which sign.
	last := l.add(k, l.c(3<<51+float64(shift)))
	odd, sign := l.shifted(last, 63), l.shifted(l.shifted(last, -1), 63)
	y := l.xor(l.pick(l.negative(odd), cos, sin), sign)
	if shift == 0 { // the sign of zero
		y = l.pick(l.cmp(l.abs(x), less, l.c(1./(1<<27))), x, y)
	}
	return y
}

// longTan is sin/cos, or -cos/sin if k is odd. The remainder of the quotient, with what is rounded off in sin and cos,
// is divided and added.
func (l lanes) longTan(x V) V {
	k, sin, cos := l.longTurn(x)
	sin[0], sin[1] = l.exactSum(sin[0], sin[1])
	cos[0], cos[1] = l.exactSum(cos[0], cos[1])
	odd := l.shifted(l.add(k, l.c(3<<51)), 63)
	swap := l.negative(odd)
	above, below := l.pick(swap, cos[0], sin[0]), l.pick(swap, sin[0], cos[0])
	aboveRest, belowRest := l.pick(swap, cos[1], sin[1]), l.pick(swap, sin[1], cos[1])
	q := l.div(above, below)
	rest := l.fnma(q, belowRest, l.add(l.fnma(q, below, above), aboveRest))
	y := l.xor(l.add(q, l.div(rest, below)), odd)
	return l.pick(l.cmp(l.abs(x), less, l.c(1./(1<<27))), x, y) // the sign of zero
}

// exactSum returns a+b and what is rounded off in it; a is not smaller than b, or zero.
func (l lanes) exactSum(a, b V) (sum, rest V) {
	sum = l.add(a, b)
	return sum, l.add(l.sub(a, sum), b)
}
