package experimental

import (
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// SGD is stochastic gradient descent, mindspore.experimental.optim.SGD. With momentum m and dampening d it keeps
//
//	accum = m·accum + (1-d)·grad, in the first step accum = grad
//	w -= lr·accum, with Nesterov w -= lr·(grad + m·accum)
type SGD struct{ Optimizer }

// NewSGD returns an SGD optimizer. Params are parameters or groups, see [NewAdam]; lr has no default. Options are
// [Momentum] (0), [Dampening] (0), [WeightDecay] (0), [Nesterov] and [Maximize]. Nesterov without momentum or with a
// dampening raises ValueError.
func NewSGD(params, lr any, opts ...Option) *SGD {
	o := &SGD{}
	o.begin("SGD", params, py.NewDict("lr", lr, "momentum", 0.0, "dampening", 0.0, "weight_decay", 0.0, "nesterov", false, "maximize", false), opts)
	for _, g := range o.groups {
		if g.flag("SGD", "nesterov") && (g.float("SGD", "momentum") <= 0 || g.float("SGD", "dampening") != 0) {
			tensor.Throw("SGD", tensor.ValueError, "For 'SGD', if the 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must be equal to 0.0.")
		}
	}
	o.states = [][]*nn.Parameter{zeros(o.Parameters)}
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *SGD) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.each(grads, func(g ParamGroup, w, grad *tensor.Tensor, s []*nn.Parameter) *tensor.Tensor {
		if d := g.float("SGD", "weight_decay"); d != 0 {
			grad = grad.Add(times(w, d))
		}
		if m := g.float("SGD", "momentum"); m != 0 {
			accum := grad
			if o.steps > 1 {
				accum = times(s[0].Value(), m).Add(times(grad, 1-g.float("SGD", "dampening")))
			}
			s[0].Assign(accum)
			if g.flag("SGD", "nesterov") {
				accum = grad.Add(times(accum, m))
			}
			grad = accum
		}
		return w.Sub(times(grad, g.LR().Float()))
	})
}
