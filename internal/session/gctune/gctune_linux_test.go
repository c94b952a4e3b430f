package gctune

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

// The reserve occupies no physical memory, also if the heap was larger before and still has that memory. The system
// may reclaim more at the same time.
func init() {
	cases["reserve in fresh memory"] = func(t *testing.T) { growsBy(t, 8, func() {}) }
	cases["reserve where memory was used"] = func(t *testing.T) { growsBy(t, 88, func() { use(128) }) }
	cases["reserve where some memory was given back"] = func(t *testing.T) {
		growsBy(t, 24, func() {
			use(128)
			debug.FreeOSMemory()
			use(8)
		})
	}
}

// use allocates and writes mb megabytes that become garbage.
func use(mb int) {
	big := make([]byte, mb<<20)
	for i := 0; i < len(big); i += 4096 {
		big[i] = 1
	}
	runtime.KeepAlive(big)
	big = nil
	runtime.GC()
}

// growsBy checks that prepare and the allocation of the reserve increase the resident memory by at most most MB.
func growsBy(t *testing.T, most int, prepare func()) {
	t.Helper()
	before := resident(t)
	prepare()
	Start()
	if grown := (resident(t) - before) >> 20; grown > most {
		t.Errorf("memory grew by %d MB for a reserve of %d MB", grown, Reserve()>>20)
	}
}

func resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
