package vm

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// A Panic is a panic in progress.
type Panic struct {
	Value     any
	Recovered bool
	Link      *Panic  // the panic during whose deferred calls it began
	Trace     []Frame // where it began, innermost first; nil until resolve
	Failed    *Failed // set if it began in a compiled function at a nil pointer
	began     began
	depth     uintptr // frame of the deferred call that may recover it
	by        uintptr // frame that deferred this call
	goexit    bool
	seen      bool // already reported to the debugger
	final     bool // compiled Go cannot recover it: the stack is full
}

// Failed is a call of a compiled function that has panicked.
type Failed struct {
	Of   any // see Native
	Args []reflect.Value
}

// failed returns the call of a compiled function that failed at a nil pointer, or nil if v is another panic.
func (m *Machine) failed(v any) *Failed {
	err, ok := v.(runtime.Error)
	in := (*Ins)(goabi.Word(int64(m.cur)))
	if !ok || in == nil || in.Op != NATIVE || !strings.Contains(err.Error(), "nil pointer") {
		return nil
	}
	x := (*Native)(in.Aux)
	return &Failed{x.Of, x.Type.arguments(goabi.Word(int64(m.fp)), x.From)}
}

// began is the place where a panic began in a run, or entered it. Frames stay intact until the panic has been
// recovered or leaves the run, as deferred calls run above them, so most panics need no trace.
type began struct {
	m        *Machine
	cur, off uintptr
	floor    uintptr
}

// resolve sets the trace.
func (p *Panic) resolve() {
	if b := p.began; p.Trace == nil && b.m != nil {
		p.Trace = b.m.stackOf(b.m.traceOf(b.cur, b.off, b.floor), p.Link)
	}
}

// A Frame is one call of a trace.
type Frame struct {
	Func *Func
	Pos  int32
}

// deferred is a pending deferred call.
type deferred struct {
	fp     uintptr // offset of the frame from the stack's base
	at     uintptr // an instruction of the frame
	cl     *Closure
	lent   *ClosureInfo   // where cl was lent; nil for other closures
	args   []slot         // arguments of cl, from slot 1
	native func(*Machine) // instead of cl
}

// DeferInfo is the operand of DEFER.
type DeferInfo struct {
	Target uint32 // the func value; None if there is none, or Func is set
	Func   *Func
	Out    uint32 // register of the first argument
	Slots  uint32 // number of slots of the arguments
	// evaluates operands now, and returns the call; Target is not used if it is code
	Native func(*Machine, unsafe.Pointer) func(*Machine)
	Stack  uint32 // the frame that it is deferred to; None: this one

	Closure  *ClosureInfo // instead of Target: a func literal that nothing else calls
	Recovery *Ins         // where the function continues after a recovered panic
}

// DeferStack is a frame to which functions called by it defer calls.
type DeferStack struct {
	m  *Machine
	fp uintptr
	at uintptr
}

// NewDeferStack returns the current frame.
func (m *Machine) NewDeferStack(fp unsafe.Pointer) *DeferStack {
	return &DeferStack{m, m.offset(fp), m.cur}
}

// native reports whether the call is of compiled Go.
func (x *DeferInfo) native(fp unsafe.Pointer) bool {
	return x.Native != nil && (x.Target == None || ClosureOf(*ptr(fp, x.Target)) == nil)
}

func (m *Machine) deferCall(x *DeferInfo, fp unsafe.Pointer) {
	d := deferred{fp: m.offset(fp), at: m.cur}
	to := m
	if x.Stack != None {
		s := (*DeferStack)(*ptr(fp, x.Stack))
		if s.fp != d.fp || s.m != m {
			to, d.fp, d.at = s.m, s.fp, s.at
			to.mixed = true
		}
	}
	switch {
	case x.native(fp):
		d.native = x.Native(m, fp)
	case x.Closure != nil:
		d.cl, d.lent = x.Closure.lend(m, fp), x.Closure
	case x.Func != nil:
		d.cl = x.Func.Static()
	default:
		if d.cl = ClosureOf(*ptr(fp, x.Target)); d.cl == nil {
			d.native = callOf(*ptr(fp, x.Target))
		}
	}
	if d.cl != nil && x.Slots > 0 {
		from := unsafe.Slice((*slot)(unsafe.Add(fp, uintptr(x.Out+slotSize))), x.Slots)
		d.args = append([]slot(nil), from...)
	}
	to.defers = append(to.defers, d)
}

