package vision

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// adjusted makes an Op that mixes pictures with others: a factor of 0 gives the other one, 1 the picture itself, and
// more than 1 leads away from the other one.
func adjusted(op string, factor float64, other func(op string, x *tensor.Tensor) *tensor.Tensor) Op {
	if !(factor >= 0) || math.IsInf(factor, 0) {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', the factor must not be negative or infinite, but got %v.", op, factor)
	}
	return picture(op, func(x *tensor.Tensor) *tensor.Tensor {
		dt := between(x.DType())
		far := other(op, x).AsType(dt).Mul(tensor.Scalar(1 - factor))
		return stored(x.AsType(dt).Mul(tensor.Scalar(factor)).Add(far), x.DType())
	})
}

// checkColours raises RuntimeError unless x has three channels.
func checkColours(op string, x *tensor.Tensor) {
	if x.NDim() != 3 || x.Dim(2) != 3 {
		tensor.Throw(op, tensor.RuntimeError, "%s: the image must have shape <H,W,3>, but got shape %s.", op, x.Shape())
	}
}

// gray is the brightness of the pixels, of shape (H, W, 1).
func gray(op string, x *tensor.Tensor) *tensor.Tensor {
	checkColours(op, x)
	share := tensor.New([][]float64{{0.299}, {0.587}, {0.114}})
	return stored(x.AsType(tensor.Float64).MatMul(share), x.DType())
}

// NewAdjustBrightness returns what makes pictures darker, with a factor below 1, or brighter: vision.AdjustBrightness.
// A negative factor raises ValueError.
func NewAdjustBrightness(factor float64) Op {
	black := func(_ string, x *tensor.Tensor) *tensor.Tensor { return tensor.ZerosLike(x) }
	return adjusted("AdjustBrightness", factor, black)
}

// NewAdjustContrast returns what brings the pixels of RGB pictures nearer to their mean brightness, with a factor
// below 1, or farther away: vision.AdjustContrast. A negative factor raises ValueError, a picture without three
// channels RuntimeError.
func NewAdjustContrast(factor float64) Op {
	return adjusted("AdjustContrast", factor, func(op string, x *tensor.Tensor) *tensor.Tensor {
		return stored(gray(op, x).AsType(tensor.Float64).Mean(), x.DType())
	})
}

// NewAdjustSaturation returns what takes colour from RGB pictures, with a factor below 1, or adds to it:
// vision.AdjustSaturation. A negative factor raises ValueError, a picture without three channels RuntimeError.
func NewAdjustSaturation(factor float64) Op { return adjusted("AdjustSaturation", factor, gray) }

// NewAdjustSharpness returns what blurs pictures, with a factor below 1, or sharpens them: vision.AdjustSharpness.
// Pixels of the border stay as they are. A negative factor raises ValueError.
func NewAdjustSharpness(factor float64) Op { return adjusted("AdjustSharpness", factor, smooth) }

// smooth is x with each pixel inside the border the mean of nine, in which it counts five times.
func smooth(_ string, x *tensor.Tensor) *tensor.Tensor {
	h, w := x.Dim(0), x.Dim(1)
	if h < 3 || w < 3 {
		return x
	}
	inside := []any{tensor.Span(1, h-1), tensor.Span(1, w-1)}
	wide := x.AsType(between(x.DType()))
	sum := wide.At(inside...).Mul(tensor.Scalar(4.0))
	for i := range 3 {
		for j := range 3 {
			sum = sum.Add(wide.At(tensor.Span(i, h-2+i), tensor.Span(j, w-2+j)))
		}
	}
	return x.WithAt(stored(sum.Div(tensor.Scalar(13.0)), x.DType()), inside...)
}

