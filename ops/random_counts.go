package ops

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// This file has draws with given probabilities and rates.

// Bernoulli returns ones with probability p and zeros elsewhere in x's shape and dtype. p is a number or a tensor
// that broadcasts, in [0, 1] (ValueError). Option: Seed.
//
//ms:op func=bernoulli class=Bernoulli types=all grad=no
func Bernoulli(x *tensor.Tensor, p any, opts ...Option) *tensor.Tensor {
	const op = "bernoulli"
	prob := parameter(op, p).Detach()
	dims := broadcast(op, x.Shape(), prob)
	if !slices.Equal(dims, x.Shape()) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'p' of shape %s does not broadcast to the input's shape %s.",
			op, tupleText(prob.Shape()), tupleText(x.Shape()))
	}
	checkProbabilities(op, prob)
	if prob.Size() > 1 {
		prob = prob.BroadcastTo(dims...)
	}
	each, words := prob.Float64s(), source(op, opts)
	return filled(op, dims, func(out []float32) { words.Bernoulli(out, each) }).AsType(x.DType())
}

func checkProbabilities(op string, p *tensor.Tensor) {
	if !slices.ContainsFunc(p.Float64s(), func(v float64) bool { return !(v >= 0 && v <= 1) }) {
		return
	}
	tensor.Throw(op, tensor.ValueError, "For '%s', the 'p' must be in the range of [0.0, 1.0], but got %s.", op, p)
}

// Gamma returns numbers from gamma distributions with shape alpha and rate beta, positive numbers (ValueError) or
// tensors that broadcast with shape to the result's. Integers give Float32. Option: Seed.
//
//ms:op func=gamma class=Gamma types=float grad=no
func Gamma(shape []int, alpha, beta any, opts ...Option) *tensor.Tensor {
	a, b := parameters("gamma", alpha, beta)
	a, b = a.Detach(), b.Detach()
	dims := broadcast("gamma", shape, a, b)
	return gammaDraws("gamma", dims, a.BroadcastTo(dims...), b.BroadcastTo(dims...), drawer("gamma", opts))
}

// RandomGamma returns, for each element of alpha, positive numbers (ValueError), a tensor of the given shape from
// the gamma distribution with that shape parameter: a result of shape shape + alpha's. Integers give Float32.
// Option: Seed.
//
//ms:op func=random_gamma class=RandomGamma types=float grad=no
func RandomGamma(shape []int, alpha *tensor.Tensor, opts ...Option) *tensor.Tensor {
	a := parameter("random_gamma", alpha).Detach()
	checkDims("random_gamma", shape)
	dims := append(slices.Clone(shape), a.Shape()...)
	a = a.BroadcastTo(dims...)
	return gammaDraws("random_gamma", dims, a, tensor.OnesLike(a), drawer("random_gamma", opts))
}

func gammaDraws(op string, dims []int, alpha, beta *tensor.Tensor, r *rand.Rand) *tensor.Tensor {
	a, b, i := alpha.Float64s(), beta.Float64s(), -1
	for _, v := range slices.Concat(a, b) {
		if !(v > 0) || math.IsInf(v, 1) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the 'alpha' and 'beta' must be greater than 0, but got %v.", op, v)
		}
	}
	return draws(op, dims, alpha.DType(), func() float64 {
		i++
		return distuv.Gamma{Alpha: a[i], Beta: b[i], Src: r}.Rand()
	})
}

// Poisson returns Int32 numbers from Poisson distributions with the given means, a number or a tensor that
// broadcasts with shape to the result's; none is negative (ValueError). Option: Seed.
//
//ms:op func=poisson class=Poisson types=ordered grad=no
func Poisson(shape []int, mean any, opts ...Option) *tensor.Tensor {
	m := parameter("poisson", mean).Detach()
	dims := broadcast("poisson", shape, m)
	return poissonDraws("poisson", dims, m.BroadcastTo(dims...), tensor.Int32, drawer("poisson", opts))
}

