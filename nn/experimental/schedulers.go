package experimental

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// StepLR multiplies the rate by gamma every so many epochs: lr_scheduler.StepLR.
type StepLR struct{ LRScheduler }

// NewStepLR returns a StepLR. The option is [Gamma]. A stepSize that is not positive raises ValueError.
func NewStepLR(opt Scheduled, stepSize int, opts ...SchedulerOption) *StepLR {
	positive("StepLR", "step_size", stepSize)
	gamma := settings("StepLR", opts, map[string]any{"gamma": 0.1})["gamma"].(float64)
	s := &StepLR{}
	s.follow(opt, func(rate, _ float64) float64 {
		if s.LastEpoch == 0 || s.LastEpoch%stepSize != 0 {
			return rate
		}
		return rate * gamma
	})
	return s
}

func positive(class, name string, n int) {
	if n <= 0 {
		tensor.Throw(class, tensor.ValueError, "For '%s', the '%s' must be positive, but got %d.", class, name, n)
	}
}

// LambdaLR multiplies the first rate by a function of the epoch: lr_scheduler.LambdaLR.
type LambdaLR struct{ LRScheduler }

// NewLambdaLR returns a LambdaLR; there is one function, or one for each group.
func NewLambdaLR(opt Scheduled, factor ...func(epoch int) float64) *LambdaLR {
	s := &LambdaLR{}
	factors := perGroup("LambdaLR", opt, factor)
	s.setup(opt, func() []float64 {
		list := slices.Clone(s.BaseLRs)
		for i := range list {
			list[i] *= factors[i](s.LastEpoch)
		}
		return list
	})
	return s
}

// MultiplicativeLR multiplies the rate of the epoch before by a function of the epoch: lr_scheduler.MultiplicativeLR.
type MultiplicativeLR struct{ LRScheduler }

// NewMultiplicativeLR returns a MultiplicativeLR; there is one function, or one for each group.
func NewMultiplicativeLR(opt Scheduled, factor ...func(epoch int) float64) *MultiplicativeLR {
	s := &MultiplicativeLR{}
	factors := perGroup("MultiplicativeLR", opt, factor)
	s.setup(opt, func() []float64 {
		list := s.Rates()
		for i := range list {
			if s.LastEpoch > 0 {
				list[i] *= factors[i](s.LastEpoch)
			}
		}
		return list
	})
	return s
}

func perGroup(class string, opt Scheduled, factor []func(int) float64) []func(int) float64 {
	n := len(opt.Base().groups)
	if len(factor) == 1 {
		return slices.Repeat(factor, n)
	}
	if len(factor) != n {
		tensor.Throw(class, tensor.ValueError, "For '%s', there must be one 'lr_lambda' or one for each of the %d groups, but got %d.", class, n, len(factor))
	}
	return factor
}

// MultiStepLR multiplies the rate by gamma at milestones: lr_scheduler.MultiStepLR.
type MultiStepLR struct{ LRScheduler }

// NewMultiStepLR returns a MultiStepLR. An epoch that is several times among the milestones counts so often. The
// option is [Gamma].
func NewMultiStepLR(opt Scheduled, milestones []int, opts ...SchedulerOption) *MultiStepLR {
	gamma := settings("MultiStepLR", opts, map[string]any{"gamma": 0.1})["gamma"].(float64)
	s := &MultiStepLR{}
	s.follow(opt, func(rate, _ float64) float64 {
		for _, m := range milestones {
			if m == s.LastEpoch {
				rate *= gamma
			}
		}
		return rate
	})
	return s
}

// ConstantLR multiplies the rate by a factor until an epoch: lr_scheduler.ConstantLR.
type ConstantLR struct{ LRScheduler }

// NewConstantLR returns a ConstantLR. Options are [Factor] (1/3) and [TotalIters] (5). A factor outside [0, 1] raises
// ValueError.
func NewConstantLR(opt Scheduled, opts ...SchedulerOption) *ConstantLR {
	set := settings("ConstantLR", opts, map[string]any{"factor": 1.0 / 3, "total_iters": 5})
	factor, total := set["factor"].(float64), set["total_iters"].(int)
	if !(factor >= 0 && factor <= 1) {
		tensor.Throw("ConstantLR", tensor.ValueError, "For 'ConstantLR', the 'factor' must be between 0 and 1, but got %s.", tensor.Repr(factor))
	}
	s := &ConstantLR{}
	s.follow(opt, func(rate, _ float64) float64 {
		switch s.LastEpoch {
		case 0:
			return rate * factor
		case total:
			return rate / factor
		}
		return rate
	})
	return s
}

