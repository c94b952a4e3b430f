package vm_test

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// record collects what hooks are told.
type record struct {
	mu   sync.Mutex
	list []string
}

func (r *record) add(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, fmt.Sprintf(format, args...))
}

func (r *record) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.list, "\n")
}

func (r *record) expect(t *testing.T, want ...string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if got := strings.Join(r.list, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	r.list = nil
}

// TestWaitHooks records what waits, and that nothing is asked for what need not.
func TestWaitHooks(t *testing.T) {
	var r record
	h := &vm.Host{}
	h.Waits = func(n, foreign int) { r.add("%d %d", n, foreign) }
	h.Made = func(ch unsafe.Pointer) bool { r.add("made"); return uintptr(ch)%2 == 0 }
	p := load(t, h, `
func send() { c := make(chan int); go func() { c <- 5 }(); println(<-c) }
func ready() {
	c := make(chan int, 2)
	c <- 1
	println(<-c)
	select { case c <- 2: case x := <-c: println(x) }
	select { case x := <-c: println(x); default: println("no") }
	select { case x := <-c: println(x); default: println("no") }
	close(c)
	for range c {}
}
func wait() {
	c, d, stop := make(chan string), make(chan<- int), make(chan bool)
	var e chan int
	go func() { <-stop; c <- "c" }()
	go func() { stop <- true }()
	select { case x, ok := <-c: println(x, ok); case d <- 1: case <-e: }
}
func loop() { c := make(chan int); go func() { for i := range 3 { c <- i }; close(c) }(); n := 0; for x := range c { n += x }; println(n) }
`, nil)
	h.Print = func(s string) { r.add("%s", strings.TrimSpace(s)) }
	p.run("ready")
	r.expect(t, "1", "2", "no")
	for _, name := range []string{"send", "wait", "loop"} {
		if e := p.run(name); e != nil {
			t.Error(e.Value)
		}
	}
	for wait := time.Millisecond; ; wait *= 2 {
		all := r.text()
		begun, ended := strings.Count(all, "\n1 0"), strings.Count(all, "\n-1 0")
		switch {
		case begun == ended && begun > 0 && strings.Contains(all, "made\nmade\n1 0") && strings.Contains(all, "\n3"):
			return // the select statement waits for two channels, and the loop adds up to 3
		case wait > 10*time.Second:
			t.Fatalf("%d waits have begun, %d have ended\n%s", begun, ended, all)
		}
		time.Sleep(wait)
	}
}

// TestRoomHook records what is asked before something large is made.
func TestRoomHook(t *testing.T) {
	var r record
	h := &vm.Host{}
	h.Room = func(n, size int) int {
		r.add("%d %d", n, size)
		panic("no room")
	}
	p := load(t, h, `
const most = 1 << 24
type big [most + 1]byte
func try(f func()) { defer func() { println(recover() != nil) }(); f() }
func main() {
	n := most
	try(func() { _ = make([]byte, n) })
	try(func() { _ = make([]byte, n+1) })
	try(func() { _ = make([]int64, 1, n) })
	try(func() { _ = make(map[int64]int64, n) })
	try(func() { _ = make(chan int64, n) })
	b := make([]byte, n)
	try(func() { _ = append(b, 1) })
	try(func() { _ = append(b[:1], b...) })
	try(func() { _ = append(b[:0:n-1], b...) })
	s := string(b)
	try(func() { s += "x" })
	try(func() { _ = []rune(s) })
	try(func() { sink = new(big) })
	try(func() { _ = make([]byte, -n) })
}
var sink *big
`, nil)
	var printed strings.Builder
	h.Print = func(s string) { printed.WriteString(strings.TrimSpace(s) + " ") }
	if e := p.run("main"); e != nil {
		t.Fatal(e.Value)
	}
	r.expect(t, "16777217 1", "16777216 8", "16777216 17", "16777216 8", "20971520 1", "20971520 1", "20971518 1",
		"16777217 1", "16777216 4", "16777217 1")
	if got, want := printed.String(), "false true true true true true true true true true true true "; got != want {
		t.Errorf("failed: got %s, want %s", got, want)
	}
}

// TestGoroutineHooks counts goroutines and channels.
func TestGoroutineHooks(t *testing.T) {
	var r record
	h := &vm.Host{}
	var wg sync.WaitGroup
	h.Go = func(run func()) {
		wg.Add(1)
		r.add("go")
		go func() {
			defer wg.Done()
			run()
		}()
	}
	h.Uncaught = func(_ *vm.Machine, p *vm.Panic) { r.add("panic %v", p.Value) }
	h.MadeChan = func(ch reflect.Value) { r.add("%v %d", ch.Type(), ch.Cap()) }
	h.Print = func(s string) { r.add("%q", s) }
	p := load(t, h, `import "sync"
type T struct{}
func (T) M(n int) { println("m", n) }
type I interface{ M(int) }
func main() {
	c := make(chan int)
	d := make(<-chan string, 3)
	_ = d
	go func() { c <- 1 }()
	<-c
	var x I = T{}
	go func() { defer close(c); x.M(2) }()
	<-c
	var wg sync.WaitGroup
	wg.Go(func() { print("a", 1, true) })
	wg.Wait()
	defer println("deferred")
}
func fails() { go panic(3) }
func alone() { go func() { defer func() { panic(5) }(); panic(4) }() }
`, nil)
	p.run("main")
	wg.Wait()
	r.expect(t, "chan int 0", "chan string 3", "go", "go", `"m 2\n"`, "go", `"a1true"`, `"deferred\n"`)
	p.run("fails")
	wg.Wait()
	p.run("alone")
	wg.Wait()
	r.expect(t, "go", "panic 3", "go", "panic 5")
}

// TestExiting ends a program: no deferred call of code runs any more, of no frame.
func TestExiting(t *testing.T) {
	var r record
	h := &vm.Host{}
	exiting := false
	h.Exiting = func() bool { return exiting }
	h.Print = func(s string) { r.add("%s", strings.TrimSpace(s)) }
	p := load(t, h, `import ("os"; "strings"; "runtime")
func exit() {
	defer println("no")
	defer func() { println("neither", recover() == nil) }()
	func() { defer func() { recover(); println("nor") }(); strings.Map(func(r rune) rune { defer println("never"); os.Exit(2); return r }, "a") }()
}
func panics() { defer func() { recover(); println("no") }(); defer os.Exit(1); defer println("first"); panic(1) }
func returns() { defer println("no"); defer func() { defer os.Exit(1); println("first") }() }
func goexit() { defer println("first"); defer func() { println(recover() == nil) }(); runtime.Goexit() }
`, map[string]any{"os.Exit": func(int) {
		exiting = true
		runtime.Goexit()
	}})
	for name, want := range map[string][]string{"exit": {}, "panics": {"first"}, "returns": {"first"}, "goexit": {"true", "first"}} {
		exiting = false
		done := make(chan bool)
		go func() {
			defer close(done)
			p.run(name)
			t.Errorf("%s goes on", name)
		}()
		<-done
		r.expect(t, want...)
	}
}
