package optim

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Option is a keyword argument of an optimizer, made by the function of that name: Beta1(0.8) is beta1=0.8.
type Option struct {
	name  string // MindSpore's keyword
	value any
}

// WeightDecay adds decay times the parameter to its gradient (weight_decay): a number, or a cell that is called with
// the number of the step. Without groups, parameters with "beta" or "gamma" in their name are left alone; SGD, which
// MindSpore's kernel decays itself, takes no exception and no cell.
func WeightDecay(decay any) Option { return Option{"weight_decay", decay} }

// LossScale says by what the loss was multiplied; gradients are divided by it (loss_scale).
func LossScale(scale float64) Option { return Option{"loss_scale", scale} }

// WithMomentum sets the momentum of SGD and RMSProp (momentum), 0 without it.
func WithMomentum(m float64) Option { return Option{"momentum", m} }

// Dampening is what SGD takes off the gradient before it enters the momentum (dampening), 0 without it.
func Dampening(d float64) Option { return Option{"dampening", d} }

// Nesterov makes SGD look ahead along the momentum (nesterov).
func Nesterov(on bool) Option { return Option{"nesterov", on} }

// UseNesterov makes Adam look ahead (use_nesterov). Momentum takes it too, but MindSpore's CPU kernel, which this
// package follows, does not heed it there.
func UseNesterov(on bool) Option { return Option{"use_nesterov", on} }

// UseAMSGrad makes Adam divide by the largest second moment so far (use_amsgrad).
func UseAMSGrad(on bool) Option { return Option{"use_amsgrad", on} }

// Beta1 is the decay rate of the first moment, within (0, 1) (beta1).
func Beta1(beta float64) Option { return Option{"beta1", beta} }

// Beta2 is the decay rate of the second moment, within (0, 1) (beta2).
func Beta2(beta float64) Option { return Option{"beta2", beta} }

// Eps is what Adam, AdamWeightDecay, AdaMax and Lamb add to the denominator (eps).
func Eps(eps float64) Option { return Option{"eps", eps} }

// Epsilon is what RMSProp and Adadelta add under the root and LARS to the denominator (epsilon).
func Epsilon(eps float64) Option { return Option{"epsilon", eps} }

// Decay is the decay rate of RMSProp's mean square (decay), 0.9 without it.
func Decay(rate float64) Option { return Option{"decay", rate} }

// Centered makes RMSProp divide by the estimated variance of the gradient (centered).
func Centered(on bool) Option { return Option{"centered", on} }

// UseLocking makes Adam and RMSProp guard the parameters against other writers in MindSpore's graphs (use_locking).
// Here a step is never made by two goroutines, and it changes nothing.
func UseLocking(on bool) Option { return Option{"use_locking", on} }

// Accum is the value with which Adagrad's sum of squares begins (accum), 0.1 without it.
func Accum(start float64) Option { return Option{"accum", start} }

// UpdateSlots says whether Adagrad's sum of squares grows (update_slots), true without it.
func UpdateSlots(on bool) Option { return Option{"update_slots", on} }

// Rho is the decay rate of Adadelta's means, within [0, 1] (rho), 0.9 without it.
func Rho(rho float64) Option { return Option{"rho", rho} }

// Lambd is the decay of ASGD (lambd), 1e-4 without it.
func Lambd(decay float64) Option { return Option{"lambd", decay} }

// Alpha is the power in which ASGD's learning rate falls (alpha), 0.75 without it.
func Alpha(power float64) Option { return Option{"alpha", power} }

// T0 is the step from which ASGD averages (t0), 1e6 without it.
func T0(step float64) Option { return Option{"t0", step} }

// Etas are the factors by which Rprop's steps shrink and grow (etas), 0.5 and 1.2 without it.
func Etas(shrink, grow float64) Option { return Option{"etas", [2]float64{shrink, grow}} }

// StepSizes are the least and the greatest step of Rprop (step_sizes), 1e-6 and 50 without it.
func StepSizes(least, greatest float64) Option {
	return Option{"step_sizes", [2]float64{least, greatest}}
}

// InitialAccum is the value with which FTRL's sum of squares begins (initial_accum), 0.1 without it.
func InitialAccum(start float64) Option { return Option{"initial_accum", start} }

// LRPower is the power of FTRL's sum of squares, not above 0 (lr_power), -0.5 without it.
func LRPower(power float64) Option { return Option{"lr_power", power} }

// L1 is the strength of the 1-norm in FTRL and ProximalAdagrad (l1), 0 without it.
func L1(strength float64) Option { return Option{"l1", strength} }

