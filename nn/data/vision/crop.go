package vision

import (
	"math"

	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/tensor"
)

// crop returns the part of an image from (top, left) on.
func crop(x *tensor.Tensor, top, left, h, w int) *tensor.Tensor {
	return x.At(tensor.Span(top, top+h), tensor.Span(left, left+w)).Contiguous()
}

// pad puts an image on a larger background.
func pad(x *tensor.Tensor, left, top, right, bottom int, fill any) *tensor.Tensor {
	dims := []int(x.Shape())
	h, w := dims[0], dims[1]
	dims[0], dims[1] = h+top+bottom, w+left+right
	return ground("Pad", x, dims, fill).WithAt(x, tensor.Span(top, top+h), tensor.Span(left, left+w))
}

// NewPad returns an Op that puts a border around an image: vision.Pad. borders has one size for all sides, two for
// left/right and top/bottom, or four for left, top, right and bottom. A fill is a number, or one for each channel,
// []int; nil means 0. Other borders and fills, and numbers outside the range of the dtype, raise ValueError.
func NewPad(borders []int, fill any) Op {
	b := bordersOf("Pad", borders)
	return imageOp("Pad", func(x *tensor.Tensor) *tensor.Tensor { return pad(x, b[0], b[1], b[2], b[3], fill) })
}

// ground returns an image of one colour with the dtype and the channels of x.
func ground(op string, x *tensor.Tensor, dims []int, fill any) *tensor.Tensor {
	if fill == nil {
		fill = 0
	}
	given := tensor.New(fill)
	colour := given.AsType(x.DType())
	if given.NDim() > 1 || given.NDim() == 1 && (x.NDim() != 3 || given.Len() != x.Dim(2)) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the fill_value must be a number or have one for each channel "+
			"of the image, but got %s for an image of shape %s.", op, tensor.Repr(fill), x.Shape())
	}
	if x.DType().IsInt() && !colour.AsType(tensor.Float64).Equal(given.AsType(tensor.Float64)).All().Bool() {
		tensor.Throw(op, tensor.ValueError, "For '%s', an image of %s cannot hold the fill_value %s.",
			op, x.DType(), tensor.Repr(fill))
	}
	return colour.BroadcastTo(dims...).Contiguous()
}

func bordersOf(op string, b []int) [4]int {
	for _, n := range b {
		if n < 0 {
			b = nil
			break
		}
	}
	switch len(b) {
	case 1:
		return [4]int{b[0], b[0], b[0], b[0]}
	case 2:
		return [4]int{b[0], b[1], b[0], b[1]}
	case 4:
		return [4]int(b)
	}
	tensor.Throw(op, tensor.ValueError, "For '%s', the padding must be one, two or four ints that are not negative.", op)
	return [4]int{}
}

// NewCenterCrop returns an Op that crops the centre of an image, which is padded with black if it is smaller:
// vision.CenterCrop. A size is an int for a square or (height, width), []int.
func NewCenterCrop(size any) Op {
	h, w := square("CenterCrop", size)
	return imageOp("CenterCrop", func(x *tensor.Tensor) *tensor.Tensor {
		down, right := max(h-x.Dim(0), 0), max(w-x.Dim(1), 0)
		if down > 0 || right > 0 {
			x = pad(x, right-right/2, down-down/2, right/2, down/2, 0) // the longer half comes first
		}
		return crop(x, (x.Dim(0)-h)/2, (x.Dim(1)-w)/2, h, w)
	})
}

// NewCrop returns an Op that crops the part of an image whose upper left corner is at (top, left): vision.Crop. A
// part that goes beyond the image raises RuntimeError.
func NewCrop(top, left int, size any) Op {
	h, w := square("Crop", size)
	return imageOp("Crop", func(x *tensor.Tensor) *tensor.Tensor {
		checkPart("Crop", x, top, left, h, w)
		return crop(x, top, left, h, w)
	})
}

// checkPart raises RuntimeError for a part that goes beyond an image.
func checkPart(op string, x *tensor.Tensor, top, left, h, w int) {
	if min(top, left, h, w) < 0 || top+h > x.Dim(0) || left+w > x.Dim(1) {
		tensor.Throw(op, tensor.RuntimeError,
			"%s: a part of %d x %d at (%d, %d) goes beyond the image, which has shape %s.",
			op, h, w, top, left, x.Shape())
	}
}

// NewFiveCrop returns an Op that crops the upper left, upper right, lower left and lower right corners and the centre
// of an image and stacks them along a new first axis: vision.FiveCrop, which returns five images. A size is an int
// for a square or (height, width), []int. A larger one raises RuntimeError.
func NewFiveCrop(size any) Op {
	h, w := square("FiveCrop", size)
	return imageOp("FiveCrop", func(x *tensor.Tensor) *tensor.Tensor {
		checkPart("FiveCrop", x, 0, 0, h, w)
		down, right := x.Dim(0)-h, x.Dim(1)-w
		var parts []*tensor.Tensor
		half := func(n int) int { return int(math.RoundToEven(float64(n) / 2)) }
		for _, at := range [][2]int{{0, 0}, {0, right}, {down, 0}, {down, right}, {half(down), half(right)}} {
			parts = append(parts, crop(x, at[0], at[1], h, w))
		}
		return tensor.Stack(parts, 0)
	})
}

