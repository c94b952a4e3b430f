package ops_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/sparse"
	"github.com/msrepl/msrepl/tensor"
)

// TestTooLarge asks for tensors that no machine has room for: Go would end the program.
func TestTooLarge(t *testing.T) {
	zero := tensor.New([]int{0})
	for name, f := range map[string]func(){
		"confusion_matrix": func() { ops.ConfusionMatrix(zero, zero, 1<<30) },
		"hann_window":      func() { ops.HannWindow(1<<60, true) },
		"coo to csr": func() {
			sparse.NewCOOTensor(tensor.New([][]int{{0, 1}}), tensor.New([]float32{2}), 1<<60, 4).ToCSR()
		},
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), "MemoryError: Allocate memory failed") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
