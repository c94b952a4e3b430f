package experimental

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// SequentialLR applies one scheduler after the other: lr_scheduler.SequentialLR.
//
//ms:class experimental.optim.lr_scheduler
type SequentialLR struct {
	LRScheduler
	schedulers []Scheduler
	milestones []int
}

// NewSequentialLR returns a SequentialLR; milestones are the epochs in which the next scheduler begins, one fewer
// than schedulers; another number raises ValueError.
func NewSequentialLR(opt Scheduled, schedulers []Scheduler, milestones []int) *SequentialLR {
	if len(schedulers) == 0 || len(milestones) != len(schedulers)-1 {
		tensor.Throw("SequentialLR", tensor.ValueError, "For 'SequentialLR', there must be one milestone fewer than schedulers, but got %d and %d.",
			len(milestones), len(schedulers))
	}
	s := &SequentialLR{schedulers: schedulers, milestones: milestones}
	s.opt = opt.Base()
	for _, g := range s.opt.groups { // each scheduler began with the rates of the previous one
		base := g.Get("initial_lr").(*tensor.Tensor).Float()
		s.BaseLRs = append(s.BaseLRs, base)
		g.Set("lr", base)
	}
	schedulers[0].Step(0)
	return s
}

// Step begins the next epoch.
func (s *SequentialLR) Step(...int) {
	s.LastEpoch++
	i := len(s.milestones)
	for j, m := range s.milestones {
		if s.LastEpoch < m {
			i = j
			break
		}
	}
	if i > 0 && s.milestones[i-1] == s.LastEpoch {
		s.schedulers[i].Step(0)
		return
	}
	s.schedulers[i].Step()
}

// ReduceLROnPlateau reduces the rate when a metric stops improving: lr_scheduler.ReduceLROnPlateau.
//
//ms:scheduler experimental.optim.lr_scheduler
type ReduceLROnPlateau struct {
	mode          string  `default:"min"`
	factor        float64 `default:"0.1"`
	patience      int     `default:"10"`
	threshold     float64 `default:"1e-4"`
	thresholdMode string  `default:"rel"`
	cooldown      int     `default:"0"`
	minLR         float64 `default:"0"`

	opt          *Optimizer
	best         float64
	bad, resting int // in epochs
}

// Unknown modes and a factor that is not below 1 raise ValueError.
func (s *ReduceLROnPlateau) build(class string, opt Scheduled) {
	oneOf(class, "mode", s.mode, "min", "max")
	oneOf(class, "threshold_mode", s.thresholdMode, "rel", "abs")
	if !(s.factor < 1) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the 'factor' must be < 1.0, but got %s.", class, tensor.Repr(s.factor))
	}
	s.opt, s.best = opt.Base(), math.Inf(-1)
	if s.mode == "min" {
		s.best = math.Inf(1)
	}
}

func oneOf(class, name, got string, values ...string) {
	if !slices.Contains(values, got) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the '%s' must be one of %q, but got %q.", class, name, values, got)
	}
}

// Step takes the value of the metric after an epoch, a number or a tensor with one element.
func (s *ReduceLROnPlateau) Step(metric any) {
	value := toRate("ReduceLROnPlateau", metric).Float()
	switch {
	case s.better(value):
		s.best, s.bad = value, 0
	default:
		s.bad++
	}
	if s.resting > 0 {
		s.resting--
		s.bad = 0
	}
	if s.bad <= s.patience {
		return
	}
	for _, g := range s.opt.groups {
		if old := g.LR().Float(); old-max(old*s.factor, s.minLR) > 1e-8 {
			g.Set("lr", max(old*s.factor, s.minLR))
		}
	}
	s.resting, s.bad = s.cooldown, 0
}

func (s *ReduceLROnPlateau) better(v float64) bool {
	sign := 1.0
	if s.mode == "min" {
		sign = -1
	}
	if s.thresholdMode == "rel" { // if best is negative, the bound is worse than best, as in MindSpore and PyTorch
		return sign*v > sign*s.best*(1+float64(sign*s.threshold))
	}
	return sign*v > float64(sign*s.best)+s.threshold
}

