package vm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// text writes frames as name:line, without the package.
func (p *program) text(list []vm.Frame) string {
	var s []string
	for _, f := range list {
		s = append(s, fmt.Sprintf("%s:%d", strings.TrimPrefix(f.Func.Name, "main."), p.line(f)))
	}
	return strings.Join(s, " ")
}

const tracedText = `import ("os"; "sort"; "fmt"; "strings"; "reflect"; "errors")
var _ = errors.New
type T int
func (t T) String() string { panic("in a method") }
func (t T) Here() int { return os.Getpid() }
func leaf() int {
	return os.Getpid()
}
func sorted() {
	sort.Slice([]int{1, 2}, func(i, j int) bool {
		leaf()
		return i < j
	})
}
func twice() {
	strings.Map(func(r rune) rune {
		sorted()
		return r
	}, "a")
}
func deferred() {
	defer func() {
		leaf()
	}()
	println()
}
func goroutine() { done := make(chan bool); go func() { leaf(); done <- true }(); <-done }
func panics() {
	sort.Slice([]int{1, 2}, func(i, j int) bool {
		var m map[int]int
		m[1] = 1
		return false
	})
}
func outer() {
	strings.Map(func(r rune) rune {
		panics()
		return r
	}, "a")
}
func native() {
	x := 0
	_ = x
	reflect.ValueOf(1).SetInt(2)
}
func again() {
	defer func() {
		panic(recover())
	}()
	outer()
}
func during() {
	defer func() {
		sort.Slice([]int{1, 2}, func(i, j int) bool {
			panic("during")
		})
	}()
	panic("first")
}
func swallowed() {
	fmt.Sprint(T(1))
	native()
}
func recovers() {
	defer func() { recover(); panic("in a method") }()
	s := fmt.Sprint(T(1))
	_ = s
}
func tricky() {
	func() { defer func() { recover() }(); panics() }()
	panics()
}
`

// TestHere asks a compiled function where code is that has called it.
func TestHere(t *testing.T) {
	h := &vm.Host{}
	h.Print = func(string) {}
	var got []vm.Frame
	p := load(t, h, tracedText, map[string]any{"os.Getpid": func() int { got = h.Here(); return 1 }})
	for name, want := range map[string]string{
		"leaf":      "leaf:8",
		"sorted":    "leaf:8 sorted$1:12 sorted:11",
		"twice":     "leaf:8 sorted$1:12 sorted:11 twice$1:18 twice:17",
		"deferred":  "leaf:8 deferred$1:24 deferred:27",
		"goroutine": "leaf:8 goroutine$1:28",
	} {
		if r := p.run(name); r != nil {
			t.Fatal(r.Value)
		}
		if text := p.text(got); text != want {
			t.Errorf("%s: got %s, want %s", name, text, want)
		}
	}
	if list := h.Here(); list != nil {
		t.Error("code is where none runs: ", p.text(list))
	}
}

// TestTraces looks where panics come from, through compiled functions.
func TestTraces(t *testing.T) {
	h := &vm.Host{}
	p := load(t, h, tracedText, nil)
	for name, want := range map[string]string{
		"panics":    "panics$1:32 panics:30",
		"outer":     "panics$1:32 panics:30 outer$1:38 outer:37",
		"native":    "native:45",
		"again":     "again$1:49 panics$1:32 panics:30 outer$1:38 outer:37 again:51",
		"during":    "during$1$1:56 during$1:55 during:59",
		"swallowed": "native:45 swallowed:63",
		"recovers":  "recovers$1:66 recovers:69",
		"tricky":    "panics$1:32 panics:30 tricky:72",
	} {
		r := p.run(name)
		if r == nil {
			t.Errorf("%s does not panic", name)
			continue
		}
		if text := p.text(r.Trace); text != want {
			t.Errorf("%s: got %s, want %s", name, text, want)
		}
	}
}

func BenchmarkHere(b *testing.B) {
	h := &vm.Host{}
	p := load(b, h, tracedText, map[string]any{"os.Getpid": func() int {
		for b.Loop() {
			h.Here()
		}
		return 1
	}})
	p.run("sorted")
}
