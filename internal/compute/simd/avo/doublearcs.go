package main

import (
	"math"
	"math/big"
)

// π/2, as halfPi1 and halfPi2, and π are sums of two float64.
const piRest = 2 * halfPi2

// atanMiddle is the number about which longAtan takes the ratios of 7/16 and more.
const atanMiddle = 0.625

// longAtan is the angle of the ratio of the smaller of |x| and 1 to the larger, or π/2 less that angle. A ratio v
// above 7/16 has the angle of atanMiddle plus that of (v-atanMiddle)/(1+v·atanMiddle). The polynomial is fdlibm's.
func (l lanes) longAtan(x V) V {
	t := l.min(l.r(0x1p60), l.abs(x)) // beyond, the result is that of infinity
	steep := l.cmp(l.r(1), less, t)
	low, high := l.min(l.r(1), t), l.pick(steep, t, l.r(1))
	far := l.cmp(l.mul(high, l.c(7./16)), less, low)
	c := l.pick(far, l.c(atanMiddle), l.zero())
	q := l.div(l.fnma(c, high, low), l.fma(c, low, high))
	z := l.mul(q, q)
	p := l.poly(z, 1.62858201153657823623e-02, -3.65315727442169155270e-02, 4.97687799461593236017e-02,
		-5.83357013379057348645e-02, 6.66107313738753120669e-02, -7.69187620504482999495e-02, 9.09088713343650656196e-02,
		-1.11111104054623557880e-01, 1.42857142725034663711e-01, -1.99999999998764832476e-01, 3.33333333333329318027e-01)
	tail := l.neg(l.mul(l.mul(q, z), p))
	turned := l.pick(steep, l.sign(), l.zero())
	q, tail = l.xor(q, turned), l.xor(tail, turned)
	near, nearRest, steepBy, steepRest := atanBases()
	base := l.pick(far, l.pick(steep, l.c(steepBy), l.r(near)), l.pick(steep, l.c(halfPi1), l.zero()))
	rest := l.pick(far, l.pick(steep, l.c(steepRest), l.r(nearRest)), l.pick(steep, l.c(halfPi2), l.zero()))
	sum, off := l.exactSum(base, q)
	y := l.add(sum, l.add(off, l.add(tail, rest)))
	return l.or(y, l.and(x, l.sign()))
}

// atanBases returns the angle of atanMiddle and π/2 less that angle, each in two parts.
func atanBases() (near, nearRest, steep, steepRest float64) {
	const bits = 300
	of := func(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }
	angle := func(z *big.Float) *big.Float { // z - z³/3 + z⁵/5 - ...
		sum, power, square := of(0), of(0).Set(z), of(0).Mul(z, z)
		for k := 1.0; k < 400; k += 2 {
			sum.Add(sum, of(0).Quo(power, of(k)))
			power.Neg(power.Mul(power, square))
		}
		return sum
	}
	parts := func(v *big.Float) (first, rest float64) {
		first, _ = v.Float64()
		rest, _ = of(0).Sub(v, of(first)).Float64()
		return first, rest
	}
	middle := angle(of(atanMiddle))
	halfPi := of(0).Add(angle(of(0.5)), angle(of(0).Quo(of(1), of(3))))
	halfPi.Add(halfPi, halfPi)
	near, nearRest = parts(middle)
	steep, steepRest = parts(of(0).Sub(halfPi, middle))
	return near, nearRest, steep, steepRest
}

// arc returns base - by·asin(s), where s is |x| or, if far, the root of (1-|x|)/2, or x if signed; base is a sum of
// two numbers. The rational function is fdlibm's. The rounding errors of root and difference are added.
func (l lanes) arc(x V, far truth, signed bool, base, baseRest, by V) V {
	t := l.abs(x)
	z := l.pick(far, l.mul(l.sub(l.r(1), t), l.c(0.5)), l.mul(t, t))
	root := l.sqrt(z)
	rest := l.div(l.fnma(root, root, z), l.max(l.add(root, root), l.c(0x1p-1000)))
	rest = l.pick(far, rest, l.zero())
	if signed {
		t = x
	}
	root = l.pick(far, root, t)
	r := l.div(
		l.mul(z, l.poly(z, 3.47933107596021167570e-05, 7.91534994289814532176e-04, -4.00555345006794114027e-02,
			2.01212532134862925881e-01, -3.25565818622400915405e-01, 1.66666666666666657415e-01)),
		l.poly(z, 7.70381505559019352791e-02, -6.88283971605453293030e-01, 2.02094576023350569471e+00,
			-2.40339491173441421878e+00, 1))
	u, tail := l.mul(root, by), l.mul(l.fma(root, r, rest), by)
	d := l.sub(base, u)
	off := l.sub(l.sub(base, d), u)
	return l.add(d, l.add(off, l.sub(baseRest, tail)))
}

