package vision

import (
	"math"

	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/tensor"
)

// crop is the part of a picture from (top, left) on.
func crop(x *tensor.Tensor, top, left, h, w int) *tensor.Tensor {
	return x.At(tensor.Span(top, top+h), tensor.Span(left, left+w)).Contiguous()
}

// pad puts a picture on a larger ground.
func pad(x *tensor.Tensor, left, top, right, bottom int, fill any) *tensor.Tensor {
	dims := []int(x.Shape())
	h, w := dims[0], dims[1]
	dims[0], dims[1] = h+top+bottom, w+left+right
	return ground(x, dims, fill).WithAt(x, tensor.Span(top, top+h), tensor.Span(left, left+w))
}

// NewPad returns what puts a border around a picture: vision.Pad. Borders are one for all sides, two for left and
// right and for top and bottom, or four for left, top, right and bottom, else ValueError is raised. A fill is a
// number or has one for each channel, []int, and nil is 0; another one and numbers that the picture cannot hold raise
// ValueError.
func NewPad(borders []int, fill any) Op {
	b := bordersOf("Pad", borders)
	return picture("Pad", func(x *tensor.Tensor) *tensor.Tensor { return pad(x, b[0], b[1], b[2], b[3], fill) })
}

// ground is a picture of one colour with the dtype and the channels of x.
func ground(x *tensor.Tensor, dims []int, fill any) *tensor.Tensor {
	if fill == nil {
		fill = 0
	}
	given := tensor.New(fill)
	colour := given.AsType(x.DType())
	if given.NDim() > 1 || given.NDim() == 1 && (x.NDim() != 3 || given.Len() != x.Dim(2)) {
		tensor.Throw("Pad", tensor.ValueError, "For 'Pad', the fill_value must be a number or have one for each channel "+
			"of the image, but got %s for an image of shape %s.", tensor.Repr(fill), x.Shape())
	}
	if x.DType().IsInt() && !colour.AsType(tensor.Float64).Equal(given.AsType(tensor.Float64)).All().Bool() {
		tensor.Throw("Pad", tensor.ValueError, "For 'Pad', an image of %s cannot hold the fill_value %s.",
			x.DType(), tensor.Repr(fill))
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

// NewCenterCrop returns what cuts out the middle of a picture, which is put on black ground where it is smaller:
// vision.CenterCrop. A size is an int for a square or (height, width), []int.
func NewCenterCrop(size any) Op {
	h, w := square("CenterCrop", size)
	return picture("CenterCrop", func(x *tensor.Tensor) *tensor.Tensor {
		down, right := max(h-x.Dim(0), 0), max(w-x.Dim(1), 0)
		if down > 0 || right > 0 {
			x = pad(x, right-right/2, down-down/2, right/2, down/2, 0) // the longer half is in front
		}
		return crop(x, (x.Dim(0)-h)/2, (x.Dim(1)-w)/2, h, w)
	})
}

// NewCrop returns what cuts out a part of a picture whose upper left corner is at (top, left): vision.Crop. A part
// that goes beyond the picture raises RuntimeError.
func NewCrop(top, left int, size any) Op {
	h, w := square("Crop", size)
	return picture("Crop", func(x *tensor.Tensor) *tensor.Tensor {
		if top < 0 || left < 0 || top+h > x.Dim(0) || left+w > x.Dim(1) {
			tensor.Throw("Crop", tensor.RuntimeError, "Crop: a part of %d x %d at (%d, %d) goes beyond the image, which has shape %s.", h, w, top, left, x.Shape())
		}
		return crop(x, top, left, h, w)
	})
}

// NewRandomCrop returns what puts a border of fill 0 around a picture and cuts out a part at random:
// vision.RandomCrop. A size is an int for a square or (height, width), []int; padding is as for [NewPad], none without
// it. A larger part raises RuntimeError.
func NewRandomCrop(size any, padding ...int) Op {
	h, w := square("RandomCrop", size)
	var b [4]int
	if len(padding) > 0 {
		b = bordersOf("RandomCrop", padding)
	}
	draw := transforms.NewDraw()
	return picture("RandomCrop", func(x *tensor.Tensor) *tensor.Tensor {
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

// Range is a least and a greatest value.
type Range [2]float64

// NewRandomResizedCrop returns what cuts out a part of random area and proportions and brings it to a size:
// vision.RandomResizedCrop. The area is a share of the picture's within scale, (0.08, 1) for an empty one, width by
// height within ratio, (3/4, 4/3) for an empty one. A size is an int for a square or (height, width), []int.
func NewRandomResizedCrop(size any, scale, ratio Range, inter ...Inter) Op {
	h, w := square("RandomResizedCrop", size)
	if scale == (Range{}) {
		scale = Range{0.08, 1}
	}
	if ratio == (Range{}) {
		ratio = Range{3.0 / 4, 4.0 / 3}
	}
	if !(scale[0] >= 0 && scale[0] <= scale[1] && ratio[0] > 0 && ratio[0] <= ratio[1]) {
		tensor.Throw("RandomResizedCrop", tensor.ValueError, "For 'RandomResizedCrop', scale and ratio must be (least, greatest) of positive values, but got %v and %v.",
			scale, ratio)
	}
	way := Linear
	if len(inter) > 0 {
		way = inter[0]
	}
	draw := transforms.NewDraw()
	return picture("RandomResizedCrop", func(x *tensor.Tensor) *tensor.Tensor {
		top, left, ch, cw := part(x.Dim(0), x.Dim(1), scale, ratio, draw)
		return resize(crop(x, top, left, ch, cw), h, w, way)
	})
}

// part chooses a part of a picture; after ten choices that do not fit it is the largest in the middle that does.
func part(h, w int, scale, ratio Range, draw *transforms.Draw) (top, left, ph, pw int) {
	within := func(r Range) float64 { return r[0] + float64(draw.Float64()*(r[1]-r[0])) }
	for range 10 {
		area := float64(h*w) * within(scale)
		shape := math.Exp(within(Range{math.Log(ratio[0]), math.Log(ratio[1])}))
		pw, ph = int(math.Round(math.Sqrt(area*shape))), int(math.Round(math.Sqrt(area/shape)))
		if pw > 0 && ph > 0 && pw <= w && ph <= h {
			return draw.IntN(h - ph + 1), draw.IntN(w - pw + 1), ph, pw
		}
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

// NewRandomCropDecodeResize is NewDecode and then NewRandomResizedCrop: vision.RandomCropDecodeResize.
func NewRandomCropDecodeResize(size any, scale, ratio Range, inter ...Inter) Op {
	return transforms.NewCompose(NewDecode(), NewRandomResizedCrop(size, scale, ratio, inter...))
}

// NewHorizontalFlip returns what exchanges left and right: vision.HorizontalFlip.
func NewHorizontalFlip() Op {
	return picture("HorizontalFlip", func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(1) })
}

// NewVerticalFlip returns what exchanges top and bottom: vision.VerticalFlip.
func NewVerticalFlip() Op {
	return picture("VerticalFlip", func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(0) })
}

// NewRandomHorizontalFlip returns what exchanges left and right with a probability, 0.5 unless another is given:
// vision.RandomHorizontalFlip.
func NewRandomHorizontalFlip(prob ...float64) Op {
	return flipped("RandomHorizontalFlip", NewHorizontalFlip(), prob)
}

// NewRandomVerticalFlip returns what exchanges top and bottom with a probability, 0.5 unless another is given:
// vision.RandomVerticalFlip.
func NewRandomVerticalFlip(prob ...float64) Op {
	return flipped("RandomVerticalFlip", NewVerticalFlip(), prob)
}

func flipped(op string, flip Op, prob []float64) Op {
	p := 0.5
	if len(prob) > 0 {
		p = prob[0]
	}
	transforms.CheckProbability(op, p)
	draw := transforms.NewDraw()
	return picture(op, func(x *tensor.Tensor) *tensor.Tensor {
		if draw.Float64() < p {
			return flip(x)
		}
		return x
	})
}
