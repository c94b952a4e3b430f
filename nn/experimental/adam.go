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
type Adam struct{ Optimizer }

// AdamW is mindspore.experimental.optim.AdamW and mindspore.mint.optim.AdamW, after Loshchilov and Hutter, "Decoupled
// Weight Decay Regularization":
//
//	w *= 1 - lr·decay
//	w -= lr/(1-β1ᵗ) · m/(√v/√(1-β2ᵗ) + eps)
type AdamW struct{ Optimizer }

// NewAdam returns an Adam optimizer, with nil for lr that of 0.001. Params are parameters or groups: []*py.Dict or
// []map[string]any with "params" and settings of their own. Options are [Betas] (0.9, 0.999), [Eps] (1e-8),
// [WeightDecay] (0), [AMSGrad] and [Maximize]. A negative rate and betas outside [0, 1) raise ValueError.
func NewAdam(params, lr any, opts ...Option) *Adam {
	o := &Adam{}
	o.beginAdam("Adam", params, lr, 0, opts)
	o.Init(o)
	return o
}

// NewAdamW returns an AdamW optimizer. Arguments are those of [NewAdam]; the weight decay is 0.01 by default.
func NewAdamW(params, lr any, opts ...Option) *AdamW {
	o := &AdamW{}
	o.beginAdam("AdamW", params, lr, 0.01, opts)
	o.Init(o)
	return o
}

func (o *Optimizer) beginAdam(class string, params, lr any, decay float64, opts []Option) {
	if lr == nil {
		lr = 1e-3
	}
	o.begin(class, params, py.NewDict("lr", lr, "betas", py.Pack(0.9, 0.999), "eps", 1e-8, "weight_decay", decay, "amsgrad", false, "maximize", false), opts)
	o.states = [][]*nn.Parameter{zeros(o.Parameters), zeros(o.Parameters), zeros(o.Parameters)}
	for _, g := range o.groups {
		g.betas(class)
	}
}

// Construct makes a step; see [Optimizer.Call].
func (o *Adam) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.each(grads, func(g ParamGroup, w, grad *tensor.Tensor, s []*nn.Parameter) *tensor.Tensor {
		if d := g.float(o.class, "weight_decay"); d != 0 {
			grad = grad.Add(times(w, d))
		}
		c1, c2, second := o.moments(g, grad, s)
		rate := g.LR().Float() * math.Sqrt(c2) / c1
		return w.Sub(times(s[0].Value(), rate).Div(second.Sqrt().Add(tensor.Scalar(g.float(o.class, "eps")))))
	})
}

// Construct makes a step; see [Optimizer.Call].
func (o *AdamW) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.each(grads, func(g ParamGroup, w, grad *tensor.Tensor, s []*nn.Parameter) *tensor.Tensor {
		lr := g.LR().Float()
		w = times(w, 1-float64(lr*g.float(o.class, "weight_decay")))
		c1, c2, second := o.moments(g, grad, s)
		down := times(second.Sqrt(), 1/math.Sqrt(c2)).Add(tensor.Scalar(g.float(o.class, "eps")))
		return w.Sub(times(s[0].Value(), lr/c1).Div(down))
	})
}

// moments brings Adam's moments up to date; it returns how much of them began with zeros and the second moment to
// divide by.
func (o *Optimizer) moments(g ParamGroup, grad *tensor.Tensor, s []*nn.Parameter) (c1, c2 float64, second *tensor.Tensor) {
	b1, b2 := g.betas(o.class)
	s[0].Assign(times(s[0].Value(), b1).Add(times(grad, 1-b1)))
	s[1].Assign(times(s[1].Value(), b2).Add(times(grad.Mul(grad), 1-b2)))
	second = s[1].Value()
	if g.flag(o.class, "amsgrad") {
		s[2].Assign(s[2].Value().Maximum(second))
		second = s[2].Value()
	}
	return 1 - math.Pow(b1, float64(o.steps)), 1 - math.Pow(b2, float64(o.steps)), second
}

// times is x·f in the dtype of x.
func times(x *tensor.Tensor, f float64) *tensor.Tensor { return x.Mul(tensor.Scalar(f)) }
