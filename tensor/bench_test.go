package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// BenchmarkSmallOps measures the cost of an op beside its arithmetic.
func BenchmarkSmallOps(b *testing.B) {
	x, y := New([]float32{1}), New([]float32{2})
	wide, ints, flags := x.AsType(Float64), x.AsType(Int64), x.Greater(y)
	turns, half := x.AsType(Complex64), x.AsType(Float16)
	m, n := Ones(2, 3), Ones(3, 2)
	row := Ones(3)
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"add", func() { x.Add(y) }},
		{"add float64", func() { wide.Add(wide) }},
		{"add int64", func() { ints.Add(ints) }},
		{"add complex64", func() { turns.Add(turns) }},
		{"add float16", func() { half.Add(half) }},
		{"add float32 and int64", func() { x.Add(ints) }},
		{"add a row", func() { m.Add(row) }},
		{"number", func() { Scalar(2) }},
		{"mul by a number", func() { x.Mul(Scalar(2)) }},
		{"mul by a float", func() { x.Mul(Scalar(2.5)) }},
		{"div", func() { x.Div(y) }},
		{"sub int64", func() { ints.Sub(Scalar(1)) }},
		{"exp", func() { x.Exp() }},
		{"neg", func() { x.Neg() }},
		{"less", func() { x.Less(y) }},
		{"and", func() { flags.LogicalAnd(flags) }},
		{"where", func() { Where(flags, x, y) }},
		{"sum", func() { m.Sum() }},
		{"sum of an axis", func() { m.Sum(0) }},
		{"max", func() { m.Max() }},
		{"mean", func() { m.Mean() }},
		{"at", func() { x.At(0) }},
		{"at row", func() { m.At(1) }},
		{"at element", func() { m.At(1, 2) }},
		{"set", func() { m.SetAt(y, 1, 2) }},
		{"float", func() { x.Float() }},
		{"reshape", func() { m.Reshape(3, 2) }},
		{"transpose", func() { m.T() }},
		{"cast", func() { x.AsType(Float64) }},
		{"matmul", func() { m.MatMul(n) }},
		{"matmul of vectors", func() { row.MatMul(row) }},
		{"softmax", func() { m.Softmax(-1) }},
		{"concat", func() { Concat([]*Tensor{m, m}, 0) }},
		{"new", func() { New([]float32{1, 2}) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.f()
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
