package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// AdaMax is mindspore.nn.AdaMax, the variant of Adam with the infinity norm (Kingma and Ba, section 7.1):
//
//	m = β1·m + (1-β1)·grad
//	v = max(β2·v, |grad|)
//	w -= lr/(1-β1ᵗ) · m/(v + eps)
type AdaMax struct {
	Optimizer
	Beta1Power *nn.Parameter     `ms:"beta1_power"`
	Moment1    nn.ParameterTuple `ms:"moment1"`
	Moment2    nn.ParameterTuple `ms:"moment2"`

	rates
}

// NewAdaMax returns an AdaMax optimizer, by default with the learning rate 0.001. Options are [Beta1] (0.9), [Beta2]
// (0.999), [Eps] (1e-8), [WeightDecay] and [LossScale]. A beta outside (0, 1) and an eps that is not positive raise
// ValueError.
func NewAdaMax(params, lr any, opts ...Option) *AdaMax {
	s := readOptions("AdaMax", opts, "beta1", "beta2", "eps", "weight_decay", "loss_scale")
	o := &AdaMax{}
	o.setup(params, lr, 1e-3, s)
	o.rates = s.rates(1e-8)
	o.Beta1Power = nn.NewParameter(tensor.Ones(1), "beta1_power")
	o.Moment1, o.Moment2 = o.clones("moment1", "zeros"), o.clones("moment2", "zeros")
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *AdaMax) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	o.checkGradients(grads) // before the power changes
	o.Beta1Power.Writable().([]float32)[0] *= float32(o.beta1)
	return o.apply(o, false, grads, o.Moment1, o.Moment2)
}

func (o *AdaMax) float32s(w, g []float32, s [][]float32, at place) { adamax(o, w, g, s, at) }
func (o *AdaMax) float64s(w, g []float64, s [][]float64, at place) { adamax(o, w, g, s, at) }

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
