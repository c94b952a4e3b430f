package ops

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// This file has the activations that are not methods of tensors. Integers give Float32 in all of them.

// CELU returns max(0, x) + min(0, alpha·(exp(x/alpha)-1)) elementwise; alpha must not be zero (ValueError).
//
//ms:op func=celu class=CeLU types=float
func CELU(x *tensor.Tensor, alpha float64) *tensor.Tensor {
	const op = "celu"
	if alpha == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'alpha' must not be 0.", op)
	}
	x = asFloat(op, x)
	positive := x.Greater(number(0))
	return tensor.Where(positive, x, tensor.Where(positive, number(0), x).Div(number(alpha)).Expm1().Mul(number(alpha)))
}

// PReLU returns x where it is positive, weight·x elsewhere: weight has one element, or one per channel, axis 1
// of x (ValueError).
//
//ms:op func=prelu class=PReLU types=float
func PReLU(x, weight *tensor.Tensor) *tensor.Tensor {
	const op = "PReLU"
	x, weight = asFloat(op, x), asFloat(op, weight)
	channels := 1
	if x.NDim() > 1 {
		channels = x.Dim(1)
	}
	if n := weight.Size(); weight.NDim() > 1 || n != 1 && n != channels {
		tensor.Throw(op, tensor.ValueError, "For '%s', the channel of 'x' and 'weight' must be matched, but got channel of 'x': %d, and shape of 'weight': %s.",
			op, channels, tupleText(weight.Shape()))
	}
	if weight.Size() == channels && x.NDim() > 1 {
		weight = alongClasses(weight, x, 1)
	}
	return engine.Leaned(x, weight.AsType(x.DType()))
}

// RReLU returns x where it is not negative, elsewhere a·x with a drawn from [lower, upper) for each element. Bounds
// outside [0, 1] or in descending order are a ValueError.
//
//ms:op func=rrelu class= types=float
func RReLU(x *tensor.Tensor, lower, upper float64) *tensor.Tensor {
	const op = "rrelu"
	if !(lower >= 0 && lower <= upper && upper <= 1) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the value of 'upper' must be greater than or equal to 'lower' and both in [0, 1], but got upper: %v, lower: %v.",
			op, upper, lower)
	}
	x = asFloat(op, x)
	slope := make([]float32, x.Size())
	rng.Ops().Uniform(slope, lower, upper)
	return tensor.Where(x.GreaterEqual(number(0)), x, x.Mul(tensor.New(slope).Reshape(x.Shape()...).AsType(x.DType())))
}

// HardShrink returns x where |x| > lambda, 0 elsewhere.
//
//ms:op func=hardshrink class=HShrink types=float
func HardShrink(x *tensor.Tensor, lambda float64) *tensor.Tensor {
	return engine.Bend("HShrink", asFloat("HShrink", x), func(x *tensor.Tensor) *tensor.Tensor {
		return tensor.Where(x.Abs().LessEqual(number(lambda)), tensor.ZerosLike(x), x)
	}, lambda)
}

// SoftShrink returns x-lambda where x > lambda, x+lambda where x < -lambda, 0 elsewhere; a negative lambda is a
// ValueError.
//
//ms:op func=softshrink class=SoftShrink types=float
func SoftShrink(x *tensor.Tensor, lambda float64) *tensor.Tensor {
	const op = "SoftShrink"
	if lambda < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'lambd' must be greater than or equal to 0, but got %v.", op, lambda)
	}
	return engine.Bend(op, asFloat(op, x), func(x *tensor.Tensor) *tensor.Tensor {
		return x.Sub(x.Clamp(-lambda, lambda))
	}, -lambda, lambda)
}

// TanhShrink returns x - tanh(x) elementwise.
//
//ms:op func=tanhshrink class= types=float
func TanhShrink(x *tensor.Tensor) *tensor.Tensor {
	x = asFloat("tanhshrink", x)
	return x.Sub(x.Tanh())
}

// HardTanh returns x limited to [lo, hi]; lo must be less than hi (ValueError). The gradient is passed on between the
// bounds, not at them.
//
//ms:op func=hardtanh class= types=float
func HardTanh(x *tensor.Tensor, lo, hi float64) *tensor.Tensor {
	const op = "hardtanh"
	if lo >= hi {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'min_val' must be less than 'max_val', but got %v and %v.", op, lo, hi)
	}
	return engine.Bend("Hardtanh", asFloat(op, x), func(x *tensor.Tensor) *tensor.Tensor {
		y := tensor.Where(x.LessEqual(number(lo)), number(lo), x)
		return tensor.Where(x.GreaterEqual(number(hi)), number(hi), y)
	}, lo, hi)
}

// GLU splits x into two halves along an axis of even length (ValueError) and returns a·sigmoid(b).
//
//ms:op func=glu class= types=float
func GLU(x *tensor.Tensor, axes ...int) *tensor.Tensor {
	axis := kwargs.Optional(axes, -1)
	const op = "glu"
	x = asFloat(op, x)
	needAxis(op, x, axis)
	if n := x.Dim(axis); n%2 != 0 || n == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the dimension %d must be even, but its length is %d.", op, axis, n)
	}
	halves := x.Split(x.Dim(axis)/2, axis)
	return halves[0].Mul(halves[1].Sigmoid())
}

// Threshold returns x where x > threshold, value elsewhere.
//
//ms:op func=threshold class= types=float
func Threshold(x *tensor.Tensor, threshold, value float64) *tensor.Tensor {
	x = asFloat("threshold", x)
	return tensor.Where(x.LessEqual(number(threshold)), number(value), x)
}

// Softmin returns the softmax of -x along an axis.
//
//ms:op func=softmin class= types=float
func Softmin(x *tensor.Tensor, axes ...int) *tensor.Tensor {
	axis := kwargs.Optional(axes, -1)
	needAxis("softmin", x, axis)
	return asFloat("softmin", x).Neg().Softmax(axis)
}

// FastGELU returns x/(1+exp(-1.702·x)) elementwise, an approximation of GELU.
//
//ms:op func=fast_gelu class=FastGeLU types=float
func FastGELU(x *tensor.Tensor) *tensor.Tensor {
	x = asFloat("FastGeLU", x)
	return x.Mul(x.Mul(number(1.702)).Sigmoid())
}

// GumbelSoftmax returns the softmax along an axis of (x+g)/tau with g drawn from the Gumbel distribution: a sample of
// one class, smoothed. With hard the result is one-hot, with the gradient of the soft sample. tau must be positive
// (ValueError).
//
//ms:op func=gumbel_softmax class= types=float
func GumbelSoftmax(x *tensor.Tensor, tau float64, hard bool, axis int) *tensor.Tensor {
	const op = "gumbel_softmax"
	if !(tau > 0) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'tau' must be positive, but got %v.", op, tau)
	}
	x = asFloat(op, x)
	needAxis(op, x, axis)
	noise, stream := make([]float64, x.Size()), rng.Ops()
	for i := range noise {
		noise[i] = -math.Log(-math.Log(openUnit(stream)))
	}
	soft := x.Add(tensor.New(noise).Reshape(x.Shape()...).AsType(x.DType())).Div(number(tau)).Softmax(axis)
	if !hard {
		return soft
	}
	best := soft.Detach().MaxAxes([]int{axis}, true)
	one := soft.Detach().Equal(best).AsType(x.DType())
	return one.Sub(soft.Detach()).Add(soft)
}

// openUnit draws a number from (0, 1).
func openUnit(stream *rng.Philox) float64 { return (float64(stream.Uint32()) + 0.5) / (1 << 32) }
