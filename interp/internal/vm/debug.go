package vm

import (
	"reflect"
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

// Var is a variable of a function, and where its value is.
type Var struct {
	Name     string
	Object   any // what the compiler knows of it
	Type     reflect.Type
	From, To int32 // positions between which the text can name it

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
	m     *Machine
	off   uintptr
}

// Depth is how deep the call is.
func (c *Call) Depth() Depth { return Depth{c.m.level, c.off} }

// Home returns the call whose text the first of the calls runs: the body of a loop over a function is in that of the
// call which runs the loop.
func Home(calls []Call) *Call {
	for i := range calls {
		if of := calls[i].Marks; i == 0 && (of == nil || !of.Body) {
			break
		} else if of != nil && !of.Body && of.Home == calls[0].Marks.Home {
			return &calls[i]
		}
	}
	return &calls[0]
}

// mostCalls is how many calls a debugger lists.
const mostCalls = 1000

// Calls lists the calls that run, innermost first, through compiled functions between them.
func (s *Stopped) Calls() (list []Call) {
	for k := s.m.level; k >= 0; k-- {
		m := s.m.thread.runs[k]
		m.walk(m.cur, m.fp-uintptr(m.base()), 0, func(f *Func, v version, at, off uintptr) bool {
			list = append(list, Call{Frame{f, v.at(at)}, v.layout().Marks, m, off})
			return len(list) < mostCalls
		})
	}
	return list
}

// Visible returns the variables that the text can name where the call is, the inner one of several of a name.
func (c *Call) Visible() (list []*Var) {
	if c.Marks == nil {
		return nil
	}
	at := map[string]int{}
	for i := range c.Marks.Vars {
		v := &c.Marks.Vars[i]
		if c.Pos < v.From || v.To <= c.Pos {
			continue
		}
		if k, ok := at[v.Name]; ok {
			list[k] = v
			continue
		}
		at[v.Name] = len(list)
		list = append(list, v)
	}
	return list
}

func (c *Call) fp() unsafe.Pointer { return unsafe.Add(c.m.base(), c.off) }

// Value returns the value of a variable: the variable itself if it is in memory, else a copy. It is invalid before
// the variable is there.
func (c *Call) Value(v *Var) reflect.Value {
	if v.Memory {
		p := *ptr(c.fp(), v.At[0])
		if p == nil {
			return reflect.Value{}
		}
		return reflect.NewAt(v.Type, p).Elem()
	}
	p := reflect.New(v.Type)
	for i, l := range v.Leaves {
		if l.Kind == layout.Box && *ptr(c.fp(), v.At[i]) == nil {
			return reflect.Value{}
		}
	}
	layout.Store(p.UnsafePointer(), c.fp(), v.At, v.Leaves)
	return p.Elem()
}

// Assign gives a variable another value of its type.
func (c *Call) Assign(v *Var, x reflect.Value) {
	if v.Memory {
		if p := *ptr(c.fp(), v.At[0]); p != nil {
			reflect.NewAt(v.Type, p).Elem().Set(x)
		}
		return
	}
	p := reflect.New(v.Type)
	p.Elem().Set(x)
	layout.Load(c.fp(), v.At, p.UnsafePointer(), v.Leaves)
}
