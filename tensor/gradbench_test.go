package tensor_test

import (
	"fmt"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// BenchmarkChain is the forward and backward pass through a hundred small ops: what recording costs.
func BenchmarkChain(b *testing.B) {
	chain := func(x *Tensor) *Tensor {
		for range 50 {
			x = x.Mul(x).Tanh()
		}
		return x
	}
	for _, n := range []int{1, 1000} {
		x := Ones(n)
		b.Run(fmt.Sprintf("forward/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				chain(x)
			}
		})
		b.Run(fmt.Sprintf("gradient/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tape := NewTape()
				w := tape.Watch(x)
				y := chain(w)
				tape.Stop()
				tape.Gradient([]*Tensor{y}, nil, []*Tensor{w})
			}
		})
	}
}
