package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// AdamWeightDecay is mindspore.nn.AdamWeightDecay: Adam with decoupled weight decay and without correction of the
// bias.
//
//	m = β1·m + (1-β1)·grad
//	v = β2·v + (1-β2)·grad²
//	w -= lr·(m/(√v + eps) + decay·w)
type AdamWeightDecay struct {
	Optimizer
	Moments1 nn.ParameterTuple `ms:"moments1"`
	Moments2 nn.ParameterTuple `ms:"moments2"`

	rates
}

// NewAdamWeightDecay returns an AdamWeightDecay optimizer, by default with the learning rate 0.001. Options are
// [Beta1] (0.9), [Beta2] (0.999), [Eps] (1e-6) and [WeightDecay]. A beta outside (0, 1) and an eps that is not
// positive raise ValueError.
func NewAdamWeightDecay(params, lr any, opts ...Option) *AdamWeightDecay {
	o := &AdamWeightDecay{}
	o.rates, o.Moments1, o.Moments2 = o.beginDecoupled("AdamWeightDecay", params, lr, 1e-3, opts, "adam_")
	o.Init(o)
	return o
}

// beginDecoupled is what AdamWeightDecay and Lamb have in common: the options, two moments and a weight decay apart
// from the gradient.
func (o *Optimizer) beginDecoupled(
	class string, params, lr, byDefault any, opts []Option, prefix string,
) (_ rates, m, v nn.ParameterTuple) {
	s := readOptions(class, opts, "beta1", "beta2", "eps", "weight_decay")
	o.setup(params, lr, byDefault, s)
	return s.rates(1e-6), o.clones(prefix+"m", "zeros"), o.clones(prefix+"v", "zeros")
}

// Construct makes a step; see [Optimizer.Call].
func (o *AdamWeightDecay) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.apply(o, true, grads, o.Moments1, o.Moments2)
}

func (o *AdamWeightDecay) float32s(w, g []float32, s [][]float32, at place) {
	adamWeightDecay(o, w, g, s[0], s[1], at)
}

func (o *AdamWeightDecay) float64s(w, g []float64, s [][]float64, at place) {
	adamWeightDecay(o, w, g, s[0], s[1], at)
}

func adamWeightDecay[T float32 | float64](o *AdamWeightDecay, w, g, m, v []T, at place) {
	lr, eps, decay := T(at.lr), T(float32(o.eps)), T(at.decay)
	beta1, beta2 := T(float32(o.beta1)), T(float32(o.beta2))
	rest1, rest2 := T(1-float32(o.beta1)), T(1-float32(o.beta2))
	for i, x := range g {
		m[i] = T(m[i]*beta1) + T(rest1*x)
		v[i] = T(v[i]*beta2) + T(T(rest2*x)*x)
		update := m[i] / (T(math.Sqrt(float64(v[i]))) + eps)
		if decay > 0 {
			update += T(decay * w[i])
		}
		w[i] -= T(lr * update)
	}
}
