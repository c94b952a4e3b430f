package par

import (
	"sync/atomic"
	"testing"
)

// forced makes calls parallel on machines with one processor, too.
func forced(t *testing.T, workers int) {
	before := Limit(workers)
	t.Cleanup(func() { Limit(before) })
}

func TestDoCallsEachOnce(t *testing.T) {
	forced(t, 4)
	for n := range 200 {
		calls := make([]atomic.Int32, n)
		Do(n, func(i int) { calls[i].Add(1) })
		for i := range calls {
			if c := calls[i].Load(); c != 1 {
				t.Fatalf("Do(%d): %d calls of f(%d)", n, c, i)
			}
		}
	}
}

func TestRangeCoversOnce(t *testing.T) {
	forced(t, 3)
	for _, c := range []struct{ n, grain int }{{0, 1}, {1, 1}, {10, 3}, {1000, 7}, {1001, 1000}, {97, 0}} {
		calls := make([]atomic.Int32, c.n)
		Range(c.n, c.grain, func(lo, hi int) {
			if hi-lo < min(c.grain, c.n) {
				t.Errorf("Range(%d, %d): a piece of %d", c.n, c.grain, hi-lo)
			}
			for i := lo; i < hi; i++ {
				calls[i].Add(1)
			}
		})
		for i := range calls {
			if k := calls[i].Load(); k != 1 {
				t.Fatalf("Range(%d, %d): %d calls for %d", c.n, c.grain, k, i)
			}
		}
	}
}

func TestNestedAndConcurrent(t *testing.T) {
	forced(t, 3)
	var sum atomic.Int64
	Do(8, func(i int) {
		Do(10, func(j int) { sum.Add(int64(10*i + j)) })
	})
	if sum.Load() != 80*79/2 {
		t.Errorf("sum %d", sum.Load())
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	forced(t, 3)
	defer func() {
		if got := recover(); got != "piece 5" {
			t.Errorf("recovered %v", got)
		}
	}()
	Do(1000, func(i int) {
		if i == 5 {
			panic("piece 5")
		}
	})
	t.Error("Do returned")
}

func BenchmarkEmpty(b *testing.B) {
	for b.Loop() {
		Do(Workers(), func(int) {})
	}
}
