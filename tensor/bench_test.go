package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// The cost of an op beside its arithmetic: one element, not recorded and recorded.
func BenchmarkSmallOps(b *testing.B) {
	x, y := New([]float32{1}), New([]float32{2})
	for name, f := range map[string]func(){
		"add":       func() { x.Add(y) },
		"mulScalar": func() { x.Mul(Scalar(2)) },
		"exp":       func() { x.Exp() },
		"sum":       func() { x.Sum() },
		"at":        func() { x.At(0) },
		"matmul1x1": func() { x.MatMul(y) },
		"newScalar": func() { Scalar(2) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
}

func BenchmarkGradientOfSmallChain(b *testing.B) {
	x := New([]float32{1})
	b.ReportAllocs()
	for b.Loop() {
		tape := NewTape()
		w := tape.Watch(x)
		y := w
		for range 10 {
			y = y.Mul(w)
		}
		tape.Stop()
		tape.Gradient([]*Tensor{y}, nil, []*Tensor{w})
	}
}

func BenchmarkAdd1M(b *testing.B) {
	x, y := Ones(1<<20), Ones(1<<20)
	b.SetBytes(3 << 22)
	for b.Loop() {
		x.Add(y)
	}
}

func BenchmarkMatMul256(b *testing.B) {
	x := Ones(256, 256)
	for b.Loop() {
		x.MatMul(x)
	}
}