// callOf calls a func value that is compiled or nil; nil fails when it is called.
func callOf(p unsafe.Pointer) func(*Machine) {
	return func(*Machine) { (*(*func())(unsafe.Pointer(&p)))() }
}

// take removes the next deferred call of frames from floor on; only restricts it to the frame at floor.
func (m *Machine) take(floor uintptr, only bool) (d deferred, ok bool) {
	k := len(m.defers) - 1
	if m.mixed {
		best := -1
		for i, x := range m.defers {
			if x.fp >= floor && (!only || x.fp == floor) && (best < 0 || x.fp >= m.defers[best].fp) {
				best = i
			}
		}
		k = best
	}
	if k < 0 || m.defers[k].fp < floor || only && m.defers[k].fp != floor {
		return d, false
	}
	if m.exiting() {
		clear(m.defers)
		m.defers, m.mixed = m.defers[:0], false
		return d, false
	}
	d = m.defers[k]
	last := len(m.defers) - 1
	if k < last {
		copy(m.defers[k:], m.defers[k+1:])
	}
	m.defers[last] = deferred{}
	m.defers = m.defers[:last]
	if last == 0 {
		m.mixed = false
	}
	return d, true
}

// exiting reports whether the program ends without running deferred calls.
func (m *Machine) exiting() bool {
	f := m.host.Exiting
	return f != nil && f()
}

// runDefers runs the last deferred call of the frame and executes the same instruction again; if there is none, it
// continues.
func (m *Machine) runDefers(in *Ins, fp unsafe.Pointer) (*Ins, unsafe.Pointer) {
	floor := m.offset(fp)
	if m.ran != nil && m.ranAt == floor+uintptr(in.B) { // called by this frame, or one that has ended
		m.reuse(m.ranOf, m.ran)
		m.ran, m.ranOf = nil, nil
	}
	last := len(m.defers) - 1
	if last < 0 || !m.mixed && m.defers[last].fp != floor { // nearly always so the second time
		return (*Ins)(unsafe.Add(unsafe.Pointer(in), 2*insSize)), fp
	}
	if d := &m.defers[last]; d.lent != nil && !m.mixed && !m.exiting() && len(d.cl.fn.Sig.Results) <= 1 {
		next, up := m.push(in, fp, d.cl.fn)
		m.enterDeferred(*d, up)
		m.ran, m.ranOf, m.ranAt = d.cl, d.lent, m.offset(up)
		*d = deferred{}
		m.defers = m.defers[:last]
		return next, up
	}
	d, ok := m.take(floor, true)
	switch {
	case !ok:
		return (*Ins)(unsafe.Add(unsafe.Pointer(in), 2*insSize)), fp // past the jump back
	case d.native != nil:
		d.native(m)
		return in, fp
	case len(d.cl.fn.Sig.Results) > 1: // the instruction has no registers for them
		return in, m.callAlone(d, fp, uintptr(in.B))
	}
	next, up := m.push(in, fp, d.cl.fn)
	m.enterDeferred(d, up)
	return next, up
}

// callAlone runs a deferred call in a separate run, size bytes above the frame at fp.
func (m *Machine) callAlone(d deferred, fp unsafe.Pointer, size uintptr) unsafe.Pointer {
	at := m.offset(fp)
	if p := m.callDeferred(d, &Panic{}, at+size); p != nil {
		panic(p)
	}
	fp = unsafe.Add(m.base(), at)
	m.fp = uintptr(fp)
	return fp
}

func (m *Machine) enterDeferred(d deferred, up unsafe.Pointer) {
	*(*unsafe.Pointer)(up) = unsafe.Pointer(d.cl)
	if len(d.args) > 0 {
		copy(unsafe.Slice((*slot)(unsafe.Add(up, slotSize)), len(d.args)), d.args)
	}
}

