package main

import "math"

// specials are functions of float32 that are computed in float64.
var specials = []kernel{
	{
		name: "hypotVV", doc: "writes √(a²+b²) for each a and b to y.", double: true, outs: []string{"y"},
		ins: []string{"a", "b"}, unroll: 2, body: func(l lanes, _, in []V) []V { return []V{l.hypot(in[0], in[1])} },
	},
	{
		name: "atan2VV", doc: "writes the angle of each point (b, a) to y.", double: true, outs: []string{"y"},
		ins: []string{"a", "b"}, unroll: 2, body: func(l lanes, _, in []V) []V { return []V{l.atan2(in[0], in[1])} },
	},
	{
		name: "lgamma", doc: "writes log Γ(x) to y, up to an x that is not positive; it returns how many.", double: true,
		outs: []string{"y"}, ins: []string{"x"}, unroll: 1,
		body:  func(l lanes, _, in []V) []V { return []V{l.lgamma(in[0])} },
		unfit: func(l lanes, _, in []V) truth { return l.unusual(in[0]) },
	},
	{
		name: "digamma", doc: "writes its derivative to y, up to an x that is not positive; it returns how many.", double: true,
		outs: []string{"y"}, ins: []string{"x"}, unroll: 1,
		body:  func(l lanes, _, in []V) []V { return []V{l.digamma(in[0])} },
		unfit: func(l lanes, _, in []V) truth { return l.unusual(in[0]) },
	},
}

// hypot is infinite if either argument is, even if the other is NaN.
func (l lanes) hypot(a, b V) V {
	y := l.sqrt(l.fma(a, a, l.mul(b, b)))
	infinite := l.c(math.Inf(1))
	y = l.pick(l.cmp(l.abs(a), equal, infinite), infinite, y)
	return l.pick(l.cmp(l.abs(b), equal, infinite), infinite, y)
}

// atan2 is the atan of the smaller of |a| and |b| divided by the larger, reflected for a large a and a negative b.
func (l lanes) atan2(a, b V) V {
	x, y := l.abs(b), l.abs(a)
	steep := l.cmp(x, less, y)
	low, high := l.pick(steep, x, y), l.pick(steep, y, x)
	high = l.pick(l.cmp(high, equal, l.c(0)), l.c(1), high)
	same := l.cmp(low, equal, high) // both may be infinite
	y = l.atanWithin(l.div(l.pick(same, l.c(1), low), l.pick(same, l.c(1), high)))
	y = l.pick(steep, l.sub(l.r(math.Pi/2), y), y)
	y = l.pick(l.negative(b), l.sub(l.r(math.Pi), y), y)
	return l.or(y, l.and(a, l.sign()))
}

// brought returns a positive x below 3 brought between 1 and 2: x+1 where low is true, x-1 where high is.
func (l lanes) brought(x V) (z V, low, high truth) {
	low, high = l.cmp(x, less, l.c(1)), l.cmp(x, moreEqual, l.c(2))
	return l.add(x, l.pick(low, l.c(1), l.pick(high, l.c(-1), l.zero()))), low, high
}

// lgamma is, for x below 3, (z-1)·(z-2)·P(z) minus or plus the logarithm of the step to z, and otherwise Stirling's
// series at x+4 minus the logarithm of the steps to x+4.
func (l lanes) lgamma(x V) V {
	y := l.add(x, l.c(4))
	one := l.div(l.r(1), y)
	series := l.mul(one, l.poly(l.mul(one, one), -1./1680, 1./1260, -1./360, 1./12))
	series = l.add(l.fms(l.sub(y, l.c(0.5)), l.logWithin(y, 1), y), l.add(series, l.c(math.Log(2*math.Pi)/2)))
	z, low, high := l.brought(x)
	p := fit(func(z float64) float64 {
		v, _ := math.Lgamma(z)
		return v / ((z - 1) * (z - 2))
	}, 1, 2, 15)
	y = l.mul(l.mul(l.sub(z, l.c(1)), l.sub(z, l.c(2))), l.poly(l.fms(z, l.c(2), l.c(3)), p...))
	far := l.cmp(x, moreEqual, l.c(3))
	y = l.pick(far, series, y)
	t := l.mul(x, l.add(x, l.c(3)))
	step := l.pick(far, l.mul(t, l.add(t, l.c(2))), l.pick(low, x, l.pick(high, z, l.r(1))))
	down := l.pick(far, l.c(-1), l.pick(low, l.c(-1), l.r(1))) // 1 without a step, too, so that zeros are positive
	return l.fma(l.logWithin(step, 1), down, y)
}

// The zero of digamma, in two parts.
const (
	digammaZero = 1.4616321449683623
	digammaRest = 1.4616321449683623412626595423257 - digammaZero
)

// digamma is, for x below 3, P(z) times the distance from the zero, minus or plus the reciprocal of the step to z, and
// otherwise the series at x+4 minus the reciprocals of the steps to x+4.
func (l lanes) digamma(x V) V {
	y := l.add(x, l.c(4))
	one := l.div(l.r(1), y)
	series := l.poly(l.mul(one, one), 1./132, -1./240, 1./252, -1./120, 1./12, 0)
	series = l.sub(l.logWithin(y, 1), l.fma(one, l.c(0.5), series))
	z, low, high := l.brought(x)
	p := fit(func(z float64) float64 { return digamma(z) / (z - digammaZero) }, 1, 2, 15)
	y = l.mul(l.sub(l.sub(z, l.c(digammaZero)), l.c(digammaRest)), l.poly(l.fms(z, l.c(2), l.c(3)), p...))
	far := l.cmp(x, moreEqual, l.c(3))
	y = l.pick(far, series, y)
	// 1/x + 1/(x+1) + 1/(x+2) + 1/(x+3) is (2t+2)·(2x+3)/(t·(t+2)) for t = x·(x+3).
	t := l.mul(x, l.add(x, l.c(3)))
	below := l.pick(far, l.mul(t, l.add(t, l.c(2))), l.pick(low, x, z))
	above := l.mul(l.fms(t, l.c(-2), l.c(2)), l.fma(x, l.c(2), l.c(3)))
	above = l.pick(far, above, l.pick(low, l.c(-1), l.pick(high, l.c(1), l.zero())))
	return l.add(y, l.div(above, below))
}

// digamma returns the derivative of log Γ for a positive x.
func digamma(x float64) float64 {
	sum := 0.0
	for ; x < 24; x++ {
		sum -= 1 / x
	}
	w := 1 / (x * x)
	return sum + math.Log(x) - 0.5/x - w*(1./12-w*(1./120-w*(1./252-w*(1./240-w/132))))
}
