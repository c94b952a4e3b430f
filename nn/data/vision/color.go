package vision

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// adjusted returns an Op that blends an image with another one: a factor of 0 yields the other image, 1 the image
// itself, and more than 1 extrapolates away from the other one.
func adjusted(op string, factor float64, other func(op string, x *tensor.Tensor) *tensor.Tensor) Op {
	if !(factor >= 0) || math.IsInf(factor, 0) {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', the factor must not be negative or infinite, but got %v.", op, factor)
	}
	return imageOp(op, func(x *tensor.Tensor) *tensor.Tensor {
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

// gray returns the brightness of the pixels, of shape (H, W, 1).
func gray(op string, x *tensor.Tensor) *tensor.Tensor {
	checkColours(op, x)
	share := tensor.New([][]float64{{0.299}, {0.587}, {0.114}})
	return stored(x.AsType(tensor.Float64).MatMul(share), x.DType())
}

// NewAdjustBrightness returns an Op that makes images darker, with a factor below 1, or brighter, with a larger one:
// vision.AdjustBrightness. A negative factor raises ValueError.
func NewAdjustBrightness(factor float64) Op {
	black := func(_ string, x *tensor.Tensor) *tensor.Tensor { return tensor.ZerosLike(x) }
	return adjusted("AdjustBrightness", factor, black)
}

// NewAdjustContrast returns an Op that moves the pixels of RGB images towards their mean brightness, with a factor
// below 1, or away from it: vision.AdjustContrast. A negative factor raises ValueError, an image without three
// channels RuntimeError.
func NewAdjustContrast(factor float64) Op {
	return adjusted("AdjustContrast", factor, func(op string, x *tensor.Tensor) *tensor.Tensor {
		return stored(gray(op, x).AsType(tensor.Float64).Mean(), x.DType())
	})
}

// NewAdjustSaturation returns an Op that makes the colours of RGB images less saturated, with a factor below 1, or
// more: vision.AdjustSaturation. A negative factor raises ValueError, an image without three channels RuntimeError.
func NewAdjustSaturation(factor float64) Op { return adjusted("AdjustSaturation", factor, gray) }

// NewAdjustSharpness returns an Op that blurs images, with a factor below 1, or sharpens them:
// vision.AdjustSharpness. Border pixels remain unchanged. A negative factor raises ValueError.
func NewAdjustSharpness(factor float64) Op { return adjusted("AdjustSharpness", factor, smooth) }

// smooth returns x with each pixel inside the border replaced by the weighted mean of its 3×3 neighbourhood, in
// which the pixel itself has weight 5.
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

// NewAdjustHue returns an Op that rotates the hue of RGB images by a factor from -0.5 to 0.5: vision.AdjustHue. Any
// other factor raises ValueError. Elements are from 0 to 255, or from 0 to 1 for floats. An image without three
// channels raises RuntimeError.
func NewAdjustHue(factor float64) Op {
	if !(factor >= -0.5 && factor <= 0.5) {
		tensor.Throw("AdjustHue", tensor.ValueError,
			"For 'AdjustHue', the hue_factor must be within [-0.5, 0.5], but got %v.", factor)
	}
	return imageOp("AdjustHue", func(x *tensor.Tensor) *tensor.Tensor {
		checkColours("AdjustHue", x)
		most := tensor.Scalar(255.0)
		if x.DType().IsFloat() {
			most = tensor.Scalar(1.0)
		}
		return stored(ops.AdjustHue(x.AsType(between(x.DType())).Div(most), factor).Mul(most), x.DType())
	})
}

// NewGrayscale returns an Op that converts RGB images to gray, of shape (H, W) for one channel, the default, or (H,
// W, 3) for three: vision.Grayscale. Any other number raises ValueError, an image without three channels
// RuntimeError.
func NewGrayscale(channels ...int) Op {
	n := orUsual(channels, 1)
	if n != 1 && n != 3 {
		tensor.Throw("Grayscale", tensor.ValueError,
			"For 'Grayscale', the num_output_channels must be 1 or 3, but got %d.", n)
	}
	return imageOp("Grayscale", func(x *tensor.Tensor) *tensor.Tensor {
		y := gray("Grayscale", x)
		if n == 3 {
			return y.BroadcastTo(x.Shape()...).Contiguous()
		}
		return y.Squeeze(2)
	})
}

// NewRgbToHsv returns an Op that converts red, green and blue from 0 to 1 to hue, saturation and value:
// vision.RgbToHsv. Channels are the first axis, or the last one with isHWC. A batch axis may precede.
func NewRgbToHsv(isHWC ...bool) Op { return converted(isHWC, ops.RGBToHSV) }

// NewHsvToRgb returns an Op that converts hue, saturation and value from 0 to 1 to red, green and blue:
// vision.HsvToRgb. Channels are as for [NewRgbToHsv].
func NewHsvToRgb(isHWC ...bool) Op { return converted(isHWC, ops.HSVToRGB) }

func converted(isHWC []bool, f Op) Op {
	if slices.Contains(isHWC, true) {
		return f
	}
	return func(x *tensor.Tensor) *tensor.Tensor { return f(x.MoveAxis(-3, -1)).MoveAxis(-1, -3).Contiguous() }
}

// bytewise returns an Op that maps each byte of a channel by a table, which is computed from the histogram of the
// channel.
func bytewise(op string, table func(counts [256]int) [256]uint8) Op {
	return imageOp(op, func(x *tensor.Tensor) *tensor.Tensor {
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

// tabled is bytewise for a function of only the byte.
func tabled(op string, f func(v int) int) Op {
	var table [256]uint8
	for v := range table {
		table[v] = uint8(f(v))
	}
	return bytewise(op, func([256]int) [256]uint8 { return table })
}

// NewInvert returns an Op that replaces each value v of a UInt8 image by 255 - v: vision.Invert.
func NewInvert() Op { return tabled("Invert", func(v int) int { return 255 - v }) }

// NewPosterize returns an Op that keeps the highest bits of each value of a UInt8 image: vision.Posterize. A number
// of bits outside [0, 8] raises ValueError.
func NewPosterize(bits int) Op {
	if bits < 0 || bits > 8 {
		tensor.Throw("Posterize", tensor.ValueError, "For 'Posterize', the bits must be within [0, 8], but got %d.", bits)
	}
	return tabled("Posterize", func(v int) int { return v >> (8 - bits) << (8 - bits) })
}

// NewSolarize returns an Op that replaces values v of a UInt8 image by 255 - v if they are at least a threshold, or
// within two thresholds: vision.Solarize. Thresholds outside [0, 255], and two in descending order, raise ValueError.
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

// NewAdjustGamma returns an Op that raises the values of an image, of UInt8 or floats from 0 to 1, to a power and
// multiplies them by a gain, 1 unless another is given: vision.AdjustGamma. For floats, the product is raised to the
// power. A negative power raises ValueError.
func NewAdjustGamma(gamma float64, gain ...float64) Op {
	if !(gamma >= 0) {
		tensor.Throw("AdjustGamma", tensor.ValueError,
			"For 'AdjustGamma', the gamma must not be negative, but got %v.", gamma)
	}
	by := orUsual(gain, 1)
	bytes := tabled("AdjustGamma", func(v int) int {
		return int(max(0, min(math.Pow(float64(v)/255, gamma)*(256-1e-3)*by, 255)))
	})
	return imageOp("AdjustGamma", func(x *tensor.Tensor) *tensor.Tensor {
		if !x.DType().IsFloat() {
			return bytes(x)
		}
		return x.Mul(tensor.Scalar(by)).Pow(tensor.Scalar(gamma)).Clamp(0, 1)
	})
}

// NewEqualize returns an Op that equalizes the histogram of each channel of a UInt8 image: vision.Equalize.
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

// NewAutoContrast returns an Op that stretches the values of each channel of a UInt8 image to 0 to 255:
// vision.AutoContrast. The darkest and the brightest cutoff percent of pixels do not count, nor do the values in
// ignore. A cutoff outside [0, 50) and values outside [0, 255] raise ValueError.
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
		// the number of pixels still to cut off becomes negative at the bound
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
