package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Lamb is mindspore.nn.Lamb, after You and others, "Large Batch Optimization for Deep Learning: Training BERT in 76
// minutes": Adam with the norm of each parameter's step scaled to that of the parameter times the learning rate.
//
//	m = β1·m + (1-β1)·grad
//	v = β2·v + (1-β2)·grad²
//	u = (m/(1-β1ᵗ))/(√(v/(1-β2ᵗ)) + eps) + decay·w
//	w -= lr·‖w‖/‖u‖·u
//
// If one of the norms is 0 their ratio is 1.
//
//ms:optimizer nn.optim.lamb eps=1e-6 lossScale=-
type Lamb struct {
	Optimizer
	Moments1 nn.ParameterTuple `ms:"moments1"`
	Moments2 nn.ParameterTuple `ms:"moments2"`

	rates
}

// The learning rate has no default. A beta outside (0, 1) and an eps that is not positive raise ValueError.
func (o *Lamb) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, nil, set)
	o.Moments1, o.Moments2 = o.clones("lamb_m", "zeros"), o.clones("lamb_v", "zeros")
}

// Construct makes a step; see [Optimizer.Call].
func (o *Lamb) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return decayStep(o, lamb[float32], lamb[float64], grads, o.Moments1, o.Moments2)
}

func lamb[T float32 | float64](o *Lamb, w, g []T, s [][]T, at place) {
	m, v := s[0], s[1]
	t := float64(o.GlobalStep.Int32s()[0] + 1)
	c1, c2 := T(1-math.Pow(o.beta1, t)), T(1-math.Pow(o.beta2, t))
	beta1, beta2, rest1, rest2 := T(o.beta1), T(o.beta2), T(1-o.beta1), T(1-o.beta2)
	update := make([]T, len(g))
	for i, x := range g {
		m[i] = T(beta1*m[i]) + T(rest1*x)
		v[i] = T(beta2*v[i]) + T(rest2*T(x*x))
		update[i] = m[i]/c1/(root(v[i]/c2)+T(o.eps)) + T(T(at.decay)*w[i])
	}
	ratio := 1.0
	if lw, lu := length(w), length(update); lw > 0 && lu > 0 {
		ratio = lw / lu
	}
	rate := T(at.lr * ratio)
	for i, u := range update {
		w[i] -= T(rate * u)
	}
}

// length returns the 2-norm of x.
func length[T float32 | float64](x []T) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(float64(v) * float64(v))
	}
	return math.Sqrt(sum)
}
