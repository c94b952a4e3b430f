package vm_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// tooDeep is what the session's hook may return: an error that code can recover.
type tooDeep struct{}

func (tooDeep) Error() string { return "too deep" }

// final cannot be recovered.
type final struct{ tooDeep }

func (final) Unrecoverable() {}

// runaway are functions that call themselves for ever.
var runaway = []string{
	`func f(n int) { f(n + 1) }`,
	`func f(n int) { var x [20]int; g(x, n) }; func g(x [20]int, n int) { f(n + x[0]) }`,
	`func f(n int) { sort.Slice([]int{1, 2}, func(i, j int) bool { f(n + 1); return false }) }`,
	`func f(n int) { strings.Map(func(r rune) rune { f(n + 1); return r }, "a") }`,
	`func f(n int) { _ = fmt.Sprint(T(n)) }; type T int; func (t T) String() string { return fmt.Sprint(t) }`,
	`func f(n int) { _ = fmt.Sprint(&T{n}) }; type T struct{ n int }; func (t *T) Error() string { return fmt.Sprintf("%v and %v", t.n, t) }`,
	`func f(n int) { defer f(n + 1) }`,
	`func f(n int) { defer func() { recover(); f(n + 1) }(); panic(1) }`,
	`func f(n int) { var g func(); g = func() { g() }; g() }`,
	`func f(n int) { reflect.ValueOf(f).Call([]reflect.Value{reflect.ValueOf(n + 1)}) }`,
	`func f(n int) { var s S = T(n); s.M() }; type S interface{ M() }; type T int; func (t T) M() { var s S = t + 1; s.M() }`,
}

// TestRunaway ends them as the host wants it, in the goroutine of the run and in another one.
func TestRunaway(t *testing.T) {
	for i, s := range runaway {
		for _, v := range []any{tooDeep{}, final{}} {
			t.Run(fmt.Sprintf("%d %T", i, v), func(t *testing.T) {
				h := newHalting()
				depth := 0
				h.Overflow = func(m *vm.Machine) any { depth = len(m.Trace()); return v }
				h.MaxStack, h.MaxNative = 16<<20, 8<<20
				h.Uncaught = func(_ *vm.Machine, p *vm.Panic) { text := fmt.Sprintf("%T", p.Value); h.wrong.Store(&text) }
				p := load(t, &h.Host, `import ("fmt"; "reflect"; "sort"; "strings")
var (_ = fmt.Sprint; _ sort.Interface; _ = strings.ToUpper; _ reflect.Value)
func main() { f(0) }
func start() { go f(0) }
func ok() {}
`+strings.ReplaceAll(s, "; func", "\nfunc"), nil)
				r := p.run("main")
				if r == nil {
					t.Fatal("it ends")
				}
				if r.Value != v {
					t.Errorf("got %v, want %v", r.Value, v)
				}
				if depth == 0 {
					t.Error("the host was not asked")
				}
				p.run("start")
				for h.alive.Load() > 0 {
					time.Sleep(time.Millisecond)
				}
				if w := h.wrong.Load(); w != nil && *w != fmt.Sprintf("%T", v) {
					t.Errorf("the goroutine ends with %s", *w)
				}
				if r := p.run("ok"); r != nil {
					t.Error(r.Value)
				}
			})
		}
	}
}

// TestDepth counts how deep code may call itself through compiled functions.
func TestDepth(t *testing.T) {
	h := &vm.Host{Overflow: func(*vm.Machine) any { return final{} }}
	p := load(t, h, `import ("fmt"; "sort"; "strings")
var n int
func depth() int { return n }
func sorted() { n++; sort.Slice([]int{1, 2}, func(i, j int) bool { sorted(); return false }) }
func mapped() { n++; strings.Map(func(r rune) rune { mapped(); return r }, "a") }
type T int
func (t T) String() string { n++; return fmt.Sprint(t) }
func printed() { fmt.Sprint(T(1)) }
`, nil)
	depth := value[func() int](p, "depth")
	last, least := 0, 20000
	if raceEnabled { // frames of instrumented code are larger
		least /= 2
	}
	for _, f := range []string{"sorted", "mapped", "printed"} {
		if r := p.run(f); r == nil {
			t.Fatal("it ends")
		}
		t.Log(f, depth()-last)
		if depth()-last < least {
			t.Errorf("%s got only %d levels deep", f, depth()-last)
		}
		last = depth()
	}
}
