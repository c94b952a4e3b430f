package kernels

import "github.com/msrepl/msrepl/internal/compute/par"

// SquaredErrors returns the sum of (a-b)² in the order of Sum, on any number of processors.
func SquaredErrors(a, b []float32) float32 { return passes.sumApart(a, b[:len(a)]) }

// sumApartLoop adds (a-b)² in the order of sum.
func sumApartLoop(a, b []float32) float32 {
	if len(a) > 128 {
		half := len(a) / 16 * 8
		return sumApartLoop(a[:half], b[:half]) + sumApartLoop(a[half:], b[half:])
	}
	var terms [128]float32
	for i, v := range a {
		terms[i] = (v - b[i]) * (v - b[i])
	}
	return sum(terms[:len(a)])
}

// sharedErrors is how many differences are worth giving to another processor.
const sharedErrors = 64 << 10

// ScaledErrors writes c·(a-b) to dst.
func ScaledErrors(dst, a, b []float32, c float32) {
	if len(dst) < sharedErrors { // which needs no function to share out
		passes.slope(dst, a, b, 0, 1, c, 0, 1)
		return
	}
	par.Range(len(dst), sharedErrors/2, func(lo, hi int) { passes.slope(dst[lo:hi], a[lo:hi], b[lo:hi], 0, 1, c, 0, 1) })
}