// LinearLR changes the factor of the rate evenly until an epoch: lr_scheduler.LinearLR.
type LinearLR struct{ LRScheduler }

// NewLinearLR returns a LinearLR. Options are [StartFactor] (1/3), [EndFactor] (1) and [TotalIters] (5).
func NewLinearLR(opt Scheduled, opts ...SchedulerOption) *LinearLR {
	set := settings("LinearLR", opts, map[string]any{"start_factor": 1.0 / 3, "end_factor": 1.0, "total_iters": 5})
	start, end, total := set["start_factor"].(float64), set["end_factor"].(float64), float64(set["total_iters"].(int))
	if !(start > 0 && start <= 1 && end >= 0 && end <= 1) {
		tensor.Throw("LinearLR", tensor.ValueError, "For 'LinearLR', the 'start_factor' must be within (0, 1] and the 'end_factor' within [0, 1].")
	}
	s := &LinearLR{}
	s.follow(opt, func(rate, _ float64) float64 {
		epoch := float64(s.LastEpoch)
		switch {
		case epoch == 0:
			return rate * start
		case epoch > total:
			return rate
		}
		return rate * (1 + (end-start)/(total*start+(epoch-1)*(end-start)))
	})
	return s
}

// ExponentialLR multiplies the rate by gamma in each epoch: lr_scheduler.ExponentialLR.
type ExponentialLR struct{ LRScheduler }

// NewExponentialLR returns an ExponentialLR.
func NewExponentialLR(opt Scheduled, gamma float64) *ExponentialLR {
	s := &ExponentialLR{}
	s.follow(opt, func(rate, _ float64) float64 {
		if s.LastEpoch == 0 {
			return rate
		}
		return rate * gamma
	})
	return s
}

// PolynomialLR lets the rate fall to 0 by a power of the epochs that are left: lr_scheduler.PolynomialLR.
type PolynomialLR struct{ LRScheduler }

// NewPolynomialLR returns a PolynomialLR. Options are [TotalIters] (5) and [Power] (1).
func NewPolynomialLR(opt Scheduled, opts ...SchedulerOption) *PolynomialLR {
	set := settings("PolynomialLR", opts, map[string]any{"total_iters": 5, "power": 1.0})
	total, power := float64(set["total_iters"].(int)), set["power"].(float64)
	s := &PolynomialLR{}
	s.follow(opt, func(rate, _ float64) float64 {
		epoch := float64(s.LastEpoch)
		if epoch == 0 || epoch > total {
			return rate
		}
		return rate * math.Pow((1-epoch/total)/(1-(epoch-1)/total), power)
	})
	return s
}

// CosineAnnealingLR lets the rate fall and rise by a cosine: lr_scheduler.CosineAnnealingLR, after Loshchilov and
// Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts".
type CosineAnnealingLR struct{ LRScheduler }

// NewCosineAnnealingLR returns a CosineAnnealingLR that falls for tMax epochs. The option is [EtaMin].
func NewCosineAnnealingLR(opt Scheduled, tMax int, opts ...SchedulerOption) *CosineAnnealingLR {
	positive("CosineAnnealingLR", "T_max", tMax)
	least := settings("CosineAnnealingLR", opts, map[string]any{"eta_min": 0.0})["eta_min"].(float64)
	s := &CosineAnnealingLR{}
	s.follow(opt, func(rate, base float64) float64 {
		wave := func(epoch int) float64 { return 1 + math.Cos(math.Pi*float64(epoch)/float64(tMax)) }
		switch epoch := s.LastEpoch; {
		case epoch == 0:
			return rate
		case (epoch-1-tMax)%(2*tMax) == 0:
			return rate + (base-least)*(1-math.Cos(math.Pi/float64(tMax)))/2
		default:
			return wave(epoch)/wave(epoch-1)*(rate-least) + least
		}
	})
	return s
}