// NewTenCrop returns an Op that crops an image as [NewFiveCrop] does, and then the image flipped horizontally, or
// vertically with vertical: vision.TenCrop.
func NewTenCrop(size any, vertical ...bool) Op {
	five, flip := NewFiveCrop(size), NewHorizontalFlip()
	if orUsual(vertical, false) {
		flip = NewVerticalFlip()
	}
	return imageOp("TenCrop", func(x *tensor.Tensor) *tensor.Tensor {
		return tensor.Concat([]*tensor.Tensor{five(x), five(flip(x))}, 0)
	})
}

// NewRandomCrop returns an Op that pads an image with 0 and crops a random part: vision.RandomCrop. A size is an int
// for a square or (height, width), []int; padding is as for [NewPad], none by default. A part larger than the image
// raises RuntimeError.
func NewRandomCrop(size any, padding ...int) Op {
	h, w := square("RandomCrop", size)
	var b [4]int
	if len(padding) > 0 {
		b = bordersOf("RandomCrop", padding)
	}
	draw := transforms.NewDraw()
	return imageOp("RandomCrop", func(x *tensor.Tensor) *tensor.Tensor {
		if b != [4]int{} {
			x = pad(x, b[0], b[1], b[2], b[3], 0)
		}
		if h > x.Dim(0) || w > x.Dim(1) {
			tensor.Throw("RandomCrop", tensor.RuntimeError, "RandomCrop: invalid crop size, crop size is greater than the image dimensions or is zero, got "+
				"crop height: %d, crop width: %d, image %s.", h, w, x.Shape())
		}
		return crop(x, draw.IntN(x.Dim(0)-h+1), draw.IntN(x.Dim(1)-w+1), h, w)
	})
}

// NewRandomResizedCrop returns an Op that crops a part of random area and aspect ratio and resizes it:
// vision.RandomResizedCrop. The area is a fraction of the image's, within scale; the ratio of width to height is
// within ratio. If empty, these are (0.08, 1) and (3/4, 4/3). A size is an int for a square or (height, width),
// []int.
func NewRandomResizedCrop(size any, scale, ratio Range, inter ...Inter) Op {
	h, w := square("RandomResizedCrop", size)
	scale, ratio = areaOf("RandomResizedCrop", scale, Range{0.08, 1}, ratio, Range{3.0 / 4, 4.0 / 3})
	way, draw := orUsual(inter, Linear), transforms.NewDraw()
	return imageOp("RandomResizedCrop", func(x *tensor.Tensor) *tensor.Tensor {
		top, left, ch, cw := part(x.Dim(0), x.Dim(1), scale, ratio, draw)
		return resize(crop(x, top, left, ch, cw), h, w, way)
	})
}

// areaOf checks the bounds of areas and aspect ratios. Empty ones are replaced by the defaults.
func areaOf(op string, scale, usualScale, ratio, usualRatio Range) (Range, Range) {
	if scale == (Range{}) {
		scale = usualScale
	}
	if ratio == (Range{}) {
		ratio = usualRatio
	}
	if !(scale[0] >= 0 && scale[0] <= scale[1] && ratio[0] > 0 && ratio[0] <= ratio[1]) {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', scale and ratio must be (least, greatest) of positive values, but got %v and %v.",
			op, scale, ratio)
	}
	return scale, ratio
}

// part chooses a part of an image. After ten choices that do not fit, it is the largest centred part that does.
func part(h, w int, scale, ratio Range, draw *transforms.Draw) (top, left, ph, pw int) {
	if top, left, ph, pw, ok := inside(h, w, scale, ratio, draw); ok {
		return top, left, ph, pw
	}
	ph, pw = h, w
	switch shape := float64(w) / float64(h); {
	case shape < ratio[0]:
		ph = max(int(math.Round(float64(w)/ratio[0])), 1)
	case shape > ratio[1]:
		pw = max(int(math.Round(float64(h)*ratio[1])), 1)
	}
	return (h - ph) / 2, (w - pw) / 2, ph, pw
}

// inside chooses a part of an image. ok is false if ten choices do not fit into it.
func inside(h, w int, scale, ratio Range, draw *transforms.Draw) (top, left, ph, pw int, ok bool) {
	for range 10 {
		area := float64(h*w) * scale.draw(draw)
		shape := math.Exp(Range{math.Log(ratio[0]), math.Log(ratio[1])}.draw(draw))
		pw, ph = int(math.Round(math.Sqrt(area*shape))), int(math.Round(math.Sqrt(area/shape)))
		if pw > 0 && ph > 0 && pw <= w && ph <= h {
			return draw.IntN(h - ph + 1), draw.IntN(w - pw + 1), ph, pw, true
		}
	}
	return 0, 0, 0, 0, false
}

// NewRandomCropDecodeResize is NewDecode and then NewRandomResizedCrop: vision.RandomCropDecodeResize.
func NewRandomCropDecodeResize(size any, scale, ratio Range, inter ...Inter) Op {
	return transforms.NewCompose(NewDecode(), NewRandomResizedCrop(size, scale, ratio, inter...))
}

// NewHorizontalFlip returns an Op that flips an image horizontally: vision.HorizontalFlip.
func NewHorizontalFlip() Op {
	return imageOp("HorizontalFlip", func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(1) })
}

// NewVerticalFlip returns an Op that flips an image vertically: vision.VerticalFlip.
func NewVerticalFlip() Op {
	return imageOp("VerticalFlip", func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(0) })
}
