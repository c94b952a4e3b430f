package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Adagrad is mindspore.nn.Adagrad:
//
//	accum += grad²
//	w -= lr·grad/√(accum + 1e-8)
type Adagrad struct {
	Optimizer
	Accum nn.ParameterTuple `ms:"accum"`

	update bool
}

// adagradEps is in MindSpore's CPU kernel (kEps in apply_adagrad_cpu_kernel.cc).
const adagradEps = 1e-8

// NewAdagrad returns an Adagrad optimizer, by default with the learning rate 0.001. Options are [Accum] (0.1),
// [UpdateSlots], [LossScale] and [WeightDecay]. A negative accum raises ValueError.
func NewAdagrad(params, lr any, opts ...Option) *Adagrad {
	s := readOptions("Adagrad", opts, "accum", "update_slots", "loss_scale", "weight_decay")
	o := &Adagrad{update: s.flag("update_slots", true)}
	o.setup(params, lr, 1e-3, s)
	o.Accum = o.clones("accum", s.nonNegative("accum", 0.1))
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *Adagrad) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.apply(o, false, grads, o.Accum)
}

func (o *Adagrad) float32s(w, g []float32, s [][]float32, at place) { adagrad(o, w, g, s[0], at) }
func (o *Adagrad) float64s(w, g []float64, s [][]float64, at place) { adagrad(o, w, g, s[0], at) }

func adagrad[T float32 | float64](o *Adagrad, w, g, accum []T, at place) {
	lr := T(at.lr)
	for i, x := range g {
		if o.update {
			accum[i] += T(x * x)
		}
		w[i] -= T(T(lr*x) * (1 / T(math.Sqrt(float64(accum[i]+adagradEps)))))
	}
}
