package experimental

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// StepLR multiplies the rate by gamma every given number of epochs: lr_scheduler.StepLR.
//
//ms:scheduler experimental.optim.lr_scheduler
type StepLR struct {
	LRScheduler

	gamma float64 `default:"0.1"`
}

// A stepSize that is not positive raises ValueError.
func (s *StepLR) build(class string, opt Scheduled, stepSize int) {
	positive(class, "step_size", stepSize)
	s.follow(opt, func(rate, _ float64) float64 {
		if s.LastEpoch == 0 || s.LastEpoch%stepSize != 0 {
			return rate
		}
		return rate * s.gamma
	})
}

func positive(class, name string, n int) {
	if n <= 0 {
		tensor.Throw(class, tensor.ValueError, "For '%s', the '%s' must be positive, but got %d.", class, name, n)
	}
}

// LambdaLR multiplies the first rate by a function of the epoch: lr_scheduler.LambdaLR.
//
//ms:class experimental.optim.lr_scheduler
type LambdaLR struct{ LRScheduler }

// NewLambdaLR returns a LambdaLR; give one function, or one per group.
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

// MultiplicativeLR multiplies the previous rate by a function of the epoch: lr_scheduler.MultiplicativeLR.
//
//ms:class experimental.optim.lr_scheduler
type MultiplicativeLR struct{ LRScheduler }

// NewMultiplicativeLR returns a MultiplicativeLR; give one function, or one per group.
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
		tensor.Throw(class, tensor.ValueError,
			"For '%s', there must be one 'lr_lambda' or one for each of the %d groups, but got %d.", class, n, len(factor))
	}
	return factor
}

// MultiStepLR multiplies the rate by gamma at milestones: lr_scheduler.MultiStepLR.
//
//ms:scheduler experimental.optim.lr_scheduler
type MultiStepLR struct {
	LRScheduler

	gamma float64 `default:"0.1"`
}

// An epoch that is several times among the milestones counts so often.
func (s *MultiStepLR) build(opt Scheduled, milestones []int) {
	s.follow(opt, func(rate, _ float64) float64 {
		for _, m := range milestones {
			if m == s.LastEpoch {
				rate *= s.gamma
			}
		}
		return rate
	})
}

// ConstantLR multiplies the rate by a factor until an epoch: lr_scheduler.ConstantLR.
//
//ms:scheduler experimental.optim.lr_scheduler
type ConstantLR struct {
	LRScheduler

	factor     float64 `default:"1.0 / 3" doc:"1/3"`
	totalIters int     `default:"5"`
}

// A factor outside [0, 1] raises ValueError.
func (s *ConstantLR) build(class string, opt Scheduled) {
	if !(s.factor >= 0 && s.factor <= 1) {
		tensor.Throw(class, tensor.ValueError,
			"For '%s', the 'factor' must be between 0 and 1, but got %s.", class, tensor.Repr(s.factor))
	}
	s.follow(opt, func(rate, _ float64) float64 {
		switch s.LastEpoch {
		case 0:
			return rate * s.factor
		case s.totalIters:
			return rate / s.factor
		}
		return rate
	})
}

// LinearLR changes the factor of the rate linearly until an epoch: lr_scheduler.LinearLR.
//
//ms:scheduler experimental.optim.lr_scheduler
type LinearLR struct {
	LRScheduler

	startFactor float64 `default:"1.0 / 3" doc:"1/3"`
	endFactor   float64 `default:"1"`
	totalIters  int     `default:"5"`
}

// A start factor outside (0, 1] and an end factor outside [0, 1] raise ValueError.
func (s *LinearLR) build(class string, opt Scheduled) {
	start, end, total := s.startFactor, s.endFactor, float64(s.totalIters)
	if !(start > 0 && start <= 1 && end >= 0 && end <= 1) {
		tensor.Throw(class, tensor.ValueError,
			"For '%s', the 'start_factor' must be within (0, 1] and the 'end_factor' within [0, 1].", class)
	}
	s.follow(opt, func(rate, _ float64) float64 {
		epoch := float64(s.LastEpoch)
		switch {
		case epoch == 0:
			return rate * start
		case epoch > total:
			return rate
		}
		return rate * (1 + (end-start)/(float64(total*start)+float64((epoch-1)*(end-start))))
	})
}

// ExponentialLR multiplies the rate by gamma in each epoch: lr_scheduler.ExponentialLR.
//
//ms:class experimental.optim.lr_scheduler
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

// PolynomialLR decreases the rate to 0 by a power of the remaining epochs: lr_scheduler.PolynomialLR.
//
//ms:scheduler experimental.optim.lr_scheduler
type PolynomialLR struct {
	LRScheduler

	totalIters int     `default:"5"`
	power      float64 `default:"1"`
}

func (s *PolynomialLR) build(opt Scheduled) {
	total := float64(s.totalIters)
	s.follow(opt, func(rate, _ float64) float64 {
		epoch := float64(s.LastEpoch)
		if epoch == 0 || epoch > total {
			return rate
		}
		return rate * math.Pow((1-epoch/total)/(1-(epoch-1)/total), s.power)
	})
}

// CosineAnnealingLR changes the rate along a cosine: lr_scheduler.CosineAnnealingLR, after Loshchilov and Hutter,
// "SGDR: Stochastic Gradient Descent with Warm Restarts".
//
//ms:scheduler experimental.optim.lr_scheduler
type CosineAnnealingLR struct {
	LRScheduler

	etaMin float64 `default:"0"`
}

// The rate falls for tMax epochs; one that is not positive raises ValueError.
func (s *CosineAnnealingLR) build(class string, opt Scheduled, tMax int) {
	positive(class, "T_max", tMax)
	s.follow(opt, func(rate, base float64) float64 {
		wave := func(epoch int) float64 { return 1 + math.Cos(math.Pi*float64(epoch)/float64(tMax)) }
		switch epoch := s.LastEpoch; {
		case epoch == 0:
			return rate
		case (epoch-1-tMax)%(2*tMax) == 0:
			return rate + float64((base-s.etaMin)*(1-math.Cos(math.Pi/float64(tMax))))/2
		default:
			return float64(wave(epoch)/wave(epoch-1)*(rate-s.etaMin)) + s.etaMin
		}
	})
}