// run executes code from in. It owns the frames from floor on: it runs their deferred calls on a panic, and returns
// the panic if none recovers it.
func (m *Machine) run(in *Ins, fp unsafe.Pointer, floor uintptr) *Panic {
	for in != nil {
		p := m.attempt(in, fp, floor)
		if p == nil {
			return nil
		}
		if in, fp, p = m.unwind(p, floor); p != nil {
			return p
		}
	}
	return nil
}

// attempt runs code until it ends or panics.
func (m *Machine) attempt(in *Ins, fp unsafe.Pointer, floor uintptr) (p *Panic) {
	done := false
	defer func() {
		if done {
			return
		}
		r := recover()
		if r == nil { // Goexit: the goroutine ends when its deferred calls have run
			m.exit(floor)
			return
		}
		p = m.received(r, floor)
		m.raised(p)
	}()
	m.loop(in, fp)
	done = true
	if v := m.thrown; v != nil {
		m.thrown = nil
		p = m.received(v, floor)
		m.raised(p)
	}
	return p
}

// throw panics by leaving the loop, which is three times as fast as panic of Go.
func (m *Machine) throw(v any) *Ins {
	if v == nil {
		v = new(runtime.PanicNilError)
	}
	m.thrown = v
	return nil
}

// unwind runs deferred calls of frames from floor on. It returns where to continue if one of them has recovered the
// panic, and otherwise the remaining panic.
func (m *Machine) unwind(p *Panic, floor uintptr) (*Ins, unsafe.Pointer, *Panic) {
	ended := true
	defer func() {
		if !ended {
			return
		}
		if r := recover(); r != nil {
			panic(r)
		}
		m.exit(floor) // a deferred call has ended the goroutine
	}()
	in, fp, p := m.runDeferred(p, floor)
	ended = false
	return in, fp, p
}

// exit runs the deferred calls of frames from floor on when the goroutine ends. It continues if one of them recovers
// the panic of another.
func (m *Machine) exit(floor uintptr) {
	for {
		exit := &Panic{goexit: true}
		in, _, left := m.unwind(exit, floor)
		switch {
		case in != nil:
			continue
		case left == exit:
		case m.level == 0 && m.host.Uncaught != nil:
			m.host.Uncaught(m, left)
		default:
			panic(left.Value)
		}
		return
	}
}

// runDeferred is unwind unless the goroutine ends.
func (m *Machine) runDeferred(p *Panic, floor uintptr) (*Ins, unsafe.Pointer, *Panic) {
	p.Link = m.panics
	above := m.fp - uintptr(m.base()) + m.deepest()
	for {
		d, ok := m.take(floor, false)
		if !ok {
			p.resolve()
			m.panics = p.Link
			return nil, nil, p
		}
		m.panics, p.by = p, d.fp
		if q := m.callDeferred(d, p, above); q != nil { // the deferred call panicked, too
			if !unrecoverable(p.Value) || unrecoverable(q.Value) {
				p = q.after(p)
			}
			continue
		}
		if !p.Recovered {
			continue
		}
		m.panics = p.Link
		for m.panics != nil && m.panics.by >= d.fp { // panics replaced by those of their deferred calls
			m.panics = m.panics.Link
		}
		if q := m.deferredOf(d.fp, above); q != nil {
			p = q.after(m.panics)
			continue
		}
		fp := unsafe.Add(m.base(), d.fp)
		m.fp = uintptr(fp)
		*p = Panic{}
		m.past = p
		return d.recovery(), fp, nil
	}
}

// recovery returns where the frame of a deferred call continues after a panic.
func (d *deferred) recovery() *Ins {
	if in := (*Ins)(goabi.Word(int64(d.at))); in.Op == DEFER {
		if r := (*DeferInfo)(in.Aux).Recovery; r != nil {
			return r
		}
	}
	_, v := find(d.at) // the version that the frame runs, which may have been replaced
	return &v.code()[v.layout().Recovery]
}

