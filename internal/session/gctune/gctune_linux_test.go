package gctune

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

// The system gives the reserve no memory, whether the heap was larger before, and still has that memory, or not. It
// may take more back meanwhile.
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

// use makes garbage of so many MB that were in use.
func use(mb int) {
	big := make([]byte, mb<<20)
	for i := 0; i < len(big); i += 4096 {
		big[i] = 1
	}
	runtime.KeepAlive(big)
	big = nil
	runtime.GC()
}

// growsBy checks how many MB the memory of the process grows by at most, by what is done before and by the reserve.
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
