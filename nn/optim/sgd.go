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
//
//ms:optimizer nn.optim.sgd
type SGD struct {
	Optimizer
	Momentum *nn.Parameter     `ms:"momentum"`
	Accum    nn.ParameterTuple `ms:"accum"`
	Stat     nn.ParameterTuple `ms:"stat"` // 1 until the first step of each element

	momentum  float64 `default:"0"`
	dampening float64 `default:"0"`
	nesterov  bool    `default:""`
}

// By default the learning rate is 0.1. A negative momentum or dampening, and Nesterov with a dampening or without
// momentum, raise ValueError.
func (o *SGD) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 0.1, set)
	checkMomentum(class, o.momentum)
	if o.dampening < 0 {
		tensor.Throw(class, tensor.ValueError,
			"For '%s', the argument 'dampening' must be at least 0.0, but got 'dampening' %s",
			class, tensor.Repr(o.dampening))
	}
	if o.nesterov && (o.momentum <= 0 || o.dampening != 0) {
		tensor.Throw(class, tensor.ValueError,
			"For '%s', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must "+
				"equal to 0.0, but got 'momentum' %s, 'dampening' %s", class, tensor.Repr(o.momentum), tensor.Repr(o.dampening))
	}
	o.checkDecay()
	o.Momentum = nn.NewParameter(tensor.New(o.momentum, tensor.Float32), "momentum")
	o.Accum, o.Stat = o.clones("accum", "zeros"), o.clones("stat", "ones")
}

// checkDecay makes every parameter decay as MindSpore's kernel does: regardless of its name, by the weight decay
// given to SGD itself if there are no groups.
func (o *SGD) checkDecay() {
	for i, d := range o.decays {
		f, ok := d.(float64)
		if !ok {
			tensor.Throw("SGD", tensor.TypeError,
				"For 'SGD', dynamic weight decay is currently not supported, the argument 'weight_decay' "+
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
		return decayStep(o, sgdStep, sgd[float64], grads, o.Accum, o.unknownStat())
	}
	none := make(nn.ParameterTuple, len(o.Parameters)) // the state is not read, so it needs no memory
	return decayStep(o, sgdStep, sgd[float64], grads, none, none)
}

// unknownStat returns Stat, with nil for elements that are all zero or all one and have not been read; see
// accumulate.
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

// accumulate makes the step of a parameter whose stat is zero or one throughout, without memory for stat.
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

// sgdStep is sgd of Float32, vectorized if the options allow it.
func sgdStep(o *SGD, w, g []float32, s [][]float32, at place) {
	m := float32(o.Momentum.Float())
	switch {
	case at.decay > 0 || m > 0 && o.nesterov:
		sgd(o, w, g, s, at)
	case m > 0 && s[1] == nil:
		o.accumulate(w, s[0], g, at, m)
	case m > 0:
		kernels.AccumStep(w, s[0], s[1], g, float32(at.lr), m, 1-float32(o.dampening))
	default:
		kernels.Descend(w, g, float32(at.lr))
	}
}

func sgd[T float32 | float64](o *SGD, w, g []T, s [][]T, at place) {
	accum, stat := s[0], s[1]
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
