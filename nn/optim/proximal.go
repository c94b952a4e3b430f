package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// ProximalAdagrad is mindspore.nn.ProximalAdagrad, after Duchi and Singer, "Efficient Online and Batch Learning Using
// Forward Backward Splitting":
//
//	accum += grad²
//	η = lr/√accum
//	prox = w - η·grad
//	w = sign(prox)·max(|prox| - η·l1, 0)/(1 + η·l2)
//
//ms:optimizer nn.optim.proximal_ada_grad
type ProximalAdagrad struct {
	Optimizer
	Accum nn.ParameterTuple `ms:"accum"`

	accum      float64 `default:"0.1" check:"nonNegative"`
	l1         float64 `default:"0" check:"nonNegative"`
	l2         float64 `default:"0" check:"nonNegative"`
	useLocking bool    `default:""`
}

// By default the learning rate is 0.001. A negative accum, l1 or l2 raises ValueError.
func (o *ProximalAdagrad) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 1e-3, set)
	o.Accum = o.clones("accum", o.accum)
}

// Construct makes a step; see [Optimizer.Call].
func (o *ProximalAdagrad) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return step(o, proximal[float32], proximal[float64], grads, o.Accum)
}

func proximal[T float32 | float64](o *ProximalAdagrad, w, g []T, s [][]T, at place) {
	accum := s[0]
	lr, l1, l2 := T(at.lr), T(o.l1), T(o.l2)
	for i, x := range g {
		accum[i] += T(x * x)
		eta := lr / root(accum[i])
		w[i] -= T(eta * x)
		if l1 > 0 {
			size := max(T(math.Abs(float64(w[i])))-T(eta*l1), 0)
			w[i] = T(math.Copysign(float64(size), float64(w[i])))
		}
		w[i] /= 1 + T(eta*l2)
	}
}
