package optim

import (
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Rprop is resilient backpropagation, mindspore.nn.Rprop, after Riedmiller and Braun, "A direct adaptive method for
// faster backpropagation learning". Each element has its own step, which grows while the sign of the gradient stays
// the same and shrinks when it changes; in that case the gradient is ignored:
//
//	w -= sign(grad)·step
//
//ms:optimizer nn.optim.rprop lossScale=-
type Rprop struct {
	Optimizer
	Prev     nn.ParameterTuple `ms:"prev"`
	StepSize nn.ParameterTuple `ms:"step_size"`

	etas      [2]float64 `default:"0.5, 1.2"`
	stepSizes [2]float64 `default:"1e-6, 50"`
}

// Steps begin with the learning rate, by default 0.1, and keep within the step sizes. Etas that are not below and above
// 1 raise ValueError, and so do step sizes that are not in order.
func (o *Rprop) build(class string, params, lr any, set baseOptions) {
	if e := o.etas; !(0 < e[0] && e[0] < 1 && 1 < e[1]) {
		tensor.Throw(class, tensor.ValueError,
			"For '%s', the 'etas' must be two factors with 0 < etas[0] < 1 < etas[1], but got (%s, %s).",
			class, tensor.Repr(e[0]), tensor.Repr(e[1]))
	}
	if s := o.stepSizes; !(0 <= s[0] && s[0] <= s[1]) {
		tensor.Throw(class, tensor.ValueError,
			"For '%s', the 'step_sizes' must be the least and the greatest step, but got (%s, %s).",
			class, tensor.Repr(s[0]), tensor.Repr(s[1]))
	}
	o.setup(class, params, lr, 0.1, set)
	o.Prev = o.clones("prev", "zeros")
	for i, p := range o.Parameters {
		first := at(o.rates[i], o.GlobalStep.Value())
		o.StepSize = append(o.StepSize, nn.NewParameter(tensor.Full(p.Shape(), first, p.DType()), "step_size."+p.Name()))
	}
}

// Construct makes a step; see [Optimizer.Call].
func (o *Rprop) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return step(o, rprop[float32], rprop[float64], grads, o.Prev, o.StepSize)
}

func rprop[T float32 | float64](o *Rprop, w, g []T, s [][]T, _ place) {
	prev, step := s[0], s[1]
	shrink, grow, least, most := T(o.etas[0]), T(o.etas[1]), T(o.stepSizes[0]), T(o.stepSizes[1])
	for i, x := range g {
		switch turn := x * prev[i]; {
		case turn > 0:
			step[i] *= grow
		case turn < 0:
			step[i] *= shrink
			x = 0
		}
		step[i] = min(max(step[i], least), most)
		switch {
		case x > 0:
			w[i] -= step[i]
		case x < 0:
			w[i] += step[i]
		}
		prev[i] = x
	}
}
