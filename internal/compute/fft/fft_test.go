package fft

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// lengths have no factor, each radix, products around what is transformed as a matrix, and large prime factors.
var lengths = []int{
	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 20, 25, 27, 30, 31, 32, 36, 45, 49, 60, 64, 97, 100, 125, 127,
	128, 131, 135, 144, 150, 200, 202, 262, 240, 256, 270, 300, 500, 512, 1000, 1001, 2048, 4096, 4200,
}

// slow is the transform as it is defined.
func slow(x []complex128, n, inner int, inverse bool, scale float64) []complex128 {
	w := make([]complex128, n)
	for i := range w {
		if w[i] = root(i, n); inverse {
			w[i] = cmplx.Conj(w[i])
		}
	}
	y := make([]complex128, len(x))
	for at := range y {
		k, first := at/inner%n, at/(n*inner)*n*inner+at%inner
		for j := range n {
			y[at] += w[j*k%n] * x[first+j*inner]
		}
		y[at] *= complex(scale, 0)
	}
	return y
}

func random(n int) []complex128 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	x := make([]complex128, n)
	for i := range x {
		x[i] = complex(float64(float32(r.NormFloat64())), float64(float32(r.NormFloat64())))
	}
	return x
}

// check compares with slow, relative to the norm of all.
func check[C complex64 | complex128](t *testing.T, what string, got []C, want []complex128, n int, unit float64) {
	t.Helper()
	var off, all float64
	for i, w := range want {
		d := cmplx.Abs(complex128(got[i]) - w)
		off, all = off+d*d, all+cmplx.Abs(w)*cmplx.Abs(w)
	}
	if bound := unit * math.Max(1, math.Log2(float64(n))); !(math.Sqrt(off/all) <= bound) {
		t.Errorf("%s: off by %g, want at most %g", what, math.Sqrt(off/all), bound)
	}
}

// eachSet calls f with plain kernels and with those of each instruction set.
func eachSet(f func(set string)) {
	old32, old64 := kernels32, kernels64
	defer func() { kernels32, kernels64 = old32, old64 }()
	kernels32, kernels64 = plainKernels[float32](), plainKernels[float64]()
	f("plain")
	for _, s := range simd.Sets() {
		useVectors(s)
		f(s.Name)
	}
}

func singles(x []complex128) []complex64 {
	y := make([]complex64, len(x))
	for i, v := range x {
		y[i] = complex64(v)
	}
	return y
}

func TestComplex(t *testing.T) {
	for _, n := range lengths {
		for _, dims := range [][2]int{{1, 1}, {3, 1}, {21, 1}, {2, 3}, {1, 37}} {
			for _, inverse := range []bool{false, true} {
				if n > 300 && dims != [2]int{1, 1} && inverse {
					continue
				}
				x := random(dims[0] * n * dims[1])
				single, want := singles(x), slow(x, n, dims[1], inverse, 0.75)
				eachSet(func(set string) {
					what := fmt.Sprintf("%s, n = %d, dims %v, inverse %t", set, n, dims, inverse)
					y32, y64 := make([]complex64, len(x)), make([]complex128, len(x))
					Complex(y32, single, n, dims[1], inverse, 0.75)
					check(t, what, y32, want, n, 1e-7)
					Complex(y64, x, n, dims[1], inverse, 0.75)
					check(t, what, y64, want, n, 3e-16)
				})
			}
		}
	}
}

func TestReal(t *testing.T) {
	for _, n := range lengths {
		for _, count := range []int{1, 18} {
			for _, flags := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
				if n < 300 || count == 1 && flags[0] == flags[1] {
					testReal(t, n, count, flags[0], flags[1])
				}
			}
		}
	}
}

func testReal(t *testing.T, n, count int, inverse, twice bool) {
	what := fmt.Sprintf("n = %d, %d rows, inverse %t, twice %t", n, count, inverse, twice)
	h := n/2 + 1
	full, real32, real64 := random(n*count), make([]float32, n*count), make([]float64, n*count)
	for i, v := range full {
		full[i], real32[i], real64[i] = complex(real(v), 0), float32(real(v)), real(v)
	}
	factor := func(k int) complex128 {
		if twice && k > 0 && 2*k != n {
			return 2
		}
		return 1
	}
	half := make([]complex128, h*count)
	for i, v := range slow(full, n, 1, inverse, 0.75) {
		if k := i % n; k < h {
			half[i/n*h+k] = v * factor(k)
		}
	}
	eachSet(func(set string) {
		y32, y64 := make([]complex64, h*count), make([]complex128, h*count)
		FromReal(y32, real32, n, inverse, twice, 0.75)
		check(t, set+", from real, "+what, y32, half, n, 1e-7)
		FromReal(y64, real64, n, inverse, twice, 0.75)
		check(t, set+", from real, "+what, y64, half, n, 3e-16)
	})

	half = random(h * count)
	full = make([]complex128, n*count)
	for i, v := range half {
		full[i/h*n+i%h] = v * factor(i%h)
	}
	want, single := slow(full, n, 1, inverse, 0.75), singles(half)
	for i, v := range want {
		want[i] = complex(real(v), 0)
	}
	eachSet(func(set string) {
		ToReal(real32, single, n, inverse, twice, 0.75)
		ToReal(real64, half, n, inverse, twice, 0.75)
		got32, got64 := make([]complex64, n*count), make([]complex128, n*count)
		for i := range want {
			got32[i], got64[i] = complex(real32[i], 0), complex(real64[i], 0)
		}
		check(t, set+", to real, "+what, got32, want, n, 1e-7)
		check(t, set+", to real, "+what, got64, want, n, 3e-16)
	})
}

// TestSets compares the digits of instruction sets with those of plain Go.
func TestSets(t *testing.T) {
	for _, n := range lengths {
		x := random(19 * n)
		single, want32, want64 := singles(x), []complex64(nil), []complex128(nil)
		eachSet(func(set string) {
			y32, y64 := make([]complex64, len(x)), make([]complex128, len(x))
			Complex(y32, single, n, 1, true, 0.75)
			Complex(y64, x, n, 1, false, 1)
			if want32 == nil {
				want32, want64 = y32, y64
			}
			if !slices.Equal(y32, want32) || !slices.Equal(y64, want64) {
				t.Errorf("n = %d: other digits by %s than by plain Go", n, set)
			}
		})
	}
}
