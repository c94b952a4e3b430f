package optim

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Adadelta is mindspore.nn.Adadelta, after Zeiler, "ADADELTA: An Adaptive Learning Rate Method":
//
//	accum = rho·accum + (1-rho)·grad²
//	update = √(accum_update + epsilon)/√(accum + epsilon)·grad
//	accum_update = rho·accum_update + (1-rho)·update²
//	w -= lr·update
//
//ms:optimizer nn.optim.adadelta
type Adadelta struct {
	Optimizer
	Accum       nn.ParameterTuple `ms:"accum"`
	AccumUpdate nn.ParameterTuple `ms:"accum_update"`

	rho     float64 `default:"0.9" check:"share"`
	epsilon float64 `default:"1e-6" check:"nonNegative"`
}

// By default the learning rate is 1. A rho outside [0, 1] and a negative epsilon raise ValueError.
func (o *Adadelta) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 1.0, set)
	o.Accum, o.AccumUpdate = o.clones("accum", "zeros"), o.clones("accum_update", "zeros")
}

// Construct makes a step; see [Optimizer.Call].
func (o *Adadelta) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return step(o, adadeltaStep, adadelta[float64], grads, o.Accum, o.AccumUpdate)
}

// adadeltaStep is adadelta of Float32, vectorized.
func adadeltaStep(o *Adadelta, w, g []float32, s [][]float32, at place) {
	p := [7]float32{float32(at.lr), float32(o.rho), float32(1 - o.rho), float32(o.epsilon)}
	if !kernels.Adadelta.Run(w, s[0], s[1], g, p) {
		adadelta(o, w, g, s, at)
	}
}

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
