package interp

import (
	"runtime"
	"testing"
)

// TestMemoryPerCell: a cell that defines nothing new leaves next to nothing behind. The interpreter alone
// would keep its syntax tree, about 10 kB.
func TestMemoryPerCell(t *testing.T) {
	s := newSession(t, "z := 1")
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what the first one finds may have finalizers, also of the sessions of other tests
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const cells, most = 2000, 3 << 10
	for range 100 { // what is made at first use, and what tests before this one have left to be freed
		s.Eval("z = z + 0")
	}
	before := heap()
	for range cells {
		s.Eval("z = z + 1")
	}
	if per := int64(heap()-before) / cells; per > most {
		t.Errorf("%d bytes stay for each cell, more than %d", per, most)
	}
	if r := s.Eval("z"); r.Value == nil || r.Value.Text() != "2001" {
		t.Errorf("%+v", r)
	}
}
