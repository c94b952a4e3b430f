package kernels

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// oddComplex is numbers of which some are zero, infinite or NaN in a part.
func oddComplex[C Complex](n, from int) []C {
	odd := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1, -2.5, 1e30, 1e-30}
	x := make([]C, n)
	for i := range x {
		re, im := math.Sin(float64(i+from)), math.Cos(float64(3*i+from))
		if i%7 == 3 {
			re = odd[(i+from)%len(odd)]
		}
		if i%5 == 2 {
			im = odd[(i/5+from)%len(odd)]
		}
		x[i] = C(complex(float64(float32(re)), float64(float32(im))))
	}
	return x
}

// TestComplexVectors compares functions of complex numbers with the loops that they take the place of.
func TestComplexVectors(t *testing.T) {
	for _, s := range simd.Sets() {
		useVectors(s)
		var pairs []complex64
		for _, re := range odd {
			for _, im := range odd {
				pairs = append(pairs, complex(re, im))
			}
		}
		nearComplex(t, s.Name+", exp", pairs, Exp.C64, expComplexLoop[complex64])
		for _, n := range []int{0, 1, 7, 8, 15, 16, 17, 31, 63, 64, 65, 100, 1023, 1024, 1025, 1040, 2100} {
			testBinaryComplex(t, s.Name, n, map[string][2]func(dst, a, b []complex64){
				"add": {Add.C64, addLoop[complex64]}, "sub": {Sub.C64, subLoop[complex64]},
			})
			testBinaryComplex(t, s.Name, n, map[string][2]func(dst, a, b []complex128){
				"add": {Add.C128, addLoop[complex128]}, "sub": {Sub.C128, subLoop[complex128]},
			})
			x := oddComplex[complex64](n, 1)
			nearComplex(t, s.Name+", exp", x, Exp.C64, expComplexLoop[complex64])
			for k, y := range [][]complex64{oddComplex[complex64](n, 2), oddComplex[complex64](1, 1), {0}, {2.5}} {
				by := fmt.Sprintf("%s, %d by %d", s.Name, n, len(y))
				nearComplex(
					t, by, x, func(dst, x []complex64) { Div.C64(dst, x, y) }, func(dst, x []complex64) { divLoop(dst, x, y) },
				)
				if k > 0 {
					nearComplex(
						t, by+", turned", x, func(dst, x []complex64) { Div.C64(dst, y, x) },
						func(dst, x []complex64) { divLoop(dst, y, x) },
					)
				}
			}
			for name, f := range map[string]struct {
				got, want func(dst []float32, x []complex64)
				off       float64
			}{
				"real":  {RealPart.C64, realPartLoop[float32, complex64], 0},
				"imag":  {ImagPart.C64, imagPartLoop[float32, complex64], 0},
				"abs":   {Magnitude.C64, magnitudeLoop[float32, complex64], 0},
				"angle": {Phase.C64, phaseLoop[float32, complex64], 1.3e-7},
			} {
				got, want := make([]float32, n), make([]float32, n)
				f.got(got, x)
				f.want(want, x)
				for i, w := range want {
					v := got[i]
					near := math.Abs(float64(v-w)) <= f.off*math.Abs(float64(w))
					if !near && !(v != v && w != w) && v != w || math.Signbit(float64(v)) != math.Signbit(float64(w)) && w == w {
						t.Errorf("%s, %s of %v among %d: %v, want %v", s.Name, name, x[i], n, v, w)
					}
				}
			}
		}
	}
	if sets := simd.Sets(); len(sets) > 0 {
		useVectors(sets[0])
	}
}

func testBinaryComplex[C Complex](t *testing.T, set string, n int, of map[string][2]func(dst, a, b []C)) {
	x, y := oddComplex[C](n, 1), oddComplex[C](n, 2)
	for name, f := range of {
		for _, args := range [][2][]C{{x, y}, {x, y[:min(1, n)]}, {x[:min(1, n)], y}} {
			got, want := make([]C, n), make([]C, n)
			f[0](got, args[0], args[1])
			f[1](want, args[0], args[1])
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s, %s of %d %T: other than the loop's", set, name, n, got)
			}
		}
	}
}

// nearComplex compares a function by vectors, also in place, with its loop: to a unit in the last place, the signs of
// zeros too.
func nearComplex(t *testing.T, name string, x []complex64, f, loop func(dst, x []complex64)) {
	t.Helper()
	got, want := slices.Clone(x), make([]complex64, len(x))
	f(got, got)
	loop(want, x)
	for i, w := range dtype.Parts32(want) {
		v := dtype.Parts32(got)[i]
		next := math.Nextafter32(v, w)
		if near := next == w && (w != 0 || same(v, w)); !near && !same(v, w) || len(x) < shortRounded && !same(v, w) {
			t.Errorf("%s of %v among %d: %v, want %v", name, x[i/2], len(x), got[i/2], want[i/2])
		}
	}
}
