package optim

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Adagrad is mindspore.nn.Adagrad:
//
//	accum += grad²
//	w -= lr·grad/√(accum + 1e-8)
//
//ms:optimizer nn.optim.adagrad
type Adagrad struct {
	Optimizer
	Accum nn.ParameterTuple `ms:"accum"`

	accum       float64 `default:"0.1" check:"nonNegative"`
	updateSlots bool    `default:"true"`
}

// adagradEps is the constant of MindSpore's CPU kernel (kEps in apply_adagrad_cpu_kernel.cc).
const adagradEps = 1e-8

// By default the learning rate is 0.001. A negative accum raises ValueError.
func (o *Adagrad) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 1e-3, set)
	o.Accum = o.clones("accum", o.accum)
}

// Construct makes a step; see [Optimizer.Call].
func (o *Adagrad) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return step(o, adagradStep, adagrad[float64], grads, o.Accum)
}

// adagradStep is adagrad of Float32, vectorized if the state is updated.
func adagradStep(o *Adagrad, w, g []float32, s [][]float32, at place) {
	if !o.updateSlots || !kernels.Adagrad.Run(w, s[0], s[0], g, [7]float32{float32(at.lr), adagradEps}) {
		adagrad(o, w, g, s, at)
	}
}

func adagrad[T float32 | float64](o *Adagrad, w, g []T, s [][]T, at place) {
	lr, accum := T(at.lr), s[0]
	for i, x := range g {
		if o.updateSlots {
			accum[i] += T(x * x)
		}
		w[i] -= T(T(lr*x) * (1 / T(math.Sqrt(float64(accum[i]+adagradEps)))))
	}
}
