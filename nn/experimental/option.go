package experimental

import "github.com/msrepl/msrepl/py"

// Option is a keyword argument of an optimizer, made by the function of that name: Eps(1e-6) is eps=1e-6.
type Option struct {
	name, function string
	value          any
}

// Betas are the decay rates of Adam's first and second moment (betas), 0.9 and 0.999 without it.
func Betas(first, second float64) Option { return Option{"betas", "Betas", py.Pack(first, second)} }

// Eps is what Adam and AdamW add to the denominator (eps), 1e-8 without it.
func Eps(eps float64) Option { return Option{"eps", "Eps", eps} }

// WeightDecay is the strength of the decay (weight_decay): of AdamW 0.01 without it, of others 0.
func WeightDecay(decay float64) Option { return Option{"weight_decay", "WeightDecay", decay} }

// AMSGrad makes Adam and AdamW divide by the largest second moment so far (amsgrad).
func AMSGrad(on bool) Option { return Option{"amsgrad", "AMSGrad", on} }

// Maximize goes up the gradient instead of down (maximize).
func Maximize(on bool) Option { return Option{"maximize", "Maximize", on} }

// Momentum is the momentum of SGD (momentum), 0 without it.
func Momentum(m float64) Option { return Option{"momentum", "Momentum", m} }

// Dampening is what SGD takes off the gradient before it enters the momentum (dampening), 0 without it.
func Dampening(d float64) Option { return Option{"dampening", "Dampening", d} }

// Nesterov makes SGD look ahead along the momentum (nesterov).
func Nesterov(on bool) Option { return Option{"nesterov", "Nesterov", on} }
