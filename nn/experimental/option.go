package experimental

import "github.com/msrepl/msrepl/internal/kwargs"

// Option is a keyword argument of an optimizer, made by the function of that name: Eps(1e-6) is eps=1e-6.
type Option struct {
	name  string // of the function
	value any
}

// Betas sets the decay rates of Adam's first and second moment (betas); the defaults are 0.9 and 0.999.
func Betas(first, second float64) Option { return Option{"Betas", [2]float64{first, second}} }

// Eps sets the number that Adam and AdamW add to the denominator (eps); the default is 1e-8.
func Eps(eps float64) Option { return Option{"Eps", eps} }

// WeightDecay sets the strength of the decay (weight_decay); the default is 0.01 for AdamW, 0 for others.
func WeightDecay(decay float64) Option { return Option{"WeightDecay", decay} }

// AMSGrad makes Adam and AdamW divide by the largest second moment so far (amsgrad).
func AMSGrad(on bool) Option { return Option{"AMSGrad", on} }

// Maximize maximizes the objective instead of minimizing it (maximize).
func Maximize(on bool) Option { return Option{"Maximize", on} }

// Momentum is the momentum of SGD (momentum); the default is 0.
func Momentum(m float64) Option { return Option{"Momentum", m} }

// Dampening sets the dampening of SGD's momentum (dampening); the default is 0.
func Dampening(d float64) Option { return Option{"Dampening", d} }

// Nesterov enables Nesterov momentum of SGD (nesterov).
func Nesterov(on bool) Option { return Option{"Nesterov", on} }

// given is an option of an optimizer or a scheduler.
type given interface {
	given() (name string, value any)
}

func (o Option) given() (name string, value any) { return o.name, o.value }

func (o SchedulerOption) given() (name string, value any) { return o.name, o.value }

// readOptions collects the options of a call of class, which may have these names.
func readOptions[O given](class string, opts []O, names ...string) *kwargs.Given {
	g := kwargs.New("experimental", class, names...)
	for _, o := range opts {
		g.Set(o.given())
	}
	return g
}
