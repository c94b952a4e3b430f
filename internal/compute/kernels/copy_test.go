package kernels

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// TestSteppedVectors compares what is copied two elements apart with a plain loop, up to the last element of memory.
func TestSteppedVectors(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(4, 5))
		for _, n := range lengths() {
			for _, beyond := range []int{0, 1, 40} {
				src := integers[uint32](r, max(0, 2*n-1)+beyond+n%3)
				got, want := make([]uint32, n), make([]uint32, n)
				for i := range want {
					want[i] = src[n%3+2*i]
				}
				if Stepped(got, src, n%3, 2); !slices.Equal(got, want) {
					t.Fatalf("%d elements, %d beyond: %v, want %v", n, beyond, got, want)
				}
			}
		}
	})
}
