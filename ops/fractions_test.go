package ops_test

import (
	"testing"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/ops"
)

// TestUniformWords compares the numbers of a seed with the words of its stream, over many fillings of its buffer.
func TestUniformWords(t *testing.T) {
	for _, n := range []int{1, 2, 3, 33, 1000} {
		words := rng.NewPhilox(7)
		got := ops.Uniform([]int{n}, 0, 1, ops.Seed(7)).Float32s()
		kept := ops.Dropout(ops.Ones(n), 0.3, ops.Seed(7)).Float32s()
		for i := range n {
			high := words.Uint32()
			if want := float32(float64(high>>8) / (1 << 24)); got[i] != want {
				t.Fatalf("%d of %d: %v, want %v", i, n, got[i], want)
			}
			words.Uint32()
		}
		words = rng.NewPhilox(7)
		for i, v := range kept {
			if want := float64(words.Uint32())/(1<<32) >= 0.3; (v != 0) != want {
				t.Fatalf("Dropout keeps %v at %d of %d, want %v", v, i, n, want)
			}
		}
	}
}
