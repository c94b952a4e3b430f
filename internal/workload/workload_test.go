package workload

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/tensor"
)

// TestLosses compares the first steps with PyTorch's, also those of steps in scopes whose memory is overwritten with
// NaN when it is reused.
func TestLosses(t *testing.T) {
	for _, w := range All {
		check := func(t *testing.T, step func() *tensor.Tensor) {
			for i, want := range w.Losses {
				if got := step().Float(); math.Abs(got-want) > 1e-6 {
					t.Errorf("step %d: loss %.7f, want %.7f", i+1, got, want)
				}
				if testing.Short() && i == 2 {
					break
				}
			}
		}
		t.Run(w.Name, func(t *testing.T) { check(t, w.Start()) })
		t.Run(w.Name+" in scopes", func(t *testing.T) {
			step := w.Start()
			mempool.Poisoned(func() { check(t, func() *tensor.Tensor { return tensor.Scope(step) }) })
		})
	}
}

// TestScopes: a step in a scope takes less than half of the new memory of one without: the result and the gradient of
// a layer, and what an optimizer reads, are reused.
func TestScopes(t *testing.T) {
	for _, name := range []string{"mlp", "lenet"} {
		w, _ := Named(name)
		step := w.Start()
		allocated := func(step func()) uint64 {
			step()
			before := testenv.Allocated()
			for range 10 {
				step()
			}
			return testenv.Allocated() - before
		}
		without := allocated(func() { step() })
		with := allocated(func() { tensor.Scope(step) })
		if with > without/2 {
			t.Errorf("%s: %d bytes are allocated in scopes, %d without", name, with, without)
		}
	}
}

func BenchmarkTrain(b *testing.B) {
	for _, w := range All {
		b.Run(w.Name, func(b *testing.B) {
			step := w.Start()
			step()
			for b.Loop() {
				step()
			}
			b.ReportMetric(float64(w.Samples)*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}
