package ops

import (
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// ExtrapolationValue sets the value outside an image (extrapolation_value).
func ExtrapolationValue(v float64) Option { return Option{"ExtrapolationValue", v} }

// CropAndResize crops boxes from images and resizes them to cropSize, two numbers. image has shape (N, H, W, C); the
// rows of boxes, of shape (M, 4), are (y1, x1, y2, x2), where 0 and 1 are the first and the last pixel, and
// boxIndices, of shape (M,), has the image of each box. The result has shape (M, height, width, C). Options:
// Interpolation ("bilinear", or "nearest"), ExtrapolationValue (0).
//
//ms:op func=crop_and_resize class=CropAndResize types=floats
func CropAndResize(image, boxes, boxIndices *tensor.Tensor, cropSize []int, opts ...Option) *tensor.Tensor {
	const op = "CropAndResize"
	o := read(op, opts, "Interpolation", "ExtrapolationValue")
	checkRank(op, "image", image, 4)
	checkFloat(op, []string{"image", "boxes"}, specOf(image), specOf(boxes))
	size := positive(op, "CropSize", sizes(op, "CropSize", cropSize, 2))
	if boxes.NDim() != 2 || boxes.Dim(1) != 4 || boxIndices.NDim() != 1 || boxIndices.Size() != boxes.Dim(0) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shapes of 'boxes' and 'box_indices' must be (M, 4) and (M,), but got %s and %s.",
			op, listText(boxes.Shape()), listText(boxIndices.Shape()))
	}
	dims, m := image.Shape(), boxes.Dim(0)
	s := sampler{x: image.Reshape(dims[0], dims[1]*dims[2], dims[3]), in: dims[1:3], image: boxIndices.ExpandDims(1)}
	inside := tensor.New(true)
	for axis, n := range s.in {
		at := between(boxes.At(tensor.All(), axis), boxes.At(tensor.All(), axis+2), n, size[axis])
		within := at.GreaterEqual(number(0)).LogicalAnd(at.LessEqual(number(float64(n - 1))))
		spread := []int{m, size[0], 1}
		if axis == 1 {
			spread = []int{m, 1, size[1]}
		}
		inside = inside.LogicalAnd(within.Reshape(spread...))
		s.at = append(s.at, at.Reshape(spread...).BroadcastTo(m, size[0], size[1]).Reshape(m, size[0]*size[1]))
	}
	var y *tensor.Tensor
	switch mode := kwargs.Get(o, "Interpolation", "bilinear"); mode {
	case "bilinear":
		y = s.linear()
	case "nearest":
		y = s.elements(s.at[0].Add(number(0.5)).Floor(), s.at[1].Add(number(0.5)).Floor())
	default:
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'method' must be 'bilinear' or 'nearest', but got '%s'.", op, mode)
	}
	beyond := number(kwargs.Get(o, "ExtrapolationValue", 0.0)).AsType(image.DType())
	return tensor.Where(inside.ExpandDims(-1), y.Reshape(m, size[0], size[1], dims[3]), beyond)
}

// between returns count indices for each box, along an axis of length n from lo to hi, which are fractions of it; a
// single index is in the middle.
func between(lo, hi *tensor.Tensor, n, count int) *tensor.Tensor {
	share := engine.Slice[float64](count)
	for i := range share {
		share[i] = 0.5
		if count > 1 {
			share[i] = float64(i) / float64(count-1)
		}
	}
	lo, hi = lo.ExpandDims(1), hi.ExpandDims(1)
	return lo.Add(hi.Sub(lo).Mul(tensor.New(share).AsType(lo.DType()))).Mul(number(float64(n - 1)))
}
