package nn_test

import (
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// BenchmarkCall is the cost of a cell around one small op; BenchmarkOp is the op alone.
func BenchmarkCall(b *testing.B) {
	x, relu := tensor.Ones(4), nn.NewReLU()
	for b.Loop() {
		relu.Call(x)
	}
}

func BenchmarkOp(b *testing.B) {
	x := tensor.Ones(4)
	for b.Loop() {
		x.ReLU()
	}
}

// BenchmarkGrad is one gradient of a small network with respect to its weights.
func BenchmarkGrad(b *testing.B) {
	net := nn.NewSequentialCell(nn.NewDense(16, 16, nn.Activation("relu")), nn.NewDense(16, 1))
	g := grad.GradBy(net, net.TrainableParams())
	x := tensor.Ones(8, 16)
	for b.Loop() {
		g(x)
	}
}
