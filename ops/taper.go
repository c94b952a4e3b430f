package ops

import (
	"math"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// The windows for tapering signals before a Fourier transform. They are Float32, except that Kaiser's is Float64. A
// window of n points is symmetric; a periodic one is that of n+1 points without the last, which makes it one period
// of a repeated signal. A negative n raises ValueError.

// HannWindow returns 1/2 - 1/2·cos(2πk/(n-1)): mindspore.ops.hann_window.
func HannWindow(n int, periodic bool) *tensor.Tensor {
	return taper("HannWindow", n, periodic, func(at float64) float64 { return 0.5 - float64(0.5*math.Cos(2*math.Pi*at)) })
}

// HammingWindow returns alpha - beta·cos(2πk/(n-1)): mindspore.ops.hamming_window, whose defaults are 0.54 and 0.46.
func HammingWindow(n int, periodic bool, alpha, beta float64) *tensor.Tensor {
	return taper("HammingWindow", n, periodic,
		func(at float64) float64 { return alpha - float64(beta*math.Cos(2*math.Pi*at)) })
}

// BlackmanWindow returns 0.42 - 0.5·cos(2πk/(n-1)) + 0.08·cos(4πk/(n-1)): mindspore.ops.blackman_window.
func BlackmanWindow(n int, periodic bool) *tensor.Tensor {
	return taper("BlackmanWindow", n, periodic, func(at float64) float64 {
		return 0.42 - float64(0.5*math.Cos(2*math.Pi*at)) + float64(0.08*math.Cos(4*math.Pi*at))
	})
}

// BartlettWindow returns the triangle 1 - |2k/(n-1) - 1|: mindspore.ops.bartlett_window.
func BartlettWindow(n int, periodic bool) *tensor.Tensor {
	return taper("BartlettWindow", n, periodic, func(at float64) float64 { return 1 - math.Abs(2*at-1) })
}

// KaiserWindow returns I₀(beta·√(1-(2k/(n-1)-1)²)) / I₀(beta), I₀ being the modified Bessel function, as Float64:
// mindspore.ops.kaiser_window, whose default beta is 12.
func KaiserWindow(n int, periodic bool, beta float64) *tensor.Tensor {
	arg := tapered("KaiserWindow", n, periodic, func(at float64) float64 { return beta * math.Sqrt(4*at*(1-at)) })
	return arg.BesselI0().Div(tensor.New(beta, tensor.Float64).BesselI0())
}

// taper is tapered, converted to Float32.
func taper(op string, n int, periodic bool, f func(at float64) float64) *tensor.Tensor {
	return tapered(op, n, periodic, f).AsType(tensor.Float32)
}

// tapered returns f at n points evenly spaced from 0 to 1, as Float64; a single point is in the middle, where
// windows have their maximum.
func tapered(op string, n int, periodic bool, f func(at float64) float64) *tensor.Tensor {
	if n < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'window_length' must not be negative, but got %d.", op, n)
	}
	if n == 1 {
		return tensor.New([]float64{f(0.5)})
	}
	steps := float64(n - 1)
	if periodic {
		steps++
	}
	v := engine.Slice[float64](n)
	for k := range v {
		v[k] = f(float64(k) / steps)
	}
	return tensor.New(v)
}
