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
//
//ms:optimizer nn.optim.ftrl
type FTRL struct {
	Optimizer
	Moments nn.ParameterTuple `ms:"moments"`
	Linear  nn.ParameterTuple `ms:"linear"`

	initialAccum float64 `default:"0.1" check:"nonNegative"`
	lrPower      float64 `default:"-0.5"`
	l1           float64 `default:"0" check:"nonNegative"`
	l2           float64 `default:"0" check:"nonNegative"`
	useLocking   bool    `default:""`
}

// By default the learning rate is 0.001. A negative accum, l1 or l2 and a positive power raise ValueError.
func (o *FTRL) build(class string, params, lr any, set baseOptions) {
	if !(o.lrPower <= 0) {
		tensor.Throw(class, tensor.ValueError,
			"For '%s', the 'lr_power' must be float and must <= 0, but got '%s' with type 'float'.",
			class, tensor.Repr(o.lrPower))
	}
	o.setup(class, params, lr, 1e-3, set)
	o.Moments, o.Linear = o.clones("moments", o.initialAccum), o.clones("linear", "zeros")
}

// Construct makes a step; see [Optimizer.Call].
func (o *FTRL) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return step(o, ftrl[float32], ftrl[float64], grads, o.Moments, o.Linear)
}

func ftrl[T float32 | float64](o *FTRL, w, g []T, s [][]T, at place) {
	power := func(x T) T { return T(math.Pow(float64(x), -o.lrPower)) }
	accum, linear := s[0], s[1]
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
