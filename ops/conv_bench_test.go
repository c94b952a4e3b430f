package ops_test

import (
	"testing"

	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// BenchmarkConv2D measures the second convolution of LeNet-5 on a batch of 32, forward and with its gradients.
func BenchmarkConv2D(b *testing.B) {
	x, w := Ones(32, 6, 14, 14), Ones(16, 6, 5, 5)
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			ops.Conv2D(x, w)
		}
	})
	b.Run("gradient", func(b *testing.B) {
		for b.Loop() {
			tape := NewTape()
			in := []*Tensor{tape.Watch(x), tape.Watch(w)}
			y := ops.Conv2D(in[0], in[1])
			tape.Stop()
			tape.Gradient([]*Tensor{y}, nil, in)
		}
	})
}

func BenchmarkMaxPool2D(b *testing.B) {
	x := Ones(32, 16, 28, 28)
	for b.Loop() {
		ops.MaxPool2D(x, 2)
	}
}
