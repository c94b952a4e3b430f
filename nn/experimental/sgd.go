package experimental

import (
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// SGD is stochastic gradient descent, mindspore.experimental.optim.SGD. With momentum m and dampening d it keeps
//
//	accum = m·accum + (1-d)·grad, in the first step accum = grad
//	w -= lr·accum, with Nesterov w -= lr·(grad + m·accum)
//
//ms:optimizer experimental.optim.sgd
type SGD struct {
	Optimizer
	Accum nn.ParameterTuple `ms:"accum"`
	Stat  nn.ParameterTuple `ms:"stat"` // 1 until the first step with momentum
}

// sgdOptions are the options of SGD.
type sgdOptions struct {
	momentum    float64 `default:"0"`
	dampening   float64 `default:"0"`
	weightDecay float64 `default:"0"`
	nesterov    bool    `default:""`
	maximize    bool    `default:""`
}

// Params are parameters or groups, see [NewAdam]; lr has no default. Nesterov without momentum or with a dampening
// raises ValueError.
func (o *SGD) build(class string, params, lr any, set sgdOptions) {
	o.begin(class, params, py.NewDict("lr", lr, "momentum", set.momentum, "dampening", set.dampening,
		"weight_decay", set.weightDecay, "nesterov", set.nesterov, "maximize", set.maximize))
	for _, g := range o.groups {
		if g.flag(class, "nesterov") && (g.float(class, "momentum") <= 0 || g.float(class, "dampening") != 0) {
			tensor.Throw(class, tensor.ValueError,
				"For '%s', if the 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' "+
					"must be equal to 0.0.", class)
		}
	}
	o.keep("accum", 0, &o.Accum)
	o.keep("stat", 1, &o.Stat)
}

// Construct makes a step; see [Optimizer.Call].
func (o *SGD) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	o.check(grads)
	return o.each(grads, func(g ParamGroup, w, grad *tensor.Tensor, s []*nn.Parameter) *tensor.Tensor {
		if d := g.float("SGD", "weight_decay"); d != 0 {
			grad = grad.Add(times(w, d))
		}
		if m := g.float("SGD", "momentum"); m != 0 {
			accum := grad
			if isFirst(s[1]) {
				s[1].Assign(tensor.Scalar(0))
			} else {
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

// isFirst reports whether no step has been made with the state stat.
func isFirst(stat *nn.Parameter) bool {
	if n, known := engine.Repeats(stat.Tensor); known { // without allocating its elements
		return n > 0
	}
	return stat.Max().Float() > 0
}

// times returns x·f in the dtype of x.
func times(x *tensor.Tensor, f float64) *tensor.Tensor { return x.Mul(tensor.Scalar(f)) }
