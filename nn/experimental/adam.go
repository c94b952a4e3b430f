package experimental

import (
	"math"

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
//ms:optimizer
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
//ms:optimizer weightDecay=0.01
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
	step := o.count(o.StateStep, grads)
	return o.each(grads, func(g ParamGroup, w, grad *tensor.Tensor, s []*nn.Parameter) *tensor.Tensor {
		if d := g.float(o.class, "weight_decay"); d != 0 {
			grad = grad.Add(times(w, d))
		}
		c1, c2, second := o.moments(g, grad, s, step)
		rate := g.LR().Float() * math.Sqrt(c2) / c1
		return w.Sub(times(s[0].Value(), rate).Div(second.Sqrt().Add(tensor.Scalar(g.float(o.class, "eps")))))
	})
}

// Construct makes a step; see [Optimizer.Call].
func (o *AdamW) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	step := o.count(o.StateStep, grads)
	return o.each(grads, func(g ParamGroup, w, grad *tensor.Tensor, s []*nn.Parameter) *tensor.Tensor {
		lr := g.LR().Float()
		w = times(w, 1-float64(lr*g.float(o.class, "weight_decay")))
		c1, c2, second := o.moments(g, grad, s, step)
		down := times(second.Sqrt(), 1/math.Sqrt(c2)).Add(tensor.Scalar(g.float(o.class, "eps")))
		return w.Sub(times(s[0].Value(), lr/c1).Div(down))
	})
}

// moments updates Adam's moments. It returns the factors that correct their bias, and the second moment to divide
// by.
func (o *Optimizer) moments(
	g ParamGroup, grad *tensor.Tensor, s []*nn.Parameter, step int,
) (c1, c2 float64, second *tensor.Tensor) {
	b1, b2 := g.betas(o.class)
	s[0].Assign(times(s[0].Value(), b1).Add(times(grad, 1-b1)))
	s[1].Assign(times(s[1].Value(), b2).Add(times(grad.Mul(grad), 1-b2)))
	second = s[1].Value()
	if g.flag(o.class, "amsgrad") {
		s[2].Assign(s[2].Value().Maximum(second))
		second = s[2].Value()
	}
	return 1 - math.Pow(b1, float64(step)), 1 - math.Pow(b2, float64(step)), second
}

// times returns x·f in the dtype of x.
func times(x *tensor.Tensor, f float64) *tensor.Tensor { return x.Mul(tensor.Scalar(f)) }
