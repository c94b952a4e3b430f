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
type ProximalAdagrad struct {
	Optimizer
	Accum nn.ParameterTuple `ms:"accum"`

	l1, l2 float64
}

// NewProximalAdagrad returns a ProximalAdagrad optimizer, by default with the learning rate 0.001. Options are [Accum]
// (0.1), [L1] (0), [L2] (0), [UseLocking], [LossScale] and [WeightDecay]. A negative accum, l1 or l2 raises ValueError.
func NewProximalAdagrad(params, lr any, opts ...Option) *ProximalAdagrad {
	s := readOptions("ProximalAdagrad", opts, "accum", "l1", "l2", "use_locking", "loss_scale", "weight_decay")
	o := &ProximalAdagrad{l1: s.nonNegative("l1", 0), l2: s.nonNegative("l2", 0)}
	o.setup(params, lr, 1e-3, s)
	o.Accum = o.clones("accum", s.nonNegative("accum", 0.1))
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *ProximalAdagrad) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.apply(o, false, grads, o.Accum)
}

func (o *ProximalAdagrad) float32s(w, g []float32, s [][]float32, at place) {
	proximal(o, w, g, s[0], at)
}

func (o *ProximalAdagrad) float64s(w, g []float64, s [][]float64, at place) {
	proximal(o, w, g, s[0], at)
}

func proximal[T float32 | float64](o *ProximalAdagrad, w, g, accum []T, at place) {
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
