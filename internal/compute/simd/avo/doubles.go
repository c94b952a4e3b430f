package main

import (
	"math"
	"math/big"
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
	} {
		all = append(all, kernel{
			name: f.name, doc: "writes " + f.doc + " for each x to y.", long: true, outs: []string{"y"}, ins: []string{"x"},
			unroll: 2, body: func(l lanes, _, in []V) []V { return []V{f.f(l, in[0])} },
		})
	}
	for shift, name := range []string{"sin", "cos"} {
		all = append(all, kernel{
			name: map[string]string{"sin": "longSin", "cos": "longCos"}[name],
			doc:  "writes " + name + " of each x to y, up to an x that is too large; it returns how many.",
			long: true, outs: []string{"y"}, ins: []string{"x"}, unroll: 1,
			body:  func(l lanes, _, in []V) []V { return []V{l.longCycle(in[0], shift)} },
			unfit: func(l lanes, _, in []V) truth { return l.far(in[0]) },
		})
	}
	return all
}

// ln 2 in two parts, the first of which ends in enough zero bits for its products with exponents to be exact.
const (
	ln2Begin = 0x1.62e42feep-1
	ln2Rest  = math.Ln2 - ln2Begin
)

// longExp is eˣ: x = n·ln2 + r, and a polynomial of r. Beyond the bounds the result is zero or infinite.
func (l lanes) longExp(x V) V {
	x = l.max(l.r(-746), l.min(l.r(710), x))
	n := l.round(l.mul(x, l.c(math.Log2E)))
	r := l.fnma(n, l.c(ln2Rest), l.fnma(n, l.c(ln2Begin), x))
	p := l.add(l.fma(l.mul(r, r), l.poly(r, append(fitAround(expEnd, math.Ln2/2, 8), 1./6, 0.5)...), r), l.c(1))
	if l.wide() {
		return l.scale(p, n)
	}
	// n may exceed the range of one exponent: the product with the first half is exact.
	first := l.round(l.mul(n, l.c(0.5)))
	return l.scale(l.scale(p, first), l.sub(n, first))
}

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

// longLog is the natural logarithm: x = 2ᵏ·m, m·inverse = 1+r, and log x is k·ln2 - log inverse + log(1+r). The
// large terms are exact, except for their sum with r, whose rounding error is added with the small terms.
func (l lanes) longLog(x V) V {
	small := l.cmp(x, less, l.c(0x1p-1022))
	v := l.pick(small, l.mul(x, l.c(1<<54)), x)
	sum := l.addWhole(v, l.bits(1023<<52-math.Float64bits(logFrom)))
	m := l.addWhole(l.subWhole(v, l.and(sum, l.bits(0xfff<<52))), l.c(1))
	at := l.place(l.shifted(sum, -49))
	inverses, large, rests := make([]float64, 8), make([]float64, 8), make([]float64, 8)
	for i, v := range longInverses {
		inverses[i] = v / 16
		large[i], rests[i] = negativeLog(v / 16)
	}
	r := l.fms(m, l.among(inverses, at), l.c(1))
	k := l.sub(l.exponentByBits(sum), l.pick(small, l.c(54), l.zero()))
	high := l.fma(k, l.c(ln2Begin), l.among(large, at))
	low := l.fma(k, l.c(ln2Rest), l.among(rests, at))
	whole := l.add(high, r)
	low = l.add(l.add(l.sub(high, whole), r), low)
	y := l.fma(l.mul(r, r), l.poly(r, append(fitAround(log1pEnd, 1./16, 8), 1./3, -0.5)...), low)
	return l.logCases(x, l.add(whole, y))
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

// longCycle is sin(x + shift·π/2): x = k·π/2 + r + rest with |r| ≤ π/4, and the polynomials of fdlibm for each parity
// of k + shift.
func (l lanes) longCycle(x V, shift int) V {
	k := l.round(l.mul(x, l.c(2/math.Pi)))
	whole := l.fnma(k, l.c(halfPi1), x) // exact
	r := l.fnma(k, l.c(halfPiNext), whole)
	rest := l.fnma(k, l.c(halfPiLast), l.fnma(k, l.c(halfPiNext), l.sub(whole, r)))
	z := l.mul(r, r)
	half := l.mul(z, l.c(0.5))

	p := l.poly(z, 1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
		-1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01)
	sin := l.add(r, l.fma(l.mul(r, z), p, l.fnma(half, rest, rest)))

	p = l.poly(z, -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
		2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02)
	most := l.sub(l.r(1), half)
	cos := l.sub(l.sub(l.r(1), most), half) // what is left of 1 - z/2
	cos = l.add(most, l.fma(l.mul(z, z), p, l.fnma(r, rest, cos)))

	// The last two bits of k + shift say which, and with which sign.
	last := l.add(k, l.c(3<<51+float64(shift)))
	odd, sign := l.shifted(last, 63), l.shifted(l.shifted(last, -1), 63)
	y := l.xor(l.pick(l.negative(odd), cos, sin), sign)
	if shift == 0 { // the sign of zero
		y = l.pick(l.cmp(l.abs(x), less, l.c(1./(1<<27))), x, y)
	}
	return y
}
