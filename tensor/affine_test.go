package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// Affine is what its two ops are, gradients too, bit for bit, for every form that it computes in one and for others.
func TestAffine(t *testing.T) {
	number := func(dt DType, dims ...int) *Tensor {
		n := 1
		for _, d := range dims {
			n *= d
		}
		return Arange(0, n, 1).AsType(Float32).Mul(Scalar(0.37)).Sin().Reshape(dims...).AsType(dt)
	}
	for _, c := range []struct{ x, w, b *Tensor }{
		{number(Float32, 5, 7), number(Float32, 7, 20), number(Float32, 20)},
		{number(Float32, 300, 64), number(Float32, 150, 64).T(), number(Float32, 150)},
		{number(Float32, 3, 5, 7), number(Float32, 7, 20), number(Float32, 20)},
		{number(Float32, 5, 7), number(Float32, 7, 3), number(Float32, 3)},
		{number(Float32, 5, 7), number(Float32, 7, 20), number(Float32, 5, 20)},
		{number(Float32, 5, 7), number(Float32, 7, 20), number(Float32, 40).At(Span(0, 40).By(2))},
		{number(Float32, 7), number(Float32, 7, 20), number(Float32, 20)},
		{number(Float64, 5, 7), number(Float64, 7, 20), number(Float64, 20)},
		{number(Float16, 5, 7), number(Float16, 7, 20), number(Float16, 20)},
	} {
		run := func(f func(x, w, b *Tensor) *Tensor) []*Tensor {
			tape := NewTape()
			in := []*Tensor{tape.Watch(c.x), tape.Watch(c.w), tape.Watch(c.b)}
			y := f(in[0], in[1], in[2])
			tape.Stop()
			return append(tape.Gradient([]*Tensor{y}, nil, in), y)
		}
		got := run(Affine)
		for i, want := range run(func(x, w, b *Tensor) *Tensor { return x.MatMul(w).Add(b) }) {
			if got[i].DType() != want.DType() || !got[i].Equal(want).All().Bool() {
				t.Errorf("%v·%v + %v: result %d is %v, want %v", c.x.Shape(), c.w.Shape(), c.b.Shape(), i, got[i], want)
			}
		}
	}
}
