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
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const cells, most = 500, 3 << 10
	before := heap()
	for range cells {
		s.Eval("z = z + 1")
	}
	if per := int64(heap()-before) / cells; per > most {
		t.Errorf("%d bytes stay for each cell, more than %d", per, most)
	}
	if r := s.Eval("z"); r.Value == nil || r.Value.Text() != "501" {
		t.Errorf("%+v", r)
	}
}
