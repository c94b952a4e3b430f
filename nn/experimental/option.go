package experimental

import "github.com/msrepl/msrepl/internal/kwargs"

// Option is a keyword argument of an optimizer, made by the function of that name: Eps(1e-6) is eps=1e-6.
type Option struct {
	name  string // MindSpore's keyword
	value any
}

// Betas are the decay rates of Adam's first and second moment (betas), 0.9 and 0.999 without it.
func Betas(first, second float64) Option { return Option{"betas", [2]float64{first, second}} }

// Eps is what Adam and AdamW add to the denominator (eps), 1e-8 without it.
func Eps(eps float64) Option { return Option{"eps", eps} }

// WeightDecay is the strength of the decay (weight_decay): of AdamW 0.01 without it, of others 0.
func WeightDecay(decay float64) Option { return Option{"weight_decay", decay} }

// AMSGrad makes Adam and AdamW divide by the largest second moment so far (amsgrad).
func AMSGrad(on bool) Option { return Option{"amsgrad", on} }

// Maximize goes up the gradient instead of down (maximize).
func Maximize(on bool) Option { return Option{"maximize", on} }

// Momentum is the momentum of SGD (momentum), 0 without it.
func Momentum(m float64) Option { return Option{"momentum", m} }

// Dampening is what SGD takes off the gradient before it enters the momentum (dampening), 0 without it.
func Dampening(d float64) Option { return Option{"dampening", d} }

// Nesterov makes SGD look ahead along the momentum (nesterov).
func Nesterov(on bool) Option { return Option{"nesterov", on} }

// keywords are the options of this package.
var keywords = kwargs.Package{Name: "experimental", Names: optionNames}

// given is an option of an optimizer or a scheduler.
type given interface {
	keyword() (name string, value any)
}

func (o Option) keyword() (name string, value any) { return o.name, o.value }

func (o SchedulerOption) keyword() (name string, value any) { return o.name, o.value }

// readOptions sets what is given; see [kwargs.Package.Set].
func readOptions[O given](class string, opts []O, args ...kwargs.Arg) {
	for _, o := range opts {
		name, value := o.keyword()
		keywords.Set(class, name, value, args)
	}
}
