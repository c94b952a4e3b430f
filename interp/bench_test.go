package interp

import (
	"math"
	"testing"
)

// BenchmarkCell is what a cell costs beside the work that it does.
func BenchmarkCell(b *testing.B) {
	for _, c := range []struct{ name, first, cell string }{
		{"statement", "total := 1", "total = total*3 + 7"},
		{"variable", "total := 1", "v := total + 1"},
		{"tensors", "x := tensor.Ones(2, 3)", "y := 2*x + 1"},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := newSession(b, c.first, c.cell)
			b.ReportAllocs()
			for b.Loop() {
				if r := s.Eval(c.cell); r.Err != nil {
					b.Fatal(r.Err)
				}
			}
		})
	}
}

// TestCellAllocates holds the cost of a cell to the number of its allocations, which noise cannot move; each is worth
// a fifth of a microsecond.
func TestCellAllocates(t *testing.T) {
	for _, c := range []struct {
		first, cell string
		most        float64
	}{
		{"total := 1", "total = total*3 + 7", 553},
		{"total := 1", "v := total + 1", 499},
		{"x := tensor.Ones(2, 3)", "y := 2*x + 1", 988},
		{"func spawn(n int) { if n > 0 { spawn(n - 1) } else { for range 100 { go math.Abs(1) } } }", "spawn(9)", 2400},
		{"type P struct{ A, B int }; p := reflect.TypeFor[P]()", "for range 100 { p.Field(0) }", 1600},
	} {
		s := newSession(t, c.first, c.cell)
		got := math.Inf(1)
		for range 5 { // a collection takes what is kept for the next use
			got = min(got, testing.AllocsPerRun(10, func() {
				if r := s.Eval(c.cell); r.Err != nil {
					t.Fatal(r.Err)
				}
			}))
		}
		if got > c.most {
			t.Errorf("%s: %g allocations, want at most %g", c.cell, got, c.most)
		}
	}
}

// TestStartAllocates holds the start of a session to the number of its allocations: it makes no tables of its own of
// the packages that cells may use.
func TestStartAllocates(t *testing.T) {
	start := func() {
		s, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r := s.Eval("1 + 1"); r.Err != nil {
			t.Fatal(r.Err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	const most = 2000
	if got := testing.AllocsPerRun(5, start); got > most {
		t.Errorf("a session with a cell of one line: %g allocations, want at most %d", got, most)
	}
}