// GetLastLR returns the rates of the groups, Float32 numbers: get_last_lr.
func (s *ReduceLROnPlateau) GetLastLR() []*tensor.Tensor {
	return (&LRScheduler{opt: s.opt}).GetLastLR()
}

// CyclicLR cycles the rate between two bounds: lr_scheduler.CyclicLR, after Smith, "Cyclical Learning Rates for
// Training Neural Networks".
//
//ms:scheduler experimental.optim.lr_scheduler
type CyclicLR struct {
	LRScheduler

	stepSizeUp   int     `default:"2000"`
	stepSizeDown int     `default:"" doc:"as many as up"`
	mode         string  `default:"triangular"`
	gamma        float64 `default:"1" doc:"1, the base of exp_range"`
}

// An unknown mode and a stepSizeUp that is not positive raise ValueError.
func (s *CyclicLR) build(class string, opt Scheduled, baseLR, maxLR float64) {
	oneOf(class, "mode", s.mode, "triangular", "triangular2", "exp_range")
	up, down := float64(s.stepSizeUp), float64(s.stepSizeDown)
	positive(class, "step_size_up", s.stepSizeUp)
	if down <= 0 {
		down = up
	}
	for _, g := range opt.Base().groups {
		g.Set("lr", baseLR)
	}
	s.setup(opt, func() []float64 {
		return s.each(func(_, base float64) float64 {
			cycle := math.Floor(1 + float64(s.LastEpoch)/(up+down))
			x := 1 + float64(s.LastEpoch)/(up+down) - cycle
			part := x * (up + down) / up
			if x > up/(up+down) {
				part = (1 - x) * (up + down) / down
			}
			height := (maxLR - baseLR) * part
			switch s.mode {
			case "triangular2":
				height /= math.Pow(2, cycle-1)
			case "exp_range":
				height *= math.Pow(s.gamma, float64(s.LastEpoch))
			}
			return baseLR + height
		})
	})
}

// CosineAnnealingWarmRestarts decreases the rate along a cosine, with restarts:
// lr_scheduler.CosineAnnealingWarmRestarts, after Loshchilov and Hutter, "SGDR: Stochastic Gradient Descent with Warm
// Restarts".
//
//ms:scheduler experimental.optim.lr_scheduler
type CosineAnnealingWarmRestarts struct {
	LRScheduler
	tMult  int     `default:"1"`
	etaMin float64 `default:"0"`

	first int // epochs of the first period
}

// The first period has t0 epochs. A t0 or factor of periods that is not positive raises ValueError.
func (s *CosineAnnealingWarmRestarts) build(class string, opt Scheduled, t0 int) {
	positive(class, "T_0", t0)
	positive(class, "T_mult", s.tMult)
	s.first = t0
	s.setup(opt, func() []float64 { return s.ratesAt(float64(s.LastEpoch)) })
}

// StepTo sets the rates for a fractional epoch: step(epoch + i / iters).
func (s *CosineAnnealingWarmRestarts) StepTo(epoch float64) {
	if !(epoch >= 0) {
		tensor.Throw("CosineAnnealingWarmRestarts", tensor.ValueError, "For 'CosineAnnealingWarmRestarts', the 'epoch' must not be negative, but got %s.",
			tensor.Repr(epoch))
	}
	s.LastEpoch = int(epoch)
	s.set(s.ratesAt(epoch))
}

func (s *CosineAnnealingWarmRestarts) ratesAt(epoch float64) []float64 {
	period := float64(s.first)
	for s.tMult > 1 && epoch >= period {
		epoch -= period
		period *= float64(s.tMult)
	}
	epoch = math.Mod(epoch, period)
	return s.each(func(_, base float64) float64 {
		return s.etaMin + float64((base-s.etaMin)*(1+math.Cos(math.Pi*epoch/period)))/2
	})
}
