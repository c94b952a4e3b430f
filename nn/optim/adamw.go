package optim

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// AdamWeightDecay is mindspore.nn.AdamWeightDecay: Adam with decoupled weight decay and without correction of the
// bias.
//
//	m = β1·m + (1-β1)·grad
//	v = β2·v + (1-β2)·grad²
//	w -= lr·(m/(√v + eps) + decay·w)
//
//ms:optimizer nn.optim.adam eps=1e-6 lossScale=-
type AdamWeightDecay struct {
	Optimizer
	Moments1 nn.ParameterTuple `ms:"moments1"`
	Moments2 nn.ParameterTuple `ms:"moments2"`

	rates
}

// By default the learning rate is 0.001. A beta outside (0, 1) and an eps that is not positive raise ValueError.
func (o *AdamWeightDecay) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 1e-3, set)
	o.Moments1, o.Moments2 = o.clones("adam_m", "zeros"), o.clones("adam_v", "zeros")
}

// Construct makes a step; see [Optimizer.Call].
func (o *AdamWeightDecay) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return decayStep(o, adamWeightDecayStep, adamWeightDecay[float64], grads, o.Moments1, o.Moments2)
}

// adamWeightDecayStep is adamWeightDecay of Float32, vectorized.
func adamWeightDecayStep(o *AdamWeightDecay, w, g []float32, s [][]float32, at place) {
	beta1, beta2 := float32(o.beta1), float32(o.beta2)
	p := [7]float32{float32(at.lr), beta1, 1 - beta1, beta2, 1 - beta2, float32(o.eps), float32(at.decay)}
	if !kernels.AdamW.Run(w, s[0], s[1], g, p) {
		adamWeightDecay(o, w, g, s, at)
	}
}

func adamWeightDecay[T float32 | float64](o *AdamWeightDecay, w, g []T, s [][]T, at place) {
	m, v := s[0], s[1]
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
