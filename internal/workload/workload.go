// Package workload contains the training steps that are compared with PyTorch: networks whose weights and data follow
// a formula, so that another program computes the same losses. scripts/bench_train.py does the same work in PyTorch.
package workload

import (
	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// Workload is a network in training.
type Workload struct {
	Name    string
	Samples int       // per step
	Losses  []float64 // of the first ten steps, computed by PyTorch 1.13

	build func() (loss func() *tensor.Tensor, opt trainer)
}

// trainer is an optimizer.
type trainer interface {
	nn.Trainer
	Call(grads tensor.Tuple) *tensor.Tensor
}

// All lists the workloads: a perceptron, LeNet, and a transformer encoder block.
var All = []Workload{
	{
		"mlp", 64, []float64{
			2.3052039, 2.3032830, 2.3013656, 2.2994542, 2.2975483, 2.2956450, 2.2937458, 2.2918489, 2.2899583, 2.2880733,
		}, buildMLP,
	},
	{
		"lenet", 32, []float64{
			2.3059232, 2.3057518, 2.3054407, 2.3049967, 2.3044553, 2.3038366, 2.3031602, 2.3024595, 2.3017313, 2.3010128,
		}, buildLeNet,
	},
	{
		"encoder", 8, []float64{
			1.3337321, 1.3335611, 1.3333904, 1.3332194, 1.3330487, 1.3328780, 1.3327074, 1.3325367, 1.3323660, 1.3321954,
		}, buildEncoder,
	},
}

// Named returns the workload of that name.
func Named(name string) (w Workload, ok bool) {
	for _, w := range All {
		if w.Name == name {
			return w, true
		}
	}
	return Workload{}, false
}

// Start builds the network and its data and returns a function that runs one training step, forward, backward and
// update, and returns the loss before the update.
func (w Workload) Start() (step func() *tensor.Tensor) {
	loss, opt := w.build()
	gradients := grad.ValueAndGrad(loss, opt.Trained())
	return func() *tensor.Tensor {
		l, g := gradients()
		opt.Call(g)
		return l
	}
}

// Forward builds the network and returns a function that computes the loss without recording.
func (w Workload) Forward() (loss func() *tensor.Tensor) {
	loss, _ = w.build()
	return loss
}

// sgd returns a gradient descent optimizer, with momentum unless that is 0.
func sgd(net nn.Layer, momentum float64) trainer {
	return optim.NewSGD(net.CellBase().TrainableParams(), 0.01, optim.MomentumFactor(momentum))
}
