package vision

import (
	"slices"

	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/tensor"
)

// filled returns x with a part filled with one colour.
func filled(op string, x *tensor.Tensor, top, left, h, w int, fill any) *tensor.Tensor {
	dims := slices.Clone(x.Shape())
	dims[0], dims[1] = h, w
	return x.WithAt(ground(op, x, dims, fill), tensor.Span(top, top+h), tensor.Span(left, left+w))
}

// NewErase returns an Op that fills the part of an image whose upper left corner is at (top, left) with one colour:
// vision.Erase. The colour is as for [NewPad]. A part that goes beyond the image raises RuntimeError.
func NewErase(top, left, height, width int, value any) Op {
	return imageOp("Erase", func(x *tensor.Tensor) *tensor.Tensor {
		checkPart("Erase", x, top, left, height, width)
		return filled("Erase", x, top, left, height, width, value)
	})
}

// NewCutOut returns an Op that makes squares of the given length black, at random places: vision.CutOut. patches is
// the number of squares, 1 by default. A square may be partly outside the image. A length or number that is not
// positive raises ValueError, a length larger than a side of the image RuntimeError.
func NewCutOut(length int, patches ...int) Op {
	n := orUsual(patches, 1)
	if length <= 0 || n <= 0 {
		tensor.Throw("CutOut", tensor.ValueError,
			"For 'CutOut', the length and num_patches must be positive, but got %d and %d.", length, n)
	}
	draw := transforms.NewDraw()
	return imageOp("CutOut", func(x *tensor.Tensor) *tensor.Tensor {
		checkPart("CutOut", x, 0, 0, length, length)
		along := func(side int) (from, size int) {
			from = draw.IntN(side+length+1) - length
			to := min(from+length, side)
			from = max(from, 0)
			return from, to - from
		}
		for range n {
			top, h := along(x.Dim(0))
			left, w := along(x.Dim(1))
			x = filled("CutOut", x, top, left, h, w, 0)
		}
		return x
	})
}

// NewRandomErasing returns an Op that fills a random part of an image with one colour, with probability prob:
// vision.RandomErasing. Unlike for the other functions, channels are the first axis, as NewToTensor makes them. The
// area of the part is a fraction of the image's, within scale; the ratio of width to height is within ratio. If
// empty, these are (0.02, 0.33) and (0.3, 3.3). If ten choices do not fit, the image remains unchanged. The colour is
// as for [NewPad].
func NewRandomErasing(prob float64, scale, ratio Range, value any) Op {
	const op = "RandomErasing"
	scale, ratio = areaOf(op, scale, Range{0.02, 0.33}, ratio, Range{0.3, 3.3})
	draw := transforms.NewDraw()
	return sometimes(op, func(x *tensor.Tensor) *tensor.Tensor {
		if x.NDim() != 3 {
			tensor.Throw(op, tensor.RuntimeError, "%s: the image must have shape <C,H,W>, but got shape %s.", op, x.Shape())
		}
		top, left, h, w, ok := inside(x.Dim(1), x.Dim(2), scale, ratio, draw)
		if !ok {
			return x
		}
		return filled(op, x.Transpose(1, 2, 0), top, left, h, w, value).Transpose(2, 0, 1).Contiguous()
	}, prob, nil)
}
