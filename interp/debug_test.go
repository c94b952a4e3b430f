package interp

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// probe is a session with an attached debugger whose events arrive in a channel.
type probe struct {
	t      *testing.T
	s      *Session
	d      *Debugger
	events chan DebugEvent
	done   chan Result
}

func newProbe(t *testing.T) *probe {
	t.Helper()
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &probe{t: t, s: s, d: s.Debugger(), events: make(chan DebugEvent, 100), done: make(chan Result, 10)}
	t.Cleanup(func() {
		p.d.Detach()
		s.Close()
	})
	return p
}

func (p *probe) attach() { p.d.Attach(func(e DebugEvent) { p.events <- e }) }

// run runs a cell that must succeed.
func (p *probe) run(src string) Result {
	p.t.Helper()
	r := p.s.Eval(src)
	if r.Err != nil {
		p.t.Fatal(r.Err)
	}
	return r
}

// start runs a cell with breakpoints at lines.
func (p *probe) start(src string, lines ...int) {
	p.t.Helper()
	var list []Breakpoint
	for _, n := range lines {
		list = append(list, Breakpoint{Line: n})
	}
	p.d.SetBreakpoints(src, list)
	go func() { p.done <- p.s.Eval(src) }()
}

// stopped waits for a stop and returns its reason with the place: "breakpoint f In[1]:2".
func (p *probe) stopped() string {
	p.t.Helper()
	select {
	case e := <-p.events:
		if e.Kind != "stopped" {
			return e.Kind + " " + e.Text
		}
		stack, err := p.d.Stack(e.Thread)
		if err != nil || len(stack) == 0 {
			p.t.Fatal("no stack", err)
		}
		at := strings.TrimSpace(fmt.Sprintf("%s %s:%d", stack[0].Func, stack[0].Cell, stack[0].Line))
		return e.Reason + " " + at
	case r := <-p.done:
		p.t.Fatalf("the cell has ended: %v", r.Err)
	case <-time.After(testenv.Patience):
		p.t.Fatal("nothing has stopped")
	}
	return ""
}

func (p *probe) wantStop(want string) {
	p.t.Helper()
	if got := p.stopped(); got != want {
		p.t.Fatalf("got %q, want %q", got, want)
	}
}

func (p *probe) resume(how DebugStep) {
	p.t.Helper()
	if err := p.d.Resume(how); err != nil {
		p.t.Fatal(err)
	}
}

// top returns the innermost frame.
func (p *probe) top() int {
	p.t.Helper()
	stack, err := p.d.Stack(p.d.Threads()[0].ID)
	if err != nil {
		p.t.Fatal(err)
	}
	return stack[0].ID
}

// locals returns the variables of the innermost function: "n=3 s=7".
func (p *probe) locals() string {
	p.t.Helper()
	scopes, err := p.d.Scopes(p.top())
	if err != nil {
		p.t.Fatal(err)
	}
	list, err := p.d.Variables(scopes[0].Ref, DebugPage{})
	if err != nil {
		p.t.Fatal(err)
	}
	var parts []string
	for _, v := range list {
		parts = append(parts, v.Name+"="+v.Value)
	}
	return strings.Join(parts, " ")
}

func (p *probe) eval(text string) string {
	p.t.Helper()
	v, err := p.d.Evaluate(p.top(), text)
	if err != nil {
		return err.Error()
	}
	return v.Value
}

func (p *probe) ended() Result {
	p.t.Helper()
	select {
	case r := <-p.done:
		return r
	case <-time.After(testenv.Patience):
		p.t.Fatal("the cell does not end")
	}
	return Result{}
}

const summing = `func sum(n int) int {
	s := 0
	for i := 1; i <= n; i++ {
		s += i
	}
	return s
}
println(sum(3))
x := sum(4)
x`

