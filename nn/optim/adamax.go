package optim

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// AdaMax is mindspore.nn.AdaMax, the variant of Adam with the infinity norm (Kingma and Ba, section 7.1):
//
//	m = β1·m + (1-β1)·grad
//	v = max(β2·v, |grad|)
//	w -= lr/(1-β1ᵗ) · m/(v + eps)
//
//ms:optimizer nn.optim.adamax
type AdaMax struct {
	Optimizer
	Beta1Power *nn.Parameter     `ms:"beta1_power"`
	Moment1    nn.ParameterTuple `ms:"moment1"`
	Moment2    nn.ParameterTuple `ms:"moment2"`

	rates
}

// By default the learning rate is 0.001. A beta outside (0, 1) and an eps that is not positive raise ValueError.
func (o *AdaMax) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 1e-3, set)
	o.Beta1Power = nn.NewParameter(tensor.Ones(1), "beta1_power")
	o.Moment1, o.Moment2 = o.clones("moment1", "zeros"), o.clones("moment2", "zeros")
}

// Construct makes a step; see [Optimizer.Call].
func (o *AdaMax) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	o.checkGradients(grads) // before the power changes
	o.Beta1Power.Writable().([]float32)[0] *= float32(o.beta1)
	return step(o, adamaxStep, adamax[float64], grads, o.Moment1, o.Moment2)
}

// adamaxStep is adamax of Float32, vectorized.
func adamaxStep(o *AdaMax, w, g []float32, s [][]float32, at place) {
	lr := float32(at.lr) / (1 - o.Beta1Power.Float32s()[0])
	p := [7]float32{lr, float32(o.beta1), float32(1 - o.beta1), float32(o.beta2), float32(o.eps)}
	if !kernels.AdaMax.Run(w, s[0], s[1], g, p) {
		adamax(o, w, g, s, at)
	}
}

func adamax[T float32 | float64](o *AdaMax, w, g []T, s [][]T, at place) {
	lr, eps := T(at.lr)/T(1-o.Beta1Power.Float32s()[0]), T(o.eps)
	beta1, beta2, rest := T(o.beta1), T(o.beta2), T(1-o.beta1)
	m, v := s[0], s[1]
	for i, x := range g {
		m[i] = T(beta1*m[i]) + T(rest*x)
		v[i] = max(T(beta2*v[i]), T(math.Abs(float64(x))))
		w[i] -= T(lr*m[i]) / (v[i] + eps)
	}
}