// RandomPoisson returns, for each element of rate, none negative (ValueError), a tensor of the given shape from the
// Poisson distribution with that mean: a result of shape shape + rate's and dtype dt. Option: Seed.
//
//ms:op func=random_poisson class=RandomPoisson types=ordered grad=no
func RandomPoisson(shape []int, rate *tensor.Tensor, dt tensor.DType, opts ...Option) *tensor.Tensor {
	m := parameter("random_poisson", rate).Detach()
	checkDims("random_poisson", shape)
	dims := append(slices.Clone(shape), m.Shape()...)
	return poissonDraws("random_poisson", dims, m.BroadcastTo(dims...), dt, drawer("random_poisson", opts))
}

func poissonDraws(op string, dims []int, mean *tensor.Tensor, dt tensor.DType, r *rand.Rand) *tensor.Tensor {
	m, i := mean.Float64s(), -1
	for _, v := range m {
		if !(v >= 0) || math.IsInf(v, 1) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the 'mean' must be greater than or equal to 0, but got %v.", op, v)
		}
	}
	return draws(op, dims, dt, func() float64 {
		if i++; m[i] == 0 {
			return 0
		}
		return distuv.Poisson{Lambda: m[i], Src: r}.Rand()
	})
}

// Multinomial returns n indices drawn by the probabilities in each row of x, of shape (N, C) or (C), as Int64. They
// need not add up to one, but must not be negative, and some must be positive, at least n without replacement
// (ValueError). Option: Seed.
//
//ms:op func=multinomial class=Multinomial,MultinomialWithReplacement types=ordered grad=no
func Multinomial(x *tensor.Tensor, n int, replacement bool, opts ...Option) *tensor.Tensor {
	const op = "multinomial"
	checkRank(op, "input", x, 1, 2)
	checkDims(op, []int{n})
	x = asFloat(op, x.Detach())
	r, classes := drawer(op, opts), x.Dim(-1)
	rows := x.Size() / max(1, classes)
	engine.CheckMemory(tensor.Int64, []int{rows, n})
	p, picked, sums := slices.Clone(x.Float64s()), make([]int64, 0, rows*n), make([]float64, classes)
	for i := range rows {
		c := choice{weights: p[i*classes : (i+1)*classes], sums: sums}
		for j := range n {
			if j == 0 || !replacement {
				c.weigh(op)
			}
			k := c.draw(r.Float64())
			if picked = append(picked, int64(k)); !replacement {
				c.weights[k] = 0
			}
		}
	}
	return tensor.New(picked).Reshape(append(x.Shape()[:x.NDim()-1], n)...)
}

// A choice draws indices with given weights.
type choice struct {
	weights, sums []float64 // each weight and the running sums
	last          int       // the last index that can be drawn
}

// weigh computes the sums of the weights.
func (c *choice) weigh(op string) {
	total := 0.0
	c.last = -1
	for i, w := range c.weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the probabilities must be finite and must not be negative, but got %v.", op, w)
		}
		total += w
		if c.sums[i] = total; w > 0 {
			c.last = i
		}
	}
	if c.last < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', there are not enough categories with a positive probability.", op)
	}
}

// draw returns the index for a share of the total weight, as if weights were subtracted from it one by one until it
// is negative. The running sums determine the index, unless the share is so close to one that differences could
// round to the other side of zero.
func (c *choice) draw(share float64) int {
	total := c.sums[len(c.sums)-1]
	u, doubt := float64(share*total), float64(float64(len(c.sums))*0x1p-51*total)
	k := 0
	for n := c.last; n > 0; {
		half := (n + 1) / 2
		if c.sums[k+half-1] <= u {
			k += half
		}
		n -= half
	}
	if (k == c.last || u < c.sums[k]-doubt) && (k == 0 || u >= c.sums[k-1]+doubt) {
		return k
	}
	return c.scan(u)
}

func (c *choice) scan(u float64) int {
	for i, w := range c.weights[:c.last] {
		if u -= w; u < 0 {
			return i
		}
	}
	return c.last
}

// RandomCategorical returns n indices drawn from each row of logits, of shape (N, C), with probabilities
// softmax(logits), as Int64. Option: Seed.
//
//ms:op func=random_categorical class=RandomCategorical types=ordered grad=no
func RandomCategorical(logits *tensor.Tensor, n int, opts ...Option) *tensor.Tensor {
	checkRank("random_categorical", "logits", logits, 2)
	return Multinomial(asFloat("random_categorical", logits.Detach()).Softmax(-1), n, true, opts...)
}
