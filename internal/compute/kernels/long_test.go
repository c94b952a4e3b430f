package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// sample64 is sample in float64, with bits of its own.
func sample64(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i, v := range sample(r, n) {
		x[i] = float64(v)
		if r.IntN(4) == 0 {
			x[i] = math.Float64frombits(r.Uint64())
		}
	}
	return x
}

func same64(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }

// TestLongVectors compares the kernels for float64 with their twins in every bit, and what is around their results.
func TestLongVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(25, 26))
		for _, n := range lengths() {
			a, b := sample64(r, n+8)[n%5:][:n], sample64(r, n+8)[n%3:][:n]
			room, want := make([]float64, n+8), make([]float64, n)
			got := room[n%7:][:n]
			check := func(name string) {
				t.Helper()
				if !slices.EqualFunc(got, want, same64) {
					t.Fatalf("%s of %d differs", name, n)
				}
				if slices.ContainsFunc(append(room[:n%7:n%7], room[n%7+n:]...), func(v float64) bool { return v != 0 }) {
					t.Fatalf("%s of %d wrote beyond", name, n)
				}
			}
			for _, e := range longs1(s) {
				e.kernel.Run(got, a)
				e.plain(want, a)
				check(e.name)
			}
			for _, e := range longs2(s) {
				e.vv.Run(got, a, b)
				e.plain(want, a, b)
				check(e.name)
				if n < 2 {
					continue
				}
				e.vs.Run(got, a, b[0])
				e.plain(want, a, b[:1])
				check(e.name + " with a number")
				e.sv.Run(got, b, a[0])
				e.plain(want, a[:1], b)
				check(e.name + " of a number")
			}
		}
	})
}
