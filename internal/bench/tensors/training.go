package tensors

import (
	net "github.com/msrepl/msrepl/internal/workload"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// optimizers returns optimizer steps on the weights of the perceptron, 669,706 numbers.
func optimizers() (list []workload) {
	shapes := [][]int{{512, 784}, {512}, {512, 512}, {512}, {10, 512}, {10}}
	for _, o := range []struct {
		name string
		make func(params nn.ParameterTuple) interface {
			Call(grads tensor.Tuple) *tensor.Tensor
		}
	}{
		{"sgd", func(p nn.ParameterTuple) interface {
			Call(grads tensor.Tuple) *tensor.Tensor
		} {
			return optim.NewSGD(p, 1e-4)
		}},
		{"sgdm", func(p nn.ParameterTuple) interface {
			Call(grads tensor.Tuple) *tensor.Tensor
		} {
			return optim.NewSGD(p, 1e-4, optim.MomentumFactor(0.9))
		}},
		{"adam", func(p nn.ParameterTuple) interface {
			Call(grads tensor.Tuple) *tensor.Tensor
		} {
			return optim.NewAdam(p, 1e-5)
		}},
	} {
		list = append(list, workload{"opt/" + o.name + "_mlp", microseconds, 1, o.name == "adam", func() func() {
			var params []*nn.Parameter
			var grads tensor.Tuple
			for i, s := range shapes {
				params = append(params, nn.NewParameter(fill(i+1, 0.05, s...), "w"+string(rune('0'+i))))
				grads = append(grads, fill(10+i, 0.01, s...))
			}
			opt := o.make(nn.NewParameterTuple(params))
			return func() { opt.Call(grads) }
		}})
	}
	return list
}

// networks returns complete training steps, and forward passes.
func networks() (list []workload) {
	for _, w := range net.All {
		list = append(list, workload{"train/" + w.Name, samples, float64(w.Samples), true, func() func() {
			step := w.Start()
			return func() { step() }
		}})
	}
	for _, w := range net.All {
		list = append(list, workload{"infer/" + w.Name, samples, float64(w.Samples), w.Name == "lenet", func() func() {
			forward := w.Forward()
			return func() { forward() }
		}})
	}
	return list
}
