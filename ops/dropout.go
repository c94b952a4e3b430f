package ops

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// Seed sets the seed of an op's own random stream (seed). Without it the stream depends on tensor.SetSeed.
func Seed(n int) Option { return Option{"Seed", n} }

// stream returns the random stream of an op.
func stream(o options) *rng.Philox {
	if seed := kwargs.Passed[int](o, "Seed"); seed != nil {
		return rng.NewPhilox(uint64(*seed))
	}
	return rng.Ops()
}

// Dropout sets each element of x to zero with probability p and multiplies the others with 1/(1-p). p outside of [0,
// 1] is a ValueError. Options: Training (true; otherwise x is returned), Seed.
//
//ms:op func=dropout types=floats
func Dropout(x *tensor.Tensor, p float64, opts ...Option) *tensor.Tensor {
	return dropout("Dropout", x, x.Shape(), p, opts)
}

// Dropout1D sets each channel of x, of shape (N, C, L) or (C, L), to zero with probability p; see [Dropout].
//
//ms:op func=dropout1d class= types=floats
func Dropout1D(x *tensor.Tensor, p float64, opts ...Option) *tensor.Tensor {
	checkRank("Dropout1D", "x", x, 2, 3)
	return dropout("Dropout1D", x, append(x.Shape()[:x.NDim()-1], 1), p, opts)
}

// Dropout2D sets each channel of x, of shape (N, C, H, W), to zero with probability p; see [Dropout].
//
//ms:op func=dropout2d types=floats
func Dropout2D(x *tensor.Tensor, p float64, opts ...Option) *tensor.Tensor {
	checkRank("Dropout2D", "x", x, 4)
	return dropout("Dropout2D", x, append(x.Shape()[:2], 1, 1), p, opts)
}

// Dropout3D sets each channel of x, of shape (N, C, D, H, W), to zero with probability p; see [Dropout].
//
//ms:op func=dropout3d types=floats
func Dropout3D(x *tensor.Tensor, p float64, opts ...Option) *tensor.Tensor {
	checkRank("Dropout3D", "x", x, 5)
	return dropout("Dropout3D", x, append(x.Shape()[:2], 1, 1, 1), p, opts)
}

// dropout multiplies x by a mask of the given shape, which broadcasts.
func dropout(op string, x *tensor.Tensor, dims []int, p float64, opts []Option) *tensor.Tensor {
	o := read(op, opts, "Training", "Seed")
	checkFloat(op, []string{"x"}, specOf(x))
	if !(p >= 0 && p <= 1) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'p' must be in the range of [0.0, 1.0], but got %v.", op, p)
	}
	if !kwargs.Get(o, "Training", true) || p == 0 {
		return x
	}
	words, least, scale := stream(o), uint64(math.Ceil(p*(1<<32))), 1/(1-p)
	mask := filled(op, dims, func(out []float32) { words.AtLeast(out, least) })
	if p == 1 {
		scale = 0
	}
	return x.Mul(mask.AsType(x.DType()).Mul(tensor.Scalar(scale)))
}
