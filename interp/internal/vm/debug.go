package vm

import (
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A Mark is a place in code where a debugger may stop: the beginning of a statement. Code that is compiled without a
// debugger has none.
type Mark struct {
	on  uint32 // read by the instruction
	Pos int32
	In  *Marks
}

// Set switches the mark on or off. It may be called while code runs.
func (k *Mark) Set(on bool) {
	var n uint32
	if on {
		n = 1
	}
	atomic.StoreUint32(&k.on, n)
}

// Marks is the debug information of a function.
type Marks struct {
	List []*Mark
	Vars []Var // an inner variable comes after the one that it shadows

	Home any  // the function whose source text contains the code
	Body bool // the function is the body of a loop over a function in Home
}

// Var describes a variable of a function and the register of its value, or a constant or a type declared in the
// function.
type Var struct {
	Name     string
	Object   any          // identifies it to the compiler
	Type     reflect.Type // nil for a constant or a type
	From, To int32        // positions between which it is in scope

	At     []uint32
	Leaves []layout.Leaf
	Memory bool // the register holds the address of the variable
}

// Stopped is a goroutine of code that waits for a debugger.
type Stopped struct{ m *Machine }

// mark calls the debugger at a mark that is on.
func (m *Machine) mark(k *Mark) {
	if f := m.host.Stop; f != nil {
		f(&Stopped{m}, k)
	}
	if m.halted() {
		m.interrupt()
	}
}

// raised reports to the debugger that code has begun to panic, once per panic.
func (m *Machine) raised(p *Panic) {
	f := m.host.Raising.Load()
	if f == nil || p.goexit || p.final || p.seen || unrecoverable(p.Value) {
		return
	}
	p.seen = true
	(*f)(&Stopped{m}, p.Value)
}

// Stopped returns the calling goroutine for use by a debugger, or nil if it runs no code.
func (h *Host) Stopped() *Stopped {
	id, _ := goabi.Goroutine()
	t := h.find(id)
	if t == nil {
		return nil
	}
	return &Stopped{t.runs[t.depth-1]}
}

// Goroutine returns a number that is unique among the goroutines that run code.
func (s *Stopped) Goroutine() uintptr { return s.m.thread.id.Load() }

// Depth returns the depth of the innermost call. It grows with the number of active calls.
func (s *Stopped) Depth() Depth { return Depth{s.m.level, s.m.fp - uintptr(s.m.base())} }

// Deferred reports whether there are pending deferred calls that may recover a panic.
func (s *Stopped) Deferred() bool {
	for _, m := range s.m.thread.runs[:s.m.level+1] {
		if len(m.defers) > 0 {
			return true
		}
	}
	return false
}

// Unwinds reports whether the innermost call is a deferred one that a panic runs, and returns the depth of the call
// that deferred it.
func (s *Stopped) Unwinds() (by Depth, ok bool) {
	p := s.m.panics
	if p == nil || p.goexit || !s.m.runs(p, goabi.Word(int64(s.m.fp))) {
		return Depth{}, false
	}
	return Depth{s.m.level, p.by}, true
}

// Depth is the depth of a call on the stack of a goroutine.
type Depth struct {
	level int
	off   uintptr
}

// Less reports whether fewer calls are active at d than at o.
func (d Depth) Less(o Depth) bool { return d.level < o.level || d.level == o.level && d.off < o.off }

// A Call is an active call of a stopped goroutine.
type Call struct {
	Frame
	Marks *Marks // nil if the function was compiled without a debugger
	outer *Call  // of the body of a loop over a function: the call whose text encloses it, if active
	m     *Machine
	off   uintptr
}

// Depth returns the depth of the call.
func (c *Call) Depth() Depth { return Depth{c.m.level, c.off} }

// Home returns the call whose source text contains the code of c: for the body of a loop over a function, the call
// that runs the loop.
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

// maxCalls is the largest number of calls that a debugger lists.
const maxCalls = 1000

// Calls returns the active calls, innermost first, including those beyond compiled functions, and those that led to a
// panic.
func (s *Stopped) Calls() (list []Call) {
	for k := s.m.level; k >= 0; k-- {
		m := s.m.thread.runs[k]
		add := func(f *Func, v version, at, off uintptr) bool {
			list = append(list, Call{Frame{f, v.at(at)}, v.layout().Marks, nil, m, off})
			return len(list) < maxCalls
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

// around returns the call whose source text encloses that of calls[0], the body of a loop over a function.
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

// A Local is a name in scope, and the call that it belongs to.
type Local struct {
	*Var
	call *Call
}

// Visible returns the variables in scope at the current position of the call.
func (c *Call) Visible() []Local {
	return slices.DeleteFunc(c.Names(), func(v Local) bool { return v.Type == nil })
}

// Names returns the names in scope at the current position of the call. A shadowed name is left out.
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

// Value returns the value of a variable: the variable itself if it is in memory, otherwise a copy. It is invalid
// until the variable has been initialized.
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

// Assign sets a variable to another value of its type.
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
