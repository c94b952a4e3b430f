package gctune

import (
	"fmt"
	"os"
	"runtime"
	"testing"
)

// The system gives the reserve no memory.
func TestReserveIsNotTouched(t *testing.T) {
	before := resident(t)
	Start()
	runtime.GC()
	if grown := resident(t) - before; grown > 8<<20 {
		t.Errorf("%d MB in memory for a reserve of %d MB", grown>>20, Reserve()>>20)
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
