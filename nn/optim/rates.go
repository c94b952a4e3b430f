package optim

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Rates are the learning rates of consecutive steps, for use as the learning rate of an optimizer. They print as a
// Python list.
type Rates []float64

// String is the text of a Python list.
func (r Rates) String() string { return pyrepr.Line(r) }

// Repr is the same text as String.
func (r Rates) Repr() string { return pyrepr.Line(r) }

// ReprParts returns the brackets of a Python list and the rates between them.
func (r Rates) ReprParts() (open string, parts []any, end string) {
	for _, v := range r {
		parts = append(parts, v)
	}
	return "[", parts, "]"
}

// PiecewiseConstantRates returns rates[i] for the steps from milestones[i-1] to before milestones[i]:
// mindspore.nn.piecewise_constant_lr. Milestones that are not positive or decrease, and another number of rates,
// raise ValueError.
func PiecewiseConstantRates(milestones []int, rates []float64) Rates {
	const op = "piecewise_constant_lr"
	if len(milestones) != len(rates) {
		tensor.Throw(op, tensor.ValueError, "For 'piecewise_constant_lr', the size of 'milestone' must be same with the size of "+
			"'learning_rates', but got 'milestone' size: %d, 'learning_rates' size: %d.", len(milestones), len(rates))
	}
	var out Rates
	for i, m := range milestones {
		checkPositiveInt("", "milestone["+tensor.Repr(i)+"]", m)
		if m < len(out) {
			tensor.Throw(op, tensor.ValueError, "For 'piecewise_constant_lr', the value of milestone[%d] must be greater than milestone[%d], "+
				"but got milestone[%d]: %d, milestone[%d]: %d.", i, i-1, i, m, i-1, milestones[i-1])
		}
		for len(out) < m {
			out = append(out, rates[i])
		}
	}
	return out
}

// perEpoch returns f of the epoch of each step.
func perEpoch(steps, stepsPerEpoch int, f func(epoch float64) float64) Rates {
	out := make(Rates, steps)
	for i := range out {
		out[i] = f(float64(i / stepsPerEpoch))
	}
	return out
}

// stairs returns the option [Stair].
func stairs(op string, opts []Option) bool {
	return kwargs.Get(readOptions(op, opts, "Stair"), "Stair", false)
}

func checkDecay(lr, rate float64, steps, stepsPerEpoch, decayEpochs int) {
	checkEpochs(steps, stepsPerEpoch, decayEpochs)
	checkFloat("", "learning_rate", lr, lr > 0, ">")
	checkFloat("", "decay_rate", rate, rate > 0, ">")
}

func checkEpochs(steps, stepsPerEpoch, decayEpochs int) {
	checkPositiveInt("", "total_step", steps)
	checkPositiveInt("", "step_per_epoch", stepsPerEpoch)
	checkPositiveInt("", "decay_epoch", decayEpochs)
}

// ExponentialDecayRates returns lr·rate^(epoch/decayEpochs) for the epoch of each of the steps, with [Stair] an
// integer exponent: mindspore.nn.exponential_decay_lr. Arguments that are not positive raise ValueError.
func ExponentialDecayRates(lr, rate float64, steps, stepsPerEpoch, decayEpochs int, opts ...Option) Rates {
	checkDecay(lr, rate, steps, stepsPerEpoch, decayEpochs)
	stair := stairs("exponential_decay_lr", opts)
	return perEpoch(steps, stepsPerEpoch, func(epoch float64) float64 {
		periods := epoch / float64(decayEpochs)
		if stair {
			periods = math.Floor(periods)
		}
		return lr * rng.Pow(rate, periods)
	})
}

// NaturalExpDecayRates returns lr·e^(-rate·epoch) for the epoch of each of the steps, with [Stair] for the epoch
// in which the decay period began: mindspore.nn.natural_exp_decay_lr. Arguments that are not positive raise
// ValueError.
func NaturalExpDecayRates(lr, rate float64, steps, stepsPerEpoch, decayEpochs int, opts ...Option) Rates {
	checkDecay(lr, rate, steps, stepsPerEpoch, decayEpochs)
	stair := stairs("natural_exp_decay_lr", opts)
	return perEpoch(steps, stepsPerEpoch, func(epoch float64) float64 {
		if stair {
			epoch = math.Floor(epoch/float64(decayEpochs)) * float64(decayEpochs)
		}
		return lr * rng.Pow(math.E, -rate*epoch)
	})
}

