package tensor_test

import (
	"context"
	"runtime/pprof"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/session/engine"
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
		engine.ComputeIn(Float16, func() { got = c.f() })
		if got.DType() != c.want {
			t.Errorf("%s: %s, want %s", c.name, got.DType(), c.want)
		}
	}
	g := gradOf(func(x *Tensor) (y *Tensor) {
		engine.ComputeIn(Float16, func() { y = Recompute(func() []*Tensor { return []*Tensor{x.Mul(x)} })[0] })
		return y
	}, f64)
	if g.DType() != Float64 {
		t.Errorf("the gradient is %s, want that of the argument, Float64", g.DType())
	}
	wantValues(t, "gradient", g, 6, 8)
}

// TestScopesUnderOtherLabels has the profiler's labels change inside of functions that decide how ops are computed.
func TestScopesUnderOtherLabels(t *testing.T) {
	do := func(f func()) {
		pprof.Do(context.Background(), pprof.Labels("a", "b"), func(context.Context) { f() })
	}
	got := gradOf(func(x *Tensor) *Tensor {
		var y, z *Tensor
		NoGrad(func() {
			do(func() { y = x.Mul(x) })
			z = x.Mul(x)
		})
		return y.Add(x).Add(z)
	}, New([]float64{2}))
	wantValues(t, "NoGrad", got, 1)
	engine.ComputeIn(Float16, func() {
		do(func() {
			if y := Ones(2).Add(Ones(2)); y.DType() != Float16 {
				t.Errorf("ComputeIn gives %s", y.DType())
			}
		})
	})
	random := func(x *Tensor) *Tensor {
		var y *Tensor
		do(func() { y = x.Mul(Apply(noisy{}, x)[0]) })
		return y
	}
	var once *Tensor
	got = gradOf(func(x *Tensor) *Tensor {
		return Recompute(func() []*Tensor {
			y := random(x)
			if once == nil {
				once = y.Detach().Clone()
			}
			return []*Tensor{y}
		})[0]
	}, New([]float64{1, 1}))
	wantValues(t, "Recompute", got, once.Float64s()...)
}

// noisy returns random numbers, without a gradient.
type noisy struct{}

func (noisy) Name() string                    { return "Noisy" }
func (noisy) Infer(in []Spec) []Spec          { return in }
func (noisy) VJP(_, _, _ []*Tensor) []*Tensor { return []*Tensor{nil} }
func (noisy) Forward(in []*Tensor) []*Tensor {
	y := OnesLike(in[0])
	p := rng.Ops()
	for i := range y.Size() {
		y.SetAt(Scalar(float64(p.Uint32())/(1<<32)), i)
	}
	return []*Tensor{y}
}
