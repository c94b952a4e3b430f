package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Adadelta is mindspore.nn.Adadelta, after Zeiler, "ADADELTA: An Adaptive Learning Rate Method":
//
//	accum = rho·accum + (1-rho)·grad²
//	update = √(accum_update + epsilon)/√(accum + epsilon)·grad
//	accum_update = rho·accum_update + (1-rho)·update²
//	w -= lr·update
type Adadelta struct {
	Optimizer
	Accum       nn.ParameterTuple `ms:"accum"`
	AccumUpdate nn.ParameterTuple `ms:"accum_update"`

	rho, epsilon float64
}

// NewAdadelta returns an Adadelta optimizer, by default with the learning rate 1. Options are [Rho] (0.9), [Epsilon]
// (1e-6), [LossScale] and [WeightDecay]. A rho outside [0, 1] and a negative epsilon raise ValueError.
func NewAdadelta(params, lr any, opts ...Option) *Adadelta {
	s := readOptions("Adadelta", opts, "rho", "epsilon", "loss_scale", "weight_decay")
	o := &Adadelta{}
	o.setup(params, lr, 1.0, s)
	o.rho, o.epsilon = s.share("rho", 0.9), s.nonNegative("epsilon", 1e-6)
	o.Accum, o.AccumUpdate = o.clones("accum", "zeros"), o.clones("accum_update", "zeros")
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *Adadelta) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.apply(o, false, grads, o.Accum, o.AccumUpdate)
}

func (o *Adadelta) float32s(w, g []float32, s [][]float32, at place) { adadelta(o, w, g, s, at) }
func (o *Adadelta) float64s(w, g []float64, s [][]float64, at place) { adadelta(o, w, g, s, at) }

func adadelta[T float32 | float64](o *Adadelta, w, g []T, s [][]T, at place) {
	lr, rho, rest, eps := T(at.lr), T(o.rho), T(1-o.rho), T(o.epsilon)
	accum, updates := s[0], s[1]
	for i, x := range g {
		accum[i] = T(rho*accum[i]) + T(rest*T(x*x))
		update := T(T(root(updates[i]+eps)/root(accum[i]+eps)) * x)
		updates[i] = T(rho*updates[i]) + T(rest*T(update*update))
		w[i] -= T(lr * update)
	}
}

// root is the square root.
func root[T float32 | float64](x T) T { return T(math.Sqrt(float64(x))) }
