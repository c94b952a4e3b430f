package optim

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// ASGD is averaged stochastic gradient descent, mindspore.nn.ASGD, after Polyak and Juditsky, "Acceleration of
// Stochastic Approximation by Averaging":
//
//	w = w·(1 - lambd·η) - η·grad
//	ax += (w - ax)·μ
//	η = lr/(1 + lambd·lr·t)^alpha, μ = 1/max(1, t - t0)
//
// In the first step η is the learning rate and μ is 1.
type ASGD struct {
	Optimizer
	Mu  nn.ParameterTuple `ms:"mu"`  // of each parameter, Float32 of shape [1]
	Eta nn.ParameterTuple `ms:"eta"` // of each parameter, Float32 of shape [1]
	AX  nn.ParameterTuple `ms:"ax"`  // the averages

	lambd, alpha, t0 float64
}

// NewASGD returns an ASGD optimizer, by default with the learning rate 0.1. Options are [Lambd] (1e-4), [Alpha]
// (0.75), [T0] (1e6) and [WeightDecay].
func NewASGD(params, lr any, opts ...Option) *ASGD {
	s := readOptions("ASGD", opts, "lambd", "alpha", "t0", "weight_decay")
	o := &ASGD{lambd: s.float("lambd", 1e-4), alpha: s.float("alpha", 0.75), t0: s.float("t0", 1e6)}
	o.setup(params, lr, 0.1, s)
	o.AX = o.clones("ax", "zeros")
	for i, p := range o.Parameters {
		o.Mu = append(o.Mu, nn.NewParameter(tensor.Ones(1), "mu."+p.Name()))
		first := at(o.rates[i], o.GlobalStep.Value())
		o.Eta = append(o.Eta, nn.NewParameter(tensor.New([]float64{first}, tensor.Float32), "eta."+p.Name()))
	}
	o.Init(o)
	return o
}

// Construct makes a step; see [Optimizer.Call].
func (o *ASGD) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return o.apply(o, false, grads, o.AX)
}

func (o *ASGD) float32s(w, g []float32, s [][]float32, at place) { asgd(o, w, g, s[0], at) }
func (o *ASGD) float64s(w, g []float64, s [][]float64, at place) { asgd(o, w, g, s[0], at) }

func asgd[T float32 | float64](o *ASGD, w, g, ax []T, at place) {
	eta, mu := o.Eta[at.i].Writable().([]float32), o.Mu[at.i].Writable().([]float32)
	rate, keep, share := T(eta[0]), T(1-float64(o.lambd)*float64(eta[0])), T(mu[0])
	for i, x := range g {
		w[i] = T(w[i]*keep) - T(rate*x)
		ax[i] += T((w[i] - ax[i]) * share)
	}
	step := float64(o.GlobalStep.Int32s()[0] + 1)
	eta[0] = float32(at.lr / math.Pow(1+float64(o.lambd*at.lr)*step, o.alpha))
	mu[0] = float32(1 / max(1, step-o.t0))
}