// L2 is the strength of the 2-norm in FTRL and ProximalAdagrad (l2), 0 without it.
func L2(strength float64) Option { return Option{"l2", strength} }

// Coefficient is the trust coefficient of LARS (coefficient), 0.001 without it.
func Coefficient(c float64) Option { return Option{"coefficient", c} }

// UseClip bounds the rates of LARS by the learning rate (use_clip).
func UseClip(on bool) Option { return Option{"use_clip", on} }

// Filter says of which parameters LARS changes the gradients (lars_filter).
func Filter(choose func(p *nn.Parameter) bool) Option { return Option{"lars_filter", choose} }

// goNames are the functions whose name is not the keyword in Go's spelling.
var goNames = map[string]string{"momentum": "WithMomentum", "use_amsgrad": "UseAMSGrad", "lars_filter": "Filter", "lr_power": "LRPower"}

// settings are the keyword arguments that one optimizer was given.
type settings struct {
	class string
	given map[string]any
}

// readOptions collects the options of an optimizer and raises TypeError, which lists what the optimizer has, when one
// is not among its keywords.
func readOptions(class string, opts []Option, keywords ...string) settings {
	s := settings{class, map[string]any{}}
	for _, o := range opts {
		if !slices.Contains(keywords, o.name) {
			tensor.Throw(class, tensor.TypeError, "For '%s', got an unexpected option '%s' (optim.%s); its options are %s.",
				class, o.name, goName(o.name), listNames(keywords))
		}
		s.given[o.name] = o.value
	}
	return s
}

func listNames(keywords []string) string {
	var names []string
	for _, k := range keywords {
		names = append(names, "optim."+goName(k))
	}
	return strings.Join(names, ", ")
}

// goName is the function that makes the option of a keyword: loss_scale is LossScale.
func goName(keyword string) string {
	if n, ok := goNames[keyword]; ok {
		return n
	}
	var b strings.Builder
	for _, part := range strings.Split(keyword, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// flag returns a setting that is true or false.
func (s settings) flag(keyword string, byDefault bool) bool { return setting(s, keyword, byDefault) }

func (s settings) float(keyword string, byDefault float64) float64 {
	return setting(s, keyword, byDefault)
}

// setting returns the value of a keyword, or what stands for its default when there is none. A value of another type
// is a TypeError.
func setting[T any](s settings, keyword string, byDefault T) T {
	v, ok := s.given[keyword].(T)
	if ok {
		return v
	}
	if got := s.given[keyword]; got != nil {
		tensor.Throw(s.class, tensor.TypeError, "For '%s', the option '%s' (optim.%s) must be of type %s, but got %s.",
			s.class, keyword, goName(keyword), reflect.TypeFor[T](), reflect.TypeOf(got))
	}
	return byDefault
}

// positive returns a setting that must be above zero, else ValueError (check_positive_float).
func (s settings) positive(keyword string, byDefault float64) float64 {
	v := s.float(keyword, byDefault)
	checkFloat(s.class, keyword, v, v > 0, ">")
	return v
}

// nonNegative returns a setting that must not be below zero, else ValueError (check_non_negative_float).
func (s settings) nonNegative(keyword string, byDefault float64) float64 {
	v := s.float(keyword, byDefault)
	checkFloat(s.class, keyword, v, v >= 0, ">=")
	return v
}

// fraction returns a setting that must lie within (0, 1), else ValueError (check_float_range).
func (s settings) fraction(keyword string, byDefault float64) float64 {
	v := s.float(keyword, byDefault)
	if !(v > 0 && v < 1) {
		tensor.Throw(s.class, tensor.ValueError, "For '%s', the '%s' must be in range of (0.0, 1.0), but got %s with type 'float'.",
			s.class, keyword, tensor.Repr(v))
	}
	return v
}

// share returns a setting within [0, 1], else ValueError.
func (s settings) share(keyword string, byDefault float64) float64 {
	v := s.float(keyword, byDefault)
	if !(v >= 0 && v <= 1) {
		tensor.Throw(s.class, tensor.ValueError, "For '%s', the '%s' must be in range of [0.0, 1.0], but got %s with type 'float'.",
			s.class, keyword, tensor.Repr(v))
	}
	return v
}

// checkFloat raises ValueError unless v is finite and ok, in the words of check_number.
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

// subject begins an error as MindSpore's checks do, which may not know for what they check.
func subject(class string) string {
	if class == "" {
		return "The"
	}
	return "For '" + class + "', the"
}
