package np

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Random is numpy.random, the random stream of the whole program.
var Random = &RandomState{with: rng.Shared}

// RandomState is numpy.random.RandomState: the same seed gives the same bits as in numpy. Results are Float64
// tensors, or Int64 for integers; without a shape they are 0-d.
type RandomState struct {
	with func(func(s *rng.RandomState))
}

// NewRandomState returns a separate stream, which must not be used by several goroutines at once.
func NewRandomState(seed int) *RandomState {
	s := rng.NewRandomState(checkSeed(seed))
	return &RandomState{with: func(f func(*rng.RandomState)) { f(s) }}
}

func checkSeed(seed int) uint32 {
	if seed < 0 || seed > 1<<32-1 {
		tensor.Throw("seed", tensor.ValueError, "Seed must be between 0 and 2**32 - 1")
	}
	return uint32(seed)
}

// Seed resets the stream.
func (r *RandomState) Seed(seed int) {
	n := checkSeed(seed)
	r.with(func(s *rng.RandomState) { s.Seed(n) })
}

// fill returns a tensor of the given shape with elements drawn by f.
func fill[T float64 | int64](r *RandomState, dims []int, f func(s *rng.RandomState) T) *tensor.Tensor {
	v := make([]T, count(dims))
	r.with(func(s *rng.RandomState) {
		for i := range v {
			v[i] = f(s)
		}
	})
	return tensor.New(v).Reshape(dims...)
}

// count returns the number of elements of a user's shape, after checking that there is memory for them.
func count(dims []int) int {
	for _, d := range dims {
		require("random", d >= 0, "negative dimensions are not allowed")
	}
	engine.CheckMemory(tensor.Float64, dims)
	return shape.Size(dims)
}

// require panics with a ValueError unless ok.
func require(op string, ok bool, msg string) {
	if !ok {
		tensor.Throw(op, tensor.ValueError, "%s", msg)
	}
}

// Rand returns numbers uniform in [0, 1), Float64 of shape dims.
func (r *RandomState) Rand(dims ...int) *tensor.Tensor {
	return fill(r, dims, (*rng.RandomState).Float64)
}

// RandomSample is [RandomState.Rand] under its other name.
func (r *RandomState) RandomSample(dims ...int) *tensor.Tensor { return r.Rand(dims...) }

// Uniform returns numbers uniform in [low, high), Float64 of shape dims.
func (r *RandomState) Uniform(low, high float64, dims ...int) *tensor.Tensor {
	return fill(r, dims, func(s *rng.RandomState) float64 { return s.Uniform(low, high) })
}

// Randn returns standard normal numbers, Float64 of shape dims.
func (r *RandomState) Randn(dims ...int) *tensor.Tensor {
	return fill(r, dims, (*rng.RandomState).Normal)
}

// StandardNormal is [RandomState.Randn] under its other name.
func (r *RandomState) StandardNormal(dims ...int) *tensor.Tensor { return r.Randn(dims...) }

// Normal returns normal numbers with mean loc and standard deviation scale, Float64 of shape dims. A negative scale is
// a ValueError.
func (r *RandomState) Normal(loc, scale float64, dims ...int) *tensor.Tensor {
	require("normal", scale >= 0, "scale < 0")
	return fill(r, dims, func(s *rng.RandomState) float64 { return loc + float64(scale*s.Normal()) })
}

// Exponential returns exponential numbers with mean scale, Float64 of shape dims. A negative scale is a ValueError.
func (r *RandomState) Exponential(scale float64, dims ...int) *tensor.Tensor {
	require("exponential", scale >= 0, "scale < 0")
	return fill(r, dims, func(s *rng.RandomState) float64 { return scale * s.Exponential() })
}

// Laplace returns double exponential numbers around loc, Float64 of shape dims. A negative scale is a ValueError.
func (r *RandomState) Laplace(loc, scale float64, dims ...int) *tensor.Tensor {
	require("laplace", scale >= 0, "scale < 0")
	return fill(r, dims, func(s *rng.RandomState) float64 { return s.Laplace(loc, scale) })
}

// Gamma returns gamma numbers of shape parameter k and the given scale, Float64 of shape dims. A negative k or scale
// is a ValueError.
func (r *RandomState) Gamma(k, scale float64, dims ...int) *tensor.Tensor {
	require("gamma", k >= 0, "shape < 0")
	require("gamma", scale >= 0, "scale < 0")
	return fill(r, dims, func(s *rng.RandomState) float64 { return scale * s.Gamma(k) })
}

