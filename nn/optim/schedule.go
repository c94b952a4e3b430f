package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// ExponentialDecayLR is mindspore.nn.ExponentialDecayLR: lr·rate^(step/decaySteps).
type ExponentialDecayLR struct {
	nn.Cell
	decay
}

// NewExponentialDecayLR returns the schedule, with Stair(true) one in which the exponent is a whole number.
// Arguments that are not positive raise ValueError.
func NewExponentialDecayLR(lr, rate float64, decaySteps int, stair ...Stair) *ExponentialDecayLR {
	c := &ExponentialDecayLR{decay: newDecay("ExponentialDecayLR", lr, rate, decaySteps, stair)}
	c.Init(c)
	return c
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *ExponentialDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	return weak(c.lr).Mul(weak(c.rate).Pow(c.periods(step)))
}

// decay is what the schedules of the exponential kind have in common.
type decay struct {
	lr, rate float64
	steps    int
	stair    bool
}

func newDecay(class string, lr, rate float64, steps int, stair []Stair) decay {
	checkPositiveInt(class, "decay_steps", steps)
	checkFloat(class, "learning_rate", lr, lr > 0, ">")
	checkFloat(class, "decay_rate", rate, rate > 0, ">")
	return decay{lr, rate, steps, len(stair) > 0 && bool(stair[0])}
}

// periods returns how many decay periods are over, a whole number in stairs.
func (d decay) periods(step *tensor.Tensor) *tensor.Tensor {
	p := step.AsType(tensor.Float32).Div(weak(float64(d.steps)))
	if d.stair {
		p = p.Floor()
	}
	return p
}

// weak is a number as Python has it: what it is combined with keeps its dtype.
func weak(v float64) *tensor.Tensor { return tensor.Scalar(v) }

// NaturalExpDecayLR is mindspore.nn.NaturalExpDecayLR: lr·e^(-rate·step).
type NaturalExpDecayLR struct {
	nn.Cell
	decay
}

// NewNaturalExpDecayLR returns the schedule, with Stair(true) one that takes the step in which the decay period
// began; decaySteps matters only then. Arguments that are not positive raise ValueError.
func NewNaturalExpDecayLR(lr, rate float64, decaySteps int, stair ...Stair) *NaturalExpDecayLR {
	c := &NaturalExpDecayLR{decay: newDecay("NaturalExpDecayLR", lr, rate, decaySteps, stair)}
	c.Init(c)
	return c
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
type InverseDecayLR struct {
	nn.Cell
	decay
}

// NewInverseDecayLR returns the schedule, with Stair(true) one in which step/decaySteps is rounded down. Arguments
// that are not positive raise ValueError.
func NewInverseDecayLR(lr, rate float64, decaySteps int, stair ...Stair) *InverseDecayLR {
	c := &InverseDecayLR{decay: newDecay("InverseDecayLR", lr, rate, decaySteps, stair)}
	c.Init(c)
	return c
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *InverseDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	return weak(c.lr).Div(weak(1).Add(weak(c.rate).Mul(c.periods(step))))
}

// CosineDecayLR is mindspore.nn.CosineDecayLR: half a cosine wave from the largest learning rate down to the
// smallest.
type CosineDecayLR struct {
	nn.Cell
	minLR, maxLR float64
	steps        int
}

// NewCosineDecayLR returns the schedule, which reaches minLR after decaySteps. A negative minLR, one that is not
// below maxLR, and decaySteps that are not positive raise ValueError.
func NewCosineDecayLR(minLR, maxLR float64, decaySteps int) *CosineDecayLR {
	const class = "CosineDecayLR"
	checkPositiveInt(class, "decay_steps", decaySteps)
	checkBounds(class, class, "must", minLR, maxLR)
	c := &CosineDecayLR{minLR: minLR, maxLR: maxLR, steps: decaySteps}
	c.Init(c)
	return c
}

// Construct returns the learning rate of a step, Float32 in the step's shape. On CPUs MindSpore takes the sine of a
// quarter turn more, which differs in the last digits; so does this.
func (c *CosineDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	n := weak(float64(c.steps))
	p := step.AsType(tensor.Float32).Minimum(n)
	cos := weak(math.Pi).Mul(p.Div(n).Add(weak(0.5))).Sin()
	return weak(c.minLR).Add(weak(0.5 * (c.maxLR - c.minLR)).Mul(weak(1).Add(cos)))
}

// PolynomialDecayLR is mindspore.nn.PolynomialDecayLR: (lr-endLR)·(1 - step/decaySteps)^power + endLR.
type PolynomialDecayLR struct {
	nn.Cell
	lr, endLR, power float64
	steps            int
	update           bool
}

// NewPolynomialDecayLR returns the schedule, which stays at endLR after decaySteps or, with UpdateDecay(true), goes
// on with a longer period. A negative endLR and other arguments that are not positive raise ValueError.
func NewPolynomialDecayLR(lr, endLR float64, decaySteps int, power float64, update ...UpdateDecay) *PolynomialDecayLR {
	const class = "PolynomialDecayLR"
	checkFloat("", "learning_rate", lr, lr > 0, ">")
	checkFloat(class, "end_learning_rate", endLR, endLR >= 0, ">=")
	checkPositiveInt(class, "decay_steps", decaySteps)
	checkFloat(class, "power", power, power > 0, ">")
	c := &PolynomialDecayLR{lr: lr, endLR: endLR, power: power, steps: decaySteps, update: len(update) > 0 && bool(update[0])}
	c.Init(c)
	return c
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *PolynomialDecayLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	at, period := step.AsType(tensor.Float32), weak(float64(c.steps))
	if c.update {
		period = period.Mul(at.Div(period).Ceil().Maximum(weak(1)))
	} else {
		at = at.Minimum(period)
	}
	left := weak(1).Sub(at.Div(period))
	return weak(c.lr - c.endLR).Mul(left.Pow(weak(c.power))).Add(weak(c.endLR))
}

// WarmUpLR is mindspore.nn.WarmUpLR: lr·step/warmupSteps, then lr.
type WarmUpLR struct {
	nn.Cell
	lr    float64
	steps int
}

// NewWarmUpLR returns the schedule. A negative lr and warmupSteps that are not positive raise ValueError.
func NewWarmUpLR(lr float64, warmupSteps int) *WarmUpLR {
	checkFloat("WarmUpLR", "learning_rate", lr, lr >= 0, ">=")
	checkPositiveInt("WarmUpLR", "warmup_steps", warmupSteps)
	c := &WarmUpLR{lr: lr, steps: warmupSteps}
	c.Init(c)
	return c
}

// Construct returns the learning rate of a step, Float32 in the step's shape.
func (c *WarmUpLR) Construct(step *tensor.Tensor) *tensor.Tensor {
	n := weak(float64(c.steps))
	return weak(c.lr).Mul(step.AsType(tensor.Float32).Minimum(n).Div(n))
}
