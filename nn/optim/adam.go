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
// eps is added after the correction of the bias, other than in PyTorch. With UseNesterov the numerator is
// β1·m + (1-β1)·grad, with UseAMSGrad v is its largest value so far.
type Adam struct {
	Optimizer
	Beta1Power *nn.Parameter     `ms:"beta1_power"`
	Beta2Power *nn.Parameter     `ms:"beta2_power"`
	Moment1    nn.ParameterTuple `ms:"moment1"`
	Moment2    nn.ParameterTuple `ms:"moment2"`
	VHat       nn.ParameterTuple `ms:"vhat"` // with UseAMSGrad

	rates
	nesterov bool
}

// NewAdam returns an Adam optimizer, by default with the learning rate 0.001. Options are [Beta1] (0.9), [Beta2]
// (0.999), [Eps] (1e-8), [UseLocking], [UseNesterov], [UseAMSGrad], [WeightDecay] and [LossScale]. A beta outside
// (0, 1) and an eps that is not positive raise ValueError.
func NewAdam(params, lr any, opts ...Option) *Adam {
	o := &Adam{}
	o.begin(params, lr, readOptions("Adam", opts, "beta1", "beta2", "eps", "use_locking", "use_nesterov", "weight_decay", "loss_scale", "use_amsgrad"))
	o.Init(o)
	return o
}

// rates are the decay rates of two moments and what is added to the denominator.
type rates struct{ beta1, beta2, eps float64 }

// rates reads the options of two moments.
func (s settings) rates(eps float64) rates {
	return rates{s.fraction("beta1", 0.9), s.fraction("beta2", 0.999), s.positive("eps", eps)}
}

// begin is what Adam and the optimizers that make the same steps have in common.
func (o *Adam) begin(params, lr any, s settings) {
	o.nesterov = s.flag("use_nesterov", false)
	o.setup(params, lr, 1e-3, s)
	o.rates = s.rates(1e-8)
	o.Beta1Power = nn.NewParameter(tensor.Ones(1), "beta1_power")
	o.Beta2Power = nn.NewParameter(tensor.Ones(1), "beta2_power")
	o.Moment1, o.Moment2 = o.clones("moment1", "zeros"), o.clones("moment2", "zeros")
	if s.flag("use_amsgrad", false) {
		o.VHat = o.clones("vhat", "zeros")
	}
}

// Construct makes a step; see [Optimizer.Call].
func (o *Adam) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	o.checkGradients(grads) // before the powers change
	o.Beta1Power.Writable().([]float32)[0] *= float32(o.beta1)
	o.Beta2Power.Writable().([]float32)[0] *= float32(o.beta2)
	if o.VHat != nil {
		return o.apply(o, false, grads, o.Moment1, o.Moment2, o.VHat)
	}
	return o.apply(o, false, grads, o.Moment1, o.Moment2)
}

// correct returns the learning rate that makes up for moments which began with zeros.
func (o *Adam) correct(lr float64) float32 {
	p1, p2 := o.Beta1Power.Float32s()[0], o.Beta2Power.Float32s()[0]
	return float32(float32(lr)*float32(math.Sqrt(float64(1-p2)))) / (1 - p1)
}

func (o *Adam) float32s(w, g []float32, s [][]float32, at place) {
	if o.nesterov || len(s) > 2 {
		adam(o, w, g, s, at)
		return
	}
	kernels.AdamStep(w, s[0], s[1], g, o.correct(at.lr), 1-float32(o.beta1), 1-float32(o.beta2), float32(o.eps))
}
func (o *Adam) float64s(w, g []float64, s [][]float64, at place) { adam(o, w, g, s, at) }

func adam[T float32 | float64](o *Adam, w, g []T, s [][]T, at place) {
	lr, eps := T(o.correct(at.lr)), T(float32(o.eps))
	beta1, rest1, rest2 := T(float32(o.beta1)), T(1-float32(o.beta1)), T(1-float32(o.beta2))
	m, v := s[0], s[1]
	for i, x := range g {
		m[i] += T((x - m[i]) * rest1)
		v[i] += T((T(x*x) - v[i]) * rest2)
		up, down := m[i], v[i]
		if o.nesterov {
			up = T(m[i]*beta1) + T(rest1*x)
		}
		if len(s) > 2 {
			s[2][i] = max(s[2][i], v[i])
			down = s[2][i]
		}
		w[i] -= T(lr*up) / (T(math.Sqrt(float64(down))) + eps)
	}
}

// LazyAdam is mindspore.nn.LazyAdam, which changes only the rows that a sparse gradient has. Gradients are dense here,
// and for these it is Adam.
type LazyAdam struct{ Adam }

// NewLazyAdam returns a LazyAdam optimizer, with the defaults of Adam. Options are [Beta1], [Beta2], [Eps],
// [UseLocking], [UseNesterov], [WeightDecay] and [LossScale].
func NewLazyAdam(params, lr any, opts ...Option) *LazyAdam {
	o := &LazyAdam{}
	o.begin(params, lr, readOptions("LazyAdam", opts, lazyKeywords...))
	o.Init(o)
	return o
}

// AdamOffload is mindspore.nn.AdamOffload, which makes the steps of Adam on the host's processor, where all of them
// are made here.
type AdamOffload struct{ Adam }

// NewAdamOffload returns an AdamOffload optimizer, with the defaults of Adam. Options are [Beta1], [Beta2], [Eps],
// [UseLocking], [UseNesterov], [WeightDecay] and [LossScale].
func NewAdamOffload(params, lr any, opts ...Option) *AdamOffload {
	o := &AdamOffload{}
	o.begin(params, lr, readOptions("AdamOffload", opts, lazyKeywords...))
	o.Init(o)
	return o
}

var lazyKeywords = []string{"beta1", "beta2", "eps", "use_locking", "use_nesterov", "weight_decay", "loss_scale"}
