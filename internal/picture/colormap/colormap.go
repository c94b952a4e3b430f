// Package colormap converts numbers to colours whose lightness is proportional to the number, so that equal steps look
// equal, also to colour-blind readers and on paper. It works in OKLab (Björn Ottosson, "A perceptual color space for
// image processing", 2020).
package colormap

import (
	"fmt"
	"image/color"
	"math"
)

// Sequential maps [0, 1] from dark violet over green to light yellow. x is clamped; NaN is transparent.
func Sequential(x float64) color.NRGBA {
	if math.IsNaN(x) {
		return color.NRGBA{}
	}
	x = min(max(x, 0), 1)
	return LCh(0.25+float64(0.68*x), 0.10+float64(0.06*x), 305-float64(200*x))
}

// Diverging maps [-1, 1] from blue over a light gray to red. x is clamped; NaN is transparent.
func Diverging(x float64) color.NRGBA {
	if math.IsNaN(x) {
		return color.NRGBA{}
	}
	x = min(max(x, -1), 1)
	hue := 28.0
	if x < 0 {
		hue = 255
	}
	d := math.Abs(x)
	return LCh(0.92-float64(0.45*d), 0.19*d, hue)
}

// Even maps [0, 1] from blue over green to red, all with the lightness of Series. x is clamped.
func Even(x float64) color.NRGBA {
	return LCh(SeriesLightness, 0.15, 265-float64(240*min(max(x, 0), 1)))
}

// SeriesColours is the number of colours of Series.
const SeriesColours = 6

// SeriesLightness is their lightness in OKLab: perceptually between white and black.
const SeriesLightness = 0.65

// Series returns the i-th of six colours of equal lightness, which are distinct on light and on dark backgrounds.
func Series(i int) color.NRGBA {
	hues := [SeriesColours]float64{255, 50, 145, 10, 305, 200}
	return LCh(SeriesLightness, 0.14, hues[i%len(hues)])
}

// Hex returns a colour in CSS notation.
func Hex(c color.NRGBA) string {
	if c.A == 0 {
		return "none"
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// LCh returns the colour with an OKLab lightness, chroma, and hue in degrees. A chroma outside sRGB is reduced.
func LCh(l, c, h float64) color.NRGBA {
	sin, cos := math.Sincos(h * math.Pi / 180)
	for {
		r, g, b := linear(l, c*cos, c*sin)
		if c < 0.005 || inGamut(r) && inGamut(g) && inGamut(b) {
			return color.NRGBA{gamma(r), gamma(g), gamma(b), 255}
		}
		c -= 0.002
	}
}

func inGamut(v float64) bool { return v > -1e-4 && v < 1+1e-4 }

// linear converts OKLab to linear sRGB with the matrices of the paper.
func linear(l, a, b float64) (red, green, blue float64) {
	cube := func(v float64) float64 { return v * v * v }
	lms := [3]float64{
		cube(l + float64(0.3963377774*a) + float64(0.2158037573*b)),
		cube(l - float64(0.1055613458*a) - float64(0.0638541728*b)),
		cube(l - float64(0.0894841775*a) - float64(1.2914855480*b)),
	}
	return float64(4.0767416621*lms[0]) - float64(3.3077115913*lms[1]) + float64(0.2309699292*lms[2]),
		float64(-1.2684380046*lms[0]) + float64(2.6097574011*lms[1]) - float64(0.3413193965*lms[2]),
		float64(-0.0041960863*lms[0]) - float64(0.7034186147*lms[1]) + float64(1.7076147010*lms[2])
}

// gamma applies the transfer function of sRGB (IEC 61966-2-1).
func gamma(v float64) uint8 {
	v = min(max(v, 0), 1)
	if v <= 0.0031308 {
		v *= 12.92
	} else {
		v = float64(1.055*math.Pow(v, 1/2.4)) - 0.055
	}
	return uint8(math.Round(255 * v))
}

// Contrast returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). Graphics need 3, text 4.5.
func Contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return float64(0.2126*part(c.R)) + float64(0.7152*part(c.G)) + float64(0.0722*part(c.B))
}
