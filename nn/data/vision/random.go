package vision

import (
	"math"

	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/tensor"
)

// Range is a minimum and a maximum value.
type Range [2]float64

// draw chooses a value within r.
func (r Range) draw(d *transforms.Draw) float64 { return r[0] + float64(d.Float64()*(r[1]-r[0])) }

// rangeOf returns the range from which a random function draws. A number v means from middle - v to middle + v, but
// not below least.
func rangeOf(op, name string, v any, middle, least float64) Range {
	if v == nil {
		return Range{middle, middle}
	}
	var given *tensor.Tensor
	err := tensor.Try(func() { given = tensor.New(v).AsType(tensor.Float64) })
	if err != nil || given.NDim() > 1 || given.NDim() == 1 && given.Len() != 2 {
		tensor.Throw(op, tensor.TypeError, "For '%s', the %s must be a number or (least, greatest), but got %v.", op, name, v)
	}
	x := given.Float64s()
	r := Range{x[0], x[len(x)-1]}
	if len(x) == 1 {
		r = Range{max(middle-x[0], least), middle + x[0]}
	}
	if !(r[0] >= least && r[0] <= r[1]) {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', the %s must be a number that is not negative or (least, greatest), but got %v.",
			op, name, v)
	}
	return r
}

// sometimes returns an Op that applies f with probability prob, or usual if none is given.
func sometimes(op string, f Op, usual float64, prob []float64) Op {
	p := orUsual(prob, usual)
	transforms.CheckProbability(op, p)
	draw := transforms.NewDraw()
	return imageOp(op, func(x *tensor.Tensor) *tensor.Tensor {
		if draw.Float64() < p {
			return f(x)
		}
		return x
	})
}

// varied returns an Op that applies to each image f of a random number within r.
func varied(op string, r Range, f func(v float64) Op) Op {
	draw := transforms.NewDraw()
	return imageOp(op, func(x *tensor.Tensor) *tensor.Tensor { return f(r.draw(draw))(x) })
}

// NewRandomHorizontalFlip returns an Op that flips images horizontally with probability prob, 0.5 by default:
// vision.RandomHorizontalFlip.
func NewRandomHorizontalFlip(prob ...float64) Op {
	return sometimes("RandomHorizontalFlip", NewHorizontalFlip(), 0.5, prob)
}

// NewRandomVerticalFlip returns an Op that flips images vertically with probability prob, 0.5 by default:
// vision.RandomVerticalFlip.
func NewRandomVerticalFlip(prob ...float64) Op {
	return sometimes("RandomVerticalFlip", NewVerticalFlip(), 0.5, prob)
}

// NewRandomGrayscale returns an Op that applies NewGrayscale(3) with probability prob, 0.1 by default:
// vision.RandomGrayscale.
func NewRandomGrayscale(prob ...float64) Op {
	return sometimes("RandomGrayscale", NewGrayscale(3), 0.1, prob)
}

// NewRandomInvert returns an Op that applies NewInvert with probability prob, 0.5 by default: vision.RandomInvert.
func NewRandomInvert(prob ...float64) Op { return sometimes("RandomInvert", NewInvert(), 0.5, prob) }

// NewRandomEqualize returns an Op that applies NewEqualize with probability prob, 0.5 by default:
// vision.RandomEqualize.
func NewRandomEqualize(prob ...float64) Op {
	return sometimes("RandomEqualize", NewEqualize(), 0.5, prob)
}

// NewRandomAutoContrast returns an Op that applies NewAutoContrast with probability prob, 0.5 by default:
// vision.RandomAutoContrast.
func NewRandomAutoContrast(cutoff float64, ignore []int, prob ...float64) Op {
	return sometimes("RandomAutoContrast", NewAutoContrast(cutoff, ignore...), 0.5, prob)
}

// NewRandomAdjustSharpness returns an Op that applies NewAdjustSharpness with probability prob, 0.5 by default:
// vision.RandomAdjustSharpness.
func NewRandomAdjustSharpness(degree float64, prob ...float64) Op {
	return sometimes("RandomAdjustSharpness", NewAdjustSharpness(degree), 0.5, prob)
}

// NewRandomColor returns an Op that applies NewAdjustSaturation with a random factor, by default from 0.1 to 1.9:
// vision.RandomColor.
func NewRandomColor(degrees ...Range) Op {
	r := orUsual(degrees, Range{0.1, 1.9})
	return varied("RandomColor", rangeOf("RandomColor", "degrees", r, 1, 0), NewAdjustSaturation)
}

// NewRandomSharpness returns an Op that applies NewAdjustSharpness with a random factor, by default from 0.1 to 1.9:
// vision.RandomSharpness.
func NewRandomSharpness(degrees ...Range) Op {
	r := orUsual(degrees, Range{0.1, 1.9})
	return varied("RandomSharpness", rangeOf("RandomSharpness", "degrees", r, 1, 0), NewAdjustSharpness)
}