// after records that link was in progress when p began. A panic of code already has its link.
func (p *Panic) after(link *Panic) *Panic {
	if p.Link == nil {
		p.Link = link
	}
	return p
}

// deferredOf runs the remaining deferred calls of a frame whose panic has been recovered.
func (m *Machine) deferredOf(fp, above uintptr) *Panic {
	for {
		d, ok := m.take(fp, true)
		if !ok {
			return nil
		}
		if q := m.callDeferred(d, &Panic{}, above); q != nil {
			return q
		}
	}
}

// callDeferred runs a deferred call in a frame at offset at, above all frames that may still be read.
func (m *Machine) callDeferred(d deferred, p *Panic, at uintptr) *Panic {
	if d.native != nil {
		return m.catch(func() { d.native(m) })
	}
	entry := d.cl.fn.entry.Load()
	if m.deep() || m.full(at+uintptr(frameOf(entry)+64)) {
		return m.overflown()
	}
	fp := m.fit(unsafe.Add(m.base(), at), frameOf(entry)+64)
	m.enterDeferred(d, fp)
	*(*uintptr)(unsafe.Add(fp, 8)) = d.cl.fn.dropped()
	p.depth = at
	m.fp = uintptr(fp)
	q := m.run(entry, fp, at)
	if d.lent != nil && q == nil {
		m.reuse(d.lent, d.cl)
	}
	return q
}

// deepest returns how many bytes the current frame may use.
func (m *Machine) deepest() uintptr {
	if in := (*Ins)(goabi.Word(int64(m.cur))); in != nil && in.Op == PANIC {
		return uintptr(in.Imm)
	}
	f, v := find(m.cur)
	if f == nil {
		return 0
	}
	return uintptr((v.layout().Need + slotSize - 1) / slotSize * slotSize)
}

// recover stores the value of the panic that the current frame may recover.
func (m *Machine) recover(in *Ins, fp unsafe.Pointer) {
	var v any
	if p := m.panics; p != nil && !p.Recovered && !p.goexit && !unrecoverable(p.Value) && m.runs(p, fp) {
		v, p.Recovered = p.Value, true
	}
	typ, data := goabi.Unpack(v)
	*num(fp, in.A), *ptr(fp, in.B) = int64(uintptr(typ)), data
}

// runs reports whether the frame at fp is the deferred call that p runs, possibly inside a wrapper.
func (m *Machine) runs(p *Panic, fp unsafe.Pointer) bool {
	for {
		off := m.offset(fp)
		if off == p.depth {
			return true
		}
		if off < p.depth {
			return false
		}
		call := m.caller(fp)
		if call == nil {
			return false
		}
		if f, _ := find(uintptr(unsafe.Pointer(call))); f == nil || !f.Wrapper {
			return false
		}
		fp = unsafe.Add(fp, -int(call.B))
	}
}

// Unrecoverable is implemented by panic values that code cannot recover: those that end a cell.
type Unrecoverable interface{ Unrecoverable() }

func (Interrupted) Unrecoverable() {}

func unrecoverable(v any) bool {
	if _, ok := v.(Unrecoverable); ok {
		return true
	}
	switch v.(type) {
	case runtime.Error:
	case interface{ Unwrap() error }, interface{ Unwrap() []error }, interface{ As(any) bool }:
		_, ok := Within[Unrecoverable](v)
		return ok
	}
	return false
}

// Within returns the T that a panic value is or wraps, as errors.As does. If a method of code called for this panics,
// it reports false.
func Within[T any](v any) (found T, ok bool) {
	if err, is := v.(error); is {
		defer func() { _ = recover() }()
		ok = errors.As(err, &found)
	}
	return found, ok
}

// caller returns the call instruction of the frame at fp.
func (m *Machine) caller(fp unsafe.Pointer) *Ins {
	ret := *(*unsafe.Pointer)(unsafe.Add(fp, 8))
	if ret == nil {
		return nil
	}
	return (*Ins)(unsafe.Add(ret, -int(insSize)))
}
