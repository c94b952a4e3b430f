package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

func TestNoGrad(t *testing.T) {
	done := make(chan bool)
	got := gradOf(func(x *Tensor) *Tensor {
		var y *Tensor
		NoGrad(func() {
			y = x.Mul(x)
			if x.Tracked() || !InNoGrad() {
				t.Error("x is tracked inside of NoGrad")
			}
		})
		go func() { done <- InNoGrad() }()
		if <-done || InNoGrad() {
			t.Error("NoGrad goes on after its end")
		}
		return x.Mul(y)
	}, New([]float64{3}))
	wantValues(t, "x·const(x²)", got, 9)
	NoGrad(func() {
		go func() { done <- InNoGrad() }()
		if !<-done {
			t.Error("NoGrad does not hold on a goroutine that it starts")
		}
		go NoGrad(func() { done <- true })
		<-done
	})
}

func TestComputeIn(t *testing.T) {
	f32, f64, i32 := New([]float32{1.0002, 2}), New([]float64{3, 4}), New([]int32{5, 6})
	for _, c := range []struct {
		name string
		f    func() *Tensor
		want DType
	}{
		{"unary", func() *Tensor { return f32.Exp() }, Float16},
		{"binary", func() *Tensor { return f32.Mul(f64) }, Float16},
		{"with a number", func() *Tensor { return f32.Mul(Scalar(2.5)) }, Float16},
		{"of integers", func() *Tensor { return i32.Add(i32) }, Int32},
		{"integers beside floats", func() *Tensor { return f32.Mul(i32) }, Float16},
		{"any number of arguments", func() *Tensor { return Apply(sinCos{}, f32)[1] }, Float16},
		{"cast", func() *Tensor { return f32.AsType(Float64) }, Float64},
		{"comparison", func() *Tensor { return f32.Greater(f64) }, Bool},
		{"new", func() *Tensor { return Ones(2) }, Float32},
	} {
		var got *Tensor
		ComputeIn(Float16, func() { got = c.f() })
		if got.DType() != c.want {
			t.Errorf("%s: %s, want %s", c.name, got.DType(), c.want)
		}
	}
	g := gradOf(func(x *Tensor) (y *Tensor) {
		ComputeIn(Float16, func() { y = Recompute(func() []*Tensor { return []*Tensor{x.Mul(x)} })[0] })
		return y
	}, f64)
	if g.DType() != Float64 {
		t.Errorf("the gradient is %s, want that of the argument, Float64", g.DType())
	}
	wantValues(t, "gradient", g, 6, 8)
}
