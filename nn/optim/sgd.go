package optim

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// SGD is stochastic gradient descent, mindspore.nn.SGD. With momentum m and dampening d it keeps
//
//	accum = m·accum + (1-d)·grad, in the first step accum = grad
//	w -= lr·accum, with Nesterov w -= lr·(grad + m·accum)
type SGD struct {
	Optimizer
	Momentum *nn.Parameter     `ms:"momentum"`
	Accum    nn.ParameterTuple `ms:"accum"`
	Stat     nn.ParameterTuple `ms:"stat"` // 1 until the first step of each element

	dampening float64
	nesterov  bool
}

// NewSGD returns an SGD optimizer, by default with the learning rate 0.1. Options are [WithMomentum], [Dampening],
// [WeightDecay], [Nesterov] and [LossScale]. Nesterov with a dampening or without momentum raises ValueError.
func NewSGD(params, lr any, opts ...Option) *SGD {
	s := readOptions("SGD", opts, "momentum", "dampening", "weight_decay", "nesterov", "loss_scale")
	o := &SGD{nesterov: s.flag("nesterov", false), dampening: s.float("dampening", 0)}
	o.setup(params, lr, 0.1, s)
	m := s.float("momentum", 0)
	if m < 0 {
		tensor.Throw("SGD", tensor.ValueError, "For 'SGD', the argument 'momentum' must be at least 0.0, but got %s", tensor.Repr(m))
	}
	if o.dampening < 0 {
		tensor.Throw("SGD", tensor.ValueError, "For 'SGD', the argument 'dampening' must be at least 0.0, but got 'dampening' %s",
			tensor.Repr(o.dampening))
	}
	if o.nesterov && (m <= 0 || o.dampening != 0) {
		tensor.Throw("SGD", tensor.ValueError, "For 'SGD', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must "+
			"equal to 0.0, but got 'momentum' %s, 'dampening' %s", tensor.Repr(m), tensor.Repr(o.dampening))
	}
	o.checkDecay(s)
	o.Momentum = nn.NewParameter(tensor.New(m, tensor.Float32), "momentum")
	o.Accum, o.Stat = o.clones("accum", "zeros"), o.clones("stat", "ones")
	o.Init(o)
	return o
}

// checkDecay makes every parameter decay as MindSpore's kernel does: whatever its name is, by the amount given to
// SGD itself when there are no groups.
func (o *SGD) checkDecay(s settings) {
	for i, d := range o.decays {
		f, ok := d.(float64)
		if !ok {
			tensor.Throw("SGD", tensor.TypeError, "For 'SGD', dynamic weight decay is currently not supported, the argument 'weight_decay' "+
				"or 'weight_decay' set in grouped 'params' must be float or int type.")
		}
		if !o.grouped {
			o.decays[i] = f / o.lossScale
		}
		o.decayed[i] = f > 0
	}
}

// Construct makes a step; see [Optimizer.Call].
func (o *SGD) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	if o.Momentum.Float() > 0 {
		return o.apply(o, true, grads, o.Accum, o.unknownStat())
	}
	none := make(nn.ParameterTuple, len(o.Parameters)) // the state is not looked at, so that it needs no memory
	return o.apply(o, true, grads, none, none)
}

// unknownStat is Stat, with nil for what is zero or one throughout, as long as nobody has asked for its elements;
// see accumulate.
func (o *SGD) unknownStat() nn.ParameterTuple {
	stat := slices.Clone(o.Stat)
	for i, s := range stat {
		n, known := engine.Repeats(s.Tensor)
		if known && (n == 0 || n == 1) && s.DType() == tensor.Float32 && o.dampening == 0 && !o.nesterov && !o.decayed[i] {
			stat[i] = nil
		}
	}
	return stat
}

// accumulate is the step of a parameter whose stat is zero or one throughout, without memory for it.
func (o *SGD) accumulate(w, accum, g []float32, at place, m float32) {
	stat := o.Stat[at.i].Tensor
	if n, _ := engine.Repeats(stat); n == 0 {
		kernels.MomentumStep(w, accum, g, float32(at.lr), m)
		return
	}
	copy(accum, g)
	kernels.Descend(w, g, float32(at.lr))
	stat.Assign(tensor.Scalar(0))
}

func (o *SGD) float32s(w, g []float32, s [][]float32, at place) {
	m := float32(o.Momentum.Float())
	switch {
	case at.decay > 0 || m > 0 && o.nesterov:
		sgd(o, w, g, s[0], s[1], at)
	case m > 0 && s[1] == nil:
		o.accumulate(w, s[0], g, at, m)
	case m > 0:
		kernels.AccumStep(w, s[0], s[1], g, float32(at.lr), m, 1-float32(o.dampening))
	default:
		kernels.Descend(w, g, float32(at.lr))
	}
}
func (o *SGD) float64s(w, g []float64, s [][]float64, at place) { sgd(o, w, g, s[0], s[1], at) }

func sgd[T float32 | float64](o *SGD, w, g, accum, stat []T, at place) {
	lr, decay, m, keep := T(at.lr), T(at.decay), T(o.Momentum.Float()), T(1-float32(o.dampening))
	for i, x := range g {
		if decay > 0 {
			x += T(w[i] * decay)
		}
		if m > 0 {
			if stat[i] > 0 {
				accum[i], stat[i] = x, 0
			} else {
				accum[i] = T(accum[i]*m) + T(keep*x)
			}
			if o.nesterov {
				x += T(accum[i] * m)
			} else {
				x = accum[i]
			}
		}
		w[i] -= T(lr * x)
	}
}
