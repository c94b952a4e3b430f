package tensor_test

import (
	"fmt"
	"sync"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// times is a hook that multiplies with k.
func times(k float64) func(*Tensor) *Tensor {
	return func(g *Tensor) *Tensor { return g.Mul(Scalar(k)) }
}

// TestRegisterHook checks hooks of tensors: the first two are the programs of MindSpore's test_tensor_hook.py.
func TestRegisterHook(t *testing.T) {
	x, y := New([]float64{1, 2, 3}), New([]float64{1, 2, 3})
	product := func(hooks ...any) func(x, y *Tensor) *Tensor {
		return func(x, y *Tensor) *Tensor {
			z := x.Mul(y)
			for _, h := range hooks {
				z.RegisterHook(h)
			}
			return z.Mul(y)
		}
	}
	var seen []float64
	look := func(g *Tensor) { seen = g.Float64s() }
	for _, c := range []struct {
		name   string
		f      func(x, y *Tensor) *Tensor
		dx, dy []float64
	}{
		{"result of an op", product(times(2)), []float64{2, 8, 18}, []float64{3, 12, 27}},
		{"two in order", product(times(2), times(3)), []float64{6, 24, 54}, []float64{7, 28, 63}},
		{"nothing returned", product(look), []float64{1, 4, 9}, []float64{2, 8, 18}},
		{"nil returned", product(func(*Tensor) *Tensor { return nil }), []float64{1, 4, 9}, []float64{2, 8, 18}},
		{"another dtype", product(func(g *Tensor) *Tensor { return g.AsType(Float32) }), []float64{1, 4, 9}, []float64{2, 8, 18}},
		{"removed", func(x, y *Tensor) *Tensor {
			z := x.Mul(y)
			h := z.RegisterHook(times(2))
			h.Remove()
			h.Remove()
			return z.Mul(y)
		}, []float64{1, 4, 9}, []float64{2, 8, 18}},
		{"an argument, all of its gradient at once", func(x, y *Tensor) *Tensor {
			x.RegisterHook(func(g *Tensor) *Tensor { return g.Mul(g) })
			return x.Add(x).Add(x.Mul(y))
		}, []float64{9, 16, 25}, []float64{1, 2, 3}},
		{"the value asked for", func(x, y *Tensor) *Tensor { z := x.Add(y); z.RegisterHook(times(5)); return z }, []float64{5, 5, 5}, []float64{5, 5, 5}},
	} {
		tape := NewTape()
		x, y := tape.Watch(x), tape.Watch(y)
		out := c.f(x, y)
		tape.Stop()
		g := tape.Gradient([]*Tensor{out}, nil, []*Tensor{x, y})
		wantValues(t, c.name+", by x", g[0], c.dx...)
		wantValues(t, c.name+", by y", g[1], c.dy...)
	}
	if len(seen) != 3 || seen[1] != 2 {
		t.Errorf("the hook saw %v, want the gradient y = [1 2 3]", seen)
	}
}

// TestHookedResults checks that a second result's hook sees that result's gradient, and higher orders pass through
// hooks.
func TestHookedResults(t *testing.T) {
	got := gradOf(func(x *Tensor) *Tensor {
		both := Apply(sinCos{}, x)
		both[1].RegisterHook(times(10))
		return both[0].Add(both[1])
	}, New([]float64{0}))
	wantValues(t, "sin + cos at 0", got, 1)
	got = gradOf(func(x *Tensor) *Tensor {
		return gradOf(func(y *Tensor) *Tensor { z := y.Mul(y); z.RegisterHook(times(10)); return z.Mul(z) }, x)
	}, New([]float64{2})) // 10·2z·2y, whose gradient by z = y² goes through the hook too, as in PyTorch
	wantValues(t, "second order", got, 10*40*2*4+40*4)
}

func TestHooksOfTensors(t *testing.T) {
	gradient := func(w, x *Tensor, f func(w, x *Tensor) *Tensor) (dw, dx *Tensor) {
		tape := NewTape()
		x = tape.Watch(x)
		tape.WatchParam(w)
		y := f(w, x)
		tape.Stop()
		g := tape.Gradient([]*Tensor{y}, nil, []*Tensor{w, x})
		return g[0], g[1]
	}
	mul := func(w, x *Tensor) *Tensor { return w.Mul(x) }
	w, x := New([]float64{2}).AsParam(), New([]float64{3})
	double, triple := w.RegisterHook(times(2)), w.RegisterHook(times(3))
	ofInput := x.RegisterHook(times(7))
	for _, want := range []float64{18, 18} { // each step anew
		dw, dx := gradient(w, x, mul)
		wantValues(t, "a parameter", dw, want)
		wantValues(t, "a tensor before it is watched", dx, 14)
		w.Assign(w)
	}
	double.Remove()
	ofInput.Remove()
	dw, dx := gradient(w, x, mul)
	wantValues(t, "one removed", dw, 9)
	wantValues(t, "the input's removed", dx, 2)
	triple.Remove()
	w.RegisterHook(func(g *Tensor) *Tensor { return g.Add(Scalar(5)) })
	dw, _ = gradient(w, x, func(_, x *Tensor) *Tensor { return x })
	wantValues(t, "a parameter that no gradient reached", dw, 5)
}

func TestHookErrors(t *testing.T) {
	wantError(t, TypeError, "'hook_fn' must be func(grad *Tensor)", func() { New(1.0).RegisterHook(func() {}) })
	wantError(t, TypeError, "but got string", func() { New(1.0).RegisterHook("hook") })
	wantError(t, ValueError, "it should be Tensor shape:[(2)]Float64, but got Tensor shape:[(3)]Float32", func() {
		gradOf(func(x *Tensor) *Tensor {
			x.RegisterHook(func(*Tensor) *Tensor { return Ones(3) })
			return x.Mul(x)
		}, New([]float64{1, 2}))
	})
}

// TestConcurrentHooks adds and removes hooks while gradients are computed, for the race detector.
func TestConcurrentHooks(t *testing.T) {
	w := New([]float64{3}).AsParam()
	w.RegisterHook(times(2))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				w.RegisterHook(func(*Tensor) {}).Remove()
				tape := NewTape()
				tape.WatchParam(w)
				y := w.Mul(w)
				y.RegisterHook(times(5))
				tape.Stop()
				wantValues(t, "hooked twice", tape.Gradient([]*Tensor{y}, nil, []*Tensor{w})[0], 2*5*6)
			}
		})
	}
	wg.Wait()
}

// The example of Tensor.register_hook.
func ExampleTensor_RegisterHook() {
	tape := NewTape()
	x, y := tape.Watch(New(1.0)), tape.Watch(New(2.0))
	z := x.Mul(y)
	z.RegisterHook(func(grad *Tensor) *Tensor { return grad.Mul(Scalar(2)) })
	z = z.Mul(y)
	tape.Stop()
	fmt.Println(Tuple(tape.Gradient([]*Tensor{z}, nil, []*Tensor{x, y})))
	// Output:
	// (Tensor(shape=[], dtype=Float32, value= 8), Tensor(shape=[], dtype=Float32, value= 6))
}
