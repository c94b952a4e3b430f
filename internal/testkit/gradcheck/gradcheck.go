// Package gradcheck compares gradients with finite differences, like the checker of HIPS/autograd: along one random
// direction, for one random weighting of the results, to any order.
package gradcheck

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/msrepl/msrepl/tensor"
)

// Func is a function to check. Its floating point arguments are differentiated, the others are constants.
type Func func(args []*tensor.Tensor) []*tensor.Tensor

// Options tune a check. The zero value checks the first order with the default step and tolerance.
type Options struct {
	Order     int     // highest order of derivatives, 1 by default
	Tolerance float64 // relative, 1e-6 by default
	Step      float64 // of the central difference, 1e-6 by default
	Seed      uint64  // of the random directions
}

// Check reports where the gradient of f at args differs from central differences, or nil. Arguments should be
// Float64; in lower precision the differences are not reliable.
func Check(f Func, args []*tensor.Tensor, o Options) error {
	o.Tolerance = cmp.Or(o.Tolerance, 1e-6)
	o.Step = cmp.Or(o.Step, 1e-6)
	c := checker{Options: o, rng: rand.New(rand.NewPCG(o.Seed, 1))}
	for order := 1; order <= max(1, o.Order); order++ {
		sens := c.randomLike(Floats(f(args)))
		if err := c.compare(f, args, sens); err != nil {
			return fmt.Errorf("order %d: %w", order, err)
		}
		f, args = gradientOf(f, len(args)), append(append([]*tensor.Tensor{}, args...), sens...)
	}
	return nil
}

type checker struct {
	Options
	rng *rand.Rand
}

// compare checks one order: ⟨∇⟨f(x), u⟩, v⟩ against ⟨(f(x+εv) - f(x-εv))/2ε, u⟩.
func (c checker) compare(f Func, args, u []*tensor.Tensor) error {
	v := c.randomLike(Floats(args))
	grads := gradientOf(f, len(args))(append(append([]*tensor.Tensor{}, args...), u...))
	got := Dot(grads, v)
	up, down := Floats(f(shift(args, v, c.Step))), Floats(f(shift(args, v, -c.Step)))
	want := (Dot(up, u) - Dot(down, u)) / (2 * c.Step)
	scale := math.Max(1, math.Max(math.Abs(got), math.Abs(want)))
	if diff := math.Abs(got - want); !(diff <= c.Tolerance*scale) { // NaN fails too
		return fmt.Errorf("the gradient gives %.10g along a direction where differences give %.10g", got, want)
	}
	return nil
}

// gradientOf returns the function (args, weights of the results) → gradients of the floating point args.
func gradientOf(f Func, n int) Func {
	return func(in []*tensor.Tensor) []*tensor.Tensor {
		tape := tensor.NewTape()
		defer tape.Stop()
		args := append([]*tensor.Tensor{}, in[:n]...)
		var wrt []*tensor.Tensor
		for i, x := range args {
			if x.DType().IsFloat() {
				args[i] = tape.Watch(x)
				wrt = append(wrt, args[i])
			}
		}
		outs := Floats(f(args))
		tape.Stop()
		return tape.Gradient(outs, in[n:], wrt)
	}
}

// Floats returns the floating point tensors of xs.
func Floats(xs []*tensor.Tensor) []*tensor.Tensor {
	var res []*tensor.Tensor
	for _, x := range xs {
		if x.DType().IsFloat() {
			res = append(res, x)
		}
	}
	return res
}

func (c checker) randomLike(xs []*tensor.Tensor) []*tensor.Tensor {
	res := make([]*tensor.Tensor, len(xs))
	for i, x := range xs {
		v := make([]float64, x.Size())
		for k := range v {
			v[k] = c.rng.NormFloat64()
		}
		res[i] = tensor.New(v).Reshape(x.Shape()...).AsType(x.DType())
	}
	return res
}

// shift returns args with the floating point ones moved by step along v.
func shift(args, v []*tensor.Tensor, step float64) []*tensor.Tensor {
	res := make([]*tensor.Tensor, len(args))
	next := 0
	for i, x := range args {
		if res[i] = x; x.DType().IsFloat() {
			res[i] = x.Add(v[next].Mul(tensor.Scalar(step)))
			next++
		}
	}
	return res
}

// Dot returns the sum over the products of all elements.
func Dot(xs, ys []*tensor.Tensor) float64 {
	sum := 0.0
	for i, x := range xs {
		b := ys[i].Float64s()
		for k, a := range x.Float64s() {
			sum += a * b[k]
		}
	}
	return sum
}
