package tensors

import (
	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// leNet is the network of lenet.cell, compiled. The one of package workload is a chain of layers, which allocates
// fewer results.
type leNet struct {
	nn.Cell
	c1, c2     *nn.Conv2d
	f1, f2, f3 *nn.Dense
	pool       *nn.MaxPool2d
}

func newLeNet() *leNet {
	conv := func(in, out int) *nn.Conv2d { return nn.NewConv2d(in, out, 5, nn.PadMode("valid"), nn.HasBias(true)) }
	n := &leNet{
		c1: conv(1, 6), c2: conv(6, 16), pool: nn.NewMaxPool2d(2, nn.Stride(2)),
		f1: nn.NewDense(400, 120), f2: nn.NewDense(120, 84), f3: nn.NewDense(84, 10),
	}
	n.Init(n)
	return n
}

// Construct takes images of shape (n, 1, 32, 32).
func (n *leNet) Construct(x *tensor.Tensor) *tensor.Tensor {
	x = n.pool.Call(n.c1.Call(x).ReLU())
	x = n.pool.Call(n.c2.Call(x).ReLU())
	x = x.Reshape(x.Dim(0), -1)
	return n.f3.Call(n.f2.Call(n.f1.Call(x).ReLU()).ReLU())
}

// startLeNet returns a function that runs a training step like that of lenet.cell.
func startLeNet() func() *tensor.Tensor {
	net := newLeNet()
	opt := optim.NewSGD(net.TrainableParams(), 0.01, optim.MomentumFactor(0.9))
	x := ops.StandardNormal([]int{32, 1, 32, 32})
	y := tensor.Arange(32).Mod(tensor.Scalar(10)).AsType(tensor.Int32)
	step := grad.ValueAndGrad(func() *tensor.Tensor { return ops.CrossEntropy(net.Call(x), y) }, opt.Trained())
	return func() *tensor.Tensor {
		loss, g := step()
		opt.Call(g)
		return loss
	}
}