// InverseDecayRates returns lr/(1 + rate·epoch/decayEpochs) for the epoch of each of the steps, with [Stair] of
// epoch/decayEpochs rounded down: mindspore.nn.inverse_decay_lr. Arguments that are not positive raise ValueError.
func InverseDecayRates(lr, rate float64, steps, stepsPerEpoch, decayEpochs int, opts ...Option) Rates {
	checkDecay(lr, rate, steps, stepsPerEpoch, decayEpochs)
	stair := stairs("inverse_decay_lr", opts)
	return perEpoch(steps, stepsPerEpoch, func(epoch float64) float64 {
		if stair {
			return lr / (1 + float64(rate*math.Floor(epoch/float64(decayEpochs))))
		}
		return lr / (1 + rate*epoch/float64(decayEpochs))
	})
}

// CosineDecayRates returns, for the epoch of each of the steps, the value on half a cosine wave from maxLR down to
// minLR, which it reaches after decayEpochs: mindspore.nn.cosine_decay_lr. A negative minLR, one that is not below
// maxLR, and counts that are not positive raise ValueError.
func CosineDecayRates(minLR, maxLR float64, steps, stepsPerEpoch, decayEpochs int) Rates {
	checkBounds("", "cosine_decay_lr", "should", minLR, maxLR)
	checkEpochs(steps, stepsPerEpoch, decayEpochs)
	delta := 0.5 * (maxLR - minLR)
	return perEpoch(steps, stepsPerEpoch, func(epoch float64) float64 {
		return minLR + float64(delta*(1+math.Cos(math.Pi*min(epoch, float64(decayEpochs))/float64(decayEpochs))))
	})
}

// checkBounds raises ValueError unless 0 <= minLR < maxLR.
func checkBounds(class, op, must string, minLR, maxLR float64) {
	checkFloat(class, "min_lr", minLR, minLR >= 0, ">=")
	checkFloat(class, "max_lr", maxLR, maxLR > 0, ">")
	if minLR >= maxLR {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'max_lr' %s be greater than the 'min_lr', but got 'max_lr' value: %s, 'min_lr' value: %s.",
			op, must, tensor.Repr(maxLR), tensor.Repr(minLR))
	}
}

// PolynomialDecayRates returns (lr-endLR)·(1 - epoch/decayEpochs)^power + endLR for the epoch of each of the steps,
// endLR after decayEpochs without [UpdateDecay]: mindspore.nn.polynomial_decay_lr. A negative endLR and other
// arguments that are not positive raise ValueError.
func PolynomialDecayRates(lr, endLR float64, steps, stepsPerEpoch, decayEpochs int, power float64, opts ...Option) Rates {
	checkFloat("", "learning_rate", lr, lr > 0, ">")
	checkFloat("", "end_learning_rate", endLR, endLR >= 0, ">=")
	checkFloat("", "power", power, power > 0, ">")
	checkEpochs(steps, stepsPerEpoch, decayEpochs)
	update := kwargs.Get(readOptions("polynomial_decay_lr", opts, "UpdateDecay"), "UpdateDecay", false)
	return perEpoch(steps, stepsPerEpoch, func(epoch float64) float64 {
		period := float64(decayEpochs)
		if update {
			period *= max(math.Ceil(epoch/period), 1)
		} else {
			epoch = min(epoch, period)
		}
		return float64((lr-endLR)*rng.Pow(1-epoch/period, power)) + endLR
	})
}

// WarmupRates returns lr·epoch/warmupEpochs for the epoch of each of the steps, lr after warmupEpochs:
// mindspore.nn.warmup_lr. A negative lr and counts that are not positive raise ValueError.
func WarmupRates(lr float64, steps, stepsPerEpoch, warmupEpochs int) Rates {
	checkFloat("", "learning_rate", lr, lr >= 0, ">=")
	checkPositiveInt("", "warmup_epoch", warmupEpochs)
	checkPositiveInt("", "total_step", steps)
	checkPositiveInt("", "step_per_epoch", stepsPerEpoch)
	return perEpoch(steps, stepsPerEpoch, func(epoch float64) float64 {
		return lr * min(epoch, float64(warmupEpochs)) / float64(warmupEpochs)
	})
}
