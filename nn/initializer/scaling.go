package initializer

import (
	"math"

	"github.com/msrepl/msrepl/tensor"
)

// TruncatedNormal draws from N(Mean, Sigma²) truncated to [Mean + A·Sigma, Mean + B·Sigma]; a zero sigma means
// MindSpore's 0.01, and zero A and B mean -2 and 2. The values have the same distribution as MindSpore's but are not
// equal to them.
type TruncatedNormal struct{ Sigma, Mean, A, B float64 }

// Fill implements Initializer.
func (t TruncatedNormal) Fill(out []float32, _ []int) {
	sigma, a, b := or(t.Sigma, 0.01), t.A, t.B
	if a == 0 && b == 0 {
		a, b = -2, 2
	}
	if a >= b {
		tensor.Throw("TruncatedNormal", tensor.ValueError, "For 'TruncatedNormal', 'a' must be less than 'b', but got %v and %v.", a, b)
	}
	low, high := normalCDF(a), normalCDF(b)
	stream().Uniform(out, 0, 1)
	for i, u := range out {
		z := math.Sqrt2 * math.Erfinv(2*(low+float64(float64(u)*(high-low)))-1)
		out[i] = float32(t.Mean + float64(sigma*min(max(z, a), b)))
	}
}

// normalCDF is the probability that a standard normal number is below x.
func normalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// VarianceScaling draws with the variance Scale/n, where n is the number of inputs, of outputs, or their mean, for
// the Mode "fan_in", also when empty, "fan_out" and "fan_avg". Distribution is "truncated_normal", also when empty,
// "untruncated_normal" or "uniform". A zero scale means 1. It raises ValueError for another mode or distribution and
// a negative scale.
type VarianceScaling struct {
	Scale              float64
	Mode, Distribution string
}

// truncatedStd is the standard deviation of a standard normal number between -2 and 2.
const truncatedStd = 0.87962566103423978

// Fill implements Initializer.
func (v VarianceScaling) Fill(out []float32, dims []int) {
	if v.Scale < 0 {
		tensor.Throw("VarianceScaling", tensor.ValueError, "For 'VarianceScaling', the argument 'scale' must be greater than 0, but got %v.", v.Scale)
	}
	variance := or(v.Scale, 1) / max(1, v.fan(dims))
	switch v.Distribution {
	case "", "truncated_normal":
		TruncatedNormal{Sigma: math.Sqrt(variance) / truncatedStd}.Fill(out, dims)
	case "untruncated_normal":
		stream().Normal(out, 0, math.Sqrt(variance))
	case "uniform":
		bound := math.Sqrt(3 * variance)
		stream().Uniform(out, -bound, bound)
	default:
		tensor.Throw("VarianceScaling", tensor.ValueError, "For 'VarianceScaling', the argument 'distribution' must be one of "+
			"'uniform', 'truncated_normal' and 'untruncated_normal', but got '%s'.", v.Distribution)
	}
}

func (v VarianceScaling) fan(dims []int) float64 {
	in, fanOut := fans(dims)
	switch v.Mode {
	case "", "fan_in":
		return in
	case "fan_out":
		return fanOut
	case "fan_avg":
		return (in + fanOut) / 2
	}
	tensor.Throw("VarianceScaling", tensor.ValueError, "For 'VarianceScaling', the argument 'mode' must be one of 'fan_in', 'fan_out' and 'fan_avg', but got '%s'.", v.Mode)
	return 0
}
