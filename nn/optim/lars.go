package optim

import (
	"strings"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// LARS scales the gradients before an optimizer uses them, mindspore.nn.LARS, after You, Gitman and Ginsburg, "Large
// Batch Training of Convolutional Networks":
//
//	λ = coefficient·‖w‖/(‖grad‖ + decay·‖w‖ + epsilon), with UseClip min(λ/lr, 1)
//	grad = λ·(grad + decay·w)
//
// The decay is that of the optimizer, which then does not apply it itself.
//
//ms:optimizer nn.optim.lars
type LARS struct {
	nn.Cell
	Opt nn.Layer `ms:"opt"` // the optimizer to which the gradients are passed

	epsilon     float64                    `default:"1e-5"`
	coefficient float64                    `default:"0.001"`
	useClip     bool                       `default:""`
	filter      func(p *nn.Parameter) bool `default:""`

	base    *Optimizer
	chosen  []bool
	decays  []any `ms:"-"`
	decayed []bool
	scale   float64
}

// based is an optimizer of this package, or a user-defined one that embeds Optimizer.
type based interface {
	nn.Trainer
	Base() *Optimizer
	Call(grads tensor.Tuple) *tensor.Tensor
}

// The filter selects the parameters whose gradients are scaled, by default those without "LayerNorm" and "bias" in
// their names. Other gradients are passed on unchanged. A value that is not an optimizer of this package raises
// TypeError.
func (o *LARS) build(optimizer nn.Layer) {
	opt, ok := optimizer.(based)
	if !ok {
		tensor.Throw("LARS", tensor.TypeError, "For 'LARS', the optimizer must be one of package optim, but got %s.", nn.TypeOf(optimizer))
	}
	b := opt.Base()
	o.Opt, o.base, o.decays, o.decayed, o.scale = optimizer, b, b.decays, b.decayed, b.lossScale
	if o.filter == nil {
		o.filter = func(p *nn.Parameter) bool {
			return !strings.Contains(p.Name(), "LayerNorm") && !strings.Contains(p.Name(), "bias")
		}
	}
	for _, p := range b.Parameters {
		o.chosen = append(o.chosen, o.filter(p))
	}
	b.decayed, b.lossScale = make([]bool, len(b.Parameters)), 1
}

// Trained returns the parameters that the optimizer changes.
func (o *LARS) Trained() nn.ParameterTuple { return o.base.Parameters }

// Call changes the parameters by their gradients; see [Optimizer.Call].
func (o *LARS) Call(grads tensor.Tuple) *tensor.Tensor { return o.Cell.Call(grads...) }

// Construct makes a step; see [Optimizer.Call].
func (o *LARS) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	o.base.checkGradients(grads)
	changed := make(tensor.Tuple, len(grads))
	tensor.NoGrad(func() {
		for i, g := range grads {
			if o.scale != 1 {
				g = g.Div(tensor.Scalar(o.scale))
			}
			if o.chosen[i] {
				g = o.change(i, g)
			}
			changed[i] = g
		}
	})
	return o.Opt.(based).Call(changed)
}

// change applies the formula to the gradient of parameter i.
func (o *LARS) change(i int, g *tensor.Tensor) *tensor.Tensor {
	w, decay := o.base.Parameters[i].Value(), 0.0
	if o.decayed[i] {
		decay = o.decay(i)
	}
	lw, lg := length(w.Float64s()), length(g.Float64s())
	rate := 1.0
	if lw > 0 && lg > 0 {
		rate = o.coefficient * lw / (lg + float64(decay*lw) + o.epsilon)
	}
	if o.useClip {
		rate = min(rate/at(o.base.rates[i], o.base.GlobalStep.Value()), 1)
	}
	if decay != 0 {
		g = g.Add(w.Mul(tensor.Scalar(decay)))
	}
	return g.Mul(tensor.Scalar(rate))
}

// decay returns the weight decay of parameter i, without the loss scale by which the optimizer has multiplied it.
func (o *LARS) decay(i int) float64 {
	if l, ok := o.decays[i].(nn.Layer); ok {
		return at(l, o.base.GlobalStep.Value())
	}
	return o.decays[i].(float64) / o.scale
}
