package ops

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// OutputSize sets the spatial shape of the result (size), one number for all axes or one per axis.
func OutputSize(n ...int) Option { return Option{"OutputSize", n} }

// ScaleFactor sets the factor of the spatial shape (scale_factor), one number for all axes or one per axis.
func ScaleFactor(f ...float64) Option { return Option{"ScaleFactor", f} }

// Interpolation sets the interpolation mode (mode).
func Interpolation(mode string) Option { return Option{"Interpolation", mode} }

// AlignCorners aligns the centres of the corner elements (align_corners).
func AlignCorners(on bool) Option { return Option{"AlignCorners", on} }

// RecomputeScaleFactor takes the scale from the rounded shape of the result instead of [ScaleFactor]
// (recompute_scale_factor).
func RecomputeScaleFactor(on bool) Option { return Option{"RecomputeScaleFactor", on} }

// Interpolate resizes the spatial axes of x, those after (N, C), to [OutputSize] or by ScaleFactor, of which exactly
// one is given (ValueError). [Interpolation] is "nearest" (the default), "nearest-exact" or "area" for one to three
// axes, "linear" for one, "bilinear" or "bicubic" for two, "trilinear" for three. Other options: AlignCorners (false;
// for the linear modes and bicubic), RecomputeScaleFactor (false).
//
//ms:op func=interpolate,interpolate_ext,upsample class=ResizeLinear1D,UpsampleNearest3D,UpsampleTrilinear3D types=floats
func Interpolate(x *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "interpolate"
	o := read(op, opts, "OutputSize", "ScaleFactor", "Interpolation", "AlignCorners", "RecomputeScaleFactor")
	mode, axes := kwargs.Get(o, "Interpolation", "nearest"), x.NDim()-2
	kind := interpolations[mode]
	switch {
	case kind.taps == nil && mode != "area":
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'mode' must be one of 'nearest', 'nearest-exact', 'linear', 'bilinear', 'bicubic', "+
			"'trilinear' or 'area', but got '%s'.", op, mode)
	case axes < 1 || axes > 3 || kind.axes != 0 && kind.axes != axes:
		tensor.Throw(op, tensor.ValueError, "For '%s', the mode '%s' does not support a %d-D input: x.shape = %s.", op, mode, x.NDim(), listText(x.Shape()))
	case kwargs.Get(o, "AlignCorners", false) && kind.axes == 0:
		tensor.Throw(op, tensor.ValueError, "For '%s', 'align_corners' can only be set for the modes 'linear', 'bilinear', 'bicubic' or 'trilinear', "+
			"but the mode is '%s'.", op, mode)
	}
	in := x.Shape()[2:]
	out, steps := resized(op, o, in)
	if product(in) == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the spatial shape of 'x' must not be empty, but got x.shape = %s.", op, listText(x.Shape()))
	}
	if mode == "area" {
		return adaptiveAvgPool(op, axes, x, out)
	}
	align := kwargs.Get(o, "AlignCorners", false)
	taps := func() shape.Taps {
		return axesTaps(out, func(i int) shape.Taps {
			step, offset := steps[i], 0.5
			if align {
				step, offset = float64(in[i]-1)/float64(max(1, out[i]-1)), 0
			}
			return kind.taps(in[i], out[i], step, offset)
		})
	}
	return tensor.Apply(planesOp{name: op, lead: 2, in: in, out: out, taps: taps}, x)[0]
}

// resized returns the spatial shape of the result and the distance of its elements in the argument.
func resized(op string, o options, in []int) (out []int, steps []float64) {
	size, scales := kwargs.Passed[[]int](o, "OutputSize"), kwargs.Passed[[]float64](o, "ScaleFactor")
	if (size == nil) == (scales == nil) {
		tensor.Throw(op, tensor.ValueError, "For '%s', exactly one of 'size' and 'scale_factor' must be given.", op)
	}
	var scale []float64
	if size != nil {
		out = positive(op, "Size", perAxis(op, "Size", *size, len(in)))
	} else {
		scale = *scales
		if len(scale) == 1 {
			scale = slices.Repeat(scale, len(in))
		}
		if len(scale) != len(in) || slices.ContainsFunc(scale, func(f float64) bool { return !(f > 0) || math.IsInf(f, 0) }) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the 'scale_factor' must be a positive number or one per spatial axis of %s, but got %v.",
				op, tupleText(in), scale)
		}
		out = make([]int, len(in))
		for i, f := range scale {
			out[i] = int(math.Floor(float64(in[i]) * f))
		}
		positive(op, "Size", out)
	}
	steps = make([]float64, len(in))
	for i := range steps {
		if steps[i] = float64(in[i]) / float64(out[i]); scale != nil && !kwargs.Get(o, "RecomputeScaleFactor", false) {
			steps[i] = 1 / scale[i]
		}
	}
	return out, steps
}

// interpolations are the modes: the number of axes that they support, 0 meaning any, and the taps of one axis.
// Output i is at (i + offset)·step - offset.
var interpolations = map[string]struct {
	axes int
	taps func(in, out int, step, offset float64) shape.Taps
}{
	"nearest":       {0, func(in, out int, step, _ float64) shape.Taps { return nearestTaps(in, out, step, 0) }},
	"nearest-exact": {0, nearestTaps},
	"linear":        {1, linearTaps},
	"bilinear":      {2, linearTaps},
	"trilinear":     {3, linearTaps},
	"bicubic":       {2, cubicTaps},
}

// tapsOf returns the taps of an axis with space for width cells per output, and weights if width exceeds one.
func tapsOf(in, out, width int) shape.Taps {
	t := shape.Taps{In: in, Out: out, Row: out, Width: width, Cells: make([]int32, 0, out*width)}
	if width > 1 {
		t.Weights = make([]float64, 0, out*width)
	}
	return t
}

func nearestTaps(in, out int, step, offset float64) shape.Taps {
	t := tapsOf(in, out, 1)
	for i := range out {
		t.Cells = append(t.Cells, int32(min(in-1, int((float64(i)+offset)*step))))
	}
	return t
}

func linearTaps(in, out int, step, offset float64) shape.Taps {
	t := tapsOf(in, out, 2)
	for i := range out {
		at := math.Max(0, float64((float64(i)+offset)*step)-offset)
		low := min(in-1, int(at))
		part := at - float64(low)
		if part == 0 || low == in-1 { // keeps out NaN from an element with weight zero
			t.Cells, t.Weights = append(t.Cells, int32(low), -1), append(t.Weights, 1, 0)
			continue
		}
		t.Cells, t.Weights = append(t.Cells, int32(low), int32(low+1)), append(t.Weights, 1-part, part)
	}
	return t
}

// cubicTaps weights four elements by Keys' kernel with a = -0.75; beyond the edge, the edge element is repeated.
func cubicTaps(in, out int, step, offset float64) shape.Taps {
	const a = -0.75
	near := func(d float64) float64 { return float64((float64((a+2)*d)-(a+3))*d*d) + 1 }
	far := func(d float64) float64 { return float64((float64((float64(a*d)-5*a)*d)+8*a)*d) - 4*a }
	t := tapsOf(in, out, 4)
	for i := range out {
		at := float64((float64(i)+offset)*step) - offset // no product is fused with a sum on any processor
		low := math.Floor(at)
		part := at - low
		for k, w := range []float64{far(part + 1), near(part), near(1 - part), far(2 - part)} {
			cell := int32(max(0, min(in-1, int(low)-1+k)))
			if w == 0 {
				cell = -1
			}
			t.Cells, t.Weights = append(t.Cells, cell), append(t.Weights, w)
		}
	}
	return t
}
