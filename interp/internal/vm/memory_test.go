package vm_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// inUse returns how many bytes objects and stacks take.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc + s.StackInuse
}

// TestWaiting measures goroutines of code that wait, beside those of compiled Go.
func TestWaiting(t *testing.T) {
	const count = 20000
	h := newHalting()
	p := load(t, &h.Host, `var c = make(chan int)
var ready = make(chan bool)
func receive() { for range 20000 { go func() { ready <- true; <-c }(); <-ready } }
func work() { for range 20000 { go func() { ready <- true; n := 0; for x := range c { n += f(x) }; println(n) }(); <-ready } }
func f(n int) int { if n == 0 { return 0 }; return f(n-1) + 1 }
`, nil)
	for i, name := range []string{"receive", "work", "receive"} {
		before := inUse()
		p.run(name)
		time.Sleep(50 * time.Millisecond)
		each := (inUse() - before) / count
		t.Logf("%s: %d bytes each", name, each)
		most := int64(8 << 10)
		if raceEnabled { // frames of instrumented code are larger
			most *= 4
		}
		if int64(each) > most {
			t.Errorf("%s: %d bytes each", name, each)
		}
		h.Halt()
		h.ended(t)
		h.Resume()
		h.Rest()
		// Go itself keeps its descriptors of the goroutines of the first round.
		if after := inUse(); i > 0 && after > before+2<<20 {
			t.Errorf("%s: %d bytes stay", name, after-before)
		}
	}
	p.run("work")
	h.Halt()
	h.ended(t)
	h.Rest()
	free := vm.Free(&h.Host)
	if len(free) == 0 || len(free) > 8 {
		t.Errorf("%d machines wait for the next run", len(free))
	}
	for _, n := range free {
		if n > 0 {
			t.Errorf("%d slots of a stack are not empty", n)
		}
	}
}
