package experimental

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// Adam is mindspore.experimental.optim.Adam, after Kingma and Ba, "Adam: A Method for Stochastic Optimization", with
// the decay added to the gradient:
//
//	m = β1·m + (1-β1)·grad
//	v = β2·v + (1-β2)·grad²
//	w -= lr·√(1-β2ᵗ)/(1-β1ᵗ) · m/(√v + eps)
//
//ms:optimizer experimental.optim.adam
type Adam struct {
	Optimizer
	ExpAvg      nn.ParameterTuple `ms:"exp_avg"`
	ExpAvgSq    nn.ParameterTuple `ms:"exp_avg_sq"`
	MaxExpAvgSq nn.ParameterTuple `ms:"max_exp_avg_sq"`
	StateStep   *nn.Parameter     `ms:"state_step"` // number of steps made
}

// AdamW is mindspore.experimental.optim.AdamW and mindspore.mint.optim.AdamW, after Loshchilov and Hutter, "Decoupled
// Weight Decay Regularization":
//
//	w *= 1 - lr·decay
//	w -= lr/(1-β1ᵗ) · m/(√v/√(1-β2ᵗ) + eps)
//
//ms:optimizer experimental.optim.adamw weightDecay=0.01
type AdamW struct {
	Optimizer
	ExpAvg      nn.ParameterTuple `ms:"exp_avg"`
	ExpAvgSq    nn.ParameterTuple `ms:"exp_avg_sq"`
	MaxExpAvgSq nn.ParameterTuple `ms:"max_exp_avg_sq"`
	StateStep   *nn.Parameter     `ms:"state_step"` // number of steps made
}

// adamOptions are the options of Adam and AdamW.
type adamOptions struct {
	betas       [2]float64 `default:"0.9, 0.999"`
	eps         float64    `default:"1e-8"`
	weightDecay float64    `default:"0"`
	amsgrad     bool       `default:""`
	maximize    bool       `default:""`
}

// Params are parameters or groups: []*py.Dict or []map[string]any with "params" and settings of their own. With nil for
// lr the learning rate is 0.001. A negative rate and betas outside [0, 1) raise ValueError.
func (o *Adam) build(class string, params, lr any, set adamOptions) {
	o.StateStep = o.beginAdam(class, params, lr, set, &o.ExpAvg, &o.ExpAvgSq, &o.MaxExpAvgSq)
}

// Params and lr are those of [NewAdam].
func (o *AdamW) build(class string, params, lr any, set adamOptions) {
	o.StateStep = o.beginAdam(class, params, lr, set, &o.ExpAvg, &o.ExpAvgSq, &o.MaxExpAvgSq)
}

// beginAdam sets up the common part of Adam and AdamW and returns the number of steps.
func (o *Optimizer) beginAdam(
	class string, params, lr any, set adamOptions, first, second, greatest *nn.ParameterTuple,
) *nn.Parameter {
	if lr == nil {
		lr = 1e-3
	}
	o.begin(class, params, py.NewDict("lr", lr, "betas", py.Pack(set.betas[0], set.betas[1]), "eps", set.eps,
		"weight_decay", set.weightDecay, "amsgrad", set.amsgrad, "maximize", set.maximize))
	o.keep("exp_avg", 0, first)
	o.keep("exp_avg_sq", 0, second)
	o.keep("max_exp_avg_sq", 0, greatest)
	for _, g := range o.groups {
		g.betas(class)
	}
	return nn.NewParameter(tensor.ZerosOf(tensor.Int32), "state_step")
}

// count checks the gradients, increments the number of steps and returns it.
func (o *Optimizer) count(steps *nn.Parameter, grads []*tensor.Tensor) int {
	o.check(grads)
	n := steps.Writable().([]int32)
	n[0]++
	return int(n[0])
}

// Construct makes a step; see [Optimizer.Call].
func (o *Adam) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.adam(o.StateStep, grads, false)
}

// Construct makes a step; see [Optimizer.Call].
func (o *AdamW) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.adam(o.StateStep, grads, true)
}

