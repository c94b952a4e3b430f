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

// TestCopies counts the copies of arrays and large structs that code makes in each turn of a loop.
func TestCopies(t *testing.T) {
	p := load(t, &vm.Host{}, `type board [9]int
type large struct { a, b, c, d, e, f, g, h, i int }
type figure interface { area() int }
func (l large) area() int { return l.a * l.b }
func (b board) sum() (n int) { for _, x := range b { n += x }; return n }
func (b board) set(i, v int) board { b[i] = v; return b }
type named struct { name string; scores [5]int }
func (n named) best() (b int) { for _, s := range n.scores { b = max(b, s) }; return b }
func scores(n int) {
	list, k := make([]named, 3), 0
	for i := range n { x := list[i%3]; x.scores[1] = i; list[0] = x; k += x.best() }
}
func moved(l large) large { l.a += l.b; return l }
func made(i int) large { return large{a: i} }
func reads(n int) { b := board{1}; k := 0; for i := range n { k += b.sum() + b[i%9] } }
func sets(n int) { var b board; for i := range n { b = b.set(i%9, i) } }
func moves(n int) { l := large{b: 1}; list := make([]large, 3); for i := range n { l = moved(l); list[i%3] = l } }
func makes(n int) { k := 0; for i := range n { k += made(i).a } }
func elements(n int) {
	list := make([]large, 3)
	for i := range n { list[i%3] = list[(i+1)%3]; x := list[0]; x.a++; list[1] = x }
}
func calls(n int) { var f figure = large{a: 1, b: 2}; k := 0; for range n { k += f.area() } }
`, nil)
	for name, want := range map[string]float64{
		"reads": 0, "sets": 1, "moves": 1, "makes": 1, "elements": 0, "scores": 0, "calls": 0,
	} {
		f := value[func(int)](p, name)
		once := testing.AllocsPerRun(10, func() { f(1) }) // what all turns share too
		if got := (testing.AllocsPerRun(10, func() { f(101) }) - once) / 100; got != want {
			t.Errorf("%s: %v copies in each turn, want %v", name, got, want)
		}
	}
}
