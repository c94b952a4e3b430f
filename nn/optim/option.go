package optim

import (
	"math"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Option is a keyword argument of an optimizer, made by the function of that name: Beta1(0.8) is beta1=0.8.
type Option struct {
	name  string // of the function
	value any
}

// WeightDecay adds decay times the parameter to its gradient (weight_decay): a number, or a cell that is called with
// the number of the step. Without groups, parameters with "beta" or "gamma" in their name are not decayed. SGD, whose
// decay is part of MindSpore's kernel, makes no such exception and accepts no cell.
func WeightDecay(decay any) Option { return Option{"WeightDecay", decay} }

// LossScale sets the factor of the loss, by which gradients are divided (loss_scale).
func LossScale(scale float64) Option { return Option{"LossScale", scale} }

// MomentumFactor sets the momentum of SGD and RMSProp (momentum); the default is 0.
func MomentumFactor(m float64) Option { return Option{"MomentumFactor", m} }

// Dampening sets the dampening of SGD's momentum (dampening); the default is 0.
func Dampening(d float64) Option { return Option{"Dampening", d} }

// Nesterov enables Nesterov momentum of SGD and Adam (nesterov, use_nesterov). Momentum accepts it too, but ignores
// it like MindSpore's CPU kernel.
func Nesterov(on bool) Option { return Option{"Nesterov", on} }

// UseAMSGrad makes Adam divide by the largest second moment so far (use_amsgrad).
func UseAMSGrad(on bool) Option { return Option{"UseAMSGrad", on} }

// Beta1 is the decay rate of the first moment, within (0, 1) (beta1).
func Beta1(beta float64) Option { return Option{"Beta1", beta} }

// Beta2 is the decay rate of the second moment, within (0, 1) (beta2).
func Beta2(beta float64) Option { return Option{"Beta2", beta} }

// Eps sets the number added to the denominator, or under its root (eps, epsilon).
func Eps(eps float64) Option { return Option{"Eps", eps} }

// Decay is the decay rate of RMSProp's mean square (decay); the default is 0.9.
func Decay(rate float64) Option { return Option{"Decay", rate} }

// Centered makes RMSProp divide by the estimated variance of the gradient (centered).
func Centered(on bool) Option { return Option{"Centered", on} }

// UseLocking makes Adam and RMSProp lock the parameters in MindSpore's graphs (use_locking). Here it has no effect,
// as a step runs on one goroutine.
func UseLocking(on bool) Option { return Option{"UseLocking", on} }

// Accum sets the initial value of Adagrad's sum of squares (accum); the default is 0.1.
func Accum(start float64) Option { return Option{"Accum", start} }

// UpdateSlots sets whether Adagrad's sum of squares is updated (update_slots); the default is true.
func UpdateSlots(on bool) Option { return Option{"UpdateSlots", on} }

// Rho is the decay rate of Adadelta's means, within [0, 1] (rho); the default is 0.9.
func Rho(rho float64) Option { return Option{"Rho", rho} }

// Lambd is the decay of ASGD (lambd); the default is 1e-4.
func Lambd(decay float64) Option { return Option{"Lambd", decay} }

// Alpha sets the exponent of the decay of ASGD's learning rate (alpha); the default is 0.75.
func Alpha(power float64) Option { return Option{"Alpha", power} }

// T0 sets the step at which ASGD begins to average (t0); the default is 1e6.
func T0(step float64) Option { return Option{"T0", step} }

// Etas sets the factors by which Rprop's steps shrink and grow (etas); the defaults are 0.5 and 1.2.
func Etas(shrink, grow float64) Option { return Option{"Etas", [2]float64{shrink, grow}} }

// StepSizes sets the smallest and the largest step of Rprop (step_sizes); the defaults are 1e-6 and 50.
func StepSizes(least, greatest float64) Option {
	return Option{"StepSizes", [2]float64{least, greatest}}
}

// InitialAccum sets the initial value of FTRL's sum of squares (initial_accum); the default is 0.1.
func InitialAccum(start float64) Option { return Option{"InitialAccum", start} }

// LRPower sets the exponent of FTRL's sum of squares, at most 0 (lr_power); the default is -0.5.
func LRPower(power float64) Option { return Option{"LRPower", power} }

// L1 is the strength of the 1-norm in FTRL and ProximalAdagrad (l1); the default is 0.
func L1(strength float64) Option { return Option{"L1", strength} }

// L2 is the strength of the 2-norm in FTRL and ProximalAdagrad (l2); the default is 0.
func L2(strength float64) Option { return Option{"L2", strength} }

// Coefficient is the trust coefficient of LARS (coefficient); the default is 0.001.
func Coefficient(c float64) Option { return Option{"Coefficient", c} }

// UseClip bounds the rates of LARS by the learning rate (use_clip).
func UseClip(on bool) Option { return Option{"UseClip", on} }

// Filter selects the parameters whose gradients LARS changes (lars_filter).
func Filter(choose func(p *nn.Parameter) bool) Option { return Option{"Filter", choose} }

// Stair makes a learning rate change only at the end of each decay period (is_stair).
func Stair(on bool) Option { return Option{"Stair", on} }

// UpdateDecay makes a polynomial learning rate start again, with a longer period, after a decay period
// (update_decay_epoch, update_decay_steps).
func UpdateDecay(on bool) Option { return Option{"UpdateDecay", on} }

// readOptions collects the options of a call of class, which may have these names.
func readOptions(class string, given []Option, names ...string) *kwargs.Given {
	g := kwargs.New("optim", class, names...)
	for _, o := range given {
		g.Set(o.name, o.value)
	}
	return g
}

// positive raises ValueError unless v is above zero (check_positive_float).
func positive(class, name string, v float64) { checkFloat(class, name, v, v > 0, ">") }

// nonNegative raises ValueError if v is below zero (check_non_negative_float).
func nonNegative(class, name string, v float64) { checkFloat(class, name, v, v >= 0, ">=") }

// fraction raises ValueError unless v is within (0, 1) (check_float_range).
func fraction(class, name string, v float64) {
	checkRange(class, name, v, v > 0 && v < 1, "(0.0, 1.0)")
}

// share raises ValueError unless v is within [0, 1].
func share(class, name string, v float64) { checkRange(class, name, v, v >= 0 && v <= 1, "[0.0, 1.0]") }

func checkRange(class, name string, v float64, ok bool, bounds string) {
	if !ok {
		tensor.Throw(class, tensor.ValueError, "For '%s', the '%s' must be in range of %s, but got %s with type 'float'.",
			class, name, bounds, tensor.Repr(v))
	}
}

// checkFloat raises ValueError, with the message of check_number, unless v is finite and ok.
func checkFloat(class, name string, v float64, ok bool, relation string) {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		tensor.Throw(class, tensor.ValueError, "%s '%s' must be a legal value, but got '%s'.", subject(class), name, tensor.Repr(v))
	}
	if !ok {
		tensor.Throw(class, tensor.ValueError, "%s '%s' must be float and must %s 0, but got '%s' with type 'float'.",
			subject(class), name, relation, tensor.Repr(v))
	}
}

// checkPositiveInt raises ValueError unless n is positive (check_positive_int).
func checkPositiveInt(class, name string, n int) {
	if n <= 0 {
		tensor.Throw(class, tensor.ValueError, "%s '%s' must be int and must > 0, but got '%d' with type 'int'.", subject(class), name, n)
	}
}

// subject returns the beginning of an error message as in MindSpore's checks, some of which have no class name.
func subject(class string) string {
	if class == "" {
		return "The"
	}
	return "For '" + class + "', the"
}
