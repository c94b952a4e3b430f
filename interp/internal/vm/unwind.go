package vm

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// A Panic is one on its way.
type Panic struct {
	Value     any
	Recovered bool
	Link      *Panic  // the one during whose deferred calls it began
	Trace     []Frame // where it began, innermost first; nil of one on its way until resolve finds it
	Failed    *Failed // where it began, if that is in a compiled function at a nil pointer
	began     began
	depth     uintptr // frame of the deferred call that may recover it
	by        uintptr // frame that has deferred this call
	goexit    bool
	seen      bool // a debugger has been asked about it
	final     bool // compiled Go cannot recover it: the stack is full
}

// Failed is a call of a compiled function that has panicked.
type Failed struct {
	Of   any // see Native
	Args []reflect.Value
}

// failed returns the call of a compiled function that has failed at a nil pointer, nil when v is another panic.
func (m *Machine) failed(v any) *Failed {
	err, ok := v.(runtime.Error)
	in := (*Ins)(goabi.Word(int64(m.cur)))
	if !ok || in == nil || in.Op != NATIVE || !strings.Contains(err.Error(), "nil pointer") {
		return nil
	}
	x := (*Native)(in.Aux)
	return &Failed{x.Of, x.Type.arguments(goabi.Word(int64(m.fp)), x.From)}
}

// began is where a panic on its way began in a run, or came into it. Frames stay as they are until it has been
// recovered or leaves the run, as deferred calls run above them, so that most panics need no trace.
type began struct {
	m        *Machine
	cur, off uintptr
	floor    uintptr
}

// resolve finds the trace.
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

// deferred is a call that waits for its frame to end.
type deferred struct {
	fp     uintptr // of the frame, from the stack's base
	at     uintptr // an instruction of the frame
	cl     *Closure
	lent   *ClosureInfo   // that has lent cl; nil for other closures
	args   []slot         // of cl, from slot 1 on
	native func(*Machine) // in place of cl
}

// DeferInfo belongs to DEFER.
type DeferInfo struct {
	Target uint32 // the func value; None where there is none, or Func is set
	Func   *Func
	Out    uint32 // where the arguments have been put
	Slots  uint32 // that they take
	// evaluates operands now, and returns the call; code in Target needs it not
	Native func(*Machine, unsafe.Pointer) func(*Machine)
	Stack  uint32 // the frame that it waits for; None: this one

	Closure  *ClosureInfo // in place of Target: a func literal that nothing else calls
	Recovery *Ins         // where the function goes on after a recovered panic
}

// DeferStack is a frame to which calls are deferred from functions called by it.
type DeferStack struct {
	m  *Machine
	fp uintptr
	at uintptr
}

// NewDeferStack returns the frame that runs.
func (m *Machine) NewDeferStack(fp unsafe.Pointer) *DeferStack {
	return &DeferStack{m, m.offset(fp), m.cur}
}

// native says whether the call is one of compiled Go.
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

// callOf calls a func value that is compiled, or nil, which fails when it is called.
func callOf(p unsafe.Pointer) func(*Machine) {
	return func(*Machine) { (*(*func())(unsafe.Pointer(&p)))() }
}

// take removes the deferred call that runs next, of frames from floor on; only says of exactly that frame.
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

// exiting says whether the program ends without deferred calls.
func (m *Machine) exiting() bool {
	f := m.host.Exiting
	return f != nil && f()
}

// runDefers runs the last deferred call of the frame, and comes back to itself; without one it goes on.
func (m *Machine) runDefers(in *Ins, fp unsafe.Pointer) (*Ins, unsafe.Pointer) {
	floor := m.offset(fp)
	if m.ran != nil && m.ranAt == floor+uintptr(in.B) { // what this frame has called, or one that is gone
		m.reuse(m.ranOf, m.ran)
		m.ran, m.ranOf = nil, nil
	}
	last := len(m.defers) - 1
	if last < 0 || !m.mixed && m.defers[last].fp != floor { // as nearly always the second time
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
	case len(d.cl.fn.Sig.Results) > 1: // the instruction has no place for them
		return in, m.callAlone(d, fp, uintptr(in.B))
	}
	next, up := m.push(in, fp, d.cl.fn)
	m.enterDeferred(d, up)
	return next, up
}

// callAlone runs a deferred call in a run of its own, size bytes above the frame at fp.
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

// run runs code from in on. Frames from floor on are its own: it runs their deferred calls when something panics,
// and returns the panic that none of them has recovered.
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
		if r == nil { // the goroutine is to end: Goexit goes on when its deferred calls have run
			m.exit(floor)
			return
		}
		p = m.arrived(r, floor)
		m.raised(p)
	}()
	m.loop(in, fp)
	done = true
	if v := m.thrown; v != nil {
		m.thrown = nil
		p = m.arrived(v, floor)
		m.raised(p)
	}
	return p
}

// throw panics without Go's help, which takes three times as long: it ends the loop.
func (m *Machine) throw(v any) *Ins {
	if v == nil {
		v = new(runtime.PanicNilError)
	}
	m.thrown = v
	return nil
}

// unwind runs deferred calls of frames from floor on. It returns where to go on when one of them has recovered the
// panic, and the panic that is left otherwise.
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

// exit runs the deferred calls of frames from floor on as the goroutine ends. It goes on when one of them recovers
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

// runDeferred does what unwind says while the goroutine lives.
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
		if q := m.callDeferred(d, p, above); q != nil { // it panicked in its turn
			if !unrecoverable(p.Value) || unrecoverable(q.Value) {
				p = q.after(p)
			}
			continue
		}
		if !p.Recovered {
			continue
		}
		m.panics = p.Link
		for m.panics != nil && m.panics.by >= d.fp { // those that panics of their deferred calls have replaced
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

// recovery returns where the frame of a deferred call goes on after a panic.
func (d *deferred) recovery() *Ins {
	if in := (*Ins)(goabi.Word(int64(d.at))); in.Op == DEFER {
		if r := (*DeferInfo)(in.Aux).Recovery; r != nil {
			return r
		}
	}
	_, v := find(d.at) // what the frame runs, which may have been replaced
	return &v.code()[v.layout().Recovery]
}

// after notes which panic was on its way when p began. One of code knows it.
func (p *Panic) after(link *Panic) *Panic {
	if p.Link == nil {
		p.Link = link
	}
	return p
}

// deferredOf runs the deferred calls that are left of a frame whose panic has been recovered.
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

// callDeferred runs a deferred call in a frame at the offset at, above all that may still be looked at.
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

// deepest returns how many bytes the frame that runs may use.
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

// recover gives code the value of the panic that its frame may stop.
func (m *Machine) recover(in *Ins, fp unsafe.Pointer) {
	var v any
	if p := m.panics; p != nil && !p.Recovered && !p.goexit && !unrecoverable(p.Value) && m.runs(p, fp) {
		v, p.Recovered = p.Value, true
	}
	typ, data := goabi.Unpack(v)
	*num(fp, in.A), *ptr(fp, in.B) = int64(uintptr(typ)), data
}

// runs says whether the frame at fp is the deferred call that p runs, maybe inside of a wrapper.
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

// Unrecoverable is implemented by values of panics that code cannot recover: those that end a cell.
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

// Within returns the T that a panic value is or wraps, as errors.As does. Where a method of code that is asked panics
// itself, there is none.
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