func TestDebugSteps(t *testing.T) {
	p := newProbe(t)
	p.attach()
	p.start(summing, 4)
	for i, want := range []string{"n=3 s=0 i=1", "n=3 s=1 i=2", "n=3 s=3 i=3"} {
		p.wantStop("breakpoint sum In[1]:4")
		if got := p.locals(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if i < 2 {
			p.resume(DebugContinue)
		}
	}
	if got := p.eval("s * 100 + i"); got != "303" {
		t.Error(got)
	}
	if got := p.eval("s = 1000"); got != "" {
		t.Error(got)
	}
	p.d.SetBreakpoints(summing, nil)
	p.resume(DebugNext)
	p.wantStop("step sum In[1]:6")
	if got := p.locals(); got != "n=3 s=1003" {
		t.Error(got)
	}
	p.resume(DebugOut)
	p.wantStop("step In[1]:9")
	p.resume(DebugIn)
	p.wantStop("step sum In[1]:2")
	p.resume(DebugOut)
	p.wantStop("step In[1]:10")
	if got := p.eval("x"); got != "10" {
		t.Error(got)
	}
	p.resume(DebugNext)
	if r := p.ended(); r.Err != nil || r.Value.Text() != "10" {
		t.Error(r)
	}
}

const pulling = `func seq(yield func(int) bool) {
	for i := range 3 {
		if !yield(i) {
			return
		}
	}
}
func sum(n int) (s int) {
	for v := range seq {
		if v == 2 {
			break
		}
		if n > 0 {
			s += sum(n - 1)
		}
		s += v
	}
	return s
}
println(sum(1))
sum(0)`

// TestDebugRangeFunc checks that the body of a loop over a function is stepped through as that of any other loop,
// past the function and past calls of the same function; to step out of it leaves the function that has the loop.
func TestDebugRangeFunc(t *testing.T) {
	p := newProbe(t)
	p.attach()
	p.start(pulling, 9)
	p.wantStop("breakpoint sum In[1]:9")
	p.d.SetBreakpoints(pulling, nil)
	for _, line := range []int{10, 13, 14, 16, 10, 13, 14, 16, 10, 11} {
		p.resume(DebugNext)
		p.wantStop(fmt.Sprintf("step func In[1]:%d", line))
	}
	p.resume(DebugNext)
	p.wantStop("step sum In[1]:18")
	p.resume(DebugNext)
	p.wantStop("step In[1]:21")
	p.d.SetBreakpoints(pulling, []Breakpoint{{ID: 1, Line: 16}})
	p.resume(DebugContinue)
	p.wantStop("breakpoint func In[1]:16")
	p.d.SetBreakpoints(pulling, nil)
	p.resume(DebugIn)
	p.wantStop("step seq In[1]:3")
	p.resume(DebugIn)
	p.wantStop("step func In[1]:10")
	p.resume(DebugOut)
	if r := p.ended(); r.Err != nil || r.Value.Text() != "1" {
		t.Error(r)
	}
}

// debugPlaces are cells with a line that the debugger stops at, and what is there.
var debugPlaces = []struct {
	name, src string
	line      int
	want      string // the stop
	locals    string
	eval      []string // expressions and their values
}{
	{
		"Construct", `type Net struct {
	nn.Cell
	fc *nn.Dense
}

func NewNet() *Net {
	n := &Net{fc: nn.NewDense(2, 3, nn.WeightInit("ones"), nn.BiasInit("zeros"))}
	n.Init(n)
	return n
}

func (n *Net) Construct(x *Tensor) *Tensor {
	y := n.fc(x)
	return y.ReLU()
}
net := NewNet()
out := net(tensor.Ones(1, 2))`, 14, "breakpoint Net.Construct In[1]:14", "",
		[]string{"y.Sum().Item()", "6", "len(n.TrainableParams())", "2", "x.Shape()", "(1, 2)"},
	},
	{"hook", `import "github.com/msrepl/msrepl/grad"
k := 2.0
f := func(x *Tensor) *Tensor {
	y := x * x
	y.RegisterHook(func(g *Tensor) *Tensor {
		return g * k
	})
	return y.Sum()
}
g := grad.Grad(f)(tensor.New([]float32{3}))
g`, 6, "breakpoint func In[1]:6", "g=(1,) Float32 [1.]", []string{"g * 5", "(1,) Float32 [5.]"}},
	{"closure", `add := func(n int) func(int) int {
	return func(m int) int {
		return n + m
	}
}
add(3)(4)`, 3, "breakpoint func In[1]:3", "n=3 m=4", []string{"n * m", "12"}},
	{"goroutine", `done := make(chan string)
go func(name string) {
	text := "hello " + name
	done <- text
}("gopher")
<-done`, 4, "breakpoint func In[1]:4", `name="gopher" text="hello gopher"`, []string{"len(text)", "12"}},
	{
		"gradient", `import "github.com/msrepl/msrepl/grad"
cube := func(x *Tensor) *Tensor {
	y := x * x
	z := y * x
	return z
}
grad.Grad(cube)(tensor.New([]float32{2}))`, 5, "breakpoint func In[1]:5",
		"x=(1,) Float32 [2.] y=(1,) Float32 [4.] z=(1,) Float32 [8.]",
		[]string{"(z + y).Item()", "12"},
	},
	{"method and switch", `type point struct{ x, y int }
func (p point) kind(v any) string {
	switch v := v.(type) {
	case int:
		return fmt.Sprint(p.x + v)
	case string:
		return v
	}
	return "?"
}
point{1, 2}.kind(5)`, 5, "breakpoint point.kind In[1]:5", "p={x:1 y:2} v=5", []string{"p.y + v", "7"}},
	{
		"constants and types", `const limit = 100
func run(n int) (total int) {
	const limit = 3
	type pair struct{ a, b int }
	ps := []pair{{n, limit}}
	if n > 0 {
		limit := "hidden"
		const n = 'x'
		total = len(ps) + len(limit) + n
	}
	return total
}
run(limit)`, 9, "breakpoint run In[1]:9", `total=0 limit="hidden" ps=[{a:100 b:3}]`,
		[]string{"limit", `"hidden"`, "n", "120", "ps[0] == pair{100, 3}", "true", "len([]pair{})", "0"},
	},
	{
		"type parameters", `func largest[T cmp.Ordered](list ...T) (best T) {
	type mine int
	best = list[0]
	for _, x := range list {
		best = max(best, x)
	}
	return best
}
largest(1.5, 2.5)`, 7, "breakpoint largest In[1]:7", "list=[1.5 2.5] best=2.5",
		[]string{"T(1) / 2", "0.5", "best == *new(T)", "false"},
	},
	{
		"loops over functions", `func seq(yield func(int) bool) {
	yield(1)
}
func sum(n int) (s int) {
	const step = 10
	list := []string{"a"}
	for i := range seq {
		twice := 2 * i
		for k := range seq {
			s += step * k
		}
	}
	return s + len(list)
}
sum(7)`, 10, "breakpoint func In[1]:10", `s=0 k=1 i=1 twice=2 n=7 list=["a"]`,
		[]string{"len(list) * n + i", "8", "step", "10", `list = append(list, "b")`, "", "len(list)", "2"},
	},
}

// TestDebugPlaces stops where users put breakpoints: in a Construct, a hook, a closure, a goroutine and in a function
// whose gradient is taken.
func TestDebugPlaces(t *testing.T) {
	for _, c := range debugPlaces {
		t.Run(c.name, func(t *testing.T) {
			p := newProbe(t)
			p.attach()
			p.start(c.src, c.line)
			p.wantStop(c.want)
			if got := p.locals(); c.locals != "" && got != c.locals {
				t.Errorf("got %s, want %s", got, c.locals)
			}
			for i := 0; i < len(c.eval); i += 2 {
				if got := p.eval(c.eval[i]); got != c.eval[i+1] {
					t.Errorf("%s: got %s, want %s", c.eval[i], got, c.eval[i+1])
				}
			}
			p.resume(DebugContinue)
			if r := p.ended(); r.Err != nil {
				t.Error(r.Err)
			}
		})
	}
}

// TestDebugEarlier stops in functions and methods of cells that have run before the debugger came.
func TestDebugEarlier(t *testing.T) {
	p := newProbe(t)
	const first = `type acc struct{ n int }

func (a *acc) add(k int) {
	a.n += k
}

func twice(f func()) {
	f()
	f()
}`
	p.run(first)
	p.run("a := &acc{}\ncalls := 0")
	p.attach()
	p.d.SetBreakpoints(first, []Breakpoint{{Line: 4}, {Line: 8, Hit: "2"}})
	go func() { p.done <- p.s.Eval("twice(func() { a.add(2) })\na.n") }()
	for _, want := range []string{"a=&{n:0} k=2", "a=&{n:2} k=2"} {
		p.wantStop("breakpoint acc.add In[1]:4")
		if got := p.locals(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		p.resume(DebugContinue)
	}
	if r := p.ended(); r.Err != nil || r.Value.Text() != "4" {
		t.Error(r)
	}
	p.d.Detach()
	if r := p.run("twice(func() { a.add(3) })\na.n"); r.Value.Text() != "10" {
		t.Error(r)
	}
}

// TestDebugKept: a literal that a statement has made before the debugger came, and a generic function, keep their code
// until their cell runs again. A breakpoint in them says so and then is hit; one in a declared function is hit at once,
// also in the literals that it makes.
func TestDebugKept(t *testing.T) {
	const literal = "k := 1\nf := func(x int) int {\n\ty := x + k\n\treturn y\n}"
	const generic = "type box[T any] struct{ v T }\n\nfunc (b box[T]) get() T {\n\treturn b.v\n}\n\n" +
		"func first[T any](s []T) T {\n\treturn s[0]\n}"
	const makes = "func adder(n int) func(int) int {\n\treturn func(x int) int {\n\t\treturn x + n\n\t}\n}"
	for _, c := range []struct {
		cell, use string
		line      int
		waits     string // "" where the breakpoint is hit at once
		again     string // the stop
	}{
		{literal, "f(4)", 3, "function literal", "breakpoint func In[3]:3"},
		{literal, "f(4)", 2, "", ""},
		{generic, "first([]int{4})", 8, "generic function", "breakpoint first In[3]:8"},
		{generic, "box[int]{4}.get()", 4, "generic function", "breakpoint box.get In[3]:4"},
		{makes, "adder(1)(4)", 3, "", "breakpoint func In[1]:3"},
	} {
		p := newProbe(t)
		p.run(c.cell)
		p.attach()
		list, errs := p.d.SetBreakpoints(c.cell, []Breakpoint{{Line: c.line}})
		if list[0].ID == 0 || list[0].Line != c.line {
			t.Errorf("line %d: %v", c.line, list)
		}
		if c.waits == "" {
			if errs[0] != nil {
				t.Errorf("line %d: %v", c.line, errs[0])
			}
		} else {
			message := fmt.Sprint(errs[0])
			if !strings.Contains(message, c.waits) || !strings.Contains(message, "run its cell again") {
				t.Errorf("line %d: %v, want a word on the %s", c.line, errs[0], c.waits)
			}
			p.run(c.use) // it is not hit
			p.run(c.cell)
			if e := <-p.events; e.Kind != "effective" || len(e.Hit) != 1 || e.Hit[0] != list[0].ID {
				t.Errorf("line %d: %+v, want word that breakpoint %d is in effect", c.line, e, list[0].ID)
			}
			if _, errs := p.d.SetBreakpoints(c.cell, []Breakpoint{{Line: c.line}}); errs[0] != nil {
				t.Errorf("after the cell has run again: %v", errs[0])
			}
		}
		if c.again != "" {
			go func() { p.done <- p.s.Eval(c.use) }()
			p.wantStop(c.again)
			p.resume(DebugContinue)
			p.ended()
		}
	}
}

func TestDebugConditions(t *testing.T) {
	const src = "s := 0\nfor i := range 10 {\n\ts += i\n}\ns"
	for _, c := range []struct {
		b    Breakpoint
		want string // s at each stop
	}{
		{Breakpoint{Line: 3, Condition: "i == 4"}, "6"},
		{Breakpoint{Line: 3, Condition: "s > 20"}, "21 28 36"},
		{Breakpoint{Line: 3, Hit: "3"}, "1"},
		{Breakpoint{Line: 3, Hit: ">= 9"}, "28 36"},
		{Breakpoint{Line: 3, Hit: "% 4"}, "3 21"},
		{Breakpoint{Line: 3, Condition: "i % 2 == 1", Hit: "2"}, "3"},
		{Breakpoint{Line: 3, Condition: "i > 7", Log: "i={i} s={s}"}, "[i=8 s=28] [i=9 s=36]"},
		{Breakpoint{Line: 3, Condition: "i > 8", Log: `{[]int{i, s}[1]} of {len("}") + i}} {`}, "[36 of 10} {]"},
		{Breakpoint{Line: 5}, "45"},
		{Breakpoint{Line: 1, Condition: "undefined > 1"}, "error"},
	} {
		p := newProbe(t)
		p.attach()
		if _, errs := p.d.SetBreakpoints(src, []Breakpoint{c.b}); errs[0] != nil {
			t.Fatal(errs)
		}
		go func() { p.done <- p.s.Eval(src) }()
		var got []string
		for {
			select {
			case e := <-p.events:
				if e.Kind == "output" {
					got = append(got, "["+e.Text+"]")
					continue
				}
				if e.Text != "" {
					got = append(got, "error")
				} else {
					got = append(got, p.eval("s"))
				}
				p.resume(DebugContinue)
				continue
			case r := <-p.done:
				if r.Err != nil || r.Value.Text() != "45" {
					t.Error(r)
				}
				for len(p.events) > 0 {
					got = append(got, "["+(<-p.events).Text+"]")
				}
			case <-time.After(testenv.Patience):
				t.Fatal("the cell does not end")
			}
			break
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%+v: got %s, want %s", c.b, text, c.want)
		}
	}
}

// TestDebugGeneric looks into generic functions and methods, whose code is made where they are used.
func TestDebugGeneric(t *testing.T) {
	const generic = `type box[T any] struct{ v T }
func (b *box[T]) get(k int) T {
	w := b.v
	f := func() T { return w }
	return f()
}
func both[K comparable, V any](k K, v V) (m map[K]V) {
	m = map[K]V{k: v}
	return
}
b := 1`
	p := newProbe(t)
	p.attach()
	p.run(generic)
	if _, errs := p.d.SetBreakpoints(generic, []Breakpoint{{Line: 4}, {Line: 9}}); errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	p.start("(&box[string]{\"text\"}).get(3); both(2.5, []int{1})")
	p.wantStop("breakpoint box.get In[1]:4")
	if got := p.locals(); got != `b=&{v:"text"} k=3 w="text"` {
		t.Error(got)
	}
	if got := p.eval("b.v + w"); got != `"texttext"` {
		t.Error(got)
	}
	p.resume(DebugIn)
	p.wantStop("step box.get In[1]:5")
	p.resume(DebugIn)
	p.wantStop("breakpoint func In[1]:4")
	if got := p.locals(); !strings.Contains(got, `w="text"`) {
		t.Error(got)
	}
	p.resume(DebugContinue)
	p.wantStop("breakpoint both In[1]:9")
	if got := p.locals(); got != `k=2.5 v=[1] m=map[2.5:[1]]` {
		t.Error(got)
	}
	p.eval("m[7] = nil")
	p.resume(DebugContinue)
	if r := p.ended(); r.Err != nil {
		t.Error(r.Err)
	}
}

// TestDebugMisuse: what cannot hold is said where it is set, not where it would stop.
func TestDebugMisuse(t *testing.T) {
	p := newProbe(t)
	p.attach()
	for _, c := range []struct{ condition, hit, want string }{
		{"i >", "", "condition i >: syntax error: expected"},
		{"fi n", "", "condition fi n: syntax error: expected"},
		{"", "often", `hit condition "often": `},
		{"i == 1", "0", `hit condition "0": `},
	} {
		_, errs := p.d.SetBreakpoints("for i := range 3 {\n\tprint(i)\n}",
			[]Breakpoint{{Line: 2, Condition: c.condition, Hit: c.hit}})
		ops := p.d.Watch(DebugWatch{Ops: []OpBreakpoint{{Name: "Mul", Condition: c.condition, Hit: c.hit}}})
		for _, err := range []error{errs[0], ops[0]} {
			if !strings.HasPrefix(fmt.Sprint(err), c.want) {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
	if _, _, err := p.d.Why(); !errors.Is(err, ErrNotStopped) {
		t.Error(err)
	}
}

// TestDebugInterrupt ends a cell that is stopped, one that runs what the debugger has asked for, and a paused loop.
func TestDebugInterrupt(t *testing.T) {
	t.Setenv("MSREPL_LOOPING", "")
	p := newProbe(t)
	p.attach()
	p.start("n := 0\nfor {\n\tn++\n}")
	p.d.Pause()
	if got := p.stopped(); !strings.HasPrefix(got, "pause In[1]:") {
		t.Error(got)
	}
	p.s.Interrupt()
	if r := p.ended(); r.Err == nil || r.Err.Kind != kindInterrupt {
		t.Error(r)
	}
	p.start("m := 1\nm + 1", 2)
	for e := range p.events {
		if e.Kind == "stopped" {
			break
		}
	}
	hung := make(chan error)
	go func() {
		_, err := p.d.Evaluate(p.top(), "os.Setenv(`MSREPL_LOOPING`, `1`)\nfor { m++ }")
		hung <- err
	}()
	if !testenv.Wait(func() bool { return os.Getenv("MSREPL_LOOPING") == "1" }) {
		t.Fatal("it does not begin")
	}
	p.s.Interrupt()
	if err := <-hung; err == nil {
		t.Error("no error")
	}
	if r := p.ended(); r.Err == nil || r.Err.Kind != kindInterrupt {
		t.Error(r)
	}
	if r := p.run("40 + 2"); r.Value.Text() != "42" {
		t.Error(r)
	}
}

func TestDebugPanics(t *testing.T) {
	const src = `func get(list []int, i int) (n int) {
	defer func() { recover() }()
	return list[i]
}
func fail(t *Tensor) *Tensor {
	return t.Reshape(7)
}
a := get([]int{1}, 3)
fail(tensor.Ones(2, 3))`
	for which, want := range map[string][]string{
		PanicsNone:     nil,
		PanicsRaised:   {"exception get In[1]:3", "exception fail In[1]:6"},
		PanicsUncaught: {"exception fail In[1]:6"},
	} {
		p := newProbe(t)
		p.attach()
		p.d.SetPanics(which)
		p.start(src)
		for _, w := range want {
			p.wantStop(w)
			p.resume(DebugContinue)
		}
		if r := p.ended(); r.Err == nil || r.Err.Kind != "ValueError" || r.Err.Line != 6 {
			t.Error(which, r.Err)
		}
	}
}

// TestDebugForgets: what has been listed is garbage after the next list, and once the goroutine goes on.
func TestDebugForgets(t *testing.T) {
	p := newProbe(t)
	p.run("x := []int{1, 2}\ny := map[string][]int{\"a\": x}")
	for range 3 {
		if list, err := p.d.Inspect(); err != nil || len(list) != 2 || list[0].Ref == 0 {
			t.Fatal(list, err)
		}
	}
	if n := len(p.d.refs); n != 2 {
		t.Errorf("%d references are kept, want 2", n)
	}
	p.attach()
	p.start("z := len(x)\nz", 2)
	p.wantStop("breakpoint In[2]:2")
	frame := p.top()
	p.resume(DebugContinue)
	if len(p.d.refs)+len(p.d.frames) != 0 || p.d.of != nil {
		t.Error("frames or references are kept")
	}
	p.ended()
	if _, err := p.d.Scopes(frame); err == nil {
		t.Error("a frame is known that is gone")
	}
}

// TestDebugInspectRunning: JupyterLab asks for the variables at each line that a cell prints. While it runs, values are
// not looked at: a map that changes meanwhile would end the process.
func TestDebugInspectRunning(t *testing.T) {
	p := newProbe(t)
	p.run("m := map[string]int{\"a\": 1}\nch := make(chan int)")
	inspect := func() string {
		list, err := p.d.Inspect()
		if err != nil || len(list) != 2 {
			t.Fatal(list, err)
		}
		return fmt.Sprintf("%s %s %s", list[1].Name, list[1].Type, list[1].Value)
	}
	const want = `m map[string]int map["a":1]`
	if got := inspect(); got != want {
		t.Errorf("before: %s", got)
	}
	ref := p.d.last
	go func() { p.done <- p.s.Eval("<-ch") }()
	runs := testenv.Wait(func() bool {
		p.s.mu.Lock()
		defer p.s.mu.Unlock()
		return p.s.now != nil
	})
	if !runs {
		t.Fatal("the cell does not begin")
	}
	if _, err := p.d.Variables(ref, DebugPage{}); !errors.Is(err, errRuns) {
		t.Errorf("parts: %v", err)
	}
	if _, err := p.d.Rich(0, "m"); !errors.Is(err, errRuns) {
		t.Errorf("rich: %v", err)
	}
	if got := inspect(); got != "m map[string]int "+Unread {
		t.Errorf("meanwhile: %s", got)
	}
	if _, err := p.d.Evaluate(0, "ch <- 1"); err != nil {
		t.Error(err)
	}
	p.ended()
	if got := inspect(); got != want {
		t.Errorf("after: %s", got)
	}
}

// TestDebugEvaluateAlone: what the debugger is asked for while nothing is stopped does not stop, though it comes to a
// breakpoint, a pause is waited for, or it panics: the one who has asked could not be answered, nor ask to go on.
func TestDebugEvaluateAlone(t *testing.T) {
	p := newProbe(t)
	p.attach()
	const cell = "type v struct{ n int }\n\nfunc (a v) String() string {\n\treturn \"v\"\n}\n\nfunc twice(n int) int {\n\treturn 2 * n\n}\na := v{3}"
	p.run(cell)
	p.d.SetBreakpoints(cell, []Breakpoint{{Line: 4}, {Line: 8}})
	p.d.SetPanics(PanicsRaised)
	for _, pause := range []bool{false, true} {
		if pause {
			p.d.Pause()
		}
		for expr, want := range map[string]string{"twice(4)": "8", "a.String()": `"v"`, "[]int{1}[twice(1)]": "error", "a": "v"} {
			answer := make(chan string, 1)
			go func() {
				v, err := p.d.Evaluate(0, expr)
				if err != nil {
					v.Value = "error"
				}
				answer <- v.Value
			}()
			select {
			case got := <-answer:
				if got != want {
					t.Errorf("%s is %s, want %s", expr, got, want)
				}
			case e := <-p.events:
				t.Fatalf("%s: %+v", expr, e)
			}
		}
	}
}

// TestDebugReset: a session that is reset keeps its debugger.
func TestDebugReset(t *testing.T) {
	p := newProbe(t)
	p.attach()
	const src = "n := 3\nn * 2"
	p.d.SetBreakpoints(src, []Breakpoint{{Line: 2}})
	p.s.Reset()
	go func() { p.done <- p.s.Eval(src) }()
	p.wantStop("breakpoint In[1]:2")
	if got := p.eval("n + 1"); got != "4" {
		t.Error(got)
	}
	p.resume(DebugContinue)
	if r := p.ended(); r.Err != nil || r.Value.Text() != "6" {
		t.Error(r)
	}
}

// TestDebugTranscripts runs transcripts with a debugger that steps into the first statements of each cell and reads all
// variables there: the sessions come to the same. Some register types and patterns, which a process does once.
func TestDebugTranscripts(t *testing.T) {
	if !testenv.Apart(t) {
		return
	}
	const maxSteps = 40
	for i, s := range transcripts(t) {
		if testing.Short() && i%7 != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(s.file, ".repl")+"/"+s.title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			steps := atomic.Int64{}
			problem := s.runWith(func(sess *Session) {
				d := sess.Debugger()
				steps.Store(0)
				d.Attach(func(e DebugEvent) {
					if e.Kind == "stopped" {
						go func() {
							look(d, e.Thread)
							how := DebugIn
							if steps.Add(1) > maxSteps {
								how = DebugContinue
							}
							_ = d.Resume(how)
						}()
					}
				})
				d.Pause()
			})
			if problem != "" {
				t.Error(problem)
			}
		})
	}
}

// look reads the variables of all frames.
func look(d *Debugger, thread int) {
	stack, _ := d.Stack(thread)
	for _, f := range stack {
		scopes, _ := d.Scopes(f.ID)
		for _, scope := range scopes {
			_, _ = d.Variables(scope.Ref, DebugPage{})
		}
	}
}
