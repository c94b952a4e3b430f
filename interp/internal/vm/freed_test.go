package vm_test

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// settles collects garbage until a condition holds.
func settles(holds func() bool) bool {
	for range 100 {
		runtime.GC()
		if holds() {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// TestCodeIsFreed drops functions that have run: closures, deferred calls and goroutines among them. Methods stay
// with their types, which reflection keeps.
func TestCodeIsFreed(t *testing.T) {
	runtime.GC()
	before := vm.Known() // methods of other tests
	const count = 1000
	var b strings.Builder
	b.WriteString("import (\"errors\"; \"sort\")\nvar c = make(chan int)\n")
	for i := range count {
		fmt.Fprintf(&b, `func f%d() {
	defer func() { recover() }()
	s := []int{3, 1, 2}
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] })
	err := errors.New("1")
	go func() { c <- s[0] + len(err.Error()) }()
	if <-c != 2 { println("wrong") }
	panic(s)
}
`, i)
	}
	funcs := func() (list []weak.Pointer[vm.Func]) {
		host := &vm.Host{}
		p := load(t, host, b.String(), nil)
		for i := range count {
			name := fmt.Sprintf("f%d", i)
			if r := p.run(name); r != nil {
				t.Fatal(r.Value)
			}
			list = append(list, weak.Make(p.function(name)))
		}
		return list
	}()
	if !settles(func() bool { return vm.Known() <= before }) {
		t.Errorf("%d codes are known, %d before", vm.Known(), before)
	}
	for _, f := range funcs {
		if f.Value() != nil {
			t.Fatal("a function is kept")
		}
	}
}

// TestReplacedCode replaces the code of functions that run.
func TestReplacedCode(t *testing.T) {
	host := &vm.Host{}
	p := load(t, host, `import "runtime"
var in, out = make(chan int), make(chan int)
func f() (n int) {
	defer func() { recover(); n++ }()
	in <- 1
	<-out
	panic(1)
}
func g() int { return f() }
func start() { go func() { in <- g() * 10 }() }
func wait() { <-in }
func finish() { out <- 1; runtime.GC(); got = <-in }
var got int
func result() int { return got }
`, nil)
	f := p.function("f")
	for i := range 20 {
		p.run("start")
		p.run("wait")
		p.code.Declare(nil) // anew
		host.Rest()
		runtime.GC()
		if vm.Replaced(f) != 1 {
			t.Fatalf("%d versions of what runs are kept", vm.Replaced(f))
		}
		if r := p.run("finish"); r != nil {
			t.Fatal(r.Value)
		}
		if got := value[func() int](p, "result")(); got != 10 {
			t.Fatalf("run %d: %d", i, got)
		}
		for vm.Replaced(f) > 0 {
			host.Rest() // the goroutine may be about to end
			time.Sleep(time.Millisecond)
		}
	}
}

// TestCompiledOnce runs a function for the first time in many goroutines.
func TestCompiledOnce(t *testing.T) {
	var n atomic.Int32
	h := &vm.Host{}
	h.Compile = func(f *vm.Func) {
		n.Add(1)
		time.Sleep(time.Millisecond)
		f.SetCode([]vm.Ins{{Op: vm.RET0}, {Op: vm.HALT}}, nil, vm.Layout{Need: layout.SlotSize})
	}
	f := h.NewFunc("f", &vm.Signature{})
	f.SetStatic(h.NewAdapter(reflect.TypeFor[func()]()))
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if r := h.Run(f); r != nil {
				t.Error(r.Value)
			}
		})
	}
	wg.Wait()
	if n.Load() != 1 {
		t.Errorf("compiled %d times", n.Load())
	}
}
