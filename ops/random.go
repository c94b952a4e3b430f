package ops

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// This file has the random ops. tensor.SetSeed makes them reproducible, the option Seed a single call; the streams
// differ from those of a MindSpore device.

// source returns the random stream of an op whose only option is Seed.
func source(op string, opts []Option) *rng.Philox { return stream(read(op, opts, "Seed")) }

// drawer returns the random source of an op.
func drawer(op string, opts []Option) *rand.Rand { return rand.New(source(op, opts)) }

// checkDims raises ValueError if a length of a shape is negative.
func checkDims(op string, dims []int) {
	if slices.ContainsFunc(dims, func(n int) bool { return n < 0 }) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the lengths of 'shape' must not be negative, but got %s.", op, tupleText(dims))
	}
}

// draws returns a tensor of the given shape with elements from draw.
func draws(op string, dims []int, dt tensor.DType, draw func() float64) *tensor.Tensor {
	checkDims(op, dims)
	if dt == tensor.Float32 {
		return tensor.Share(drawn[float32](dims, draw)).Reshape(dims...)
	}
	return tensor.Share(drawn[float64](dims, draw)).Reshape(dims...).AsType(dt)
}

func drawn[T float32 | float64](dims []int, draw func() float64) []T {
	v := engine.Slice[T](dims...)
	for i := range v {
		v[i] = T(draw())
	}
	return v
}

// filled returns a tensor of the given shape with elements that fill writes.
func filled[T float32 | int64](op string, dims []int, fill func(out []T)) *tensor.Tensor {
	checkDims(op, dims)
	y := tensor.EmptyOf(dtype.Of([]T{}), dims...)
	fill(engine.Blank(y).([]T))
	return y
}

// StandardNormal returns a Float32 tensor of the given shape with numbers from the normal distribution with mean 0
// and standard deviation 1. Option: [Seed].
//
//ms:op func=standard_normal class=StandardNormal types=all grad=no
func StandardNormal(shape []int, opts ...Option) *tensor.Tensor {
	return filled("StandardNormal", shape, source("StandardNormal", opts).StandardNormal)
}

// StandardLaplace returns a Float32 tensor of the given shape with numbers from the Laplace distribution with mean 0
// and scale 1. Option: [Seed].
//
//ms:op func=standard_laplace class=StandardLaplace types=all grad=no
func StandardLaplace(shape []int, opts ...Option) *tensor.Tensor {
	d := distuv.Laplace{Scale: 1, Src: drawer("StandardLaplace", opts)}
	return draws("StandardLaplace", shape, tensor.Float32, d.Rand)
}

// TruncatedNormal returns a Float32 tensor of the given shape with numbers from the standard normal distribution
// within [-2, 2]. Option: [Seed].
//
//ms:op func= class=TruncatedNormal types=all grad=no
func TruncatedNormal(shape []int, opts ...Option) *tensor.Tensor {
	r := drawer("TruncatedNormal", opts)
	return draws("TruncatedNormal", shape, tensor.Float32, func() float64 {
		for {
			if v := r.NormFloat64(); math.Abs(v) <= 2 {
				return v
			}
		}
	})
}

// Normal returns numbers from normal distributions. mean and stddev, numbers or tensors, broadcast with shape to the
// shape of the result. Gradients flow to both. Integers give Float32. Option: Seed.
//
//ms:op func=normal class= types=float
func Normal(shape []int, mean, stddev any, opts ...Option) *tensor.Tensor {
	mu, sigma := parameters("normal", mean, stddev)
	z := StandardNormal(broadcast("normal", shape, mu, sigma), opts...)
	return z.AsType(mu.DType()).Mul(sigma).Add(mu)
}

// Laplace returns numbers from Laplace distributions. mean and scale, numbers or tensors, broadcast with shape to
// the result's. Gradients flow to both. Integers give Float32. Option: Seed.
//
//ms:op func=laplace class= types=float
func Laplace(shape []int, mean, scale any, opts ...Option) *tensor.Tensor {
	mu, b := parameters("laplace", mean, scale)
	z := StandardLaplace(broadcast("laplace", shape, mu, b), opts...)
	return z.AsType(mu.DType()).Mul(b).Add(mu)
}

// Uniform returns numbers from [lo, hi), numbers or tensors that broadcast with shape to the result's. Gradients
// flow to both. Integers give Float32. Option: Seed.
//
//ms:op func=uniform class=UniformReal types=float
func Uniform(shape []int, lo, hi any, opts ...Option) *tensor.Tensor {
	a, b := parameters("uniform", lo, hi)
	dims := broadcast("uniform", shape, a, b)
	words := source("uniform", opts)
	if a.DType() == tensor.Float64 {
		u := draws("uniform", dims, tensor.Float64, func() float64 { return float64(words.Uint64()>>11) * (1. / (1 << 53)) })
		return u.Mul(b.Sub(a)).Add(a)
	}
	// as many bits as a Float32 has: more could round up to 1
	numbers := tensor.Scalar(lo).IsWeak() && tensor.Scalar(hi).IsWeak()
	if numbers && engine.TakenAs(a) == tensor.Float32 { // no gradient is needed
		return fractions(dims, words, float32(b.Sub(a).Float()), float32(a.Float()))
	}
	return fractions(dims, words, 1, 0).AsType(a.DType()).Mul(b.Sub(a)).Add(a)
}

