package interp

import (
	"runtime"
	"testing"
)

// TestGrowingSlice: the arrays that a slice has left are used again when the next one grows. Fifty slices of 50,000
// numbers, 0.4 MB each, leave 2 MB each behind as they grow.
func TestGrowingSlice(t *testing.T) {
	s := newSession(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := s.Eval("func() (n int) { for range 50 { var xs []int; for i := range 50_000 { xs = append(xs, i) }; n += len(xs) }; return n }()")
	runtime.ReadMemStats(&after)
	if r.Err != nil || r.Value.Text() != "2500000" {
		t.Fatal(r.Value, r.Err)
	}
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 60 {
		t.Errorf("%d MB are allocated", mb)
	}
}
