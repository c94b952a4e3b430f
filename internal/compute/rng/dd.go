package rng

import "math"

// A dd is an unevaluated sum of two float64s, about 106 bits.
type dd struct{ hi, lo float64 }

func twoSum(a, b float64) dd {
	a, b = float64(a), float64(b) // rounded: see twoProd
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

func twoProd(a, b float64) dd {
	p := float64(a * b) // the conversion rounds the product, which could otherwise be fused with an addition
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) add(b dd) dd {
	s := twoSum(a.hi, b.hi)
	return twoSum(s.hi, s.lo+a.lo+b.lo)
}

func (a dd) mul(b dd) dd {
	p := twoProd(a.hi, b.hi)
	return twoSum(p.hi, p.lo+float64(a.hi*b.lo)+float64(a.lo*b.hi))
}

func (a dd) div(b dd) dd {
	q := a.hi / b.hi
	p := twoProd(q, b.hi)
	return twoSum(q, ((a.hi-p.hi)-p.lo+a.lo-float64(q*b.lo))/b.hi)
}
