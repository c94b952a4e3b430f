package ops

import (
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestResultsInScope checks that results of ops that write them by kernels of their own, and gradients, end with
// their scope: each is used after it.
func TestResultsInScope(t *testing.T) {
	x, images, w := tensor.Ones(64, 64), tensor.Ones(4, 4, 32, 32), tensor.Ones(8, 4, 3, 3)
	slope := func(x *tensor.Tensor, f func(x *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
		tape := tensor.NewTape()
		defer tape.Stop()
		z := tape.Watch(x)
		y := f(z)
		tape.Stop()
		return tape.Gradient([]*tensor.Tensor{y}, nil, []*tensor.Tensor{z})[0]
	}
	for name, f := range map[string]func() *tensor.Tensor{
		"layer norm":  func() *tensor.Tensor { return LayerNorm(x, []int{64}) },
		"convolution": func() *tensor.Tensor { return Conv2D(images, w) },
		"dense":       func() *tensor.Tensor { return Dense(x, x, Bias(tensor.Ones(64))) },
		"pooling": func() *tensor.Tensor {
			y, _ := MaxPool2DWithIndices(images, 2, Stride(2))
			return y
		},
		"indices": func() *tensor.Tensor {
			_, index := MaxPool2DWithIndices(images, 2, Stride(2))
			return index
		},
		"average":       func() *tensor.Tensor { return AvgPool2D(images, 2) },
		"interpolation": func() *tensor.Tensor { return Interpolate(images, ScaleFactor(2)) },
		"padding":       func() *tensor.Tensor { return Pad(images, []int{1, 1}) },
		"outer product": func() *tensor.Tensor { return tensor.Einsum("i,j->ij", x.At(0), x.At(1)) },
		"gradient of interpolation": func() *tensor.Tensor {
			return slope(images, func(x *tensor.Tensor) *tensor.Tensor { return Interpolate(x, ScaleFactor(2)) })
		},
		"gradient of layer norm": func() *tensor.Tensor {
			return slope(x, func(x *tensor.Tensor) *tensor.Tensor { return LayerNorm(x, []int{64}) })
		},
		"gradient of entropy": func() *tensor.Tensor {
			return slope(x, func(x *tensor.Tensor) *tensor.Tensor { return CrossEntropy(x, tensor.ZerosOf(tensor.Int32, 64)) })
		},
	} {
		var left *tensor.Tensor
		tensor.Scope(func() *tensor.Tensor {
			left = f()
			return nil
		})
		if tensor.Try(func() { left.Sum() }) == nil {
			t.Errorf("the result of %s lasts longer than its scope", name)
		}
	}
}
