package ops

import "github.com/msrepl/msrepl/tensor"

// RGBToHSV converts the colours on the last axis of x, which has length 3, from red, green and blue in [0, 1] to
// hue, saturation and value in [0, 1].
//
//ms:op func= class=RGBToHSV types=floats
func RGBToHSV(x *tensor.Tensor) *tensor.Tensor {
	r, g, b := channels("RGBToHSV", x)
	zero, one := tensor.ZerosOf(x.DType()), tensor.OnesOf(x.DType())
	value := r.Maximum(g).Maximum(b)
	span := value.Sub(r.Minimum(g).Minimum(b))
	grey, black := span.Equal(zero), value.Equal(zero)
	safe := tensor.Where(grey, one, span)
	hue := tensor.Where(r.Equal(value), g.Sub(b).Div(safe),
		tensor.Where(g.Equal(value), b.Sub(r).Div(safe).Add(number(2)), r.Sub(g).Div(safe).Add(number(4)))).Div(number(6))
	hue = tensor.Where(hue.Less(zero), hue.Add(number(1)), hue)
	saturation := tensor.Where(black, zero, span.Div(tensor.Where(black, one, value)))
	return tensor.Stack([]*tensor.Tensor{tensor.Where(grey, zero, hue), saturation, value}, -1)
}

// hsv is RGBToHSV with op named in errors.
func hsv(op string, x *tensor.Tensor) *tensor.Tensor {
	channels(op, x)
	return RGBToHSV(x)
}

// HSVToRGB converts the colours on the last axis of x, which has length 3, from hue, saturation and value in [0, 1]
// to red, green and blue in [0, 1].
//
//ms:op func= class=HSVToRGB types=floats
func HSVToRGB(x *tensor.Tensor) *tensor.Tensor {
	hue, saturation, value := channels("HSVToRGB", x)
	// the distance of the colour from its own third of the circle, from 0 to 1
	shade := func(offset float64) *tensor.Tensor {
		k := hue.Mul(number(6)).Add(number(offset)).Mod(number(6))
		part := k.Minimum(number(4).Sub(k)).Clamp(0, 1)
		return value.Sub(value.Mul(saturation).Mul(part))
	}
	return tensor.Stack([]*tensor.Tensor{shade(5), shade(3), shade(1)}, -1)
}

// channels splits x along its last axis, which must have length 3.
func channels(op string, x *tensor.Tensor) (a, b, c *tensor.Tensor) {
	checkFloat(op, []string{"images"}, specOf(x))
	if x.NDim() == 0 || x.Dim(-1) != 3 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the last dimension of the input must be 3, but got shape %s.", op, listText(x.Shape()))
	}
	parts := x.Unstack(-1)
	return parts[0], parts[1], parts[2]
}

// AdjustHue shifts the hue of the RGB colours on the last axis of x by delta, where 1 is the full colour circle.
//
//ms:op func= class=AdjustHue types=floats
func AdjustHue(x *tensor.Tensor, delta float64) *tensor.Tensor {
	hue, saturation, value := channels("AdjustHue", hsv("AdjustHue", x))
	return HSVToRGB(tensor.Stack([]*tensor.Tensor{hue.Add(number(delta)).Mod(number(1)), saturation, value}, -1))
}

// AdjustSaturation multiplies the saturation of the RGB colours on the last axis of x by scale, up to full
// saturation.
//
//ms:op func= class=AdjustSaturation types=floats
func AdjustSaturation(x *tensor.Tensor, scale float64) *tensor.Tensor {
	hue, saturation, value := channels("AdjustSaturation", hsv("AdjustSaturation", x))
	return HSVToRGB(tensor.Stack([]*tensor.Tensor{hue, saturation.Mul(number(scale)).Clamp(0, 1), value}, -1))
}

// AdjustContrastV2 moves the pixels of images, of shape (…, height, width, channels), away from the mean of their
// channel by a factor.
//
//ms:op func= class=AdjustContrastv2 types=floats
func AdjustContrastV2(x *tensor.Tensor, factor float64) *tensor.Tensor {
	const op = "AdjustContrastv2"
	checkFloat(op, []string{"images"}, specOf(x))
	if x.NDim() < 3 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the images must have at least 3 dimensions, but got shape %s.", op, listText(x.Shape()))
	}
	mean := x.MeanAxes([]int{-3, -2}, true)
	return x.Sub(mean).Mul(number(factor)).Add(mean)
}
