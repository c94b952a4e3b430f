package tensor_test

import (
	"strings"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestTooLarge asks for tensors that no machine has room for.
func TestTooLarge(t *testing.T) {
	for name, f := range map[string]func(){
		"zeros":    func() { Zeros(1<<40, 4) },
		"overflow": func() { Zeros(1<<32, 1<<32) },
		"tile":     func() { Zeros(1 << 10).Tile(1 << 40) },
		"one_hot":  func() { New([]int{0}).OneHot(1<<50, 1, 0) },
	} {
		if err := Try(f); err == nil || !strings.Contains(err.Error(), "Allocate memory failed") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