// Beta returns beta numbers with parameters a and b, Float64 of shape dims. Parameters that are not positive are a
// ValueError.
func (r *RandomState) Beta(a, b float64, dims ...int) *tensor.Tensor {
	require("beta", a > 0, "a <= 0")
	require("beta", b > 0, "b <= 0")
	return fill(r, dims, func(s *rng.RandomState) float64 { return s.Beta(a, b) })
}

// Binomial returns the numbers of successes in n trials of probability p, Int64 of shape dims. A negative n and a p
// outside of [0, 1] are a ValueError.
func (r *RandomState) Binomial(n int, p float64, dims ...int) *tensor.Tensor {
	require("binomial", n >= 0, "n < 0")
	require("binomial", p >= 0 && p <= 1, "p < 0, p > 1 or p is NaN")
	return fill(r, dims, func(s *rng.RandomState) int64 { return s.Binomial(int64(n), p) })
}

// poissonMax keeps drawn numbers below 2^63.
var poissonMax = math.MaxInt64 - 10*math.Sqrt(math.MaxInt64)

// Poisson returns Poisson numbers with mean lam, Int64 of shape dims. A negative lam is a ValueError.
func (r *RandomState) Poisson(lam float64, dims ...int) *tensor.Tensor {
	require("poisson", lam >= 0, "lam < 0 or lam is NaN")
	require("poisson", lam <= poissonMax, "lam value too large")
	return fill(r, dims, func(s *rng.RandomState) int64 { return s.Poisson(lam) })
}

// Randint returns integers in [low, high), Int64 of shape dims. A low that is not below high is a ValueError.
func (r *RandomState) Randint(low, high int, dims ...int) *tensor.Tensor {
	require("randint", low < high, "low >= high")
	return fill(r, dims, func(s *rng.RandomState) int64 { return s.Int64(int64(low), int64(high)) })
}

// RandintOf is [RandomState.Randint] with an integer dtype or Bool: numpy takes several integers of 8 and 16 bits
// from one word.
func (r *RandomState) RandintOf(dt tensor.DType, low, high int, dims ...int) *tensor.Tensor {
	checkRange(dt, low, high)
	if dt.Size() > 2 {
		return r.Randint(low, high, dims...).AsType(dt)
	}
	bits := uint(8 * dt.Size())
	if dt == tensor.Bool {
		bits = 1
	}
	var run *rng.Narrow
	return fill(r, dims, func(s *rng.RandomState) int64 {
		if run == nil {
			run = s.Narrow(bits)
		}
		return int64(low) + int64(run.Below(uint32(high-1-low)))
	}).AsType(dt)
}

// checkRange refuses integers that dt does not have; above 32 bits all that an int can say are there but
// negative ones for UInt64.
func checkRange(dt tensor.DType, low, high int) {
	if !dt.IsInt() && dt != tensor.Bool {
		tensor.Throw("randint", tensor.TypeError, "Unsupported dtype dtype('%s') for randint", dt.NumpyName())
	}
	least, most := 0, 1
	if bits := 8 * dt.Size(); dt.IsInt() {
		least, most = math.MinInt>>(64-bits), math.MaxInt>>(64-bits)
		if dt.IsUint() {
			least, most = 0, math.MaxInt
			if bits < 64 {
				most = 1<<bits - 1
			}
		}
	}
	require("randint", low >= least, "low is out of bounds for "+dt.NumpyName())
	require("randint", high-1 <= most, "high is out of bounds for "+dt.NumpyName())
	require("randint", low < high, "low >= high")
}

// Multinomial distributes n draws over the classes of p, whose probabilities add up to 1: Int64 of shape [len(p)].
func (r *RandomState) Multinomial(n int, p []float64) *tensor.Tensor {
	require("multinomial", n >= 0, "n < 0")
	require("multinomial", len(p) > 0, "pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.")
	sum := 0.0
	for _, v := range p {
		require("multinomial", v >= 0 && v <= 1, "pvals < 0, pvals > 1 or pvals contains NaNs")
		sum += v
	}
	require("multinomial", sum-p[len(p)-1] <= 1+1e-12, "sum(pvals[:-1]) > 1.0")
	var out []int64
	r.with(func(s *rng.RandomState) { out = s.Multinomial(int64(n), p) })
	return tensor.New(out)
}
