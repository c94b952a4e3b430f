package optim

import (
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Rprop is resilient backpropagation, mindspore.nn.Rprop, after Riedmiller and Braun, "A direct adaptive method for
// faster backpropagation learning". Each element has a step of its own, which grows while the sign of the gradient
// stays and shrinks when it changes; then this gradient is left out:
//
//	w -= sign(grad)·step
type Rprop struct {
	Optimizer
	Prev     nn.ParameterTuple `ms:"prev"`
	StepSize nn.ParameterTuple `ms:"step_size"`

	shrink, grow, least, most float64
}

// NewRprop returns an Rprop optimizer; steps begin with the learning rate, by default 0.1. Options are [Etas] (0.5,
// 1.2), [StepSizes] (1e-6, 50) and [WeightDecay]. Etas that are not below and above 1 raise ValueError, and so do
// step sizes that are not in order.
func NewRprop(params, lr any, opts ...Option) *Rprop {
	s := readOptions("Rprop", opts, "etas", "step_sizes", "weight_decay")
	etas, sizes := setting(s, "etas", [2]float64{0.5, 1.2}), setting(s, "step_sizes", [2]float64{1e-6, 50})
	o := &Rprop{shrink: etas[0], grow: etas[1], least: sizes[0], most: sizes[1]}
	if !(0 < o.shrink && o.shrink < 1 && 1 < o.grow) {
		tensor.Throw("Rprop", tensor.ValueError, "For 'Rprop', the 'etas' must be two factors with 0 < etas[0] < 1 < etas[1], but got (%s, %s).",
			tensor.Repr(o.shrink), tensor.Repr(o.grow))
	}
	if !(0 <= o.least && o.least <= o.most) {
		tensor.Throw("Rprop", tensor.ValueError, "For 'Rprop', the 'step_sizes' must be the least and the greatest step, but got (%s, %s).",
			tensor.Repr(o.least), tensor.Repr(o.most))
	}
	o.setup(params, lr, 0.1, s)
	o.Prev = o.clones("prev", "zeros")
	for i, p := range o.Parameters {
		first := at(o.rates[i], o.GlobalStep.Value())
		o.StepSize = append(o.StepSize, nn.NewParameter(tensor.Full(p.Shape(), first, p.DType()), "step_size."+p.Name()))
	}
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *Rprop) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.apply(o, false, grads, o.Prev, o.StepSize)
}

func (o *Rprop) float32s(w, g []float32, s [][]float32, _ place) { rprop(o, w, g, s[0], s[1]) }
func (o *Rprop) float64s(w, g []float64, s [][]float64, _ place) { rprop(o, w, g, s[0], s[1]) }

func rprop[T float32 | float64](o *Rprop, w, g, prev, step []T) {
	for i, x := range g {
		switch turn := x * prev[i]; {
		case turn > 0:
			step[i] = min(T(step[i]*T(o.grow)), T(o.most))
		case turn < 0:
			step[i] = max(T(step[i]*T(o.shrink)), T(o.least))
			x = 0
		}
		switch {
		case x > 0:
			w[i] -= step[i]
		case x < 0:
			w[i] += step[i]
		}
		prev[i] = x
	}
}
