package ops_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// TestWindowErrors checks that misuse of convolutions, pools and their like is reported in MindSpore's words, with
// the shapes.
func TestWindowErrors(t *testing.T) {
	x, w := Ones(1, 2, 4, 4), Ones(3, 2, 3, 3)
	for _, c := range []struct {
		name, want string
		call       func()
	}{
		{
			"rank", "ValueError: For 'Conv2D', the dimension of 'x' must be 4, but got 3: x.shape = [2, 4, 4].",
			func() { ops.Conv2D(x.Squeeze(0), w) },
		},
		{
			"channels", "ValueError: For 'Conv2D', 'C_in' of input 'x' shape divide by parameter 'group' must be equal to 'C_in' of input 'weight' shape: 2, " +
				"but got 'C_in' of input 'x' shape: 4, and 'group': 1: x.shape = [1, 4, 4, 4] and weight.shape = [3, 2, 3, 3].",
			func() { ops.Conv2D(Ones(1, 4, 4, 4), w) },
		},
		{
			"dtype", "TypeError: For primitive[Conv2D], the input type must be same.\nname:[w]:Tensor[Float64].\nname:[x]:Tensor[Float32].\n",
			func() { ops.Conv2D(x, w.AsType(Float64)) },
		},
		{
			"pad mode", "ValueError: For 'Conv2D', the 'pad_mode' must be one of 'same', 'valid' or 'pad', but got 'full'.",
			func() { ops.Conv2D(x, w, ops.PadMode("full")) },
		},
		{
			"padding without mode", "ValueError: For 'Conv2D', the 'pad' must be zero when 'pad_mode' is not 'pad', but got 'pad': (1,) and 'pad_mode': valid.",
			func() { ops.Conv2D(x, w, ops.Padding(1)) },
		},
		{
			"stride", "ValueError: For 'Conv2D', the 'stride' must be positive, but got (0, 0).",
			func() { ops.Conv2D(x, w, ops.Stride(0)) },
		},
		{
			"bias", "ValueError: For 'Conv2D', the shape of 'bias' must be (3,), but got (2,); the output's shape is (1, 3, 2, 2).",
			func() { ops.Conv2D(x, w, ops.Bias(Ones(2))) },
		},
		{
			"option", "TypeError: For 'MaxPool', got an unexpected option ops.Groups; its options are ops.Stride, ops.PadMode, ops.Padding, ops.Dilation, ops.CeilMode.",
			func() { ops.MaxPool2D(x, 2, ops.Groups(2)) },
		},
		{
			"kernel size", "TypeError: For 'AvgPool', the type of 'kernel_size' must be int or []int, but got float64.",
			func() { ops.AvgPool2D(x, 2.0) },
		},
		{
			"kernel size of nil", "ValueError: For 'AvgPool', the 'kernel_size' must be positive, but got (2, 0).",
			func() { ops.AvgPool2D(x, []any{2, nil}) },
		},
		{
			"half the kernel", "ValueError: For 'MaxPool', the 'padding' must be at most half of 'kernel_size', but got (2, 2) and (2, 2).",
			func() { ops.MaxPool2D(x, 2, ops.Padding(2)) },
		},
		{
			"argmax", "ValueError: For 'MaxUnpool1D', the value of 'argmax' must be in range [0, 4), but got 4; the output's spatial shape is (4,).",
			func() { ops.MaxUnpool1D(Ones(1, 2), New([][]int{{0, 4}}), 2) },
		},
		{
			"reflect", "ValueError: For 'Pad', the padding (3, 0) of axis 0 is too large for mode 'reflect': input_x.shape = [3].",
			func() { ops.Pad(Ones(3), []int{3, 0}, ops.PaddingMode("reflect")) },
		},
		{
			"running mean", "TypeError: For 'BatchNorm', the 'running_mean' must be a Tensor, but got None.",
			func() { ops.BatchNorm(x, nil, nil) },
		},
		{
			"normalized shape", "ValueError: For 'LayerNorm', the last axes of input_x.shape must be normalized_shape, but got input_x.shape = [1, 2, 4, 4] and normalized_shape = [3].",
			func() { ops.LayerNorm(x, []int{3}) },
		},
		{
			"size", "ValueError: For 'interpolate', exactly one of 'size' and 'scale_factor' must be given.",
			func() { ops.Interpolate(x) },
		},
		{
			"mode", "ValueError: For 'interpolate', the mode 'linear' does not support a 4-D input: x.shape = [1, 2, 4, 4].",
			func() { ops.Interpolate(x, ops.OutputSize(2), ops.Interpolation("linear")) },
		},
		{
			"probability", "ValueError: For 'Dropout', the 'p' must be in the range of [0.0, 1.0], but got 1.5.",
			func() { ops.Dropout(x, 1.5) },
		},
	} {
		err := Try(c.call)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// TestWindowNumbers calls window ops with random settings: each returns a result or fails with an *Error, and the
// gradient has the shape of the argument.
func TestWindowNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := func(name string) int { return rapid.IntRange(0, 4).Draw(t, name) }
		small := func(name string) int { return rapid.IntRange(-1, 3).Draw(t, name) }
		x := Ones(dim("n"), dim("c"), dim("h"), dim("w"))
		w := Ones(dim("o"), dim("c/g"), dim("kh"), dim("kw"))
		window := []ops.Option{ops.Stride(small("stride")), ops.Dilation(small("dilation")), ops.PadMode(rapid.SampledFrom([]string{"same", "valid", "pad"}).Draw(t, "mode"))}
		if rapid.Bool().Draw(t, "padded") {
			window = append(window, ops.Padding(small("padding")))
		}
		conv := append([]ops.Option{ops.Groups(small("groups"))}, window...)
		kernel := []int{small("kernel"), small("kernel")}
		for _, call := range []func(x *Tensor) *Tensor{
			func(x *Tensor) *Tensor { return ops.Conv2D(x, w, conv...) },
			func(x *Tensor) *Tensor {
				return ops.Conv2DTranspose(x, w, append(conv, ops.OutputPadding(small("out")))...)
			},
			func(x *Tensor) *Tensor { return ops.MaxPool2D(x, kernel, append(window, ops.CeilMode(true))...) },
			func(x *Tensor) *Tensor {
				return ops.AvgPool2D(x, kernel, ops.CeilMode(true), ops.Stride(small("stride")))
			},
			func(x *Tensor) *Tensor { return ops.AdaptiveMaxPool2D(x, kernel) },
			func(x *Tensor) *Tensor { return ops.Unfold(x, kernel, ops.Padding(small("padding"))) },
			func(x *Tensor) *Tensor {
				return ops.Pad(x, []int{small("lo"), small("hi"), small("lo"), small("hi")}, ops.PaddingMode("reflect"))
			},
			func(x *Tensor) *Tensor {
				return ops.Pad(x, []int{small("lo"), small("hi"), small("lo"), small("hi")}, ops.Value(1))
			},
			func(x *Tensor) *Tensor {
				return ops.Interpolate(x, ops.OutputSize(kernel...), ops.Interpolation("bicubic"))
			},
			func(x *Tensor) *Tensor { return ops.GroupNorm(x, small("groups")) },
			func(x *Tensor) *Tensor { return ops.BatchNorm(x, nil, nil, ops.Training(true)) },
			func(x *Tensor) *Tensor { return ops.PixelShuffle(x, small("factor")) },
		} {
			differentiate(t, x, call)
		}
	})
}

