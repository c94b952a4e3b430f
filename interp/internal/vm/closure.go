package vm

import (
	"reflect"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A Closure is what a func value of code points to. Its first word makes it a func value of Go as well: a call from
// compiled code arrives at target, which runs the closure on a machine.
type Closure struct {
	code   uintptr        // closureCode
	target unsafe.Pointer // a func value of Go
	lit    literal        // target, for the signatures in the table of literals
	fn     *Func
	free   *slot // the first captured variable
}

// literal is a func literal of package vm that captures a closure.
type literal struct {
	code uintptr
	self *Closure
}

// closureCode is the address of closureStub.
var closureCode uintptr

// pointerEntry is the func value of a method with a value receiver that takes a pointer to the receiver. Interfaces
// hold values by pointer, so compiled code calls such methods this way; code never sees it.
type pointerEntry struct {
	Closure       // its first word is pointerCode
	absent  error // the panic of a call with a nil pointer
}

// pointerCode is the address of pointerStub, the counterpart of closureStub.
var pointerCode uintptr

// Through returns the func value of f, a method with a value receiver, that takes a pointer to the receiver, or nil
// if there is no literal for the words of a, the adapter of such functions. Absent is the panic for a nil pointer.
func (f *Func) Through(a *Adapter, absent error) unsafe.Pointer {
	if a.literal == 0 {
		return nil
	}
	e := &pointerEntry{Closure{code: pointerCode, fn: f}, absent}
	a.setCode(&e.Closure)
	return unsafe.Pointer(e)
}

// accept panics if c takes a pointer to its receiver and p is nil. It must be called before the call begins.
func (c *Closure) accept(p unsafe.Pointer) {
	if p == nil && c.code == pointerCode {
		panic((*pointerEntry)(unsafe.Pointer(c)).absent)
	}
}

// ClosureOf returns the closure behind a func value, or nil if the value was made by compiled Go.
func ClosureOf(fn unsafe.Pointer) *Closure {
	if fn == nil || *(*uintptr)(fn) != closureCode {
		return nil
	}
	return (*Closure)(fn)
}

// Func returns the function that the closure runs.
func (c *Closure) Func() *Func { return c.fn }

// Adapter makes closures of one type of function.
type Adapter struct {
	host    *Host
	typ     reflect.Type
	literal uintptr // code of the func literal for its words, or 0
}

// NewAdapter returns the adapter of functions of type t.
func (h *Host) NewAdapter(t reflect.Type) *Adapter { return &Adapter{h, t, literals[wordsOf(t)]} }

// wordsOf returns the words of a signature in the notation of the table of literals, or "" if a value is kept in a
// box.
func wordsOf(t reflect.Type) string {
	s := ""
	for i := range t.NumIn() {
		s += letters(layout.Leaves(t.In(i)))
	}
	s += ":"
	for i := range t.NumOut() {
		s += letters(layout.Leaves(t.Out(i)))
	}
	return s
}

func letters(leaves []layout.Leaf) string {
	b := make([]byte, len(leaves))
	for i, l := range leaves {
		switch l.Kind {
		case layout.Box:
			b[i] = '?'
		case layout.Pointer:
			b[i] = 'p'
		case layout.F64:
			b[i] = 'f'
		case layout.F32:
			b[i] = 's'
		default:
			b[i] = 'i'
		}
	}
	return string(b)
}

// closure returns a closure of fn.
func (a *Adapter) closure(fn *Func) *Closure {
	c := &Closure{code: closureCode, fn: fn}
	a.setCode(c)
	return c
}

func (a *Adapter) setCode(c *Closure) {
	if a.literal != 0 {
		c.lit = literal{a.literal, c}
		c.target = unsafe.Pointer(&c.lit)
		return
	}
	v := reflect.MakeFunc(a.typ, func(in []reflect.Value) []reflect.Value { return a.host.call(c, a.typ, in) })
	c.target = goabi.FuncWord(v.Interface())
}

// Static returns the only func value of a function that captures nothing. SetStatic must have been called.
func (f *Func) Static() *Closure { return f.static.Load() }

// SetStatic makes the func value of a function that captures nothing.
func (f *Func) SetStatic(a *Adapter) {
	if f.static.Load() == nil {
		f.static.CompareAndSwap(nil, a.closure(f))
	}
}

// ClosureInfo is the operand of CLOSURE.
type ClosureInfo struct {
	Func    *Func
	Adapter *Adapter
	From    []uint32
	Ptr     []bool
}

func (x *ClosureInfo) make(_ *Machine, fp unsafe.Pointer) *Closure {
	switch len(x.From) {
	case 1:
		o := &struct {
			Closure
			more [1]slot
		}{}
		return x.fill(&o.Closure, o.more[:], fp)
	case 2:
		o := &struct {
			Closure
			more [2]slot
		}{}
		return x.fill(&o.Closure, o.more[:], fp)
	case 3:
		o := &struct {
			Closure
			more [3]slot
		}{}
		return x.fill(&o.Closure, o.more[:], fp)
	}
	return x.fill(&Closure{}, make([]slot, len(x.From)), fp)
}

// lend returns a closure for one deferred call, which has no other reference, reusing the memory of one that has run.
func (x *ClosureInfo) lend(m *Machine, fp unsafe.Pointer) *Closure {
	n := len(x.From)
	if n >= len(m.spare) || m.spare[n] == nil {
		return x.make(m, fp)
	}
	c := m.spare[n]
	m.spare[n] = nil
	c.fn = x.Func
	x.capture(unsafe.Slice(c.free, n), fp)
	return c
}

// reuse keeps the memory of a closure lent by x that has run.
func (m *Machine) reuse(x *ClosureInfo, c *Closure) {
	if n := len(x.From); n < len(m.spare) {
		clear(unsafe.Slice(c.free, n))
		c.fn = nil
		m.spare[n] = c
	}
}

// fill initializes a closure, with a slot for each captured word.
func (x *ClosureInfo) fill(c *Closure, free []slot, fp unsafe.Pointer) *Closure {
	c.code, c.fn, c.free = closureCode, x.Func, unsafe.SliceData(free)
	x.capture(free, fp)
	x.Adapter.setCode(c)
	return c
}

func (x *ClosureInfo) capture(free []slot, fp unsafe.Pointer) {
	for i, at := range x.From {
		if x.Ptr[i] {
			free[i].p = *ptr(fp, at)
		} else {
			free[i].n = uint64(*num(fp, at))
		}
	}
}

// haltStub is where a call without results returns to.
var haltStub = []Ins{{Op: CALL}, {Op: HALT}, {Op: HALT}}

// dropped returns the return address of a deferred call of f, or of a call by a go statement: its results go to its
// own frame, which has ended.
func (f *Func) dropped() uintptr {
	if len(f.Sig.Results) == 0 {
		return uintptr(unsafe.Pointer(&haltStub[1]))
	}
	d := &f.Sig.stubs.drop
	d.once.Do(func() {
		at := make([]uint32, len(f.Sig.Results))
		for i, l := range f.Sig.Results {
			at[i] = slotSize
			if !l.Kind.Pointer() {
				at[i] += 8
			}
		}
		d.code = []Ins{{Op: CALL, A: at[0]}, {Op: HALT}, {Op: HALT}, {Op: HALT}}
		if len(at) > 1 {
			d.code[1] = Ins{Op: DATA, Aux: unsafe.Pointer(NewWords(at, f.Sig.Results))}
		}
	})
	return uintptr(unsafe.Pointer(&d.code[1]))
}

// resultPlace returns the registers of the results of a call from Go: each word in its own slot before the frame,
// from slot 1 of the stack.
func (f *Func) resultPlace() (at []uint32, size uint32) {
	for i, l := range f.Sig.Results {
		o := uint32(i+1) * slotSize
		if !l.Kind.Pointer() {
			o += 8
		}
		at = append(at, o)
	}
	return at, uint32(len(at)+1) * slotSize
}

// setPointer sets word i of the arguments, counting the receiver first, in the frame of a call.
func (c *Closure) setPointer(fp unsafe.Pointer, i int, p unsafe.Pointer) {
	f := c.fn
	if c.code == pointerCode {
		if i == 0 {
			layout.Load(fp, f.Sig.RecvAt, p, f.Sig.Recv)
			return
		}
		i += len(f.Sig.Recv) - 1
	}
	if n := len(f.Sig.Recv); n > 0 {
		if i < n {
			*ptr(fp, f.Sig.RecvAt[i]) = p
			return
		}
		i -= n
	}
	*ptr(fp, f.Sig.At[i]) = p
}

// setNumber is setPointer for a word that is a number. Its high bits may be arbitrary.
func (c *Closure) setNumber(fp unsafe.Pointer, i int, v uint64) {
	at, k := c.number(i)
	*num(fp, at) = k.Extend(v)
}

// number returns the register and the kind of word i of the arguments.
func (c *Closure) number(i int) (at uint32, k layout.Kind) {
	s := c.fn.Sig
	if c.code == pointerCode {
		i += len(s.Recv) - 1
	}
	if n := len(s.Recv); i < n {
		return s.RecvAt[i], s.Recv[i].Kind
	} else {
		i -= n
	}
	return s.At[i], s.Params[i].Kind
}

// literals holds the code of func literals through which compiled Go calls closures, by the words of their signature.
var literals = map[string]uintptr{}

// registerLiteral records the code of the literal that mk returns. All closures share it: they differ in what they
// capture.
func registerLiteral[T any](words string, mk func(*Closure) T) {
	f := mk(nil)
	literals[words] = **(**uintptr)(unsafe.Pointer(&f))
}

// returnStub returns the instruction that a call from Go returns to.
func (f *Func) returnStub() *Ins {
	b := &f.Sig.stubs.back
	b.once.Do(func() {
		at, size := f.resultPlace()
		call := Ins{Op: CALL, B: size}
		if len(at) > 0 {
			call.A = at[0]
		}
		b.code = []Ins{call, {Op: HALT}, {Op: HALT}, {Op: HALT}} // no address past the end
		if len(at) > 1 {
			b.code[1] = Ins{Op: DATA, Aux: unsafe.Pointer(NewWords(at, f.Sig.Results))}
		}
	})
	return &b.code[1]
}

// enter begins a call of c from Go. The caller stores the arguments in the frame, calls finish, reads the results and
// releases the machine.
func (h *Host) enter(c *Closure) (*Machine, unsafe.Pointer) {
	m := h.machine()
	stop := m.halted()
	if stop && !m.alone() {
		v, outside := m.interrupted(), m.level > 0
		m.release()
		if outside {
			panic(v)
		}
		h.raise(&Panic{Value: v})
	}
	f := c.fn
	ret := f.returnStub()
	fp := unsafe.Add(m.base(), uintptr(f.Sig.stubs.back.code[0].B))
	entry := f.entry.Load()
	fp = m.fit(fp, frameOf(entry))
	m.entry = entry
	if c.code == pointerCode {
		c = f.Static()
	}
	*(*unsafe.Pointer)(fp) = unsafe.Pointer(c)
	*(*uintptr)(unsafe.Add(fp, 8)) = uintptr(unsafe.Pointer(ret))
	m.fp = uintptr(fp)
	if stop {
		m.entry = nil // nobody else sees it
	}
	return m, fp
}

// finish runs the call begun by enter. A panic that code has not recovered continues in Go if there are callers in Go
// that may recover it. Otherwise it is reported to the host, and the results are not used.
func (m *Machine) finish(c *Closure, fp unsafe.Pointer) {
	returned := false
	defer func() {
		if !returned { // the goroutine ends
			m.release()
		}
	}()
	p := m.run(m.entry, fp, m.offset(fp))
	returned = true
	if p != nil {
		m.propagate(p)
	}
}

// propagate ends a run with a panic that code has not recovered.
func (m *Machine) propagate(p *Panic) {
	switch {
	case m.alone():
		m.host.Uncaught(m, p)
	case m.level > 0:
		m.leave(p)
		m.release()
		m.host.raised.keep(p)
		panic(p.Value)
	default:
		m.release()
		m.host.raised.keep(p)
		m.host.raise(p)
	}
}

// call calls a closure with reflected values.
func (h *Host) call(c *Closure, t reflect.Type, in []reflect.Value) []reflect.Value {
	m, fp := h.enter(c)
	s := c.fn.Sig
	params, at := s.Params, s.At
	for i, v := range in {
		leaves, to := params, at
		if i == 0 && s.Recv != nil {
			leaves, to = s.Recv, s.RecvAt
			layout.Load(fp, to, memory(v), leaves)
			continue
		}
		n := len(layout.Leaves(t.In(i)))
		layout.Load(fp, at[:n], memory(v), params[:n])
		params, at = params[n:], at[n:]
	}
	m.finish(c, fp)
	out := make([]reflect.Value, t.NumOut())
	from, _ := c.fn.resultPlace()
	leaves := s.Results
	for i := range out {
		p := reflect.New(t.Out(i))
		n := len(layout.Leaves(t.Out(i)))
		layout.Store(p.UnsafePointer(), m.base(), from[:n], leaves[:n])
		from, leaves = from[n:], leaves[n:]
		out[i] = p.Elem()
	}
	m.release()
	return out
}

// memory returns a pointer to a copy of a value.
func memory(v reflect.Value) unsafe.Pointer {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.UnsafePointer()
}

// Run calls a function without parameters and results, and returns the panic that ends it, or nil.
func (h *Host) Run(f *Func) *Panic {
	m := h.machine()
	defer m.release()
	p := m.begin(f.Static(), nil)
	if p == nil && m.haltedTrace != nil { // halted during its last compiled call, after which it does not check again
		p = &Panic{Value: m.interrupted(), Trace: m.haltedTrace}
	}
	return p
}

// begin runs c with arguments from slot 1, and drops its results.
func (m *Machine) begin(c *Closure, args []slot) *Panic {
	if m.halted() {
		return &Panic{Value: m.interrupted()}
	}
	fp := unsafe.Add(m.base(), uintptr(slotSize))
	entry := c.fn.entry.Load()
	fp = m.fit(fp, max(frameOf(entry), uint32(len(args)+2)*slotSize))
	m.enterDeferred(deferred{cl: c, args: args}, fp)
	*(*uintptr)(unsafe.Add(fp, 8)) = c.fn.dropped()
	m.fp = uintptr(fp)
	return m.run(entry, fp, m.offset(fp))
}
