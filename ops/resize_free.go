package ops

import (
	"math"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// KernelType sets the kernel of [ScaleAndTranslate] (kernel_type).
func KernelType(name string) Option { return Option{"KernelType", name} }

// Antialias widens a kernel when an image shrinks (antialias).
func Antialias(on bool) Option { return Option{"Antialias", on} }

// ScaleAndTranslate returns images of shape (N, H, W, C) resampled to size, two numbers: pixel p of an axis goes to
// scale·p + translation, by two numbers each, rows before columns. Beyond the image there are zeros. Options:
// KernelType ("lanczos3", or "lanczos1", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic"),
// Antialias (true).
//
//ms:op func= class=ScaleAndTranslate types=floats
func ScaleAndTranslate(images *tensor.Tensor, size []int, scale, translation []float64, opts ...Option) *tensor.Tensor {
	const op = "ScaleAndTranslate"
	o := read(op, opts, "KernelType", "Antialias")
	checkRank(op, "images", images, 4)
	checkFloat(op, []string{"images"}, specOf(images))
	size = positive(op, "Size", sizes(op, "Size", size, 2))
	if len(scale) != 2 || len(translation) != 2 || !(scale[0] > 0 && scale[1] > 0) {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'scale' must be two positive numbers and 'translation' two, but got %v and %v.", op, scale, translation)
	}
	name := kwargs.Get(o, "KernelType", "lanczos3")
	k, ok := resamplers[name]
	if !ok {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'kernel_type' must be one of 'lanczos1', 'lanczos3', 'lanczos5', 'gaussian', 'box', 'triangle', "+
			"'keyscubic' or 'mitchellcubic', but got '%s'.", op, name)
	}
	along := func(axis int) *tensor.Tensor {
		w := k.weights(images.Dim(axis+1), size[axis], scale[axis], translation[axis], kwargs.Get(o, "Antialias", true))
		return tensor.New(w, images.DType()).Reshape(size[axis], images.Dim(axis+1))
	}
	planes := images.Transpose(0, 3, 1, 2)
	return along(0).MatMul(planes).MatMul(along(1).T()).Transpose(0, 2, 3, 1)
}

// resampler is a kernel that is zero beyond its radius.
type resampler struct {
	radius float64
	at     func(x float64) float64 // for x of at least 0
}

var resamplers = map[string]resampler{
	"lanczos1": lanczos(1), "lanczos3": lanczos(3), "lanczos5": lanczos(5),
	"gaussian":  {1.5, func(x float64) float64 { return math.Exp(x * x / (-2 * 0.5 * 0.5)) }},
	"box":       {0.5, func(float64) float64 { return 1 }},
	"triangle":  {1, func(x float64) float64 { return 1 - x }},
	"keyscubic": {2, func(x float64) float64 { return cubic(x, [4]float64{1.5, -2.5, 0, 1}, [4]float64{-0.5, 2.5, -4, 2}) }},
	"mitchellcubic": {2, func(x float64) float64 {
		return cubic(x, [4]float64{7. / 6, -2, 0, 8. / 9}, [4]float64{-7. / 18, 2, -10. / 3, 16. / 9})
	}},
}

// lanczos is the sinc function, windowed by a wider sinc.
func lanczos(radius float64) resampler {
	return resampler{radius, func(x float64) float64 {
		if x <= 1e-3 {
			return 1
		}
		return radius * math.Sin(math.Pi*x) * math.Sin(math.Pi*x/radius) / (math.Pi * math.Pi * x * x)
	}}
}

// cubic evaluates one polynomial below 1 and another above it.
func cubic(x float64, near, far [4]float64) float64 {
	if x >= 1 {
		near = far
	}
	y := float64(near[0]*x) + near[1]
	y = float64(y*x) + near[2]
	return float64(y*x) + near[3]
}

// weights returns, for each of out pixels, the weights of the in pixels of the source; they add up to one if the
// position is within the source.
func (k resampler) weights(in, out int, scale, translation float64, antialias bool) []float64 {
	w, wide := engine.Slice[float64](out, in), 1.0
	if antialias {
		wide = max(1, 1/scale)
	}
	for i := range out {
		at := (float64(i) + 0.5 - translation) / scale
		if !(at >= 0 && at <= float64(in)) {
			continue
		}
		row, sum := w[i*in:(i+1)*in], 0.0
		for j := range row {
			if x := math.Abs(float64(j)+0.5-at) / wide; x <= k.radius {
				row[j] = k.at(x)
				sum += row[j]
			}
		}
		for j := range row {
			if math.Abs(sum) > 1000*math.SmallestNonzeroFloat32 {
				row[j] /= sum
			}
		}
	}
	return w
}

// ResizeV2 resizes images of shape (N, C, H, W) to sizes, four numbers of which the first two are those of x:
// mindspore.ops.ResizeV2 with its argument sizes. Options: Interpolation ("nearest", "linear" or "cubic"), AlignCorners
// (false, "align_corners"), HalfPixelCenters (false, "half_pixel"); the nearest element is the one before.
//
//ms:op func= class=ResizeV2 types=floats
func ResizeV2(x *tensor.Tensor, sizes []int, opts ...Option) *tensor.Tensor {
	const op = "ResizeV2"
	o := read(op, opts, "Interpolation", "AlignCorners", "HalfPixelCenters")
	checkRank(op, "x", x, 4)
	if len(sizes) != 4 || sizes[0] != x.Dim(0) || sizes[1] != x.Dim(1) {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'sizes' must be the shape of the result, of which the first two numbers are those of x.shape, but got %s and x.shape = %s.",
			op, listText(sizes), listText(x.Shape()))
	}
	align, half := AlignCorners(kwargs.Get(o, "AlignCorners", false)),
		HalfPixelCenters(kwargs.Get(o, "HalfPixelCenters", false))
	switch mode := kwargs.Get(o, "Interpolation", "nearest"); mode {
	case "nearest":
		return ResizeNearestNeighbor(x, sizes[2:], align)
	case "linear":
		return ResizeBilinear(x, sizes[2:], align, half)
	case "cubic":
		return ResizeBicubic(x, sizes[2:], align, half)
	default:
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'mode' must be 'nearest', 'linear' or 'cubic', but got '%s'.", op, mode)
		return nil
	}
}
