package tensor_test

import (
	"strings"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestTooLarge asks for tensors that no machine has room for.
func TestTooLarge(t *testing.T) {
	const ones = "MemoryError: Allocate memory failed: a tensor of shape (1048576, 1048576) and dtype Float32 takes 4 TB, beyond the machine's memory of"
	if err := Try(func() { Ones(1<<20, 1<<20) }); err == nil || !strings.HasPrefix(err.Error(), ones) {
		t.Errorf("got %v, want %s", err, ones)
	}
	for name, f := range map[string]func(){
		"zeros":    func() { Zeros(1<<40, 4) },
		"overflow": func() { Zeros(1<<32, 1<<32) },
		"tile":     func() { Zeros(1 << 10).Tile(1 << 40) },
		"one_hot":  func() { New([]int{0}).OneHot(1 << 50) },
	} {
		if err := Try(f); err == nil || !strings.Contains(err.Error(), "Allocate memory failed") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
