package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// ExponentialDecayLR is mindspore.nn.ExponentialDecayLR: lr·rate^(step/decaySteps).
//
//ms:scheduler nn.learning_rate_schedule
type ExponentialDecayLR struct {
	nn.Cell
	decay
}

// With [Stair] the exponent is a whole number. Arguments that are not positive raise ValueError.
func (c *ExponentialDecayLR) build(class string, lr, rate float64, decaySteps int) {
	c.begin(class, lr, rate, decaySteps)
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *ExponentialDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	return weak(c.lr).Mul(weak(c.rate).Pow(c.periods(step)))
}

// decay is the common part of the exponential schedules.
type decay struct {
	lr, rate float64
	steps    int
	stair    bool `default:""`
}

func (d *decay) begin(class string, lr, rate float64, steps int) {
	checkPositiveInt(class, "decay_steps", steps)
	positive(class, "learning_rate", lr)
	positive(class, "decay_rate", rate)
	d.lr, d.rate, d.steps = lr, rate, steps
}

// periods returns the number of elapsed decay periods, rounded down if the option Stair is set.
func (d decay) periods(step *tensor.Tensor) *tensor.Tensor {
	p := step.AsType(tensor.Float32).Div(weak(float64(d.steps)))
	if d.stair {
		p = p.Floor()
	}
	return p
}

// weak returns a Python number: an operand combined with it keeps its dtype.
func weak(v float64) *tensor.Tensor { return tensor.Scalar(v) }

// NaturalExpDecayLR is mindspore.nn.NaturalExpDecayLR: lr·e^(-rate·step).
//
//ms:scheduler nn.learning_rate_schedule
type NaturalExpDecayLR struct {
	nn.Cell
	decay
}

// With [Stair] it takes the step in which the decay period began; decaySteps matters only then. Arguments that are not
// positive raise ValueError.
func (c *NaturalExpDecayLR) build(class string, lr, rate float64, decaySteps int) {
	c.begin(class, lr, rate, decaySteps)
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *NaturalExpDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	p := step.AsType(tensor.Float32)
	if c.stair {
		n := weak(float64(c.steps))
		p = p.FloorDiv(n).Mul(n)
	}
	return weak(c.lr).Mul(weak(math.E).Pow(weak(-c.rate).Mul(p)))
}

// InverseDecayLR is mindspore.nn.InverseDecayLR: lr/(1 + rate·step/decaySteps).
//
//ms:scheduler nn.learning_rate_schedule
type InverseDecayLR struct {
	nn.Cell
	decay
}

// With [Stair] step/decaySteps is rounded down. Arguments that are not positive raise ValueError.
func (c *InverseDecayLR) build(class string, lr, rate float64, decaySteps int) {
	c.begin(class, lr, rate, decaySteps)
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *InverseDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	return weak(c.lr).Div(weak(1).Add(weak(c.rate).Mul(c.periods(step))))
}

// CosineDecayLR is mindspore.nn.CosineDecayLR: half a cosine wave from the largest learning rate down to the
// smallest.
//
//ms:scheduler nn.learning_rate_schedule
type CosineDecayLR struct {
	nn.Cell
	minLR, maxLR float64
	steps        int
}

// It reaches minLR after decaySteps. A negative minLR, one that is not below maxLR, and decaySteps that are not
// positive raise ValueError.
func (c *CosineDecayLR) build(class string, minLR, maxLR float64, decaySteps int) {
	checkPositiveInt(class, "decay_steps", decaySteps)
	checkBounds(class, class, "must", minLR, maxLR)
	c.minLR, c.maxLR, c.steps = minLR, maxLR, decaySteps
}

// Construct returns the learning rate of a step, Float32 in the step's shape. Like MindSpore on CPUs it computes the
// cosine as a sine, which changes the last digits.
func (c *CosineDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	n := weak(float64(c.steps))
	p := step.AsType(tensor.Float32).Minimum(n)
	cos := weak(math.Pi).Mul(p.Div(n).Add(weak(0.5))).Sin()
	return weak(c.minLR).Add(weak(0.5 * (c.maxLR - c.minLR)).Mul(weak(1).Add(cos)))
}

// PolynomialDecayLR is mindspore.nn.PolynomialDecayLR: (lr-endLR)·(1 - step/decaySteps)^power + endLR.
//
//ms:scheduler nn.learning_rate_schedule
type PolynomialDecayLR struct {
	nn.Cell
	lr, endLR, power float64
	steps            int
	updateDecay      bool `default:""`
}

// It stays at endLR after decaySteps or, with [UpdateDecay], continues with a longer period. A negative endLR and
// other arguments that are not positive raise ValueError.
func (c *PolynomialDecayLR) build(class string, lr, endLR float64, decaySteps int, power float64) {
	positive("", "learning_rate", lr)
	nonNegative(class, "end_learning_rate", endLR)
	checkPositiveInt(class, "decay_steps", decaySteps)
	positive(class, "power", power)
	c.lr, c.endLR, c.power, c.steps = lr, endLR, power, decaySteps
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *PolynomialDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	at, period := step.AsType(tensor.Float32), weak(float64(c.steps))
	if c.updateDecay {
		period = period.Mul(at.Div(period).Ceil().Maximum(weak(1)))
	} else {
		at = at.Minimum(period)
	}
	left := weak(1).Sub(at.Div(period))
	return weak(c.lr - c.endLR).Mul(left.Pow(weak(c.power))).Add(weak(c.endLR))
}

// WarmUpLR is mindspore.nn.WarmUpLR: lr·step/warmupSteps, then lr.
//
//ms:scheduler nn.learning_rate_schedule
type WarmUpLR struct {
	nn.Cell
	lr    float64
	steps int
}

// A negative lr and warmupSteps that are not positive raise ValueError.
func (c *WarmUpLR) build(class string, lr float64, warmupSteps int) {
	nonNegative(class, "learning_rate", lr)
	checkPositiveInt(class, "warmup_steps", warmupSteps)
	c.lr, c.steps = lr, warmupSteps
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *WarmUpLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	n := weak(float64(c.steps))
	return weak(c.lr).Mul(step.AsType(tensor.Float32).Minimum(n).Div(n))
}
