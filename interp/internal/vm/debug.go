package vm

import (
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A Mark is a place in code that a debugger may stop at, the beginning of a statement. Code that is compiled without
// a debugger has none.
type Mark struct {
	on  uint32 // the instruction looks at it
	Pos int32
	In  *Marks
}

// Set switches the mark on or off, also while code runs.
func (k *Mark) Set(on bool) {
	var n uint32
	if on {
		n = 1
	}
	atomic.StoreUint32(&k.on, n)
}

// Marks are what a debugger knows of the code of a function.
type Marks struct {
	List []*Mark
	Vars []Var // an inner one comes after the one that it hides

	Home any  // the function that the text is in
	Body bool // that of a loop over a function in Home
}

// Var is a variable of a function, and where its value is, or a constant or a type of the function.
type Var struct {
	Name     string
	Object   any          // what the compiler knows of it
	Type     reflect.Type // nil for a constant or a type
	From, To int32        // positions between which the text can name it

	At     []uint32
	Leaves []layout.Leaf
	Memory bool // the register holds its address
}

// Stopped is a goroutine of code that waits for a debugger.
type Stopped struct{ m *Machine }

// mark asks the debugger what to do at a mark that is on.
func (m *Machine) mark(k *Mark) {
	if f := m.host.Stop; f != nil {
		f(&Stopped{m}, k)
	}
	if m.halted() {
		m.interrupt()
	}
}

// raised says to the debugger that code has begun to panic, once for each panic.
func (m *Machine) raised(p *Panic) {
	f := m.host.Raising.Load()
	if f == nil || p.goexit || p.final || p.seen || unrecoverable(p.Value) {
		return
	}
	p.seen = true
	(*f)(&Stopped{m}, p.Value)
}

// Stopped returns the goroutine that calls for the debugger, nil when it runs no code.
func (h *Host) Stopped() *Stopped {
	id, _ := goabi.Goroutine()
	t := h.surely(id)
	if t == nil {
		return nil
	}
	return &Stopped{t.runs[t.depth-1]}
}

// Goroutine is different for each goroutine of code that runs.
func (s *Stopped) Goroutine() uintptr { return s.m.thread.id.Load() }

// Depth grows with the calls that run.
func (s *Stopped) Depth() Depth { return Depth{s.m.level, s.m.fp - uintptr(s.m.base())} }

// Deferred says whether deferred calls wait that may recover a panic.
func (s *Stopped) Deferred() bool {
	for _, m := range s.m.thread.runs[:s.m.level+1] {
		if len(m.defers) > 0 {
			return true
		}
	}
	return false
}

// Unwinds says whether the call that runs is a deferred one that a panic runs, and how deep the call is that has
// deferred it.
func (s *Stopped) Unwinds() (by Depth, ok bool) {
	p := s.m.panics
	if p == nil || p.goexit || !s.m.runs(p, goabi.Word(int64(s.m.fp))) {
		return Depth{}, false
	}
	return Depth{s.m.level, p.by}, true
}

// Depth is how deep the calls of a goroutine are.
type Depth struct {
	level int
	off   uintptr
}

// Less says whether fewer calls run at d.
func (d Depth) Less(o Depth) bool { return d.level < o.level || d.level == o.level && d.off < o.off }

// A Call is one that runs in a goroutine that waits.
type Call struct {
	Frame
	Marks *Marks // nil where it was compiled without a debugger
	outer *Call  // of the body of a loop over a function: the call whose text is around it, if that runs here
	m     *Machine
	off   uintptr
}

// Depth is how deep the call is.
func (c *Call) Depth() Depth { return Depth{c.m.level, c.off} }

// Home returns the call whose text the call runs: the body of a loop over a function is in that of the call which runs
// the loop.
func (c *Call) Home() *Call {
	home := c
	for home.outer != nil {
		home = home.outer
	}
	if home.Marks != nil && home.Marks.Body {
		return c
	}
	return home
}

// mostCalls is how many calls a debugger lists.
const mostCalls = 1000

// Calls lists the calls that run, innermost first, through compiled functions between them, and through panics to where
// they began.
func (s *Stopped) Calls() (list []Call) {
	for k := s.m.level; k >= 0; k-- {
		m := s.m.thread.runs[k]
		add := func(f *Func, v version, at, off uintptr) bool {
			list = append(list, Call{Frame{f, v.at(at)}, v.layout().Marks, nil, m, off})
			return len(list) < mostCalls
		}
		m.walk(m.cur, m.fp-uintptr(m.base()), 0, add)
		for p := m.panics; p != nil; p = p.Link {
			m.walk(p.began.cur, p.began.off, 0, add)
		}
	}
	for i := range list {
		list[i].outer = around(list[i:])
	}
	return list
}

// around returns the call whose text is around that of the first one, a body of a loop over a function.
func around(calls []Call) *Call {
	of := calls[0].Marks
	if of == nil || !of.Body {
		return nil
	}
	for i := range calls[1:] {
		if c := &calls[i+1]; c.Marks != nil && c.Marks.Home == of.Home {
			return c
		}
	}
	return nil
}

// A Local is what a text can name, and the call that has it.
type Local struct {
	*Var
	call *Call
}

// Visible returns the variables that the text can name where the call is.
func (c *Call) Visible() []Local {
	return slices.DeleteFunc(c.Names(), func(v Local) bool { return v.Type == nil })
}

// Names returns what the text can name where the call is, the inner one of several of a name.
func (c *Call) Names() (list []Local) {
	at := map[string]int{}
	for ; c != nil && c.Marks != nil; c = c.outer {
		own := len(list)
		for i := range c.Marks.Vars {
			v := Local{&c.Marks.Vars[i], c}
			if c.Pos < v.From || v.To <= c.Pos {
				continue
			}
			k, ok := at[v.Name]
			switch {
			case !ok:
				at[v.Name] = len(list)
				list = append(list, v)
			case k >= own:
				list[k] = v
			}
		}
	}
	return list
}

func (c *Call) fp() unsafe.Pointer { return unsafe.Add(c.m.base(), c.off) }

// Value returns the value of a variable: the variable itself if it is in memory, else a copy. It is invalid before
// the variable is there.
func (v Local) Value() reflect.Value {
	fp := v.call.fp()
	if v.Memory {
		p := *ptr(fp, v.At[0])
		if p == nil {
			return reflect.Value{}
		}
		return reflect.NewAt(v.Type, p).Elem()
	}
	p := reflect.New(v.Type)
	for i, l := range v.Leaves {
		if l.Kind == layout.Box && *ptr(fp, v.At[i]) == nil {
			return reflect.Value{}
		}
	}
	layout.Store(p.UnsafePointer(), fp, v.At, v.Leaves)
	return p.Elem()
}

// Assign gives a variable another value of its type.
func (v Local) Assign(x reflect.Value) {
	fp := v.call.fp()
	if v.Memory {
		if p := *ptr(fp, v.At[0]); p != nil {
			reflect.NewAt(v.Type, p).Elem().Set(x)
		}
		return
	}
	p := reflect.New(v.Type)
	p.Elem().Set(x)
	layout.Load(fp, v.At, p.UnsafePointer(), v.Leaves)
}