// longAsin is π/2 less twice the angle of the root for |x| above 1/2.
func (l lanes) longAsin(x V) V {
	far := l.cmp(l.r(0.5), less, l.abs(x))
	y := l.arc(x, far, false, l.pick(far, l.c(halfPi1), l.zero()), l.pick(far, l.c(halfPi2), l.zero()),
		l.pick(far, l.c(2), l.r(-1)))
	return l.or(y, l.and(x, l.sign()))
}

// longAcos is twice the angle of the root for x above 1/2, π less that below -1/2, and otherwise π/2 - asin x.
func (l lanes) longAcos(x V) V {
	far, below := l.cmp(l.r(0.5), less, l.abs(x)), l.cmp(x, less, l.c(0))
	base := l.pick(far, l.pick(below, l.c(math.Pi), l.zero()), l.r(halfPi1))
	rest := l.pick(far, l.pick(below, l.c(piRest), l.zero()), l.r(halfPi2))
	return l.arc(x, far, true, base, rest, l.pick(far, l.pick(below, l.c(2), l.r(-2)), l.r(1)))
}

// longPow is e to the power of b·log |a|, with the sign of a if b is odd. The logarithm and the product are sums of
// two numbers. Squares and cubes are products. It stops at an a that is zero, not finite, or negative with a fractional
// b, and at a b that is not finite, 1/2 or -1: roots and reciprocals have more digits.
var longPow = kernel{
	name: "longPow",
	doc:  "writes each a to the power of b to y, up to those with a better formula; it returns how many.",
	long: true, outs: []string{"y"}, ins: []string{"a", "b"}, unroll: 1,
	body: func(l lanes, _, in []V) []V {
		high, low := l.twoLog(l.abs(in[0]))
		p := l.mul(high, in[1])
		rest := l.fma(low, in[1], l.fms(high, in[1], p))
		p, rest = l.max(l.r(-750), l.min(l.r(712), p)), l.max(l.r(-1), l.min(l.r(1), rest)) // 0 and infinite beyond
		n, r, left := l.expParts(p)
		rest = l.add(rest, left)
		r, rest = l.exactSum(r, rest)
		tail := l.fma(l.mul(r, r), l.expSquares(r), rest)
		whole, off := l.exactSum(l.r(1), r)
		y := l.longScale(l.add(whole, l.add(off, tail)), n)
		half := l.mul(in[1], l.c(0.5))
		even := l.cmp(l.toward(half, 3), equal, half)
		y = l.xor(y, l.pick(even, l.zero(), l.and(in[0], l.sign())))
		square := l.mul(in[0], in[0])
		y = l.pick(l.cmp(in[1], equal, l.c(2)), square, y)
		return []V{l.pick(l.cmp(in[1], equal, l.c(3)), l.mul(square, in[0]), y)}
	},
	unfit: func(l lanes, _, in []V) truth {
		a := l.pick(l.cmp(l.toward(in[1], 3), equal, in[1]), l.abs(in[0]), in[0])
		better := l.eitherOf(l.cmp(in[1], equal, l.c(0.5)), l.cmp(in[1], equal, l.c(-1)))
		return l.eitherOf(l.eitherOf(l.unusual(a), better), l.cmp(l.abs(in[1]), notBelow, l.c(math.Inf(1))))
	},
}

// twoLog is longLog as a sum of two numbers, for a positive and finite x. Its terms up to r³/3 are sums of two, too.
func (l lanes) twoLog(x V) (high, low V) {
	large, rests := longLogs()
	k, at, r := l.logParts(x)
	whole := l.fma(k, l.c(ln2Begin), l.among(large, at)) // exact
	low = l.fma(k, l.c(ln2Rest), l.among(rests, at))

	square := l.mul(r, r)
	squareRest := l.fms(r, r, square)
	cube := l.mul(square, r)
	cubeRest := l.fma(squareRest, r, l.fms(square, r, cube))
	third := l.mul(cube, l.c(1./3))
	cubeRest = l.fma(cubeRest, l.c(1./3), l.fma(cube, l.c(thirdRest), l.fms(cube, l.c(1./3), third)))
	end := l.mul(l.mul(square, square), l.poly(r, fitAround(log1pEnd, 1./16, 9)...))

	tail := l.add(l.fnma(squareRest, l.c(0.5), cubeRest), low)
	minus := l.mul(square, l.c(-0.5))
	sum, off := l.exactSum(r, minus)
	tail = l.add(tail, off)
	sum, off = l.exactSum(sum, third)
	tail = l.add(tail, off)
	sum, off = l.exactSum(sum, end)
	tail = l.add(tail, off)
	high = l.add(whole, sum)
	back := l.sub(high, whole)
	off = l.add(l.sub(whole, l.sub(high, back)), l.sub(sum, back))
	return l.exactSum(high, l.add(off, tail))
}

// thirdRest is what float64 leaves of 1/3.
const thirdRest = 1.850371707708594e-17
