package workload

import (
	"math"
	"testing"
)

// TestLosses compares the first steps with PyTorch's.
func TestLosses(t *testing.T) {
	for _, w := range All {
		t.Run(w.Name, func(t *testing.T) {
			step := w.Start()
			for i, want := range w.Losses {
				if got := step().Float(); math.Abs(got-want) > 1e-6 {
					t.Errorf("step %d: loss %.7f, want %.7f", i+1, got, want)
				}
				if testing.Short() && i == 2 {
					break
				}
			}
		})
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
