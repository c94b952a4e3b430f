package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// bendOp is an activation computed in one pass, with its gradient in another. The digits are those of the ops that
// made applies, which are several times slower.
type bendOp struct {
	sameUnary
	keepsFirst
	name string
	k    *kernels.Bend
	p    [4]float32
	made func(x *Tensor) *Tensor
}

// bend computes an activation of x with kernel k and the parameters p, if x is Float32 and no one observes its ops.
// For small tensors, and where the gradient is differentiated again, it uses made.
func bend(name string, k *kernels.Bend, x *Tensor, made func(x *Tensor) *Tensor, p ...float32) *Tensor {
	if !x.fuses() || mixed.Any() || observers.Load() != 0 {
		return made(x)
	}
	o := bendOp{name: name, k: k, made: made}
	copy(o.p[:], p)
	return apply1(o, x)
}

func (o bendOp) Name() string { return o.name }
func (o bendOp) forward(x *Tensor) *Tensor {
	return map1(o.name, &kernels.Unary{F32: func(dst, x []float32) { o.k.Of(dst, x, o.p) }}, x)
}

func (o bendOp) vjp(x, _, g *Tensor) *Tensor {
	if g.dtype != Float32 {
		return o.slope(x, g)
	}
	return apply2(bendGradOp{of: o}, x, g)
}

func (o bendOp) vjpOver(x, _, g *Tensor) bool { return over(bendGradOp{of: o}.kernel(), g, x, g) }

// slope computes the gradient for g by ops.
func (o bendOp) slope(x, g *Tensor) *Tensor { return gradientAt(x, g, o.made) }

// gradientAt returns the gradient of f at x for the output gradient g, by ops that outer tapes record.
func gradientAt(x, g *Tensor, f func(x *Tensor) *Tensor) (dx *Tensor) {
	if InNoGrad() {
		x, g = x.Detach(), g.Detach()
	}
	paused.With(false, func() {
		tape := NewTape()
		at := tape.Watch(x)
		y := f(at)
		tape.Stop()
		dx = tape.Gradient([]*Tensor{y}, []*Tensor{g}, []*Tensor{at})[0]
	})
	return dx
}

// bendGradOp computes the gradient of a bendOp in one pass.
type bendGradOp struct {
	pairOp
	of bendOp
}

func (o bendGradOp) Name() string { return o.of.name + "Grad" }
func (o bendGradOp) forward(x, g *Tensor) *Tensor {
	return map2(o.Name(), o.kernel(), x, g, Float32)
}

func (o bendGradOp) da(x, g, _, gg *Tensor) *Tensor {
	if !o.of.curved() {
		return nil
	}
	return gradientAt(x, gg, func(x *Tensor) *Tensor { return o.of.slope(x, g) })
}

func (o bendGradOp) db(x, g, _, gg *Tensor) *Tensor {
	return gradientAt(g, gg, func(g *Tensor) *Tensor { return o.of.slope(x, g) })
}

func (o bendGradOp) kernel() *kernels.Binary {
	return &kernels.Binary{F32: func(dst, x, g []float32) { o.of.k.Grad(dst, x, g, o.of.p) }}
}

// curved reports whether the slope varies between bends.
func (o bendOp) curved() bool {
	return o.k == &kernels.HardSwish || o.k == &kernels.Elu || o.k == &kernels.Huber
}

// bendWithin is bend for package ops.
func bendWithin(name string, x *Tensor, made func(x *Tensor) *Tensor, p ...float64) *Tensor {
	q := make([]float32, len(p))
	for i, v := range p {
		q[i] = float32(v)
	}
	switch name {
	case "HShrink":
		return bend(name, &kernels.HardShrink, x, made, q...)
	case "Huber":
		return bend(name, &kernels.Huber, x, made, q...)
	case "SoftShrink":
		return bend(name, &kernels.SoftShrink, x, made, q...)
	}
	// x <= lo is x < the next number above lo; likewise for hi.
	inf := float32(math.Inf(1))
	return bend(name, &kernels.Clip, x, made, math.Nextafter32(q[0], inf), math.Nextafter32(q[1], -inf), q[0], q[1])
}

// bound returns a bound of Clamp as a number, NaN for none; ok reports whether it is not a tensor.
func bound(b any) (v float32, ok bool) {
	switch b.(type) {
	case nil:
		return float32(math.NaN()), true
	case *Tensor:
		return 0, false
	}
	return near[float32](Scalar(b).AsType(Float32))[0], true
}
