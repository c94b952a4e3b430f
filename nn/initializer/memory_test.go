package initializer_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/tensor"
)

// TestSizes: a layer of a size that was mistyped is an error, not the end of the program.
func TestSizes(t *testing.T) {
	for want, dims := range map[string][]int{
		"MemoryError: Allocate memory failed: a tensor of shape (4294967296, 4294967296)": {1 << 32, 1 << 32},
		"ValueError: For 'initializer', the lengths of 'shape' must not be negative":      {-2, 3},
	} {
		for _, name := range []string{"normal", "he_uniform", "orthogonal"} {
			err := tensor.Try(func() { initializer.New(name, dims) })
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s of %v: %v", name, dims, err)
			}
		}
	}
}
