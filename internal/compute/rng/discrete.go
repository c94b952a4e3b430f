package rng

import "math"

// Poisson returns a Poisson number with mean lam.
func (s *RandomState) Poisson(lam float64) int64 {
	switch {
	case lam >= 10:
		return s.poissonPTRS(lam)
	case lam == 0:
		return 0
	}
	limit := exp(-lam)
	prod := 1.0
	for x := int64(0); ; x++ {
		prod *= s.Float64()
		if prod <= limit {
			return x
		}
	}
}

// poissonPTRS is the transformed rejection method of Hörmann (1993).
func (s *RandomState) poissonPTRS(lam float64) int64 {
	slam, loglam := math.Sqrt(lam), log(lam)
	b := 0.931 + float64(2.53*slam)
	a := -0.059 + float64(0.02483*b)
	invalpha := 1.1239 + 1.1328/(b-3.4)
	vr := 0.9277 - 3.6224/(b-2)
	for {
		u := s.Float64() - 0.5
		v := s.Float64()
		us := 0.5 - math.Abs(u)
		k := int64(math.Floor(float64((2*a/us+b)*u) + lam + 0.43))
		if us >= 0.07 && v <= vr {
			return k
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		if log(v)+log(invalpha)-log(a/(us*us)+b) <= -lam+float64(float64(k)*loglam)-logGamma(float64(k)+1) {
			return k
		}
	}
}

// logGamma is the Stirling series with recurrence that numpy's rejection tests use.
func logGamma(x float64) float64 {
	coef := [...]float64{
		8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04, 8.417508417508418e-04,
		-1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02, 1.796443723688307e-01, -1.39243221690590e+00,
	}
	if x == 1 || x == 2 {
		return 0
	}
	n := 0
	if x < 7 {
		n = int(7 - x)
	}
	x0 := x + float64(n)
	x2 := (1 / x0) * (1 / x0)
	g := coef[9]
	for k := 8; k >= 0; k-- {
		g = float64(g*x2) + coef[k]
	}
	const lg2pi = 1.8378770664093453
	r := g/x0 + 0.5*lg2pi + float64((x0-0.5)*log(x0)) - x0
	for ; n > 0; n-- {
		r -= log(x0 - 1)
		x0--
	}
	return r
}

// Binomial returns the number of successes in n trials of probability p. It draws even if n or p is 0, as numpy's
// RandomState does.
func (s *RandomState) Binomial(n int64, p float64) int64 {
	if p > 0.5 {
		return n - s.binomialHalf(n, 1-p, p)
	}
	return s.binomialHalf(n, p, p)
}

// binomialHalf draws with p ≤ 0.5; orig is the probability passed to Binomial.
func (s *RandomState) binomialHalf(n int64, p, orig float64) int64 {
	if p*float64(n) <= 30 {
		return s.binomialInversion(n, p)
	}
	return s.binomialBTPE(n, min(orig, 1-orig))
}

func (s *RandomState) binomialInversion(n int64, p float64) int64 {
	q, np := 1-p, float64(float64(n)*p)
	qn := exp(float64(n) * log(q))
	bound := int64(min(float64(n), np+float64(10*math.Sqrt(float64(np*q)+1))))
	x, px, u := int64(0), qn, s.Float64()
	for u > px {
		x++
		if x > bound {
			x, px, u = 0, qn, s.Float64()
			continue
		}
		u -= px
		px = float64(n-x+1) * p * px / (float64(x) * q)
	}
	return x
}

// binomialBTPE is the rejection method of Kachitvichyanukul and Schmeiser (1988), for n·p > 30.
func (s *RandomState) binomialBTPE(n int64, r float64) int64 {
	q := 1 - r
	fn := float64(n)
	fm := float64(fn*r) + r
	m := int64(math.Floor(fm))
	p1 := math.Floor(float64(2.195*math.Sqrt(fn*r*q))-float64(4.6*q)) + 0.5
	xm := float64(m) + 0.5
	xl, xr := xm-p1, xm+p1
	c := 0.134 + 20.5/(15.3+float64(m))
	a := (fm - xl) / (fm - float64(xl*r))
	laml := float64(a * (1 + float64(a/2)))
	a = (xr - fm) / (xr * q)
	lamr := float64(a * (1 + float64(a/2)))
	p2 := float64(p1 * (1 + float64(2*c)))
	p3 := p2 + c/laml
	p4 := p3 + c/lamr
	for {
		u, v := float64(s.Float64()*p4), s.Float64()
		var y int64
		switch {
		case u <= p1: // the triangle: accepted at once
			return int64(math.Floor(xm - float64(p1*v) + u))
		case u <= p2: // the parallelograms
			x := xl + (u-p1)/c
			v = float64(v*c) + 1 - math.Abs(float64(m)-x+0.5)/p1
			if v > 1 {
				continue
			}
			y = int64(math.Floor(x))
		case u <= p3: // the left tail
			y = int64(math.Floor(xl + log(v)/laml))
			if y < 0 || v == 0 {
				continue
			}
			v *= (u - p2) * laml
		default: // the right tail
			y = int64(math.Floor(xr - log(v)/lamr))
			if y > n || v == 0 {
				continue
			}
			v *= (u - p3) * lamr
		}
		if btpeAccepts(n, m, y, v, r, xm) {
			return y
		}
	}
}

// btpeAccepts compares v with the ratio of the probabilities of y and of the mode m.
func btpeAccepts(n, m, y int64, v, r, xm float64) bool {
	q := 1 - r
	nrq := float64(float64(n) * r * q)
	k := y - m
	if k < 0 {
		k = -k
	}
	if k <= 20 || float64(k) >= float64(nrq/2)-1 {
		return v <= btpeRatio(n, m, y, r/q)
	}
	fk := float64(k)
	rho := float64((fk / nrq) * ((float64(fk*(fk/3+0.625))+0.16666666666666666)/nrq + 0.5))
	t := -fk * fk / (2 * nrq)
	lv := log(v)
	if lv < t-rho {
		return true
	}
	if lv > t+rho {
		return false
	}
	x1, f1 := float64(y+1), float64(m+1)
	z, w := float64(n+1-m), float64(n-y+1)
	bound := float64(xm*log(f1/x1)) + float64((float64(n-m)+0.5)*log(z/w)) + float64(float64(y-m)*log(w*r/(x1*q))) +
		stirling(f1) + stirling(z) + stirling(x1) + stirling(w)
	return lv <= bound
}

func btpeRatio(n, m, y int64, s float64) float64 {
	a, f := s*float64(n+1), 1.0
	for i := m + 1; i <= y; i++ {
		f *= a/float64(i) - s
	}
	for i := y + 1; i <= m; i++ {
		f /= a/float64(i) - s
	}
	return f
}

// stirling is the correction term of Stirling's formula for x.
func stirling(x float64) float64 {
	x2 := x * x
	return (13680 - (462-(132-(99-140/x2)/x2)/x2)/x2) / x / 166320
}

// Multinomial distributes n draws over len(p) classes.
func (s *RandomState) Multinomial(n int64, p []float64) []int64 {
	out := make([]int64, len(p))
	left := 1.0
	for j := 0; j < len(p)-1; j++ {
		if n > 0 && p[j] > 0 { // otherwise nothing is drawn, unlike in Binomial
			out[j] = s.Binomial(n, p[j]/left)
		}
		n -= out[j]
		if n <= 0 {
			return out
		}
		left -= p[j]
	}
	out[len(p)-1] = n
	return out
}
