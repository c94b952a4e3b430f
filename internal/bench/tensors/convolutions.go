package tensors

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// image is a convolution of n square images with c channels of side h by o kernels of side k, with a step of one.
type image struct {
	name             string
	n, c, o, k, h, p int // p is the padding
}

var images = []image{
	{"lenet1", 32, 1, 6, 5, 28, 0},
	{"lenet2", 32, 6, 16, 5, 14, 0},
	{"r16_32k3", 32, 16, 32, 3, 32, 1},
	{"k4_120_240", 32, 120, 240, 4, 12, 0},
	{"r64k3", 8, 64, 64, 3, 56, 1},
	{"r256k3", 8, 256, 256, 3, 14, 1},
	{"r256k1", 8, 256, 64, 1, 56, 0},
}

func convolutions() (list []workload) {
	for _, g := range images {
		list = append(list,
			workload{"conv_fwd/" + g.name, gflops, g.work(), g.name == "lenet2" || g.name == "r64k3", g.forward},
			workload{"conv_bwd/" + g.name, gflops, 2 * g.work(), g.name == "r64k3", g.backward})
	}
	return list
}

func (g image) side() int { return g.h + 2*g.p - g.k + 1 }

// work returns the number of operations of a forward pass, in billions.
func (g image) work() float64 {
	return 2 * float64(g.n*g.o*g.side()*g.side()) * float64(g.c*g.k*g.k) / 1e9
}

func (g image) forward() func() {
	x, w, b := fill(1, 1, g.n, g.c, g.h, g.h), fill(2, 0.1, g.o, g.c, g.k, g.k), fill(3, 1, g.o)
	large := g.n*g.o*g.side()*g.side() > 2048 // results of 8 KiB and more are recycled by a scope
	return inScope(large, func() *tensor.Tensor {
		return ops.Conv2D(x, w, ops.Bias(b), ops.PadMode("pad"), ops.Padding(g.p))
	})
}

// backward returns a function that computes the gradients with respect to the images, the kernels and the bias.
func (g image) backward() func() {
	x, w := fill(1, 1, g.n, g.c, g.h, g.h), fill(2, 0.1, g.o, g.c, g.k, g.k)
	dy := fill(4, 1, g.n, g.o, g.side(), g.side())
	pad := []ops.Option{ops.PadMode("pad"), ops.Padding(g.p)}
	return inScope(true, func() *tensor.Tensor {
		ops.Conv2DBackpropInput(dy, w, x.Shape(), pad...)
		ops.Conv2DBackpropFilter(dy, x, w.Shape(), pad...)
		return dy.SumAxes([]int{0, 2, 3}, false)
	})
}

// gradient returns a function that computes the gradients of y = f(wrt…) with respect to all arguments, where dy is
// the gradient with respect to y.
func gradient(f func() *tensor.Tensor, dy *tensor.Tensor, wrt ...*tensor.Tensor) func() {
	tape := tensor.NewTape()
	defer tape.Stop()
	tape.Keep()
	for _, x := range wrt {
		tape.WatchParam(x)
	}
	outs, sens := []*tensor.Tensor{f()}, []*tensor.Tensor{dy}
	return inScope(true, func() *tensor.Tensor {
		tape.Gradient(outs, sens, wrt)
		return nil
	})
}
