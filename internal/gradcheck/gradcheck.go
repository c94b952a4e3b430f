// Package gradcheck compares gradients with finite differences.
//
// The derivative of a function along a random direction is taken twice: as a central difference of
// its values, and as the product of the direction with the gradient. The gradient is then a function
// too, so that the same comparison checks the next order (the method of HIPS autograd's test_util).
package gradcheck

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/msrepl/msrepl/tensor"
)

// Func is a function of tensors.
type Func func(x []*tensor.Tensor) []*tensor.Tensor

// Options of [Check]; a zero field means its default.
type Options struct {
	Order int     // 1 for gradients, 2 also for gradients of gradients; default 2
	Step  float64 // length of the step; default 1e-4 for Float64, 1e-2 for other inputs
	Tol   float64 // greatest difference, absolute and relative; default 1e-6 for Float64, 1e-2 for others
	Seed  uint64  // of the directions
}

// Check returns an error that tells both numbers when f's gradient with respect to the float tensors
// of x disagrees with the differences of its values. Precision calls for Float64 inputs.
func Check(f Func, x []*tensor.Tensor, o Options) error {
	c := newChecker(x, o)
	for order := 1; order <= c.order; order++ {
		if err := c.along(f, x); err != nil {
			return fmt.Errorf("order %d: %w", order, err)
		}
		f = c.gradient(f)
	}
	return nil
}

type checker struct {
	Options
	order  int
	rand   *rand.Rand
	floats []int // positions of the float inputs
}

func newChecker(x []*tensor.Tensor, o Options) *checker {
	step, tol := 1e-4, 1e-6
	c := &checker{Options: o, order: o.Order, rand: rand.New(rand.NewPCG(o.Seed, 1))}
	for i, t := range x {
		if !t.DType().IsFloat() {
			continue
		}
		c.floats = append(c.floats, i)
		if t.DType() != tensor.Float64 {
			step, tol = 1e-2, 1e-2
		}
	}
	if c.order == 0 {
		c.order = 2
	}
	if c.Step == 0 {
		c.Step = step
	}
	if c.Tol == 0 {
		c.Tol = tol
	}
	return c
}

// along compares both derivatives of f at x along one random direction.
func (c *checker) along(f Func, x []*tensor.Tensor) error {
	dir := make([]*tensor.Tensor, len(x))
	for _, i := range c.floats {
		dir[i] = c.random(x[i])
	}
	weights := c.weights(f(x))
	h := c.Step / 2
	numeric := (c.sum(f(c.moved(x, dir, h)), weights) - c.sum(f(c.moved(x, dir, -h)), weights)) / c.Step
	grads := vjp(f, x, c.floats, weights)
	var exact float64
	for k, i := range c.floats {
		exact += dot(grads[k], dir[i])
	}
	if diff := math.Abs(numeric - exact); !(diff <= c.Tol*math.Max(1, math.Abs(numeric))) {
		return fmt.Errorf("the gradient gives the derivative %v along a random direction, differences of values give %v", exact, numeric)
	}
	return nil
}

// gradient returns the function that computes the gradients of f for fixed random weights of its
// outputs.
func (c *checker) gradient(f Func) Func {
	var weights []*tensor.Tensor
	return func(x []*tensor.Tensor) []*tensor.Tensor {
		if weights == nil {
			weights = c.weights(f(x))
		}
		return vjp(f, x, c.floats, weights)
	}
}

// vjp returns the gradients of Σ weights·f with respect to the inputs at the positions.
func vjp(f Func, x []*tensor.Tensor, at []int, weights []*tensor.Tensor) []*tensor.Tensor {
	tape := tensor.NewTape()
	defer tape.Stop()
	in := append([]*tensor.Tensor(nil), x...)
	leaves := make([]*tensor.Tensor, len(at))
	for k, i := range at {
		in[i] = tape.Watch(x[i])
		leaves[k] = in[i]
	}
	out := f(in)
	tape.Stop()
	return tape.Gradient(floats(out), weights, leaves)
}

// weights returns random weights for the float outputs.
func (c *checker) weights(out []*tensor.Tensor) []*tensor.Tensor {
	var w []*tensor.Tensor
	for _, y := range floats(out) {
		w = append(w, c.random(y))
	}
	return w
}

func floats(out []*tensor.Tensor) []*tensor.Tensor {
	var f []*tensor.Tensor
	for _, y := range out {
		if y.DType().IsFloat() {
			f = append(f, y)
		}
	}
	return f
}

// random returns normal numbers in the form of x.
func (c *checker) random(x *tensor.Tensor) *tensor.Tensor {
	v := make([]float64, x.Size())
	for i := range v {
		v[i] = c.rand.NormFloat64()
	}
	return tensor.New(v).Reshape(x.Shape()...).AsType(x.DType())
}

// moved returns x + h·dir.
func (c *checker) moved(x, dir []*tensor.Tensor, h float64) []*tensor.Tensor {
	out := append([]*tensor.Tensor(nil), x...)
	for _, i := range c.floats {
		out[i] = x[i].Add(dir[i].Mul(tensor.Scalar(h)))
	}
	return out
}

func (c *checker) sum(out, weights []*tensor.Tensor) float64 {
	var s float64
	for i, y := range floats(out) {
		s += dot(y, weights[i])
	}
	return s
}

// dot is Σ a·b in float64.
func dot(a, b *tensor.Tensor) float64 {
	x, y := values(a), values(b)
	var s float64
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

func values(x *tensor.Tensor) []float64 { return x.Detach().AsType(tensor.Float64).Float64s() }
