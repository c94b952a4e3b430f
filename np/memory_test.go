package np

import (
	"runtime"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestTooLarge asks for arrays that no machine has room for: Go would end the program.
func TestTooLarge(t *testing.T) {
	for name, f := range map[string]func(){
		"arange":    func() { Arange(1e30) },
		"bincount":  func() { BinCount([]int{1 << 60}) },
		"eye":       func() { Eye(1 << 32) },
		"full":      func() { Full([]int{1 << 32, 1 << 32}, 1) },
		"histogram": func() { Histogram([]int{1, 2}, 1<<60) },
		"linspace":  func() { Linspace(0, 1, 1<<62) },
		"rand":      func() { NewRandomState(1).Rand(1 << 62) },
		"choice":    func() { NewRandomState(1).Choice(3, []int{1 << 62}) },
		"tri":       func() { Tri(1 << 32) },
		"triangle":  func() { TriuIndices(1 << 32) },
		"diagonal":  func() { DiagIndices(2, 1<<40) },
		"sections":  func() { ArraySplit([]int{1, 2}, 1<<40) },
		"pad":       func() { Pad([]int{1, 2}, 1<<40, "edge") },
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), "MemoryError: Allocate memory failed") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestConvolveMemory checks that the sums of a long vector and many factors take memory for the vector, not for all
// products at once.
func TestConvolveMemory(t *testing.T) {
	x, y := Ones(1<<20), Ones(100)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	sums := Convolve(x, y, "same")
	runtime.ReadMemStats(&after)
	if got, limit := after.TotalAlloc-before.TotalAlloc, uint64(20*x.NBytes()); got > limit {
		t.Errorf("%d bytes, want at most %d", got, limit)
	}
	if got := sums.At(500).Float(); got != 100 {
		t.Errorf("a sum is %v, want 100", got)
	}
}
