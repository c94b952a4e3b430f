package rng

import (
	"math"
	"sync"
)

const (
	logLow   = 0.6875 // below sqrt(1/2), where the reduced argument starts
	logCells = 128    // cells per unit
	ln2Hi    = 0x1.62e42fefa39efp-1
	ln2Lo    = 0x1.abc9e3b39803fp-56
)

// logSeries returns log c for c in [0.6, 1.5] to about 100 bits, as 2·atanh((c-1)/(c+1)).
func logSeries(c dd) dd {
	s := c.add(dd{hi: -1}).div(c.add(dd{hi: 1}))
	q := s.mul(s)
	var sum dd
	for k := 51; k >= 1; k -= 2 { // |s| ≤ 1/4, so the omitted terms are below 2^-106
		sum = sum.mul(q).add(dd{hi: 1}.div(dd{hi: float64(k)}))
	}
	return sum.mul(dd{hi: 2 * s.hi, lo: 2 * s.lo})
}

type logCell struct {
	inv float64 // reciprocal of a point near the cell's centre
	log dd      // -log(inv)
}

var logTable = sync.OnceValue(func() *[96]logCell {
	var t [96]logCell
	for i := range t {
		centre := logLow + float64((float64(i)+0.5)/logCells)
		inv := 1 / centre
		if math.Abs(centre-1) < 1.0/logCells {
			inv = 1 // the result is then as small as x-1, and must keep its leading digits
		}
		t[i] = logCell{inv, logSeries(dd{hi: 1}.div(dd{hi: inv}))}
	}
	return &t
})

// log returns the natural logarithm of x, correctly rounded in all but about one case in 10^4.
func log(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x)
	}
	y := logDD(x)
	return y.hi + y.lo
}

// logDD returns the natural logarithm of x, which is positive and finite, within 2^-67 of it.
func logDD(x float64) dd {
	m, e := math.Frexp(x) // m in [0.5, 1)
	if m < math.Sqrt2/2 {
		m, e = float64(2*m), e-1
	}
	cell := &logTable()[int((m-logLow)*logCells)]
	p := twoProd(m, cell.inv)
	r := twoSum(p.hi-1, p.lo)
	sq := r.mul(r)
	z := r.hi
	tail := float64(sq.hi * z * (1.0/3 - float64(z*(1.0/4-float64(z*(1.0/5-float64(z*(1.0/6-float64(z*(1.0/7-float64(z*(1.0/8-float64(z*(1.0/9-z/10))))))))))))))
	y := dd{float64(-sq.hi / 2), float64(-sq.lo / 2)}.add(dd{hi: tail})
	y = r.add(y)
	y = cell.log.add(y)
	k := float64(e)
	return dd{float64(k * ln2Hi), math.FMA(k, ln2Hi, -k*ln2Hi) + float64(k*ln2Lo)}.add(y)
}
