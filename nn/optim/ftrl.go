package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// FTRL follows the regularized leader, mindspore.nn.FTRL, after McMahan and others, "Ad Click Prediction: a View from
// the Trenches". With p the learning rate power:
//
//	linear += grad - ((accum + grad²)^-p - accum^-p)/lr·w
//	accum += grad²
//	w = (sign(linear)·l1 - linear)/(accum^-p/lr + 2·l2) where |linear| > l1, else 0
type FTRL struct {
	Optimizer
	Moments nn.ParameterTuple `ms:"moments"`
	Linear  nn.ParameterTuple `ms:"linear"`

	power, l1, l2 float64
}

// NewFTRL returns an FTRL optimizer, by default with the learning rate 0.001. Options are [InitialAccum] (0.1),
// [LRPower] (-0.5), [L1] (0), [L2] (0), [UseLocking], [LossScale] and [WeightDecay]. A negative accum, l1 or l2 and a
// positive power raise ValueError.
func NewFTRL(params, lr any, opts ...Option) *FTRL {
	s := readOptions("FTRL", opts, "initial_accum", "lr_power", "l1", "l2", "use_locking", "loss_scale", "weight_decay")
	o := &FTRL{power: s.float("lr_power", -0.5), l1: s.nonNegative("l1", 0), l2: s.nonNegative("l2", 0)}
	if !(o.power <= 0) {
		tensor.Throw("FTRL", tensor.ValueError, "For 'FTRL', the 'lr_power' must be float and must <= 0, but got '%s' with type 'float'.", tensor.Repr(o.power))
	}
	o.setup(params, lr, 1e-3, s)
	o.Moments = o.clones("moments", s.nonNegative("initial_accum", 0.1))
	o.Linear = o.clones("linear", "zeros")
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *FTRL) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.apply(o, false, grads, o.Moments, o.Linear)
}

func (o *FTRL) float32s(w, g []float32, s [][]float32, at place) { ftrl(o, w, g, s[0], s[1], at) }
func (o *FTRL) float64s(w, g []float64, s [][]float64, at place) { ftrl(o, w, g, s[0], s[1], at) }

func ftrl[T float32 | float64](o *FTRL, w, g, accum, linear []T, at place) {
	power := func(x T) T { return T(math.Pow(float64(x), -o.power)) }
	lr, l1, l2 := T(at.lr), T(o.l1), T(2*o.l2)
	for i, x := range g {
		before := power(accum[i])
		accum[i] += T(x * x)
		after := power(accum[i])
		linear[i] += x - T((after-before)/lr*w[i])
		w[i] = 0
		if size := T(math.Abs(float64(linear[i]))); size > l1 {
			w[i] = (T(math.Copysign(float64(l1), float64(linear[i]))) - linear[i]) / (after/lr + l2)
		}
	}
}
