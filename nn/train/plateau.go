package train

import (
	"fmt"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// ReduceLROnPlateau lowers the learning rate when a monitored value stops improving:
// mindspore.train.ReduceLROnPlateau.
type ReduceLROnPlateau struct {
	watched           EarlyStopping // the monitored value, and its patience
	factor, minLR     float64
	cooldown, resting int // epochs
}

// PlateauOption is a keyword argument of [NewReduceLROnPlateau], made by the function of that name.
type PlateauOption func(r *ReduceLROnPlateau)

// Monitor sets the monitored value (monitor): "loss", "eval_loss" with Fit, or the name of a metric. The default is
// "eval_loss".
func Monitor(name string) PlateauOption {
	return func(r *ReduceLROnPlateau) { r.watched.Monitor = name }
}

// Factor sets the factor by which the rate is multiplied (factor), within (0, 1); the default is 0.1.
func Factor(f float64) PlateauOption { return func(r *ReduceLROnPlateau) { r.factor = f } }

// Patience sets the number of epochs without improvement after which the rate is lowered (patience); the default is
// 10.
func Patience(epochs int) PlateauOption {
	return func(r *ReduceLROnPlateau) { r.watched.Patience = epochs }
}

// Verbose sets whether new rates are printed (verbose); the default is false.
func Verbose(print bool) PlateauOption {
	return func(r *ReduceLROnPlateau) { r.watched.Verbose = print }
}

// Mode sets whether lower values are better, "min", or higher ones, "max" (mode). With "auto", the default, this
// depends on the name of the value.
func Mode(mode string) PlateauOption { return func(r *ReduceLROnPlateau) { r.watched.Mode = mode } }

// MinDelta sets the smallest change that counts as an improvement (min_delta); the default is 1e-4.
func MinDelta(d float64) PlateauOption {
	return func(r *ReduceLROnPlateau) { r.watched.MinDelta = d }
}

// Cooldown sets the number of epochs after a change that do not count towards Patience (cooldown); the default is 0.
func Cooldown(epochs int) PlateauOption { return func(r *ReduceLROnPlateau) { r.cooldown = epochs } }

// MinLR sets the lower bound of the rate (min_lr); the default is 0.
func MinLR(rate float64) PlateauOption { return func(r *ReduceLROnPlateau) { r.minLR = rate } }

// NewReduceLROnPlateau returns a ReduceLROnPlateau. Options: Monitor, Factor, Patience, Verbose, Mode, MinDelta,
// Cooldown, MinLR. A Factor outside (0, 1) and a negative Patience or Cooldown raise ValueError.
func NewReduceLROnPlateau(opts ...PlateauOption) *ReduceLROnPlateau {
	r := &ReduceLROnPlateau{watched: EarlyStopping{Patience: 10, MinDelta: 1e-4}, factor: 0.1}
	for _, o := range opts {
		o(r)
	}
	if !(r.factor > 0 && r.factor < 1) || r.watched.Patience < 0 || r.cooldown < 0 {
		tensor.Throw("ReduceLROnPlateau", tensor.ValueError,
			"For 'ReduceLROnPlateau', the 'factor' must be within (0.0, 1.0), 'patience' and 'cooldown' must not be "+
				"negative, but got %s, %d and %d.",
			tensor.Repr(r.factor), r.watched.Patience, r.cooldown)
	}
	return r
}

// Begin resets the callback. An unknown Mode raises ValueError.
func (r *ReduceLROnPlateau) Begin(c *RunContext) {
	r.watched.begin("ReduceLROnPlateau")
	r.resting = 0
}

// EpochEnd checks the monitored value. An optimizer whose rate is not a single fixed number raises ValueError.
func (r *ReduceLROnPlateau) EpochEnd(c *RunContext) {
	rate := fixedRate("ReduceLROnPlateau", tensor.ValueError, c)
	w := &r.watched
	now, ok := w.figure(c, "Learning rate reduction")
	if !ok {
		return
	}
	if r.resting > 0 {
		r.resting, w.wait = r.resting-1, 0
	}
	if w.better(now, w.best) {
		w.best, w.wait = now, 0
		return
	}
	if r.resting > 0 {
		return
	}
	if w.wait++; w.wait < w.Patience {
		return
	}
	if rate.Float() > r.minLR {
		lower := rate.Value().Mul(tensor.Scalar(r.factor)).Maximum(tensor.Scalar(r.minLR))
		rate.SetData(lower)
		if w.Verbose {
			fmt.Fprintf(display.Stdout(), "Epoch %05d: ReduceLROnPlateau reducing learning rate to %s.\n", c.CurEpochNum, lower)
		}
	}
	r.resting, w.wait = r.cooldown, 0
}

// fixedRate returns the learning rate, which must be a single number.
func fixedRate(callback string, kind tensor.Kind, c *RunContext) *nn.Parameter {
	o, ok := c.Optimizer().(interface{ Base() *optim.Optimizer })
	if !ok {
		tensor.Throw(callback, kind, "For '%s', the optimizer must be one of package optim.", callback)
	}
	lr, ok := o.Base().LearningRate.(*nn.Parameter)
	if !ok { // a list, a schedule, or one for each group
		tensor.Throw(callback, kind, "For '%s', the optimizer must have a fixed learning rate.", callback)
	}
	return lr
}
