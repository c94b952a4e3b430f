package optim

import (
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Momentum is gradient descent with momentum m, mindspore.nn.Momentum:
//
//	moments = m·moments + grad
//	w -= lr·moments
//
//ms:optimizer nn.optim.momentum
type Momentum struct {
	Optimizer
	Momentum *nn.Parameter     `ms:"momentum"`
	Moments  nn.ParameterTuple `ms:"moments"`

	useNesterov bool `default:"" doc:"without effect on a CPU"`
}

// The learning rate has no default; a negative momentum raises ValueError.
func (o *Momentum) build(class string, params, lr any, momentum float64, set baseOptions) {
	o.setup(class, params, lr, nil, set)
	checkMomentum(class, momentum)
	o.Momentum = nn.NewParameter(tensor.New(momentum, tensor.Float32), "momentum")
	o.Moments = o.clones("moments", "zeros")
}

func checkMomentum(class string, m float64) {
	if m < 0 {
		tensor.Throw(class, tensor.ValueError,
			"For '%s', the argument 'momentum' must be at least 0.0, but got %s", class, tensor.Repr(m))
	}
}

// Construct makes a step; see [Optimizer.Call].
func (o *Momentum) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return step(o, momentumStep, momentum64, grads, o.Moments)
}

func momentumStep(o *Momentum, w, g []float32, s [][]float32, at place) {
	kernels.MomentumStep(w, s[0], g, float32(at.lr), float32(o.Momentum.Float()))
}

func momentum64(o *Momentum, w, g []float64, s [][]float64, at place) {
	moments, lr, m := s[0], at.lr, o.Momentum.Float()
	for i, x := range g {
		moments[i] = float64(moments[i]*m) + x
		w[i] -= float64(moments[i] * lr)
	}
}
