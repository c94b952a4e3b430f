package ops

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// AvgPool1D returns the means of windows of kernelSize, an int or a []int, along the last axis of x, which has shape
// (N, C, L) or (C, L). Options: Stride (1), PadMode ("pad"), Padding (0), CeilMode, CountIncludePad (true).
//
//ms:op func=avg_pool1d class= types=floats
func AvgPool1D(x *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return avgPool("AvgPool1D", 1, x, kernelSize, opts)
}

// AvgPool2D returns the means of windows of kernelSize, an int or a []int, over the last two axes of x, which has
// shape (N, C, H, W) or (C, H, W). Options: Stride (1), PadMode ("pad"; "same" never counts padding), Padding (0),
// CeilMode, CountIncludePad (true), DivisorOverride.
//
//ms:op func=avg_pool2d class=AvgPool types=floats
func AvgPool2D(x *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return avgPool("AvgPool", 2, x, kernelSize, opts)
}

// AvgPool3D returns the means of windows of kernelSize, an int or a []int, over the last three axes of x, which has
// shape (N, C, D, H, W) or (C, D, H, W). Options as of [AvgPool2D].
//
//ms:op func=avg_pool3d class=AvgPool3D types=floats
func AvgPool3D(x *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return avgPool("AvgPool3D", 3, x, kernelSize, opts)
}

func avgPool(op string, axes int, x *tensor.Tensor, kernelSize any, opts []Option) *tensor.Tensor {
	o := read(op, opts, "Stride", "PadMode", "Padding", "CeilMode", "CountIncludePad", "DivisorOverride")
	checkRank(op, "x", x, axes+1, axes+2)
	w := poolWindow(op, axes, x, kernelSize, o, 1)
	mode := kwargs.Get(o, "PadMode", "pad")
	include := kwargs.Get(o, "CountIncludePad", true) && mode != "same" && mode != "SAME"
	divisor := kwargs.Get(o, "DivisorOverride", 0)
	taps := func() shape.Taps {
		t := w.taps()
		t.Div = w.counts(include)
		if divisor > 0 {
			t.Div = slices.Repeat([]float64{float64(divisor)}, t.Out)
		}
		return t
	}
	return tensor.Apply(planesOp{name: op, lead: x.NDim() - axes, in: w.in, out: w.out, taps: taps}, x)[0]
}

// poolWindow parses the window of a pool; stride is the default, 0 meaning the kernel.
func poolWindow(op string, axes int, x *tensor.Tensor, kernelSize any, o options, stride int) window {
	w := newWindow(op, o, x.Shape()[x.NDim()-axes:], sizes(op, "KernelSize", kernelSize, axes), stride, "pad")
	for i, p := range w.low {
		if mode := kwargs.Get(o, "PadMode", "pad"); mode == "pad" && 2*max(p, w.high[i]) > w.kernel[i] {
			tensor.Throw(op, tensor.ValueError, "For '%s', the 'padding' must be at most half of 'kernel_size', but got %s and %s.",
				op, tupleText(w.low), tupleText(w.kernel))
		}
	}
	return w
}

// counts returns the number of cells that each window averages: those in the input and, if padding is set, in the
// padding.
func (w *window) counts(padding bool) []float64 {
	list := []float64{1}
	for i, in := range w.in {
		lo, hi := 0, in
		if padding {
			lo, hi = -w.low[i], in+w.high[i]
		}
		next := make([]float64, 0, len(list)*w.out[i])
		for _, n := range list {
			for o := range w.out[i] {
				start := o*w.stride[i] - w.low[i]
				next = append(next, n*float64(min(start+w.kernel[i], hi)-max(start, lo)))
			}
		}
		list = next
	}
	return list
}

// AdaptiveAvgPool1D returns means over size windows that cover the last axis of x, which has shape (N, C, L) or (C,
// L).
//
//ms:op func=adaptive_avg_pool1d class= types=floats
func AdaptiveAvgPool1D(x *tensor.Tensor, size int) *tensor.Tensor {
	return adaptiveAvgPool("AdaptiveAvgPool1D", 1, x, size)
}

