package workload

import (
	"math"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

func invSqrt(n int) float64 { return 1 / math.Sqrt(float64(n)) }

// buildMLP builds a perceptron, 784-512-512-10, with ReLU on 64 samples: cross entropy, gradient descent.
func buildMLP() (loss func() *tensor.Tensor, opt trainer) {
	net := nn.NewSequentialCell(dense(512, 784, 1), nn.NewReLU(), dense(512, 512, 3), nn.NewReLU(), dense(10, 512, 5))
	x, y := Fill(100, 1, 64, 784), classes(64)
	return func() *tensor.Tensor { return ops.CrossEntropy(net.Call(x), y) }, sgd(net, 0)
}

// buildLeNet builds LeNet-5 with ReLU and max pooling on 32 images of 32×32: cross entropy, gradient descent with
// momentum.
func buildLeNet() (loss func() *tensor.Tensor, opt trainer) {
	net := nn.NewSequentialCell(
		conv(6, 1, 5, 1), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)),
		conv(16, 6, 5, 3), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)), nn.NewFlatten(),
		dense(120, 400, 5), nn.NewReLU(), dense(84, 120, 7), nn.NewReLU(), dense(10, 84, 9))
	x, y := Fill(100, 1, 32, 1, 32, 32), classes(32)
	return func() *tensor.Tensor { return ops.CrossEntropy(net.Call(x), y) }, sgd(net, 0.9)
}

// The sizes of the encoder: sequences, their length, width, heads, and width of the inner layer.
const (
	batch, length, width, heads, inner = 8, 128, 256, 4, 1024
)

// encoder is a transformer encoder block with layer normalization after each residual addition, without dropout.
type encoder struct {
	nn.Cell
	qkv, out, up, down *nn.Dense
	norm1, norm2       *nn.LayerNorm
}

func newEncoder() *encoder {
	eps := nn.Eps(1e-5) // PyTorch's
	e := &encoder{
		qkv: dense(3*width, width, 1), out: dense(width, width, 3), up: dense(inner, width, 5), down: dense(width, inner, 7),
		norm1: nn.NewLayerNorm([]int{width}, eps), norm2: nn.NewLayerNorm([]int{width}, eps),
	}
	e.up.Activation = nn.NewReLU()
	e.Init(e)
	return e
}

// Construct takes and returns x of shape (batch, length, width).
func (e *encoder) Construct(x *tensor.Tensor) *tensor.Tensor {
	x = e.norm1.Call(x.Add(e.attend(x)))
	return e.norm2.Call(x.Add(e.down.Call(e.up.Call(x))))
}

func (e *encoder) attend(x *tensor.Tensor) *tensor.Tensor {
	n, s := x.Dim(0), x.Dim(1)
	parts := e.qkv.Call(x).Reshape(n, s, 3, heads, width/heads).Transpose(2, 0, 3, 1, 4)
	q, k, v := parts.At(0), parts.At(1), parts.At(2)
	scores := q.MatMul(k.Transpose(0, 1, 3, 2)).Mul(tensor.Scalar(invSqrt(width / heads)))
	mixed := scores.Softmax(-1).MatMul(v)
	return e.out.Call(mixed.Transpose(0, 2, 1, 3).Reshape(n, s, width))
}

// buildEncoder builds an encoder with mean squared error and gradient descent.
func buildEncoder() (loss func() *tensor.Tensor, opt trainer) {
	net := newEncoder()
	x, target := Fill(100, 1, batch, length, width), Fill(101, 1, batch, length, width)
	return func() *tensor.Tensor { return ops.MSELoss(net.Call(x), target) }, sgd(net, 0)
}
