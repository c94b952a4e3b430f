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
	const huge = 1 << 40
	zero, x, image := tensor.New([]int{0}), tensor.Ones(2, 3), tensor.Ones(1, 1, 2, 3)
	for name, f := range map[string]func(){
		"confusion_matrix": func() { ops.ConfusionMatrix(zero, zero, 1<<30) },
		"hann_window":      func() { ops.HannWindow(1<<60, true) },
		"fftfreq":          func() { ops.FFTFreq(huge, 1) },
		"rfftfreq":         func() { ops.RFFTFreq(huge, 1) },
		"multinomial":      func() { ops.Multinomial(x, huge, true) },
		"candidates":       func() { ops.UniformCandidateSampler(zero, huge, false, 3) },
		"adaptive average": func() { ops.AdaptiveAvgPool1D(x, huge) },
		"adaptive maximum": func() { ops.AdaptiveMaxPool2D(tensor.Zeros(0, 2, 3), []int{huge, 1}) },
		"interpolate":      func() { ops.Interpolate(image, ops.OutputSize(1<<20, 1<<20)) },
		"resize":           func() { ops.ResizeBilinear(image, []int{1 << 20, 1 << 20}) },
		"scale":            func() { ops.ScaleAndTranslate(image, []int{huge, 1}, []float64{1, 1}, []float64{0, 0}) },
		"unfold":           func() { ops.Unfold(image, 1, ops.Padding(1<<20)) },
		"pad":              func() { ops.Pad(x, []int{0, huge}, ops.PaddingMode("replicate")) },
		"coo to csr": func() {
			sparse.NewCOOTensor(tensor.New([][]int{{0, 1}}), tensor.New([]float32{2}), 1<<60, 4).ToCSR()
		},
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), "MemoryError: Allocate memory failed") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