// adam makes a step of Adam or, if the decay is decoupled from the gradient, of AdamW.
func (o *Optimizer) adam(steps *nn.Parameter, grads []*tensor.Tensor, decoupled bool) *tensor.Tensor {
	step := o.count(steps, grads)
	return o.each(grads, func(g ParamGroup, w, grad *tensor.Tensor, s []*nn.Parameter) *tensor.Tensor {
		b1, b2 := g.betas(o.class)
		c1, c2 := 1-math.Pow(b1, float64(step)), 1-math.Pow(b2, float64(step)) // correct the bias of the moments
		lr, decay := g.LR().Float(), g.float(o.class, "weight_decay")
		set := adamSettings{b1, 1 - b1, b2, 1 - b2, decay, lr * math.Sqrt(c2) / c1, 1, g.float(o.class, "eps")}
		if decoupled {
			set.decay, set.rate, set.scale = 1-float64(lr*decay), lr/c1, 1/math.Sqrt(c2)
		}
		if !g.flag(o.class, "amsgrad") {
			s = s[:2]
		}
		if w.DType() == tensor.Float64 {
			adamStep(&adamDoubles, set, decoupled, w.Writable().([]float64), grad.Float64s(), s)
		} else {
			adamStep(&adamFloats, set, decoupled, w.Writable().([]float32), grad.Float32s(), s)
		}
		return w
	})
}

// adamSettings are the numbers of a step: w -= rate·m/(scale·√v + eps).
type adamSettings struct{ b1, rest1, b2, rest2, decay, rate, scale, eps float64 }

// adamLoops are the functions of which a step consists.
type adamLoops[T float32 | float64] struct {
	add, sub, mul, div, larger func(dst, a, b []T)
	sqrt                       func(dst, x []T)
}

var (
	adamFloats = adamLoops[float32]{
		kernels.Add.F32, kernels.Sub.F32, kernels.Mul.F32, kernels.Div.F32, kernels.Maximum.F32, kernels.Sqrt.F32,
	}
	adamDoubles = adamLoops[float64]{
		kernels.Add.F64, kernels.Sub.F64, kernels.Mul.F64, kernels.Div.F64, kernels.Maximum.F64, kernels.Sqrt.F64,
	}
)

// adamBand is the number of elements that are changed at a time: few enough for the first-level cache. sharedAdam is
// the number that is worth giving to another processor.
const (
	adamBand   = 1024
	sharedAdam = 16 << 10
)

// adamStep changes w and its states, two moments and, with amsgrad, the greatest second one, by the gradient.
func adamStep[T float32 | float64](
	k *adamLoops[T], set adamSettings, decoupled bool, w, grad []T, states []*nn.Parameter,
) {
	all := [4][]T{w}
	for i, s := range states {
		all[1+i] = s.Writable().([]T)
	}
	par.Range(len(w), sharedAdam, func(lo, hi int) {
		b := adamBuffers[T]{numbers: [8]T{
			T(set.b1), T(set.rest1), T(set.b2), T(set.rest2), T(set.decay), T(set.rate), T(set.scale), T(set.eps),
		}}
		for ; lo < hi; lo += adamBand {
			some, end := all, min(hi, lo+adamBand)
			for i, s := range all[:1+len(states)] {
				some[i] = s[lo:end]
			}
			k.band(&b, some, grad[lo:end], decoupled)
		}
	})
}

// adamBuffers holds the numbers of a step and intermediate results.
type adamBuffers[T float32 | float64] struct {
	numbers [8]T
	x, y    [adamBand]T
	old     [adamBand]T // parameters
}

// band is adamStep for a band. Its roundings are those of the ops that the formulas name.
func (k *adamLoops[T]) band(b *adamBuffers[T], all [4][]T, g []T, decoupled bool) {
	number := func(i int) []T { return b.numbers[i : i+1] }
	w, m, v, x, y := all[0], all[1], all[2], b.x[:len(g)], b.y[:len(g)]
	old := w // written last: it may also be the gradient
	switch {
	case decoupled:
		old = b.old[:len(g)]
		k.mul(old, w, number(4))
	case b.numbers[4] != 0:
		k.mul(x, w, number(4))
		k.add(x, g, x)
		g = x
	}
	k.mul(m, m, number(0))
	k.mul(y, g, number(1))
	k.add(m, m, y)
	k.mul(v, v, number(2))
	k.mul(y, g, g)
	k.mul(y, y, number(3))
	k.add(v, v, y)
	if most := all[3]; most != nil {
		k.larger(most, most, v)
		v = most
	}
	k.sqrt(y, v)
	k.mul(y, y, number(6))
	k.add(y, y, number(7))
	k.mul(x, m, number(5))
	k.div(x, x, y)
	k.sub(w, old, x)
}