// NewRandomColorAdjust returns an Op that changes brightness, contrast, saturation and hue of RGB images by random
// factors, in random order: vision.RandomColorAdjust. Each argument is a [Range] of factors, or a number v for the
// range from max(0, 1 - v) to 1 + v, for the hue from -v to v; nil means no change. Other values raise TypeError or
// ValueError.
func NewRandomColorAdjust(brightness, contrast, saturation, hue any) Op {
	const op = "RandomColorAdjust"
	turn := rangeOf(op, "hue", hue, 0, -0.5)
	if turn[1] > 0.5 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the hue must be within [-0.5, 0.5], but got %v.", op, hue)
	}
	ops := []Op{
		varied(op, rangeOf(op, "brightness", brightness, 1, 0), NewAdjustBrightness),
		varied(op, rangeOf(op, "contrast", contrast, 1, 0), NewAdjustContrast),
		varied(op, rangeOf(op, "saturation", saturation, 1, 0), NewAdjustSaturation),
		varied(op, turn, NewAdjustHue),
	}
	draw := transforms.NewDraw()
	return imageOp(op, func(x *tensor.Tensor) *tensor.Tensor {
		left := append([]Op(nil), ops...)
		for n := len(left); n > 0; n-- {
			i := draw.IntN(n)
			x = left[i](x)
			left[i] = left[n-1]
		}
		return x
	})
}

// NewRandomRotation returns an Op that applies NewRotate with random degrees, within a [Range] or from -v to v for a
// number v: vision.RandomRotation. Another value raises TypeError or ValueError. Options are those of [NewRotate].
func NewRandomRotation(degrees any, opts ...Option) Op {
	r := rangeOf("RandomRotation", "degrees", degrees, 0, math.Inf(-1))
	return varied("RandomRotation", r, func(v float64) Op { return NewRotate(v, opts...) })
}

// NewRandomAffine returns an Op that applies NewAffine with random arguments: vision.RandomAffine. Degrees are as for
// [NewRandomRotation]. translate and shear are the minimum and maximum along x, optionally followed by those along y,
// or nil for none; scale is nil or a Range. Any other values raise TypeError or ValueError. Options are those of
// [NewAffine].
func NewRandomAffine(degrees any, translate []float64, scale any, shear []float64, opts ...Option) Op {
	const op = "RandomAffine"
	angle, size := rangeOf(op, "degrees", degrees, 0, math.Inf(-1)), rangeOf(op, "scale", scale, 1, 0)
	move, slope := axesOf(op, "translate", translate), axesOf(op, "shear", shear)
	draw := transforms.NewDraw()
	return imageOp(op, func(x *tensor.Tensor) *tensor.Tensor {
		along := func(r [2]Range) [2]float64 { return [2]float64{r[0].draw(draw), r[1].draw(draw)} }
		return NewAffine(angle.draw(draw), along(move), size.draw(draw), along(slope), opts...)(x)
	})
}

// axesOf returns a range for x and one for y.
func axesOf(op, name string, v []float64) (r [2]Range) {
	switch len(v) {
	case 0, 2, 4:
	default:
		tensor.Throw(op, tensor.ValueError, "For '%s', the %s must be two or four numbers, but got %v.", op, name, v)
	}
	for i := 0; i+1 < len(v); i += 2 {
		r[i/2] = rangeOf(op, name, v[i:i+2], 0, math.Inf(-1))
	}
	return r
}

// NewRandomPerspective returns an Op that applies NewPerspective with probability prob: vision.RandomPerspective. The
// corners of the image move inwards by at most distortion/2 of its sides. A distortion or a probability outside [0,
// 1] raises ValueError.
func NewRandomPerspective(distortion, prob float64, inter ...Inter) Op {
	const op = "RandomPerspective"
	if !(distortion >= 0 && distortion <= 1) {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', the distortion_scale must be within [0, 1], but got %v.", op, distortion)
	}
	draw, way := transforms.NewDraw(), orUsual(inter, Bicubic)
	return sometimes(op, func(x *tensor.Tensor) *tensor.Tensor {
		right, bottom := float64(x.Dim(1)-1), float64(x.Dim(0)-1)
		near := func(length int) float64 { return float64(draw.IntN(int(distortion*float64(length)/2) + 1)) }
		dx := func() float64 { return near(x.Dim(1)) }
		dy := func() float64 { return near(x.Dim(0)) }
		return NewPerspective(
			[][]float64{{0, 0}, {right, 0}, {right, bottom}, {0, bottom}},
			[][]float64{{dx(), dy()}, {right - dx(), dy()}, {right - dx(), bottom - dy()}, {dx(), bottom - dy()}}, way)(x)
	}, prob, nil)
}
