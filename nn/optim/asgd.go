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
//
//ms:optimizer nn.optim.asgd lossScale=-
type ASGD struct {
	Optimizer
	Mu  nn.ParameterTuple `ms:"mu"`  // of each parameter, Float32 of shape [1]
	Eta nn.ParameterTuple `ms:"eta"` // of each parameter, Float32 of shape [1]
	AX  nn.ParameterTuple `ms:"ax"`  // the averages

	lambd float64 `default:"1e-4"`
	alpha float64 `default:"0.75"`
	t0    float64 `default:"1e6"`
}

// By default the learning rate is 0.1.
func (o *ASGD) build(class string, params, lr any, set baseOptions) {
	o.setup(class, params, lr, 0.1, set)
	o.AX = o.clones("ax", "zeros")
	for i, p := range o.Parameters {
		o.Mu = append(o.Mu, nn.NewParameter(tensor.Ones(1), "mu."+p.Name()))
		first := at(o.rates[i], o.GlobalStep.Value())
		o.Eta = append(o.Eta, nn.NewParameter(tensor.New([]float64{first}, tensor.Float32), "eta."+p.Name()))
	}
}

// Construct makes a step; see [Optimizer.Call].
func (o *ASGD) Construct(grads ...*tensor.Tensor) *tensor.Tensor {
	return step(o, asgd[float32], asgd[float64], grads, o.AX)
}

func asgd[T float32 | float64](o *ASGD, w, g []T, s [][]T, at place) {
	ax := s[0]
	eta, mu := o.Eta[at.i].Writable().([]float32), o.Mu[at.i].Writable().([]float32)
	rate, keep, share := T(eta[0]), T(1-float64(float64(o.lambd)*float64(eta[0]))), T(mu[0])
	for i, x := range g {
		w[i] = T(w[i]*keep) - T(rate*x)
		ax[i] += T((w[i] - ax[i]) * share)
	}
	step := float64(o.GlobalStep.Int32s()[0] + 1)
	eta[0] = float32(at.lr / math.Pow(1+float64(float64(o.lambd*at.lr)*step), o.alpha))
	mu[0] = float32(1 / max(1, step-o.t0))
}
