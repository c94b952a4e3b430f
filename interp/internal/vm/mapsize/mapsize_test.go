package mapsize

import (
	"runtime"
	"testing"
	"unsafe"
)

// TestMapSizes has maps of an instruction grow, and asks how large the next one gets.
func TestMapSizes(t *testing.T) {
	s := &Sizes{}
	var kept []map[int]int
	grow := func(maps, elements int) {
		for range maps {
			m := map[int]int{}
			kept = append(kept, m)
			s.Note(*(*unsafe.Pointer)(unsafe.Pointer(&m)))
			for i := range elements {
				m[i] = i
			}
		}
	}
	is := func(when string, want int) {
		t.Helper()
		if got := s.Foreseen(); got != want {
			t.Errorf("%s: %d elements, want %d", when, got, want)
		}
	}
	grow(4, 100)
	is("three maps of 100", 0)
	grow(1, 100)
	is("four maps of 100", 100)
	grow(2, 300)
	is("one of 300 among them", 100)
	grow(lookEvery*8, 300)
	is("many of 300", 300)
	grow(lookEvery, 2)
	grow(lookEvery, 300)
	is("a small one", 0)
	grow(lookEvery*8, 300)
	is("many of 300 again", 300)
	runtime.KeepAlive(kept)
}
