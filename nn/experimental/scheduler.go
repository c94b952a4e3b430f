package experimental

import (
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// Scheduled is an optimizer of this package.
type Scheduled interface{ Base() *Optimizer }

// Scheduler changes the learning rates of an optimizer.
type Scheduler interface {
	// Step begins the next epoch, or the one that is given.
	Step(epoch ...int)
	// GetLastLR returns the learning rates of the groups, Float32 numbers.
	GetLastLR() []*tensor.Tensor
}

// LRScheduler is the base of schedulers: mindspore.experimental.optim.lr_scheduler.LRScheduler. A user-defined
// scheduler embeds it by value, has a method GetLR() []float64 and calls [LRScheduler.Setup]:
//
//	func (s *Halved) GetLR() []float64 { … s.Rates() … s.LastEpoch … }
type LRScheduler struct {
	LastEpoch int       // begins with 0
	BaseLRs   []float64 // the rates of the groups before the first epoch

	opt   *Optimizer
	rates func() []float64
	next  func(rate, base float64) float64 // of schedulers that compute the rate from the previous one
}

// Setup binds s to an optimizer and begins the epoch after the last one, which is -1 by default. The rates of the
// groups are stored as "initial_lr" in their dictionaries. A scheduler that resumes at a later epoch raises KeyError
// for a group without it.
func (s *LRScheduler) Setup(self interface{ GetLR() []float64 }, opt Scheduled, lastEpoch ...int) {
	s.setup(opt, self.GetLR, lastEpoch...)
}

func (s *LRScheduler) setup(opt Scheduled, rates func() []float64, lastEpoch ...int) {
	s.opt, s.rates, s.LastEpoch = opt.Base(), rates, kwargs.Optional(lastEpoch, -1)
	for i, g := range s.opt.groups {
		if !g.Has("initial_lr") {
			if s.LastEpoch != -1 {
				tensor.Throw(
					"LRScheduler", tensor.KeyError, "For 'LRScheduler', group %d has no 'initial_lr' to go on from epoch %d with.", i,
					s.LastEpoch,
				)
			}
			g.Dict.Set("initial_lr", tensor.New(g.LR().Float(), tensor.Float32))
		}
		s.BaseLRs = append(s.BaseLRs, g.Get("initial_lr").(*tensor.Tensor).Float())
	}
	s.Step()
}

// Rates returns the current rates of the groups.
func (s *LRScheduler) Rates() []float64 {
	var list []float64
	for _, g := range s.opt.groups {
		list = append(list, g.LR().Float())
	}
	return list
}

// GetLastLR returns the rates of the groups, Float32 numbers: get_last_lr.
func (s *LRScheduler) GetLastLR() []*tensor.Tensor {
	var list []*tensor.Tensor
	for _, g := range s.opt.groups {
		list = append(list, g.LR().Value().Clone())
	}
	return list
}

// Step begins the next epoch, or the given one, and sets the rates: step. The rates of a given epoch do not depend on
// the current ones, unless the scheduler is a MultiplicativeLR or user-defined.
func (s *LRScheduler) Step(epoch ...int) {
	switch {
	case len(epoch) == 0:
		s.LastEpoch++
		s.set(s.rates())
	case s.next == nil:
		s.LastEpoch = epoch[0]
		s.set(s.rates())
	default:
		s.set(s.from(epoch[0]))
	}
}

// from returns the rates of an epoch computed from the base rates: MindSpore's _get_closed_form_lr.
func (s *LRScheduler) from(epoch int) []float64 {
	list := slices.Clone(s.BaseLRs)
	for s.LastEpoch = range epoch + 1 {
		for i, r := range list {
			list[i] = s.next(r, s.BaseLRs[i])
		}
	}
	s.LastEpoch = epoch
	return list
}

func (s *LRScheduler) set(rates []float64) {
	if len(rates) != len(s.opt.groups) {
		tensor.Throw("GetLR", tensor.ValueError, "For 'GetLR', there must be a learning rate for each of the %d groups, but got %d.",
			len(s.opt.groups), len(rates))
	}
	for i, g := range s.opt.groups {
		g.LR().Assign(tensor.New(rates[i], tensor.Float32))
	}
}

// each returns f of the rates and the base rates of the groups, rounded to Float32 as a rate is.
func (s *LRScheduler) each(f func(rate, base float64) float64) []float64 {
	list := s.Rates()
	for i, r := range list {
		list[i] = float64(float32(f(r, s.BaseLRs[i])))
	}
	return list
}

// follow sets up a scheduler that computes the rate from the previous one.
func (s *LRScheduler) follow(opt Scheduled, f func(rate, base float64) float64) {
	s.next = f
	s.setup(opt, func() []float64 { return s.each(f) })
}

// SchedulerOption is a keyword argument of a scheduler, made by the function of that name: Gamma(0.5) is gamma=0.5.
type SchedulerOption struct {
	name  string // MindSpore's keyword
	value any
}

// Gamma is the factor of the rate (gamma); the default is 0.1.
func Gamma(factor float64) SchedulerOption { return SchedulerOption{"Gamma", factor} }

// Factor sets the factor of ConstantLR, by default 1/3, and ReduceLROnPlateau, by default 0.1.
func Factor(factor float64) SchedulerOption { return SchedulerOption{"Factor", factor} }

// TotalIters sets the number of epochs in which the rate changes (total_iters); the default is 5.
func TotalIters(n int) SchedulerOption { return SchedulerOption{"TotalIters", n} }

// StartFactor sets the initial factor of LinearLR (start_factor); the default is 1/3.
func StartFactor(f float64) SchedulerOption { return SchedulerOption{"StartFactor", f} }

// EndFactor sets the final factor of LinearLR (end_factor); the default is 1.
func EndFactor(f float64) SchedulerOption { return SchedulerOption{"EndFactor", f} }

// Power sets the exponent of PolynomialLR (power); the default is 1.
func Power(p float64) SchedulerOption { return SchedulerOption{"Power", p} }

// EtaMin sets the minimum rate of cosine schedulers (eta_min); the default is 0.
func EtaMin(rate float64) SchedulerOption { return SchedulerOption{"EtaMin", rate} }

// TMult is the factor by which periods of CosineAnnealingWarmRestarts grow (T_mult); the default is 1.
func TMult(n int) SchedulerOption { return SchedulerOption{"TMult", n} }

// Mode sets for ReduceLROnPlateau whether a metric should decrease, "min", or increase, "max" (mode), and for
// CyclicLR how cycles change: "triangular", "triangular2" or "exp_range".
func Mode(mode string) SchedulerOption { return SchedulerOption{"Mode", mode} }

// Patience sets the number of epochs without improvement that ReduceLROnPlateau waits (patience); the default is 10.
func Patience(n int) SchedulerOption { return SchedulerOption{"Patience", n} }

// Threshold sets the smallest change that ReduceLROnPlateau counts as an improvement (threshold); the default is
// 1e-4.
func Threshold(t float64) SchedulerOption { return SchedulerOption{"Threshold", t} }

// ThresholdMode sets whether the threshold is relative to the best value, "rel", or absolute, "abs" (threshold_mode).
func ThresholdMode(mode string) SchedulerOption { return SchedulerOption{"ThresholdMode", mode} }

// Cooldown sets the number of epochs that ReduceLROnPlateau waits after a reduction (cooldown); the default is 0.
func Cooldown(n int) SchedulerOption { return SchedulerOption{"Cooldown", n} }

// MinLR sets the minimum rate of ReduceLROnPlateau (min_lr); the default is 0.
func MinLR(rate float64) SchedulerOption { return SchedulerOption{"MinLR", rate} }

// StepSizeUp sets the number of steps in which CyclicLR rises (step_size_up); the default is 2000.
func StepSizeUp(n int) SchedulerOption { return SchedulerOption{"StepSizeUp", n} }

// StepSizeDown sets the number of steps in which CyclicLR falls (step_size_down); the default is that of StepSizeUp.
func StepSizeDown(n int) SchedulerOption { return SchedulerOption{"StepSizeDown", n} }
