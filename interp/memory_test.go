package interp

import (
	"fmt"
	"runtime"
	"testing"
)

// TestMemoryPerCell: what stays of a cell is its text and what it defines. The interpreter alone would keep its
// syntax trees, about 10 kB.
func TestMemoryPerCell(t *testing.T) {
	for _, c := range []struct {
		name, cell string
		most       int64
	}{
		{"nothing new", "z = z + %d", 3 << 10},
		{"a variable", "v%d := 1", 5 << 9},
	} {
		t.Run(c.name, func(t *testing.T) { testMemoryPerCell(t, c.cell, c.most) })
	}
}

func testMemoryPerCell(t *testing.T, cell string, most int64) {
	s := newSession(t, "z := 1")
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what the first one finds may have finalizers, also of the sessions of other tests
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const cells = 2000
	eval := func(i int) {
		if r := s.Eval(fmt.Sprintf(cell, i)); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	for i := range 100 { // what is made at first use, and what tests before this one have left to be freed
		eval(i)
	}
	before := heap()
	for i := range cells {
		eval(100 + i)
	}
	if per := int64(heap()-before) / cells; per > most {
		t.Errorf("%d bytes stay for each cell, more than %d", per, most)
	}
	if r := s.Eval("z"); r.Value == nil {
		t.Errorf("%+v", r)
	}
}
