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
type Momentum struct {
	Optimizer
	Momentum *nn.Parameter     `ms:"momentum"`
	Moments  nn.ParameterTuple `ms:"moments"`
}

// NewMomentum returns a Momentum optimizer. Options are [WeightDecay], [LossScale] and [UseNesterov], which has no
// effect on a CPU. A learning rate must be given; a negative momentum raises ValueError.
func NewMomentum(params, lr any, momentum float64, opts ...Option) *Momentum {
	s := readOptions("Momentum", opts, "weight_decay", "loss_scale", "use_nesterov")
	o := &Momentum{}
	o.setup(params, lr, nil, s)
	if momentum < 0 {
		tensor.Throw("Momentum", tensor.ValueError, "For 'Momentum', the argument 'momentum' must be at least 0.0, but got %s", tensor.Repr(momentum))
	}
	o.Momentum = nn.NewParameter(tensor.New(momentum, tensor.Float32), "momentum")
	o.Moments = o.clones("moments", "zeros")
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *Momentum) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.apply(o, false, grads, o.Moments)
}

func (o *Momentum) float32s(w, g []float32, s [][]float32, at place) {
	kernels.MomentumStep(w, s[0], g, float32(at.lr), float32(o.Momentum.Float()))
}

func (o *Momentum) float64s(w, g []float64, s [][]float64, at place) {
	moments, lr, m := s[0], at.lr, o.Momentum.Float()
	for i, x := range g {
		moments[i] = float64(moments[i]*m) + x
		w[i] -= float64(moments[i] * lr)
	}
}