// NewAdjustHue returns what turns the colours of RGB pictures on the circle of hues by a factor from -0.5 to 0.5, else
// it raises ValueError: vision.AdjustHue. Elements are from 0 to 255, or of floats from 0 to 1. A picture without
// three channels raises RuntimeError.
func NewAdjustHue(factor float64) Op {
	if !(factor >= -0.5 && factor <= 0.5) {
		tensor.Throw("AdjustHue", tensor.ValueError,
			"For 'AdjustHue', the hue_factor must be within [-0.5, 0.5], but got %v.", factor)
	}
	return picture("AdjustHue", func(x *tensor.Tensor) *tensor.Tensor {
		checkColours("AdjustHue", x)
		most := tensor.Scalar(255.0)
		if x.DType().IsFloat() {
			most = tensor.Scalar(1.0)
		}
		return stored(ops.AdjustHue(x.AsType(between(x.DType())).Div(most), factor).Mul(most), x.DType())
	})
}

// NewGrayscale returns what makes RGB pictures gray, of shape (H, W) for one channel, which is what it makes without a
// number, and (H, W, 3) for three: vision.Grayscale. Another number raises ValueError, a picture without three
// channels RuntimeError.
func NewGrayscale(channels ...int) Op {
	n := kwargs.Optional(channels, 1)
	if n != 1 && n != 3 {
		tensor.Throw("Grayscale", tensor.ValueError,
			"For 'Grayscale', the num_output_channels must be 1 or 3, but got %d.", n)
	}
	return picture("Grayscale", func(x *tensor.Tensor) *tensor.Tensor {
		y := gray("Grayscale", x)
		if n == 3 {
			return y.BroadcastTo(x.Shape()...).Contiguous()
		}
		return y.Squeeze(2)
	})
}

// NewRgbToHsv returns what changes red, green and blue from 0 to 1 to hue, saturation and value: vision.RgbToHsv.
// Channels are the first axis, with isHWC the last one, and there may be an axis of pictures in front.
func NewRgbToHsv(isHWC ...bool) Op { return converted(isHWC, ops.RGBToHSV) }

// NewHsvToRgb returns what changes hue, saturation and value from 0 to 1 to red, green and blue: vision.HsvToRgb.
// Channels are as for [NewRgbToHsv].
func NewHsvToRgb(isHWC ...bool) Op { return converted(isHWC, ops.HSVToRGB) }

func converted(isHWC []bool, f Op) Op {
	if slices.Contains(isHWC, true) {
		return f
	}
	return func(x *tensor.Tensor) *tensor.Tensor { return f(x.MoveAxis(-3, -1)).MoveAxis(-1, -3).Contiguous() }
}

// bytewise makes an Op that gives each byte of a channel another value. The table of these is made from how many there
// are of each byte.
func bytewise(op string, table func(counts [256]int) [256]uint8) Op {
	return picture(op, func(x *tensor.Tensor) *tensor.Tensor {
		if x.DType() != tensor.UInt8 {
			tensor.Throw(op, tensor.RuntimeError, "%s: the image must be of UInt8, but got %s.", op, x.DType())
		}
		channels := 1
		if x.NDim() == 3 {
			channels = x.Dim(2)
		}
		in := x.Contiguous().Values().([]uint8)
		out := make([]uint8, len(in))
		for c := range channels {
			var counts [256]int
			for i := c; i < len(in); i += channels {
				counts[in[i]]++
			}
			to := table(counts)
			for i := c; i < len(in); i += channels {
				out[i] = to[in[i]]
			}
		}
		return tensor.Share(out, x.Shape()...)
	})
}

// tabled is bytewise for a function of the byte alone.
func tabled(op string, f func(v int) int) Op {
	var table [256]uint8
	for v := range table {
		table[v] = uint8(f(v))
	}
	return bytewise(op, func([256]int) [256]uint8 { return table })
}

// NewInvert returns what makes 255 - v of each value of a UInt8 picture: vision.Invert.
func NewInvert() Op { return tabled("Invert", func(v int) int { return 255 - v }) }

// NewPosterize returns what keeps the highest bits of each value of a UInt8 picture, 0 to 8 of them, else it raises
// ValueError: vision.Posterize.
func NewPosterize(bits int) Op {
	if bits < 0 || bits > 8 {
		tensor.Throw("Posterize", tensor.ValueError, "For 'Posterize', the bits must be within [0, 8], but got %d.", bits)
	}
	return tabled("Posterize", func(v int) int { return v >> (8 - bits) << (8 - bits) })
}

