package optim

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
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
//
//ms:optimizer nn.optim.rmsprop
type RMSProp struct {
	Optimizer
	MeanGrad   nn.ParameterTuple `ms:"mg"` // with Centered
	MeanSquare nn.ParameterTuple `ms:"ms"`
	Moment     nn.ParameterTuple `ms:"moment"`

	decay      float64 `default:"0.9" check:"nonNegative"`
	momentum   float64 `default:"0" check:"nonNegative"`
	epsilon    float64 `default:"1e-10" check:"positive"`
	useLocking bool    `default:""`
	centered   bool    `default:""`
}

// By default the learning rate is 0.1. Negative settings and an epsilon that is not positive raise ValueError.
func (o *RMSProp) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 0.1, set)
	if o.centered {
		o.MeanGrad = o.clones("mean_grad", "zeros")
	}
	o.MeanSquare, o.Moment = o.clones("mean_square", "ones"), o.clones("moment", "zeros")
}

// Construct makes a step; see [Optimizer.Call].
func (o *RMSProp) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	if o.MeanGrad != nil {
		return step(o, rmspropStep, rmsprop[float64], grads, o.MeanSquare, o.Moment, o.MeanGrad)
	}
	return step(o, rmspropStep, rmsprop[float64], grads, o.MeanSquare, o.Moment)
}

// rmspropStep is rmsprop of Float32, vectorized unless it is centered.
func rmspropStep(o *RMSProp, w, g []float32, s [][]float32, at place) {
	p := [7]float32{float32(at.lr), 1 - float32(o.decay), float32(o.momentum), float32(o.epsilon)}
	if len(s) > 2 || !kernels.RMSProp.Run(w, s[0], s[1], g, p) {
		rmsprop(o, w, g, s, at)
	}
}

func rmsprop[T float32 | float64](o *RMSProp, w, g []T, s [][]T, at place) {
	lr, eps, momentum, rest := T(at.lr), T(float32(o.epsilon)), T(float32(o.momentum)), T(1-float32(o.decay))
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
