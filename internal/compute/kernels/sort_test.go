package kernels

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestArgSort compares orders, and their beginnings, with a stable sort by comparisons.
func TestArgSort(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	special := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), -math.NaN(), 1, -1}
	for _, n := range []int{0, 1, 2, 3, 10, 100, 255, 256, 257, 1000, 70000} {
		longs, floats, doubles := make([]int64, n), make([]float32, n), make([]float64, n)
		unsigned, bytes, whole := make([]uint64, n), make([]int8, n), make([]int32, n)
		for i := range n {
			longs[i], unsigned[i], bytes[i], whole[i] = int64(r.Uint64()), r.Uint64(), int8(r.Uint32()), int32(r.Uint32())
			doubles[i] = 10 * r.NormFloat64()
			if i%3 == 0 {
				longs[i], unsigned[i], doubles[i] = longs[i]%7, unsigned[i]<<60, special[r.IntN(len(special))]
			}
			floats[i] = float32(doubles[i])
		}
		compareOrders(t, longs)
		compareOrders(t, unsigned)
		compareOrders(t, bytes)
		compareOrders(t, whole)
		compareOrders(t, floats)
		compareOrders(t, doubles)
	}
}

func compareOrders[T Real](t *testing.T, x []T) {
	t.Helper()
	for _, descending := range []bool{false, true} {
		want := make([]int32, len(x))
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortStableFunc(want, func(i, j int32) int {
			if descending {
				i, j = j, i
			}
			return compareNaN(x[i], x[j])
		})
		for _, k := range []int{0, 1, 5, 40, len(x)} {
			got := make([]int32, min(k, len(x)))
			argSort(got, x, descending)
			for i, at := range got {
				if at != want[i] {
					t.Fatalf("%T of %d, descending %v: of %d the one at %d is %d, want %d", x, len(x), descending, k, i, at, want[i])
				}
			}
		}
	}
}

// compareNaN is cmp.Compare with NaN above everything.
func compareNaN[T Real](a, b T) int {
	switch {
	case a == a && b == b:
		return cmp.Compare(a, b)
	case a == a:
		return -1
	case b == b:
		return 1
	}
	return 0
}
