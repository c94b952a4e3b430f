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

// SquareSums writes to dst the sums of the squares of rows of n elements, in the order of Sum.
func SquareSums(dst, x []float32, n int) {
	if len(x) < sharedErrors {
		squareSums(dst, x, n)
		return
	}
	par.Range(len(dst), 1+sharedErrors/2/n, func(lo, hi int) { squareSums(dst[lo:hi], x[lo*n:hi*n], n) })
}

func squareSums(dst, x []float32, n int) {
	for i := range dst {
		dst[i] = passes.sumSquares(x[i*n:(i+1)*n], 0)
	}
}

// sharedErrors is the minimum number of differences that is worth giving to another processor.
const sharedErrors = 64 << 10

// ScaledErrors writes c·(a-b) to dst.
func ScaledErrors(dst, a, b []float32, c float32) {
	if len(dst) < sharedErrors { // which needs no function to share out
		passes.slope(dst, a, b, 0, 1, c, 0, 1)
		return
	}
	par.Range(len(dst), sharedErrors/2, func(lo, hi int) { passes.slope(dst[lo:hi], a[lo:hi], b[lo:hi], 0, 1, c, 0, 1) })
}
