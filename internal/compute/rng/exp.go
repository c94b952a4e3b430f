package rng

import (
	"math"
	"sync"
)

const expCells = 128 // cells per power of two

// expTable holds 2^(j/expCells).
var expTable = sync.OnceValue(func() *[expCells]dd {
	var t [expCells]dd
	for j := range t {
		x := float64(j) / expCells
		t[j] = expSeries(twoProd(x, ln2Hi).add(dd{hi: x * ln2Lo}))
	}
	return &t
})

// expSeries returns e^x for x in [0, 0.7] to about 100 bits.
func expSeries(x dd) dd {
	sum := dd{hi: 1}
	for k := 32; k >= 1; k-- { // 0.7^33/33! is below 2^-138
		sum = sum.mul(x).div(dd{hi: float64(k)}).add(dd{hi: 1})
	}
	return sum
}

// exp returns e^x, correctly rounded except in rare cases.
func exp(x float64) float64 { return expDD(dd{hi: x}) }

// expDD returns e^x rounded to a float64.
func expDD(x dd) float64 {
	if !(x.hi > -746 && x.hi < 709.8) { // results that are infinite, zero or NaN
		return math.Exp(x.hi)
	}
	k := math.Round(x.hi * (expCells / math.Ln2))
	n := k / expCells // exact
	r := x.add(twoProd(-n, ln2Hi)).add(dd{hi: float64(-n * ln2Lo)})
	sq := r.mul(r)
	z := r.hi
	tail := float64(sq.hi * z * (1.0/6 + float64(z*(1.0/24+float64(z*(1.0/120+float64(z*(1.0/720+z/5040))))))))
	y := r.add(dd{float64(sq.hi / 2), float64(sq.lo / 2)}.add(dd{hi: tail})) // e^r - 1, |r| < 2^-8
	whole := math.Floor(n)
	cell := expTable()[int(k-float64(whole*expCells))]
	return scale(cell.add(cell.mul(y)), int(whole))
}

// scale returns x·2^n with one rounding, x between 1-2^-8 and 2.
func scale(x dd, n int) float64 {
	if n > -1022 {
		return math.Ldexp(x.hi+x.lo, n)
	}
	// The last bit of a subnormal is 2^-1074: round where that bit will be, then scale exactly.
	unit := math.Ldexp(1.5, 52-1074-n)
	s := twoSum(unit, x.hi)
	return math.Ldexp(s.hi+(s.lo+x.lo)-unit, n)
}
