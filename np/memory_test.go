package np

import (
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
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), "MemoryError: Allocate memory failed") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
