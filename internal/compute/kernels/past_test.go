package kernels

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// TestPast compares what is written past the caches with what is not, in every bit: from any place of a line on,
// with nothing written beyond.
func TestPast(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(21, 22))
		for _, n := range append(lengths(), pastLeast, 300, 1000, simd.Step+77, pastFrom) {
			offset := r.IntN(17)
			a, b := sample(r, n), sample(r, n)
			room, want := make([]float32, n+40), make([]float32, n)
			got := room[offset : offset+n]
			check := func(name string) {
				t.Helper()
				for i, v := range want {
					if !same(got[i], v) {
						t.Fatalf("%s of %d from %d on: element %d is %v, want %v", name, n, offset, i, got[i], v)
					}
				}
				for i, v := range room {
					if (i < offset || i >= offset+n) && v != 0 {
						t.Fatalf("%s of %d from %d on: element %d was written to", name, n, offset, i-offset)
					}
				}
			}
			for _, e := range vectors1(s) {
				if e.past != nil {
					e.table.F32Past(got, a)
					unaryOr(e.plain, e.kernel, nil, e.short)(want, a)
					check(e.name)
				}
			}
			for _, e := range vectors2(s) {
				plain := binaryOr(e.plain, e.vv, e.vs, e.sv, nil)
				for operand, b := range map[string][]float32{"": b, " with a number": b[:min(1, n)]} {
					if e.pastVV != nil && (n != 1 || operand == "") {
						e.table.F32Past(got, a, b)
						plain(want, a, b)
						check(e.name + operand)
						e.table.F32(got, a, b)
						check("near " + e.name + operand)
					}
				}
			}
		}
	})
}

// TestPastTypes is TestPast for the other types that write past the caches.
func TestPastTypes(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(23, 24))
		for _, n := range []int{pastLeast, pastLeast + 77, 1<<18 + 5, pastFrom + 3} {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i], y[i] = r.NormFloat64(), r.NormFloat64()
			}
			for _, e := range longs2(s) {
				comparePast(t, e.name, e.table.F64Past, e.table.F64, e.plain, x, y)
			}
			for _, e := range integers2[int32]() {
				comparePast(t, e.kernel, e.table.I32Past, e.table.I32, e.plain, integers[int32](r, n), integers[int32](r, n))
			}
			for _, e := range integers2[int64]() {
				comparePast(t, e.kernel, e.table.I64Past, e.table.I64, e.plain, integers[int64](r, n), integers[int64](r, n))
			}
		}
	})
}

// comparePast compares two loops, the first of which may be nil, with their twin.
func comparePast[T Real](t *testing.T, name string, past, near, plain func(dst, a, b []T), a, b []T) {
	t.Helper()
	for offset, b := range map[int][]T{0: b, 3: b[:1]} {
		n := len(a)
		room, want := make([]T, n+8), make([]T, n)
		got := room[offset : offset+n]
		plain(want, a, b)
		for what, f := range map[string]func(dst, a, b []T){"past": past, "near": near} {
			if f == nil {
				continue
			}
			f(got, a, b)
			if !slices.Equal(got, want) || room[offset+n] != 0 {
				t.Fatalf("%s %s of %d from %d on differs from its twin", name, what, n, offset)
			}
			clear(got)
		}
	}
}