// differentiate calls f, which may raise an *Error, and takes the gradient of its result.
func differentiate(t *rapid.T, x *Tensor, f func(x *Tensor) *Tensor) {
	tape := NewTape()
	defer tape.Stop()
	in := tape.Watch(x)
	var y *Tensor
	if Try(func() { y = f(in) }) != nil {
		return
	}
	tape.Stop()
	if g := tape.Gradient([]*Tensor{y}, nil, []*Tensor{in})[0]; tuple(g) != tuple(x) {
		t.Errorf("the gradient of a tensor of shape %s has shape %s", tuple(x), tuple(g))
	}
}

func tuple(x *Tensor) string { return fmt.Sprint(x.Shape()) }

// TestNormDType checks that a half-precision image keeps its dtype beside Float32 parameters.
func TestNormDType(t *testing.T) {
	x, p := Ones(2, 2, 2).AsType(Float16), Ones(2)
	for name, y := range map[string]*Tensor{
		"BatchNorm": ops.BatchNorm(x, p, p, ops.Weight(p)), "LayerNorm": ops.LayerNorm(x, []int{2}, ops.Bias(p)),
		"GroupNorm": ops.GroupNorm(x, 2, ops.Weight(p)), "InstanceNorm": ops.InstanceNorm(x, ops.Weight(p)),
	} {
		if y.DType() != Float16 {
			t.Errorf("%s of Float16 is %s", name, y.DType())
		}
	}
}

