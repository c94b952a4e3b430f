package optim

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Adam is mindspore.nn.Adam, after Kingma and Ba, "Adam: A Method for Stochastic Optimization":
//
//	m += (1-β1)·(grad - m)
//	v += (1-β2)·(grad² - v)
//	w -= lr·√(1-β2ᵗ)/(1-β1ᵗ) · m/(√v + eps)
//
// eps is added after the bias correction, unlike in PyTorch. With Nesterov the numerator is β1·m + (1-β1)·grad,
// with UseAMSGrad v is its largest value so far.
//
//ms:optimizer nn.optim.adam
type Adam struct {
	Optimizer
	Beta1Power *nn.Parameter     `ms:"beta1_power"`
	Beta2Power *nn.Parameter     `ms:"beta2_power"`
	Moment1    nn.ParameterTuple `ms:"moment1"`
	Moment2    nn.ParameterTuple `ms:"moment2"`
	VHat       nn.ParameterTuple `ms:"vhat"` // with UseAMSGrad

	rates
	useLocking  bool `default:""`
	useNesterov bool `default:""`
	useAMSGrad  bool `default:""`
}

// rates are the decay rates of two moments and the number added to the denominator.
type rates struct {
	beta1 float64 `default:"0.9" check:"fraction"`
	beta2 float64 `default:"0.999" check:"fraction"`
	eps   float64 `default:"1e-8" check:"positive"`
}

// By default the learning rate is 0.001. A beta outside (0, 1) and an eps that is not positive raise ValueError.
func (o *Adam) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 1e-3, set)
	o.Beta1Power = nn.NewParameter(tensor.Ones(1), "beta1_power")
	o.Beta2Power = nn.NewParameter(tensor.Ones(1), "beta2_power")
	o.Moment1, o.Moment2 = o.clones("moment1", "zeros"), o.clones("moment2", "zeros")
	if o.useAMSGrad {
		o.VHat = o.clones("vhat", "zeros")
	}
}

// Construct makes a step; see [Optimizer.Call].
func (o *Adam) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	o.checkGradients(grads) // before the powers change
	o.Beta1Power.Writable().([]float32)[0] *= float32(o.beta1)
	o.Beta2Power.Writable().([]float32)[0] *= float32(o.beta2)
	if o.VHat != nil {
		return step(o, adamStep, adam[float64], grads, o.Moment1, o.Moment2, o.VHat)
	}
	return step(o, adamStep, adam[float64], grads, o.Moment1, o.Moment2)
}

// correct returns the learning rate corrected for the bias of moments that started at zero.
func (o *Adam) correct(lr float64) float32 {
	p1, p2 := o.Beta1Power.Float32s()[0], o.Beta2Power.Float32s()[0]
	return float32(float32(lr)*float32(math.Sqrt(float64(1-p2)))) / (1 - p1)
}

// adamStep is adam of Float32, vectorized unless a variant is used.
func adamStep(o *Adam, w, g []float32, s [][]float32, at place) {
	if o.useNesterov || len(s) > 2 {
		adam(o, w, g, s, at)
		return
	}
	kernels.AdamStep(w, s[0], s[1], g, o.correct(at.lr), 1-float32(o.beta1), 1-float32(o.beta2), float32(o.eps))
}

func adam[T float32 | float64](o *Adam, w, g []T, s [][]T, at place) {
	lr, eps := T(o.correct(at.lr)), T(float32(o.eps))
	beta1, rest1, rest2 := T(float32(o.beta1)), T(1-float32(o.beta1)), T(1-float32(o.beta2))
	m, v := s[0], s[1]
	for i, x := range g {
		m[i] += T((x - m[i]) * rest1)
		v[i] += T((T(x*x) - v[i]) * rest2)
		up, down := m[i], v[i]
		if o.useNesterov {
			up = T(m[i]*beta1) + T(rest1*x)
		}
		if len(s) > 2 {
			s[2][i] = max(s[2][i], v[i])
			down = s[2][i]
		}
		w[i] -= T(lr*up) / (T(math.Sqrt(float64(down))) + eps)
	}
}

// LazyAdam is mindspore.nn.LazyAdam, which changes only the rows of a sparse gradient. As gradients are dense here,
// it equals Adam.
//
//ms:optimizer nn.optim.lazyadam useAMSGrad=-
type LazyAdam struct{ Adam }

// AdamOffload is mindspore.nn.AdamOffload, which runs Adam on the host's CPU; here it equals Adam.
//
//ms:optimizer nn.optim.adam useAMSGrad=-
type AdamOffload struct{ Adam }
