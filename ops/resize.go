package ops

import (
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// HalfPixelCenters places elements at the centres of their pixels (half_pixel_centers).
func HalfPixelCenters(on bool) Option { return Option{"HalfPixelCenters", on} }

// ResizeBilinear resizes the last two axes of x, of shape (N, C, H, W), to size, linearly between elements. Unlike
// [Interpolate] it puts element i at i·H/H' by default. Options: AlignCorners, HalfPixelCenters (false).
//
//ms:op func= class=ResizeBilinearV2 types=floats
func ResizeBilinear(x *tensor.Tensor, size []int, opts ...Option) *tensor.Tensor {
	return resize("ResizeBilinearV2", x, size, opts, linearTaps)
}

// ResizeBicubic resizes the last two axes of x, of shape (N, C, H, W), to size with cubic polynomials; see
// [ResizeBilinear].
//
//ms:op func= class=ResizeBicubic types=floats
func ResizeBicubic(x *tensor.Tensor, size []int, opts ...Option) *tensor.Tensor {
	return resize("ResizeBicubic", x, size, opts, cubicTaps)
}

// ResizeNearestNeighbor resizes the last two axes of x, of shape (N, C, H, W), to size, repeating or omitting
// elements; see [ResizeBilinear].
//
//ms:op func= class=ResizeNearestNeighbor,ResizeNearestNeighborV2 types=floats
func ResizeNearestNeighbor(x *tensor.Tensor, size []int, opts ...Option) *tensor.Tensor {
	return resize("ResizeNearestNeighbor", x, size, opts, func(in, out int, step, offset float64) shape.Taps {
		if o := read("ResizeNearestNeighbor", opts, "AlignCorners", "HalfPixelCenters"); kwargs.Get(o, "AlignCorners",
			false) {
			return roundedTaps(in, out, step)
		}
		return nearestTaps(in, out, step, offset)
	})
}

// roundedTaps takes the nearest element, the later one at halves.
func roundedTaps(in, out int, step float64) shape.Taps {
	t := tapsOf(in, out, 1)
	for i := range out {
		t.Cells = append(t.Cells, int32(min(in-1, int(float64(float64(i)*step)+0.5))))
	}
	return t
}

func resize(op string, x *tensor.Tensor, size []int, opts []Option, axis func(in, out int, step, offset float64) shape.Taps) *tensor.Tensor {
	o := read(op, opts, "AlignCorners", "HalfPixelCenters")
	checkRank(op, "x", x, 4)
	in, out := x.Shape()[2:], positive(op, "Size", sizes(op, "Size", size, 2))
	align, half := kwargs.Get(o, "AlignCorners", false), kwargs.Get(o, "HalfPixelCenters", false)
	if align && half {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'half_pixel_centers' must be False when 'align_corners' is True.", op)
	}
	if product(in) == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the spatial shape of 'x' must not be empty, but got x.shape = %s.", op, listText(x.Shape()))
	}
	taps := func() shape.Taps {
		return axesTaps(out, func(i int) shape.Taps {
			step, offset := float64(in[i])/float64(out[i]), 0.0
			if align {
				step = float64(in[i]-1) / float64(max(1, out[i]-1))
			}
			if half {
				offset = 0.5
			}
			return axis(in[i], out[i], step, offset)
		})
	}
	return tensor.Apply(planesOp{name: op, lead: 2, in: in, out: out, taps: taps}, x)[0]
}
