package tensors

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// layers returns the layers of networks other than products.
func layers() (list []workload) {
	for _, s := range [][2]int{{64, 10}, {128, 1000}, {4096, 128}} {
		work := float64(s[0]*s[1]) / 1e9
		list = append(list,
			workload{fmt.Sprintf("nn/softmax/%dx%d", s[0], s[1]), elements, work, s[0] == 4096, func() func() {
				x := fill(1, 1, s[0], s[1])
				return inScope(s[0] > 64, func() *tensor.Tensor { return x.Softmax(-1) })
			}},
			workload{fmt.Sprintf("nn/cross_entropy/%dx%d", s[0], s[1]), elements, work, false, func() func() {
				x, y := fill(1, 1, s[0], s[1]), labels(s[0], s[1])
				return func() { ops.CrossEntropy(x, y) }
			}})
	}
	norm := float64(1024*256) / 1e9
	batch := float64(32*64*28*28) / 1e9
	return append(list,
		workload{"nn/layernorm_fwd/1024x256", elements, norm, true, func() func() {
			f, _ := layerNorm()
			return inScope(true, f)
		}},
		workload{"nn/layernorm_bwd/1024x256", elements, norm, false, func() func() {
			f, wrt := layerNorm()
			return gradient(f, fill(4, 1, 1024, 256), wrt...)
		}},
		workload{"nn/batchnorm_fwd/32x64x28x28", elements, batch, false, func() func() {
			f, _ := batchNorm()
			return inScope(true, f)
		}},
		workload{"nn/batchnorm_bwd/32x64x28x28", elements, batch, false, func() func() {
			f, wrt := batchNorm()
			return gradient(f, fill(4, 1, 32, 64, 28, 28), wrt...)
		}},
		workload{"nn/maxpool2_fwd/32x6x28x28", elements, float64(32*6*28*28) / 1e9, false, func() func() {
			x := fill(1, 1, 32, 6, 28, 28)
			return inScope(true, func() *tensor.Tensor { return ops.MaxPool2D(x, 2, ops.Stride(2)) })
		}})
}

func layerNorm() (f func() *tensor.Tensor, wrt []*tensor.Tensor) {
	x, w, b := fill(1, 1, 1024, 256), fill(2, 1, 256), fill(3, 1, 256)
	return func() *tensor.Tensor {
		return ops.LayerNorm(x, []int{256}, ops.Weight(w), ops.Bias(b), ops.Eps(1e-5))
	}, []*tensor.Tensor{x, w, b}
}

func batchNorm() (f func() *tensor.Tensor, wrt []*tensor.Tensor) {
	x, w, b := fill(1, 1, 32, 64, 28, 28), fill(2, 1, 64), fill(3, 1, 64)
	mean, variance := tensor.Zeros(64), tensor.Ones(64)
	return func() *tensor.Tensor {
		return ops.BatchNorm(x, mean, variance, ops.Weight(w), ops.Bias(b), ops.Training(true), ops.Momentum(0.1), ops.Eps(1e-5))
	}, []*tensor.Tensor{x, w, b}
}

// labels returns n labels, i mod classes.
func labels(n, classes int) *tensor.Tensor {
	v := make([]int32, n)
	for i := range v {
		v[i] = int32(i % classes)
	}
	return tensor.Share(v)
}
