package session

import (
	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// The networks of the cells, compiled, with the same kind of numbers: the proportion of zeros and denormals must not
// differ.

func leNetCompiled() (step func(n int)) {
	conv := func(in, out int) *nn.Conv2d { return nn.NewConv2d(in, out, 5, nn.PadMode("valid"), nn.HasBias(true)) }
	net := nn.NewSequentialCell(conv(1, 6), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)),
		conv(6, 16), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)), nn.NewFlatten(),
		nn.NewDense(400, 120), nn.NewReLU(), nn.NewDense(120, 84), nn.NewReLU(), nn.NewDense(84, 10))
	x, y := ops.StandardNormal([]int{32, 1, 32, 32}), tensor.Zeros(32).AsType(tensor.Int32)
	return training(net.TrainableParams(), 0.9, func() *tensor.Tensor { return ops.CrossEntropy(net.Call(x), y) })
}

type encoder struct {
	nn.Cell
	qkv, out, up, down *nn.Dense
	norm1, norm2       *nn.LayerNorm
}

// Construct takes and returns x of shape (8, 128, 256).
func (e *encoder) Construct(x *tensor.Tensor) *tensor.Tensor {
	x = e.norm1.Call(x.Add(e.attend(x)))
	return e.norm2.Call(x.Add(e.down.Call(e.up.Call(x))))
}

func (e *encoder) attend(x *tensor.Tensor) *tensor.Tensor {
	n, s := x.Dim(0), x.Dim(1)
	parts := e.qkv.Call(x).Reshape(n, s, 3, 4, 64).Transpose(2, 0, 3, 1, 4)
	q, k, v := parts.At(0), parts.At(1), parts.At(2)
	mixed := q.MatMul(k.Transpose(0, 1, 3, 2)).Mul(tensor.Scalar(0.125)).Softmax(-1).MatMul(v)
	return e.out.Call(mixed.Transpose(0, 2, 1, 3).Reshape(n, s, 256))
}

func encoderCompiled() (step func(n int)) {
	eps := nn.Eps(1e-5)
	net := &encoder{
		qkv: nn.NewDense(256, 768), out: nn.NewDense(256, 256), up: nn.NewDense(256, 1024), down: nn.NewDense(1024, 256),
		norm1: nn.NewLayerNorm([]int{256}, eps), norm2: nn.NewLayerNorm([]int{256}, eps),
	}
	net.up.Activation = nn.NewReLU()
	net.Init(net)
	x, target := ops.StandardNormal([]int{8, 128, 256}), ops.StandardNormal([]int{8, 128, 256})
	return training(net.TrainableParams(), 0, func() *tensor.Tensor { return ops.MSELoss(net.Call(x), target) })
}

// training returns a function that runs n steps of gradient descent.
func training(params nn.ParameterList, momentum float64, loss func() *tensor.Tensor) (step func(n int)) {
	opt := optim.NewSGD(params, 0.01, optim.MomentumFactor(momentum))
	gradients := grad.ValueAndGrad(loss, params)
	return func(n int) {
		for range n {
			_, g := gradients()
			opt.Call(g)
		}
	}
}
