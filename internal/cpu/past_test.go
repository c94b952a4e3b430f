package cpu

import (
	"math/rand/v2"
	"testing"

	"github.com/msrepl/msrepl/internal/vec"
)

// TestPast compares what is written past the caches with what is not, in every bit: from any place of a line on, with nothing written beyond.
func TestPast(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *vec.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(21, 22))
		for _, n := range append(lengths(), pastLeast, 300, 1000, vec.Step+77, pastFrom) {
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
