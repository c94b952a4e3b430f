package initializer_test

import (
	"testing"

	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/tensor"
)

// TestTensor: a tensor is used unchanged; its method Fill is not that of an Initializer.
func TestTensor(t *testing.T) {
	if got := initializer.New(tensor.New([]float32{1, 2}), []int{2}, tensor.Float32).String(); got != "[1. 2.]" {
		t.Errorf("got %s, want [1. 2.]", got)
	}
}
