package ops

import (
	"math"

	"github.com/msrepl/msrepl/tensor"
)

// Cauchy returns a tensor of the given shape with draws from the Cauchy distribution around median, sigma being half
// of the distance between the quartiles, as Float32. A sigma that is not positive is a ValueError. Option: Seed.
//
//ms:op func=cauchy class=Cauchy types=all grad=no
func Cauchy(shape []int, median, sigma float64, opts ...Option) *tensor.Tensor {
	const op = "Cauchy"
	r := drawer(op, opts)
	if !(sigma > 0) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'sigma' must be greater than zero, but got %v.", op, sigma)
	}
	return draws(op, shape, tensor.Float32,
		func() float64 { return median + float64(sigma*math.Tan(math.Pi*(float64(r.Float64())-0.5))) })
}

// LogNormalReverse returns, in the shape and dtype of x, draws from the log-normal distribution: the logarithm has
// the given mean and standard deviation. A negative deviation is a ValueError. Option: Seed.
//
//ms:op func= class=LogNormalReverse types=floats grad=no
func LogNormalReverse(x *tensor.Tensor, mean, stddev float64, opts ...Option) *tensor.Tensor {
	const op = "LogNormalReverse"
	r := drawer(op, opts)
	checkFloat(op, []string{"input"}, specOf(x))
	if !(stddev >= 0) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'std' must not be negative, but got %v.", op, stddev)
	}
	return draws(op, x.Shape(), x.DType(), func() float64 { return math.Exp(mean + float64(stddev*r.NormFloat64())) })
}