// TestAdaptiveNone runs the examples of MindSpore's reference that keep axes: AdaptiveMaxPool2D of (None, 2),
// AdaptiveAvgPool3D of (None, 4, 5).
func TestAdaptiveNone(t *testing.T) {
	x := Arange(1, 10).AsType(Float32).Reshape(1, 1, 3, 3)
	if got := ops.AdaptiveMaxPool2D(x, []any{nil, 2}).String(); got != "[[[[2. 3.]\n   [5. 6.]\n   [8. 9.]]]]" {
		t.Errorf("AdaptiveMaxPool2D: %s", got)
	}
	if got := ops.AdaptiveAvgPool3D(Ones(4, 1, 9, 9, 7), []any{nil, 4, 5}).Shape().String(); got != "(4, 1, 9, 4, 5)" {
		t.Errorf("AdaptiveAvgPool3D: %s", got)
	}
}

// TestHangingWindow has a kernel that is longer than the image: rounded up there is one window, as in PyTorch.
func TestHangingWindow(t *testing.T) {
	x := New([]float64{1, 2, 6}).Reshape(1, 1, 3)
	opts := []ops.Option{ops.Stride(4), ops.PadMode("pad"), ops.CeilMode(true)}
	if got := ops.MaxPool1D(x, 4, opts...).String(); got != "[[[6.]]]" {
		t.Errorf("the greatest is %s", got)
	}
	if got := ops.AvgPool1D(x, 4, opts...).String(); got != "[[[3.]]]" { // what hangs over is not counted
		t.Errorf("the mean is %s", got)
	}
	err := Try(func() { ops.MaxPool1D(x, 7, opts...) })
	if err == nil || !strings.Contains(err.Error(), "must be positive") {
		t.Errorf("a kernel that is longer by the stride: %v", err)
	}
}

// TestGlobalAverage has the averages of whole planes that PyTorch computes in Float64: they are as exact as those of
// Mean, where sums in the order of the elements lost three digits. The plane of Float16 has an infinite sum.
func TestGlobalAverage(t *testing.T) {
	x := Arange(0, 3*257*255).Reshape(1, 3, 257, 255).AsType(Float32).Mul(Scalar(1e-3)).Add(Scalar(0.1))
	want := []float64{32.867000908031635, 98.40200350636192, 163.93701388480653}
	nan := math.NaN()
	for _, c := range []struct {
		name string
		got  *Tensor
		want []float64
	}{
		{"planes", ops.AdaptiveAvgPool2D(x, 1), want},
		{"turned planes", ops.AdaptiveAvgPool2D(x.SwapAxes(-1, -2), 1), want},
		{"rows", ops.AdaptiveAvgPool1D(x.Reshape(3, -1), 1), want},
		{"a volume", ops.AdaptiveAvgPool3D(x, 1), []float64{want[1]}},
		{"Float16", ops.AdaptiveAvgPool2D(Full([]int{1, 200, 100}, 10, Float16), 1), []float64{10}},
		{"NaN", ops.AdaptiveAvgPool2D(New([][][]float64{{{1, nan, 3}}, {{1, 2, 6}}}), 1), []float64{nan, 3}},
	} {
		for i, v := range c.want {
			if got := c.got.Reshape(-1).At(i).Float(); !(math.Abs(got-v) <= 1e-6*v || got != got && v != v) {
				t.Errorf("%s: got %v at %d, want %v", c.name, got, i, v)
			}
		}
	}
}