// AdaptiveAvgPool2D returns means over windows that cover the last two axes of x, which has shape (N, C, H, W) or
// (C, H, W). The result's spatial shape is size, an int or a []int, where 0 keeps an axis, or a []any, where nil does
// (None in Python). Window i of n goes from ⌊i·H/n⌋ to ⌈(i+1)·H/n⌉.
//
//ms:op func=adaptive_avg_pool2d class=AdaptiveAvgPool2D types=floats
func AdaptiveAvgPool2D(x *tensor.Tensor, size any) *tensor.Tensor {
	return adaptiveAvgPool("AdaptiveAvgPool2D", 2, x, size)
}

// AdaptiveAvgPool3D is [AdaptiveAvgPool2D] over three axes.
//
//ms:op func=adaptive_avg_pool3d class=AdaptiveAvgPool3D types=floats
func AdaptiveAvgPool3D(x *tensor.Tensor, size any) *tensor.Tensor {
	return adaptiveAvgPool("AdaptiveAvgPool3D", 3, x, size)
}

func adaptiveAvgPool(op string, axes int, x *tensor.Tensor, size any) *tensor.Tensor {
	in, out := adaptiveShape(op, axes, x, size)
	if product(out) == 1 { // for many elements Mean's sums are more accurate than those of a window, and faster
		checkFloat(op, []string{"x"}, specOf(x))
		return x.MeanAxes([]int{-1, -2, -3}[:axes], true)
	}
	o := planesOp{name: op, lead: x.NDim() - axes, in: in, out: out, taps: func() shape.Taps { return adaptiveTaps(in, out) }}
	return tensor.Apply(o, x)[0]
}

// adaptiveShape returns the spatial shapes of the argument and the result.
func adaptiveShape(op string, axes int, x *tensor.Tensor, size any) (in, out []int) {
	checkRank(op, "x", x, axes+1, axes+2)
	in = x.Shape()[x.NDim()-axes:]
	out = slices.Clone(sizes(op, "OutputSize", size, axes))
	for i := range out {
		if out[i] == 0 {
			out[i] = in[i]
		}
	}
	positive(op, "OutputSize", out)
	if product(in) == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the spatial shape of 'x' must not be empty, but got x.shape = %s.", op, listText(x.Shape()))
	}
	return in, out
}

func adaptiveTaps(in, out []int) shape.Taps {
	return axesTaps(out, func(i int) shape.Taps { return shape.Adaptive(in[i], out[i]) })
}

// LpPool1D is [LpPool2D] along the last axis of x, which has shape (N, C, L) or (C, L).
//
//ms:op func=lp_pool1d class= types=floats
func LpPool1D(x *tensor.Tensor, normType float64, kernelSize any, opts ...Option) *tensor.Tensor {
	return lpPool("LpPool1D", 1, x, normType, kernelSize, opts)
}

// LpPool2D returns for windows of kernelSize the root of the sum of powers, (Σ xᵖ)^(1/p) with p = normType, of x,
// which has shape (N, C, H, W) or (C, H, W). Options: Stride (the kernel), CeilMode.
//
//ms:op func=lp_pool2d class=LpPool2D types=floats
func LpPool2D(x *tensor.Tensor, normType float64, kernelSize any, opts ...Option) *tensor.Tensor {
	return lpPool("LpPool2D", 2, x, normType, kernelSize, opts)
}

func lpPool(op string, axes int, x *tensor.Tensor, p float64, kernelSize any, opts []Option) *tensor.Tensor {
	o := read(op, opts, "Stride", "CeilMode")
	checkRank(op, "x", x, axes+1, axes+2)
	checkFloat(op, []string{"x"}, specOf(x))
	if p <= 0 || math.IsNaN(p) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'norm_type' must be positive, but got %v.", op, p)
	}
	w := poolWindow(op, axes, x, kernelSize, o, 0)
	sums := planesOp{name: op, lead: x.NDim() - axes, in: w.in, out: w.out, taps: w.taps}
	if p == 1 {
		return tensor.Apply(sums, x)[0]
	}
	return inFull(x, func(x *tensor.Tensor) *tensor.Tensor { // the square of 256 overflows Float16
		return tensor.Apply(sums, x.Pow(tensor.Scalar(p)))[0].Pow(tensor.Scalar(1 / p))
	})
}