// fractions returns numbers from [0, 1), times scale, plus lo.
func fractions(dims []int, words *rng.Philox, scale, lo float32) *tensor.Tensor {
	return filled("uniform", dims, func(out []float32) { words.Fractions(out, scale, lo) })
}

// UniformInt returns an Int32 tensor of the given shape with numbers from [lo, hi), which must not be empty
// (ValueError). Option: [Seed].
//
//ms:op func= class=UniformInt types=all grad=no
func UniformInt(shape []int, lo, hi int, opts ...Option) *tensor.Tensor {
	return integers("UniformInt", shape, lo, hi, tensor.Int32, source("UniformInt", opts))
}

func integers(op string, dims []int, lo, hi int, dt tensor.DType, words *rng.Philox) *tensor.Tensor {
	checkDims(op, dims)
	if lo >= hi {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'low' must be less than the 'high', but got %d and %d.", op, lo, hi)
	}
	fill := func(out []int64) { words.Integers(out, int64(lo), uint64(hi)-uint64(lo)) }
	return filled(op, dims, fill).AsType(dt)
}

// parameter converts a parameter of a distribution to a floating point tensor.
func parameter(op string, v any) *tensor.Tensor {
	x := tensor.Scalar(v)
	if x.IsWeak() {
		return x.AsType(tensor.Float32)
	}
	return asFloat(op, x)
}

// parameters converts two parameters of a distribution; a number takes the dtype of the other one.
func parameters(op string, v, w any) (a, b *tensor.Tensor) {
	x, y := tensor.Scalar(v), tensor.Scalar(w)
	switch {
	case x.IsWeak() && !y.IsWeak():
		b = asFloat(op, y)
		return x.AsType(b.DType()), b
	case y.IsWeak() && !x.IsWeak():
		a = asFloat(op, x)
		return a, y.AsType(a.DType())
	}
	return parameter(op, v), parameter(op, w)
}

// broadcast returns the shape to which dims and the shapes of parameters broadcast.
func broadcast(op string, dims []int, parameters ...*tensor.Tensor) []int {
	checkDims(op, dims)
	for _, p := range parameters {
		out, ok := shape.Broadcast(dims, p.Shape())
		if !ok {
			tensor.Throw(op, tensor.ValueError, "For '%s', the shape %s and the parameter's shape %s cannot broadcast.", op, tupleText(dims), tupleText(p.Shape()))
		}
		dims = out
	}
	return dims
}

// Rand returns a Float32 tensor of the given shape with numbers from [0, 1).
//
//ms:op func=rand class= types=all grad=no
func Rand(shape ...int) *tensor.Tensor { return Uniform(shape, 0, 1) }

// RandLike returns numbers from [0, 1) in x's shape and dtype, Float32 unless that is floating point.
//
//ms:op func=rand_like class= types=float grad=no
func RandLike(x *tensor.Tensor) *tensor.Tensor {
	return Rand(x.Shape()...).AsType(asFloat("rand_like", x.Detach()).DType())
}

// Randn returns a Float32 tensor of the given shape with numbers from the standard normal distribution.
//
//ms:op func=randn class= types=all grad=no
func Randn(shape ...int) *tensor.Tensor { return StandardNormal(shape) }

// RandnLike returns numbers from the standard normal distribution in x's shape and dtype, Float32 unless that is
// floating point.
//
//ms:op func=randn_like class= types=float grad=no
func RandnLike(x *tensor.Tensor) *tensor.Tensor {
	return Randn(x.Shape()...).AsType(asFloat("randn_like", x.Detach()).DType())
}

// Randint returns an Int64 tensor of the given shape with numbers from [low, high), which must not be empty
// (ValueError).
//
//ms:op func=randint class= types=all grad=no
func Randint(low, high int, shape ...int) *tensor.Tensor {
	return integers("randint", shape, low, high, tensor.Int64, source("randint", nil))
}

// RandintLike returns numbers from [low, high), which must not be empty (ValueError), in x's shape and dtype.
//
//ms:op func=randint_like class= types=all grad=no
func RandintLike(x *tensor.Tensor, low, high int) *tensor.Tensor {
	return integers("randint_like", x.Shape(), low, high, x.DType(), source("randint_like", nil))
}

// Randperm returns the integers from 0 to n-1 in random order, as Int64. A negative n is a ValueError. Option: Seed.
//
//ms:op func=randperm class=Randperm,RandpermV2 types=all grad=no
func Randperm(n int, opts ...Option) *tensor.Tensor {
	checkDims("randperm", []int{n})
	return filled("randperm", []int{n}, source("randperm", opts).Permutation)
}

// Shuffle returns x with its elements along the first axis in random order. Option: Seed.
//
//ms:op func=shuffle class=RandomShuffle types=all
func Shuffle(x *tensor.Tensor, opts ...Option) *tensor.Tensor {
	if x.NDim() == 0 {
		return x.Clone()
	}
	return x.Gather(Randperm(x.Dim(0), opts...), 0)
}
