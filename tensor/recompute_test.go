package tensor_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	. "github.com/msrepl/msrepl/tensor"
)

// step is a piece of a network that uses its argument and its weight several times and draws at random.
func step(x, w *Tensor) *Tensor {
	noise := make([]float32, x.Size())
	rng.Ops().Uniform(noise, 0.5, 1.5)
	return x.Mul(w).Tanh().Add(x.Mul(x).Mul(w)).Mul(Share(noise, x.Shape()...)).Add(x)
}

// once wraps step in Recompute.
func once(x, w *Tensor) *Tensor {
	return Recompute(func() []*Tensor { return []*Tensor{step(x, w)} })[0]
}

// twice nests Recompute.
func twice(x, w *Tensor) *Tensor {
	return Recompute(func() []*Tensor { return []*Tensor{once(x, w)} })[0]
}

// TestRecomputeIsExact checks that gradients are the same to the last bit, drawn at random alike, also of weights and
// of captured values.
func TestRecomputeIsExact(t *testing.T) {
	gradients := func(f func(x, w *Tensor) *Tensor) []*Tensor {
		rng.SeedOps(3)
		tape := NewTape()
		x := tape.Watch(New([]float32{0.3, -0.7, 1.1}))
		w := New([]float32{0.2, 0.9, -0.4}).AsParam()
		tape.WatchParam(w)
		y := x.Sin()
		for range 3 {
			y = f(y, w).Add(y.Mul(x))
		}
		z := y.Mul(w).Sum()
		tape.Stop()
		g := tape.Gradient([]*Tensor{z}, nil, []*Tensor{x, w})
		return append(g, z)
	}
	want := fmt.Sprint(gradients(step))
	for name, f := range map[string]func(x, w *Tensor) *Tensor{"recomputed": once, "nested": twice} {
		if got := fmt.Sprint(gradients(f)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestRecomputeOrders(t *testing.T) {
	f := func(x []*Tensor) []*Tensor {
		outer := x[1].Sin() // a value from outside
		return Recompute(func() []*Tensor { return []*Tensor{x[0].Mul(x[0]).Mul(outer), x[1], x[0].Exp()} })
	}
	if err := gradcheck.Check(f, []*Tensor{New([]float64{0.5, -1}), New([]float64{2, 0.3})}, gradcheck.Options{Order: 3, Tolerance: 1e-5}); err != nil {
		t.Error(err)
	}
}

func TestRecomputeTwiceAndErrors(t *testing.T) {
	ran := 0
	for _, keep := range []bool{false, true} {
		tape := NewTape()
		if keep {
			tape.Keep()
		}
		x := tape.Watch(New([]float64{3}))
		y := Recompute(func() []*Tensor { ran++; return []*Tensor{x.Mul(x)} })
		tape.Stop()
		again := func() { wantValues(t, "gradient", tape.Gradient(y, nil, []*Tensor{x})[0], 6) }
		again()
		if keep {
			again()
		} else {
			wantError(t, RuntimeError, "For 'Recompute', the graph was released", again)
		}
	}
	if ran != 2+3 {
		t.Errorf("the functions ran %d times, want 5", ran)
	}
	wantError(t, RuntimeError, "For 'Recompute', a tensor of shape (1,) that its gradient needs was changed in place", func() {
		w := New([]float64{2}).AsParam()
		tape := NewTape()
		defer tape.Stop()
		tape.WatchParam(w)
		y := Recompute(func() []*Tensor { return []*Tensor{w.Mul(w)} })
		w.Assign(Scalar(1))
		tape.Gradient(y, nil, []*Tensor{w})
	})
	wantError(t, RuntimeError, "For 'Recompute', the function returned other results", func() {
		n := 0
		gradOf(func(x *Tensor) *Tensor {
			return Recompute(func() []*Tensor { n++; return []*Tensor{x.Mul(Ones(n + 1))} })[0]
		}, New([]float64{1}))
	})
}

// TestRecomputeOfChanged changes an input or a captured value, whose elements no gradient rule needs, between the
// first run and the second.
func TestRecomputeOfChanged(t *testing.T) {
	changes := map[string]func(y *Tensor){
		"recorded":    func(y *Tensor) { y.MulAssign(Scalar(3)) },
		"an element":  func(y *Tensor) { y.SetAt(Scalar(3), 0) },
		"with a view": func(y *Tensor) { y.Reshape(1, -1).At(0).AddAssign(y.Sin()) },
	}
	x := New([]float64{0.5, 2})
	for _, input := range []bool{true, false} {
		if input {
			changes["not recorded"] = func(y *Tensor) { NoGrad(func() { y.MulAssign(Scalar(3)) }) }
		} else {
			delete(changes, "not recorded") // nothing leads to the memory of what is captured
		}
		for name, change := range changes {
			inner := func(y *Tensor) *Tensor {
				inputs := []*Tensor{y}
				if !input {
					inputs = nil
				}
				return Recompute(func() []*Tensor { return []*Tensor{y.Add(Scalar(1)).Tanh()} }, inputs...)[0]
			}
			f := func(x *Tensor) *Tensor {
				y := x.Mul(Scalar(2))
				z := inner(y)
				change(y)
				return z.Add(y)
			}
			again := func(x *Tensor) *Tensor { return Recompute(func() []*Tensor { return []*Tensor{f(x)} }, x)[0] }
			for _, g := range []func(x *Tensor) *Tensor{f, again} {
				t.Log(name, input)
				wantError(t, RuntimeError, "For 'Recompute', a tensor of shape (2,) that its gradient needs was changed in place",
					func() { gradOf(g, x) })
			}
		}
	}
}

// TestRecomputeAndHooks checks that hooks registered inside run once, and without a tape nothing is different.
func TestRecomputeAndHooks(t *testing.T) {
	ran := 0
	f := func(x *Tensor) *Tensor {
		return Recompute(func() []*Tensor {
			y := x.Mul(x)
			y.RegisterHook(func(g *Tensor) *Tensor { ran++; return g.Mul(Scalar(10)) })
			return []*Tensor{y.Mul(y)}
		})[0]
	}
	wantValues(t, "without a tape", f(New([]float64{2})), 16)
	wantValues(t, "hooked inside", gradOf(f, New([]float64{2})), 320)
	if ran != 1 {
		t.Errorf("the hook ran %d times, want once", ran)
	}
}

// TestRecomputeFrees: the memory of recomputed values is free after the forward pass. Without recomputation, 64 steps
// would keep 3 tensors of 256 KiB each.
func TestRecomputeFrees(t *testing.T) {
	const steps, size = 64, 1 << 16
	held := func(f func(x *Tensor) *Tensor) uint64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		tape := NewTape()
		x := tape.Watch(Zeros(size))
		y := x
		for range steps {
			y = f(y)
		}
		tape.Stop()
		runtime.GC()
		runtime.ReadMemStats(&after)
		tape.Gradient([]*Tensor{y}, nil, []*Tensor{x})
		return after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc)
	}
	body := func(x *Tensor) *Tensor { return x.Tanh().Sigmoid().Exp() }
	plain := held(body)
	frugal := held(func(x *Tensor) *Tensor {
		return Recompute(func() []*Tensor { return []*Tensor{body(x)} })[0]
	})
	t.Logf("held for the gradient: %d KiB, recomputed %d KiB", plain>>10, frugal>>10)
	if frugal*2 > plain {
		t.Errorf("recomputing holds %d KiB, without it %d KiB are held", frugal>>10, plain>>10)
	}
}

// TestConcurrentRecompute walks one kept graph, and replays random streams, on several goroutines, for the race
// detector.
func TestConcurrentRecompute(t *testing.T) {
	w := New([]float32{0.5}).AsParam()
	tape := NewTape()
	tape.Keep()
	tape.WatchParam(w)
	y := once(w, w)
	tape.Stop()
	want := tape.Gradient([]*Tensor{y}, nil, []*Tensor{w})[0].Float()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 20 {
				wantValues(t, "gradient", tape.Gradient([]*Tensor{y}, nil, []*Tensor{w})[0], want)
				gradOf(func(x *Tensor) *Tensor { return once(x, w) }, w.Detach())
			}
		})
	}
	wg.Wait()
}
