package mempool

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// Buffers that are dropped come back, those that something refers to do not, and while little is dropped none is kept.
func TestDroppedComesBack(t *testing.T) {
	const n = 400 << 10
	gctune.Start()
	if gctune.Due() == 0 {
		t.Skip("GOGC is set")
	}
	held := map[uintptr][]byte{} // parts of buffers, which no pool may give to anybody
	drop := func() (again int) {
		seen := map[uintptr]bool{}
		for i := range 1000 {
			p, _, _ := Get(n)
			at := uintptr(p)
			if held[at] != nil {
				t.Fatal("a buffer to a part of which a slice refers is given to somebody")
			}
			if seen[at] {
				again++
			}
			seen[at] = true
			b := unsafe.Slice((*byte)(p), n)
			if b[n/2] = byte(i); i%100 == 0 {
				held[at] = b[n/2 : n/2+1]
				b[n/2] = 7
			}
		}
		return again
	}
	Poisoned(func() {
		if again := drop(); again < 500 {
			t.Errorf("%d of 1000 buffers were used before; 64 MB are 160", again)
		}
	})
	for _, b := range held {
		if b[0] != 7 {
			t.Fatalf("somebody has written %d to what a slice refers to", b[0])
		}
	}
	runtime.KeepAlive(held)
	if !testenv.Wait(func() bool { runtime.GC(); return listed() == 0 }) {
		t.Errorf("%d buffers are kept where nobody makes any", listed())
	}
	Off(func() {
		drop()
		runtime.GC()
		if n := listed(); n > 0 {
			t.Errorf("%d buffers are kept in the mode off", n)
		}
	})
}

func listed() (n int) {
	keep.mu.Lock()
	defer keep.mu.Unlock()
	for _, l := range keep.lists {
		n += len(l)
	}
	return n
}
