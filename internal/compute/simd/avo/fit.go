package main

import "math"

// fit returns the polynomial of the given degree that meets f at Chebyshev's nodes between lo and hi, the
// coefficient of the highest power first; its argument runs from -1 to 1 there.
func fit(f func(x float64) float64, lo, hi float64, degree int) []float64 {
	n := degree + 1
	values := make([]float64, n)
	for i := range values {
		values[i] = f((lo+hi)/2 + (hi-lo)/2*math.Cos(math.Pi*(float64(i)+0.5)/float64(n)))
	}
	sum := make([]float64, n) // by powers
	before, now := make([]float64, n+1), make([]float64, n+1)
	now[0] = 1 // Chebyshev's polynomials T(k-1) and T(k) by powers
	for k := range n {
		c := 0.0
		for i, v := range values {
			c += v * math.Cos(math.Pi*float64(k)*(float64(i)+0.5)/float64(n))
		}
		c *= 2 / float64(n)
		if k == 0 {
			c /= 2
		}
		next := make([]float64, n+1)
		for p := range n {
			sum[p] += c * now[p]
			next[p+1] += 2 * now[p]
			if k == 0 {
				next[p+1] = now[p]
			}
		}
		for p := range n {
			if k > 0 {
				next[p] -= before[p]
			}
		}
		before, now = now, next
	}
	for i := range n / 2 {
		sum[i], sum[n-1-i] = sum[n-1-i], sum[i]
	}
	return sum
}

// fitAround is fit on the range from -h to h, for the argument itself.
func fitAround(f func(x float64) float64, h float64, degree int) []float64 {
	c := fit(f, -h, h, degree)
	for i := range c {
		c[i] /= math.Pow(h, float64(degree-i))
	}
	return c
}

// fitAbout is fit on the range from lo to hi, for what the argument is from c.
func fitAbout(f func(x float64) float64, lo, hi, c float64, degree int) []float64 {
	h, m := (hi-lo)/2, (lo+hi)/2
	sum := make([]float64, degree+1) // by powers, the constant last
	for _, k := range fit(f, lo, hi, degree) {
		// sum·(x+c-m)/h + k
		next := make([]float64, degree+1)
		for i, v := range sum {
			next[i] += v * (c - m) / h
			if i > 0 {
				next[i-1] += v / h
			}
		}
		next[degree] += k
		sum = next
	}
	return sum
}
