package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// RMSProp is mindspore.nn.RMSProp. The mean square begins with ones:
//
//	ms += (1-decay)·(grad² - ms)
//	mom = momentum·mom + lr·grad/√(ms + epsilon)
//	w -= mom
//
// Centered, the root is that of ms - mg² + epsilon with the running mean mg of the gradient.
type RMSProp struct {
	Optimizer
	MeanGrad   nn.ParameterTuple `ms:"mg"` // with Centered
	MeanSquare nn.ParameterTuple `ms:"ms"`
	Moment     nn.ParameterTuple `ms:"moment"`

	decayRate, momentum, epsilon float64
}

// NewRMSProp returns an RMSProp optimizer, by default with the learning rate 0.1. Options are [Decay] (0.9),
// [WithMomentum], [Epsilon] (1e-10), [UseLocking], [Centered], [WeightDecay] and [LossScale]. Negative settings and
// an epsilon that is not positive raise ValueError.
func NewRMSProp(params, lr any, opts ...Option) *RMSProp {
	s := readOptions("RMSProp", opts, "decay", "momentum", "epsilon", "use_locking", "centered", "loss_scale", "weight_decay")
	o := &RMSProp{}
	o.setup(params, lr, 0.1, s)
	o.decayRate, o.momentum, o.epsilon = s.nonNegative("decay", 0.9), s.nonNegative("momentum", 0), s.positive("epsilon", 1e-10)
	if s.flag("centered", false) {
		o.MeanGrad = o.clones("mean_grad", "zeros")
	}
	o.MeanSquare, o.Moment = o.clones("mean_square", "ones"), o.clones("moment", "zeros")
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *RMSProp) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	if o.MeanGrad != nil {
		return o.apply(o, false, grads, o.MeanSquare, o.Moment, o.MeanGrad)
	}
	return o.apply(o, false, grads, o.MeanSquare, o.Moment)
}

func (o *RMSProp) float32s(w, g []float32, s [][]float32, at place) { rmsprop(o, w, g, s, at) }
func (o *RMSProp) float64s(w, g []float64, s [][]float64, at place) { rmsprop(o, w, g, s, at) }

func rmsprop[T float32 | float64](o *RMSProp, w, g []T, s [][]T, at place) {
	lr, eps, momentum, rest := T(at.lr), T(float32(o.epsilon)), T(float32(o.momentum)), T(1-float32(o.decayRate))
	square, moment := s[0], s[1]
	for i, x := range g {
		square[i] += T((T(x*x) - square[i]) * rest)
		down := square[i]
		if len(s) > 2 {
			mean := s[2]
			mean[i] += T((x - mean[i]) * rest)
			down -= T(mean[i] * mean[i])
		}
		moment[i] = T(moment[i]*momentum) + T(lr*x)/T(math.Sqrt(float64(down+eps)))
		w[i] -= moment[i]
	}
}
