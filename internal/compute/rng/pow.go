package rng

import "math"

// Pow returns x^y as C libraries, and so Python and NumPy, compute it: within 0.52 units in the last place. The error
// of math.Pow, which multiplies powers of x, grows with y.
func Pow(x, y float64) float64 {
	switch {
	case y == 0.5 && x > 0:
		return math.Sqrt(x)
	case y == -1:
		return 1 / x
	}
	if n := math.Abs(y); n <= 1024 && n == float64(int(n)) {
		if r := wholePower(x, int(n)); r.hi > 1e-290 && r.hi < 1e290 || -r.hi > 1e-290 && -r.hi < 1e290 {
			if y > 0 {
				return r.hi + r.lo
			}
			q := 1 / r.hi
			return q + float64(q*(math.FMA(-q, r.hi, 1)-float64(q*r.lo)))
		}
	}
	sign := 1.0
	if x < 0 && y == math.Trunc(y) && math.Abs(y) < 1<<53 {
		x = -x
		if int64(y)&1 == 1 {
			sign = -1
		}
	}
	if !(x > 0 && x <= math.MaxFloat64) || y-y != 0 || y == 0 {
		return sign * math.Pow(x, y)
	}
	log := quickLog(x)
	p := dd{hi: float64(y * log.hi)}
	p.lo = math.FMA(y, log.hi, -p.hi) + float64(y*log.lo)
	if !(p.hi > -746 && p.hi < 709.8) { // results that are infinite or zero
		return sign * math.Exp(p.hi)
	}
	return sign * quickExp(p)
}

// wholePower returns x^n to about 100 bits.
func wholePower(x float64, n int) dd {
	r, square := dd{hi: 1}, dd{hi: x}
	for ; n > 1; n >>= 1 {
		if n&1 == 1 {
			r = square.times(r)
		}
		square = square.times(square)
	}
	if n == 0 {
		return r
	}
	return square.times(r)
}

// times is mul without making lo small again.
func (a dd) times(b dd) dd {
	p := float64(a.hi * b.hi)
	return dd{p, math.FMA(a.hi, b.hi, -p) + float64(a.hi*b.lo) + float64(a.lo*b.hi)}
}

var quickLogs, quickExps = logTable(), expTable()

// quickLog is logDD within 2^-65 of the logarithm, in a quarter of its time.
func quickLog(x float64) dd {
	k := 0.0
	if x < 0x1p-1022 {
		x, k = x*0x1p54, -54
	}
	bits := math.Float64bits(x)
	k += float64(int(bits>>52) - 1023)
	m := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	if m >= 2*logLow {
		m, k = m/2, k+1
	}
	cell := &quickLogs[int((m-logLow)*logCells)]
	p := float64(m * cell.inv)
	z, rest := p-1, math.FMA(m, cell.inv, -p) // m·inv is 1 + z + rest
	// The sum of exponent, cell, z and -z²/2 with the errors of each step; every term is smaller than the sum before.
	s0 := float64(k * ln2Hi)
	lo := math.FMA(k, ln2Hi, -s0) + float64(k*ln2Lo) + cell.log.lo
	s1 := s0 + cell.log.hi
	s2 := s1 + z
	half := float64(z * -0.5)
	sq := float64(half * z)
	s3 := s2 + sq
	lo += cell.log.hi - (s1 - s0) + (z - (s2 - s1)) + math.FMA(half, z, -sq) + (sq - (s3 - s2))
	lo += float64(rest * (1 - float64(z*(1-z))))
	t := 1.0/6 - float64(z*(1.0/7-float64(z*(1.0/8-float64(z*(1.0/9-z/10))))))
	t = 1.0/3 - float64(z*(1.0/4-float64(z*(1.0/5-float64(z*t)))))
	lo += float64(float64(float64(z*z)*z) * t)
	hi := s3 + lo
	return dd{hi, lo - (hi - s3)}
}

// quickExp returns e^x for x from -746 to 709.8.
func quickExp(x dd) float64 {
	const round = 0x1.8p52 // leaves a whole number in the last bits of a sum
	shifted := float64(x.hi*(expCells/math.Ln2)) + round
	k := int(int32(math.Float64bits(shifted)))
	n := (shifted - round) / expCells
	r := math.FMA(-n, ln2Hi, x.hi) + (x.lo - float64(n*ln2Lo))
	e := 1.0/2 + float64(r*(1.0/6+float64(r*(1.0/24+float64(r*(1.0/120+r/720))))))
	e = r + float64(float64(r*r)*e)
	cell, whole := &quickExps[k&(expCells-1)], k>>7
	y := dd{cell.hi, cell.lo + float64(cell.hi*e)}
	if whole > -1021 && whole < 1023 {
		return math.Float64frombits(math.Float64bits(y.hi+y.lo) + uint64(whole)<<52)
	}
	return scale(y, whole)
}
