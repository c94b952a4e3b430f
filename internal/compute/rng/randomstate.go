package rng

import "math"

// RandomState is numpy.random.RandomState: equal seeds produce equal bits. The zero value is not seeded; use
// NewRandomState.
type RandomState struct {
	mt       MT19937
	spare    float64 // the second normal of the last pair
	hasSpare bool
}

// NewRandomState returns the stream of numpy.random.RandomState(seed).
func NewRandomState(seed uint32) *RandomState {
	s := &RandomState{}
	s.Seed(seed)
	return s
}

// Seed restarts the stream.
func (s *RandomState) Seed(seed uint32) {
	s.mt.Seed(seed)
	s.hasSpare = false
}

// Uint32 returns the next raw word.
func (s *RandomState) Uint32() uint32 { return s.mt.Uint32() }

// Float64 returns a number in [0, 1).
func (s *RandomState) Float64() float64 { return s.mt.Float64() }

// TomaxInt returns a non-negative number of 63 random bits.
func (s *RandomState) TomaxInt() int64 { return int64(s.mt.Uint64() >> 1) }

// Bytes fills p, low byte of each word first.
func (s *RandomState) Bytes(p []byte) {
	for i := 0; i < len(p); i += 4 {
		w := s.mt.Uint32()
		for j := i; j < min(i+4, len(p)); j++ {
			p[j] = byte(w)
			w >>= 8
		}
	}
}

// Uniform returns a number in [low, high).
func (s *RandomState) Uniform(low, high float64) float64 {
	return low + float64((high-low)*s.Float64()) // the conversion prevents fusing
}

// Normal returns a standard normal number by Marsaglia's polar method, which computes numbers in pairs.
func (s *RandomState) Normal() float64 {
	if s.hasSpare {
		s.hasSpare = false
		return s.spare
	}
	for {
		x1 := float64(2*s.Float64()) - 1
		x2 := float64(2*s.Float64()) - 1
		r2 := float64(x1*x1) + float64(x2*x2)
		if r2 >= 1 || r2 == 0 {
			continue
		}
		f := math.Sqrt(-2 * log(r2) / r2)
		s.spare, s.hasSpare = f*x1, true
		return f * x2
	}
}

// Exponential returns a standard exponential number.
func (s *RandomState) Exponential() float64 { return -log(1 - s.Float64()) }

// Laplace returns a Laplace number with the given centre and scale.
func (s *RandomState) Laplace(loc, scale float64) float64 {
	for {
		switch u := s.Float64(); {
		case u >= 0.5:
			return loc - float64(scale*log(2-u-u))
		case u > 0:
			return loc + float64(scale*log(u+u))
		}
	}
}

// Gamma returns a standard gamma number (Marsaglia and Tsang 2000; Ahrens and Dieter below 1).
func (s *RandomState) Gamma(shape float64) float64 {
	switch {
	case shape == 1:
		return s.Exponential()
	case shape == 0:
		return 0
	case shape < 1:
		return s.gammaBelow1(shape)
	}
	b := shape - 1.0/3
	c := 1 / math.Sqrt(9*b)
	for {
		x, v := 0.0, 0.0
		for v <= 0 {
			x = s.Normal()
			v = 1 + float64(c*x)
		}
		v = float64(v * v * v)
		u := s.Float64()
		if u < 1-float64(0.0331*(x*x)*(x*x)) || log(u) < float64(0.5*x*x)+float64(b*(1-v+log(v))) {
			return b * v
		}
	}
}

func (s *RandomState) gammaBelow1(shape float64) float64 {
	for {
		u, v := s.Float64(), s.Exponential()
		if u <= 1-shape {
			if x := Pow(u, 1/shape); x <= v {
				return x
			}
			continue
		}
		y := -log((1 - u) / shape)
		if x := Pow(1-shape+float64(shape*y), 1/shape); x <= v+y {
			return x
		}
	}
}

// Beta returns a beta number (Jöhnk's method when both parameters are at most 1).
func (s *RandomState) Beta(a, b float64) float64 {
	if a > 1 || b > 1 {
		ga := s.Gamma(a)
		gb := s.Gamma(b)
		return ga / (ga + gb)
	}
	for {
		u, v := s.Float64(), s.Float64()
		x, y := Pow(u, 1/a), Pow(v, 1/b)
		if x+y > 1 || u+v == 0 {
			continue
		}
		if x+y > 0 {
			return x / (x + y)
		}
		lx, ly := log(u)/a, log(v)/b // both underflowed: use logarithms
		top := max(lx, ly)
		lx, ly = lx-top, ly-top
		return exp(lx - log(exp(lx)+exp(ly)))
	}
}