// NewSolarize returns what makes 255 - v of the values of a UInt8 picture that are not below a threshold, or, for two
// of them, within them: vision.Solarize. Thresholds outside [0, 255] or the larger one first raise ValueError.
func NewSolarize(threshold ...int) Op {
	if len(threshold) == 1 {
		threshold = []int{threshold[0], 255}
	}
	if len(threshold) != 2 || threshold[0] < 0 || threshold[0] > threshold[1] || threshold[1] > 255 {
		tensor.Throw("Solarize", tensor.ValueError,
			"For 'Solarize', the threshold must be one or two values within [0, 255], the smaller one first, but got %v.",
			threshold)
	}
	return tabled("Solarize", func(v int) int {
		if v >= threshold[0] && v <= threshold[1] {
			return 255 - v
		}
		return v
	})
}

// NewAdjustGamma returns what raises the values of a picture, of UInt8 or floats from 0 to 1, to a power and
// multiplies them by a gain, 1 unless another is given: vision.AdjustGamma. Of floats the power is that of the product.
// A negative power raises ValueError.
func NewAdjustGamma(gamma float64, gain ...float64) Op {
	if !(gamma >= 0) {
		tensor.Throw("AdjustGamma", tensor.ValueError,
			"For 'AdjustGamma', the gamma must not be negative, but got %v.", gamma)
	}
	by := kwargs.Optional(gain, 1)
	bytes := tabled("AdjustGamma", func(v int) int {
		return int(max(0, min(math.Pow(float64(v)/255, gamma)*(256-1e-3)*by, 255)))
	})
	return picture("AdjustGamma", func(x *tensor.Tensor) *tensor.Tensor {
		if !x.DType().IsFloat() {
			return bytes(x)
		}
		return x.Mul(tensor.Scalar(by)).Pow(tensor.Scalar(gamma)).Clamp(0, 1)
	})
}

// NewEqualize returns what spreads the values of each channel of a UInt8 picture so that all are about as frequent:
// vision.Equalize.
func NewEqualize() Op {
	return bytewise("Equalize", func(counts [256]int) (table [256]uint8) {
		first, total := 0, 0
		for v := 255; v >= 0; v-- {
			if total += counts[v]; counts[v] > 0 {
				first = v
			}
		}
		if total == counts[first] {
			table[first] = uint8(first)
			return table
		}
		sum := 0
		for v := first + 1; v < 256; v++ {
			sum += counts[v]
			table[v] = uint8(math.RoundToEven(float64(sum) * 255 / float64(total-counts[first])))
		}
		return table
	})
}

// NewAutoContrast returns what spreads the values of each channel of a UInt8 picture evenly over 0 to 255:
// vision.AutoContrast. Of the darkest and of the brightest pixels a share of cutoff percent does not count, nor do
// values to ignore. A cutoff outside [0, 50) and values outside [0, 255] raise ValueError.
func NewAutoContrast(cutoff float64, ignore ...int) Op {
	if !(cutoff >= 0 && cutoff < 50) {
		tensor.Throw("AutoContrast", tensor.ValueError,
			"For 'AutoContrast', the cutoff must be within [0, 50), but got %v.", cutoff)
	}
	for _, v := range ignore {
		if v < 0 || v > 255 {
			tensor.Throw("AutoContrast", tensor.ValueError,
				"For 'AutoContrast', the values of ignore must be within [0, 255], but got %d.", v)
		}
	}
	return bytewise("AutoContrast", func(counts [256]int) (table [256]uint8) {
		total := 0
		for v := range counts {
			if slices.Contains(ignore, v) {
				counts[v] = 0
			}
			total += counts[v]
		}
		// what is left of the pixels to leave out goes below 0 at the end that is looked for
		lo, hi, out := 0, 255, int(cutoff/100*float64(total))
		for left := out - counts[0]; lo < 255 && left >= 0; left -= counts[lo] {
			lo++
		}
		for left := out - counts[255]; hi > 0 && left >= 0; left -= counts[hi] {
			hi--
		}
		for v := range table {
			table[v] = uint8(v)
			if lo < hi {
				table[v] = uint8(max(0, min((v-lo)*255/(hi-lo), 255)))
			}
		}
		return table
	})
}
