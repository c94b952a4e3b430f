package vm_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// halting is a host that counts goroutines.
type halting struct {
	vm.Host
	alive atomic.Int64
	wrong atomic.Pointer[string]
}

func newHalting() *halting {
	h := &halting{}
	h.Go = func(run func()) {
		h.alive.Add(1)
		go func() {
			defer h.alive.Add(-1)
			run()
		}()
	}
	h.Uncaught = func(_ *vm.Machine, p *vm.Panic) {
		if _, ok := p.Value.(vm.Interrupted); !ok {
			text := fmt.Sprint(p.Value)
			h.wrong.Store(&text)
		}
	}
	return h
}

// ended waits for all goroutines.
func (h *halting) ended(t *testing.T) {
	t.Helper()
	for i := 0; h.alive.Load() > 0; i++ {
		if i == 5000 {
			t.Fatalf("%d goroutines still run", h.alive.Load())
		}
		time.Sleep(time.Millisecond)
	}
	if w := h.wrong.Load(); w != nil {
		t.Errorf("a goroutine has panicked: %s", *w)
	}
}

// endless are statements that never end.
var endless = []string{
	`for {}`,
	`for i := 0; ; i++ { n += i }`,
	`for { f() }`,
	`for { g(f) }`,
	`for { select { default: } }`,
	`for { runtime.Gosched() }`,
	`var r func(int) int; r = func(k int) int { if k == 0 { return 1 }; return r(k-1) + r(k-1) }; r(1000)`,
	`loop: n++; goto loop`,
	`for range iterate { n++ }`,
	`for i := range math.MaxInt { n += i }`,
	`sort.Slice(make([]int, 1<<16), func(i, j int) bool { for { runtime.Gosched() } })`,
	`for { strings.Map(func(r rune) rune { return r }, "abc") }`,
	`select {}`,
	`<-make(chan int)`,
	`make(chan int) <- 1`,
	`var c chan int; for range c {}`,
	`select { case <-make(chan int): case c <- 1: }`,
	`time.Sleep(time.Hour)`,
	`sleep := time.Sleep; sleep(time.Hour)`,
	`var mu sync.Mutex; mu.Lock(); mu.Lock()`,
	`var mu sync.RWMutex; mu.RLock(); mu.Lock()`,
	`var mu sync.RWMutex; mu.Lock(); mu.RLock()`,
	`var mu sync.Locker = &sync.Mutex{}; mu.Lock(); mu.Lock()`,
	`var mu sync.Mutex; lock := mu.Lock; lock(); lock()`,
	`var s struct { n int; sync.Mutex }; s.Lock(); s.Lock()`,
	`var wg sync.WaitGroup; wg.Add(1); wg.Wait()`,
	`c := sync.NewCond(&sync.Mutex{}); c.L.Lock(); c.Wait()`,
	`defer func() { recover(); for {} }(); for {}`,
	`defer func() { recover() }(); defer func() { defer func() { recover(); <-make(chan int) }(); panic(1) }(); for {}`,
	`for { func() { defer func() { recover() }(); f() }() }`,
	`for { fmt.Sprint(T(1)) }`,
	`var x any = T(1); for { x.(fmt.Stringer).String() }`,
	`m := map[int]int{}; for { m[1]++; delete(m, 1) }`,
	`for { for range "abc" {} }`,
}

const endlessHead = `import ("fmt"; "math"; "runtime"; "sort"; "strings"; "sync"; "time")
var (_ = fmt.Sprint; _ = math.Pi; _ = runtime.GC; _ sort.Interface; _ = strings.ToUpper; _ sync.Mutex; _ time.Duration)
type T int
func (T) String() string { return "t" }
func f() {}
func g(f func()) { f() }
func iterate(yield func() bool) { for yield() {} }
var c chan int
`

// TestHalt ends goroutines that each run an endless statement, many times over.
func TestHalt(t *testing.T) {
	var b strings.Builder
	b.WriteString(endlessHead + "func ok() {}\n")
	for i, s := range endless {
		fmt.Fprintf(&b, "func run%d() { n := 0; _ = n; %s }\nfunc main%d() { for range 100 { go run%d() } }\n", i, s, i, i)
	}
	h := newHalting()
	p := load(t, &h.Host, b.String(), nil)
	for range 2 { // also after Resume
		for i, s := range endless {
			if r := p.run(fmt.Sprint("main", i)); r != nil {
				t.Fatal(r.Value)
			}
			time.Sleep(2 * time.Millisecond)
			if h.alive.Load() != 100 {
				t.Errorf("%s: %d goroutines run", s, h.alive.Load())
			}
			begin := time.Now()
			h.Halt()
			halted := time.Since(begin)
			h.ended(t)
			t.Log(s, "ended after", time.Since(begin), "of them to halt", halted)
			if r := p.run("ok"); r == nil {
				t.Error("a run began while halted")
			}
			h.Resume()
			if r := p.run("ok"); r != nil {
				t.Error("no run after Resume: ", r.Value)
			}
		}
	}
}

// TestHaltDeferred looks which deferred calls run: as for any panic, but none recovers it.
func TestHaltDeferred(t *testing.T) {
	h := newHalting()
	var b strings.Builder
	h.Print = func(s string) { b.WriteString(s) }
	p := load(t, &h.Host, `var ready = make(chan int, 1)
func f() {
	defer println("last")
	defer func() { println(recover() == nil) }()
	defer func() { defer println("panics"); panic(1) }()
	defer func() { println(recover() == nil); for i := range 10 { println(i) } }()
	ready <- 1
	for {}
}
func main() { go func() { defer println("out"); f(); println("no") }(); <-ready }`, nil)
	p.run("main")
	h.Halt()
	h.ended(t)
	if got, want := b.String(), "true\n0\npanics\ntrue\nlast\nout\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestLeftBehind halts goroutines that are in compiled Go, which they come back from after Resume: they end, also
// where they get into code anew.
func TestLeftBehind(t *testing.T) {
	h := newHalting()
	wake, entered := make(chan bool), make(chan bool)
	p := load(t, &h.Host, `import ("os"; "strings")
func main() {
	go func() { os.Getpid(); for {} }()
	go func() { strings.Map(func(r rune) rune { os.Getpid(); return r }, "ab"); println("no") }()
}
func ok() {}`, map[string]any{"os.Getpid": func() int { entered <- true; <-wake; return 1 }})
	p.run("main")
	<-entered
	<-entered
	h.Halt()
	h.Resume()
	if r := p.run("ok"); r != nil {
		t.Error(r.Value)
	}
	close(wake)
	h.ended(t)
}

// TestReturnsDoNotPoll checks that a jump back to a block that returns ends no loop: only the loop itself asks
// whether the run is to stop.
func TestReturnsDoNotPoll(t *testing.T) {
	p := load(t, &vm.Host{}, `func has(l []int, n int) bool {
	for i := 0; i < len(l); i++ {
		if l[i] == n || l[i] == n+1 || l[i] == n+2 { return true }
	}
	return false
}`, nil)
	if !value[func([]int, int) bool](p, "has")([]int{1, 2, 7}, 5) {
		t.Error("7 was not found")
	}
	polls := 0
	for _, in := range p.function("has").Code() {
		if in.Op == vm.POLL {
			polls++
		}
	}
	if polls > 1 {
		t.Errorf("%d instructions ask, want at most one", polls)
	}
}
