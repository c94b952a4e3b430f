package experimental

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// SequentialLR uses one scheduler after the other: lr_scheduler.SequentialLR.
type SequentialLR struct {
	LRScheduler
	schedulers []Scheduler
	milestones []int
}

// NewSequentialLR returns a SequentialLR; milestones are the epochs in which the next scheduler begins, one fewer than
// there are schedulers, else ValueError is raised.
func NewSequentialLR(opt Scheduled, schedulers []Scheduler, milestones []int) *SequentialLR {
	if len(schedulers) == 0 || len(milestones) != len(schedulers)-1 {
		tensor.Throw("SequentialLR", tensor.ValueError, "For 'SequentialLR', there must be one milestone fewer than schedulers, but got %d and %d.",
			len(milestones), len(schedulers))
	}
	s := &SequentialLR{schedulers: schedulers, milestones: milestones}
	s.opt = opt.Base()
	for _, g := range s.opt.groups { // the schedulers have begun with each other's rates
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
		s.set(s.BaseLRs)
		s.schedulers[i].Step(0)
		return
	}
	s.schedulers[i].Step()
}

// ReduceLROnPlateau lowers the rate when a metric makes no progress: lr_scheduler.ReduceLROnPlateau.
type ReduceLROnPlateau struct {
	opt              *Optimizer
	falls, share     bool
	factor, least    float64
	threshold, best  float64
	patience, resist int
	bad, resting     int
}

// NewReduceLROnPlateau returns a ReduceLROnPlateau. Options are [Mode] ("min"), [Factor] (0.1), [Patience] (10),
// [Threshold] (1e-4), [ThresholdMode] ("rel"), [Cooldown] (0) and [MinLR] (0). Unknown modes and a factor that is not
// below 1 raise ValueError.
func NewReduceLROnPlateau(opt Scheduled, opts ...SchedulerOption) *ReduceLROnPlateau {
	const class = "ReduceLROnPlateau"
	set := settings(class, opts, map[string]any{
		"mode": "min", "factor": 0.1, "patience": 10, "threshold": 1e-4, "threshold_mode": "rel", "cooldown": 0, "min_lr": 0.0,
	})
	oneOf(class, "mode", set["mode"], "min", "max")
	oneOf(class, "threshold_mode", set["threshold_mode"], "rel", "abs")
	s := &ReduceLROnPlateau{
		opt: opt.Base(), falls: set["mode"] == "min", share: set["threshold_mode"] == "rel", factor: set["factor"].(float64),
		least: set["min_lr"].(float64), threshold: set["threshold"].(float64), best: math.Inf(-1),
		patience: set["patience"].(int), resist: set["cooldown"].(int),
	}
	if s.falls {
		s.best = math.Inf(1)
	}
	if !(s.factor < 1) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the 'factor' must be < 1.0, but got %s.", class, tensor.Repr(s.factor))
	}
	return s
}

func oneOf(class, name string, got any, values ...string) {
	if !slices.Contains(values, got.(string)) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the '%s' must be one of %q, but got %q.", class, name, values, got)
	}
}

// Step takes the value of the metric behind an epoch, a number or a tensor of one element.
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
		if old := g.LR().Float(); old-max(old*s.factor, s.least) > 1e-8 {
			g.Set("lr", max(old*s.factor, s.least))
		}
	}
	s.resting, s.bad = s.resist, 0
}

func (s *ReduceLROnPlateau) better(v float64) bool {
	bound := s.threshold
	if s.share {
		bound *= math.Abs(s.best)
	}
	if s.falls {
		return v < s.best-bound || math.IsInf(s.best, 1) && v < s.best
	}
	return v > s.best+bound || math.IsInf(s.best, -1) && v > s.best
}

// GetLastLR returns the rates of the groups, Float32 numbers: get_last_lr.
func (s *ReduceLROnPlateau) GetLastLR() []*tensor.Tensor {
	return (&LRScheduler{opt: s.opt}).GetLastLR()
}

// CyclicLR lets the rate rise and fall between two bounds: lr_scheduler.CyclicLR, after Smith, "Cyclical Learning
// Rates for Training Neural Networks".
type CyclicLR struct{ LRScheduler }

// NewCyclicLR returns a CyclicLR. Options are [StepSizeUp] (2000), [StepSizeDown], [Mode] ("triangular") and [Gamma]
// (1), the base of "exp_range". An unknown mode raises ValueError.
func NewCyclicLR(opt Scheduled, baseLR, maxLR float64, opts ...SchedulerOption) *CyclicLR {
	set := settings("CyclicLR", opts, map[string]any{"step_size_up": 2000, "step_size_down": 0, "mode": "triangular", "gamma": 1.0})
	oneOf("CyclicLR", "mode", set["mode"], "triangular", "triangular2", "exp_range")
	up, down := float64(set["step_size_up"].(int)), float64(set["step_size_down"].(int))
	positive("CyclicLR", "step_size_up", int(up))
	if down <= 0 {
		down = up
	}
	for _, g := range opt.Base().groups {
		g.Set("lr", baseLR)
	}
	s := &CyclicLR{}
	s.setup(opt, func() []float64 {
		return s.each(func(_, base float64) float64 {
			cycle := math.Floor(1 + float64(s.LastEpoch)/(up+down))
			x := 1 + float64(s.LastEpoch)/(up+down) - cycle
			part := x * (up + down) / up
			if x > up/(up+down) {
				part = (1 - x) * (up + down) / down
			}
			height := (maxLR - baseLR) * part
			switch set["mode"] {
			case "triangular2":
				height /= math.Pow(2, cycle-1)
			case "exp_range":
				height *= math.Pow(set["gamma"].(float64), float64(s.LastEpoch))
			}
			return baseLR + height
		})
	})
	return s
}

// CosineAnnealingWarmRestarts lets the rate fall by a cosine and begin again: lr_scheduler.CosineAnnealingWarmRestarts,
// after Loshchilov and Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts".
type CosineAnnealingWarmRestarts struct {
	LRScheduler
	first, growth int
	least         float64
}

// NewCosineAnnealingWarmRestarts returns a CosineAnnealingWarmRestarts whose first period has t0 epochs. Options are
// [TMult] (1) and [EtaMin] (0).
func NewCosineAnnealingWarmRestarts(opt Scheduled, t0 int, opts ...SchedulerOption) *CosineAnnealingWarmRestarts {
	positive("CosineAnnealingWarmRestarts", "T_0", t0)
	set := settings("CosineAnnealingWarmRestarts", opts, map[string]any{"T_mult": 1, "eta_min": 0.0})
	s := &CosineAnnealingWarmRestarts{first: t0, growth: set["T_mult"].(int), least: set["eta_min"].(float64)}
	positive("CosineAnnealingWarmRestarts", "T_mult", s.growth)
	s.setup(opt, func() []float64 { return s.ratesAt(float64(s.LastEpoch)) })
	return s
}

// StepTo sets the rates of a point in time, of which the whole part is the epoch: step(epoch + i / iters).
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
	for s.growth > 1 && epoch >= period {
		epoch -= period
		period *= float64(s.growth)
	}
	epoch = math.Mod(epoch, period)
	return s.each(func(_, base float64) float64 { return s.least + (base-s.least)*(1+math.Cos(math.Pi*epoch/period))/2 })
}
