package vm

import (
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// A thread is a goroutine that runs code. It has a machine for each nested entry from compiled Go into code, the
// outermost first. Only the goroutine changes it, except for what the host's lock guards.
type thread struct {
	id      atomic.Uintptr         // of the goroutine, 0 if it runs no code
	next    atomic.Pointer[thread] // in its bucket
	runs    []*Machine             // guarded; those above depth wait for the next run
	depth   int
	period  *period
	escaped escapedPanic
	own     unsafe.Pointer // the channel of code that it has last waited for
}

// escapedPanic is a panic that has left a run and continues in compiled Go, from where it may reach the enclosing run.
type escapedPanic struct {
	value   any
	trace   []Frame
	failed  *Failed
	cur, fp uintptr // of the enclosing machine
	final   bool    // compiled Go cannot recover it
}

// buckets is the number of lists of threads of a host.
const buckets = 1 << 13

type threads [buckets]atomic.Pointer[thread]

func (h *Host) bucket(id uintptr) *atomic.Pointer[thread] {
	return &h.threads[id>>4*0x9e3779b97f4a7c15>>51]
}

// thread returns the thread of a goroutine, or nil if it runs no code, without locking. It may miss one that is being
// moved.
func (h *Host) thread(id uintptr) *thread {
	for t := h.bucket(id).Load(); t != nil; t = t.next.Load() {
		if t.id.Load() == id {
			return t
		}
	}
	return nil
}

// find returns the thread of a goroutine, and nil only if it runs no code.
func (h *Host) find(id uintptr) *thread {
	if t := h.thread(id); t != nil {
		return t
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.thread(id)
}

const firstStack = 64 // slots

// defaultMaxNative is the default limit for the bytes of Go's own stack that code may use. Go stacks double in size,
// and end the process above their limit, 1 GB unless the program changes it.
const defaultMaxNative = 128 << 20

func (h *Host) maxNative() uintptr {
	if h.MaxNative > 0 {
		return h.MaxNative
	}
	return defaultMaxNative
}

// machine returns a machine for a run on this goroutine.
func (h *Host) machine() *Machine {
	id, used := goabi.Goroutine()
	t := h.thread(id)
	if t == nil {
		var begun bool
		if t, begun = h.first(id); begun {
			return t.runs[0]
		}
	}
	if used > h.maxNative() {
		o := t.runs[t.depth-1]
		p := o.overflown()
		t.escaped = escapedPanic{p.Value, p.Trace, p.Failed, o.cur, o.fp, true}
		panic(p.Value)
	}
	if t.depth == len(t.runs) {
		h.nest(t)
	}
	m := t.runs[t.depth]
	t.depth++
	return m
}

// first begins the outermost run of a goroutine, unless it already runs code.
func (h *Host) first(id uintptr) (t *thread, begun bool) {
	if t, begun = h.tryFirst(id, nil); t == nil {
		t, begun = h.tryFirst(id, newThread(h)) // made without the lock, as the collector may stop an allocation
	}
	return t, begun
}

// tryFirst begins a run on a waiting thread, or on fresh. It returns nil if there is neither.
func (h *Host) tryFirst(id uintptr, fresh *thread) (t *thread, begun bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t = h.thread(id); t != nil {
		return t, false
	}
	t = fresh
	if n := len(h.free); n > 0 {
		t, h.free = h.free[n-1], h.free[:n-1]
	}
	if t == nil {
		return nil, false
	}
	t.id.Store(id)
	t.depth, t.period = 1, h.period()
	t.runs[0].begins(h.clock)
	b := h.bucket(id)
	t.next.Store(b.Load())
	b.Store(t)
	h.running.Add(1)
	return t, true
}

// nest adds a machine to a thread for a nested run.
func (h *Host) nest(t *thread) {
	m := newMachine(h, t, len(t.runs))
	runs := append(t.runs, m)
	h.mu.Lock()
	defer h.mu.Unlock()
	m.begins(h.clock)
	t.runs = runs
}

// begins prepares a machine of a thread for its first run.
func (m *Machine) begins(clock uint64) {
	m.since, m.stop = clock, &m.thread.period.stop
	m.setLimit()
}

// period returns the current period.
func (h *Host) period() *period {
	for {
		if p := h.now.Load(); p != nil {
			return p
		}
		h.now.CompareAndSwap(nil, &period{ended: make(chan struct{})})
	}
}

// rejoin moves the runs of this goroutine to the current period.
func (h *Host) rejoin() {
	id, _ := goabi.Goroutine()
	t, p := h.find(id), h.period()
	if t == nil || t.period == p {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	t.period = p
	for _, m := range t.runs {
		m.stop = &p.stop
		m.setLimit()
	}
}

func newThread(h *Host) *thread {
	t := &thread{}
	t.runs = []*Machine{newMachine(h, t, 0)}
	return t
}

func newMachine(h *Host, t *thread, level int) *Machine {
	return &Machine{host: h, thread: t, level: level, slab: make([]slot, firstStack)}
}

const (
	keptThreads = 8
	keptStack   = 4096 // slots
)

// release ends the run of a machine.
func (m *Machine) release() {
	if len(m.defers) > 0 || m.panics != nil || m.mixed || cap(m.defers) > 0 {
		clear(m.defers[:cap(m.defers)])
		m.defers, m.panics, m.mixed = m.defers[:0], nil, false
	}
	m.cat, m.arrays, m.entry, m.cur, m.ran, m.ranOf = catBuffer{}, arrayCache{}, nil, 0, nil, nil
	m.haltedCall, m.haltedFrame, m.haltedTrace = 0, 0, nil
	if len(m.slab) > keptStack {
		m.slab = make([]slot, firstStack)
		m.setLimit()
	}
	t := m.thread
	t.depth = m.level
	if m.level == 0 {
		m.host.end(t)
	}
}

// end ends the outermost run of a thread.
func (h *Host) end(t *thread) {
	t.escaped, t.own = escapedPanic{}, nil
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running.Add(-1)
	at := h.bucket(t.id.Load())
	for at.Load() != t {
		at = &at.Load().next
	}
	at.Store(t.next.Load())
	t.id.Store(0)
	if len(h.free) >= keptThreads {
		return
	}
	clear(t.runs[1:cap(t.runs)])
	t.runs = t.runs[:1]
	t.runs[0].sorter = nil
	h.free = append(h.free, t)
}

// each calls f for all machines of goroutines that run code. The caller holds the lock.
func (h *Host) each(f func(*Machine)) {
	for i := range h.threads {
		for t := h.threads[i].Load(); t != nil; t = t.next.Load() {
			for _, m := range t.runs {
				f(m)
			}
		}
	}
}

// Rest releases memory that earlier runs have left: on the stacks kept for reuse, and code that no run can use any
// longer.
func (h *Host) Rest() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.free {
		m := t.runs[0]
		clear(m.slab)
		m.args, m.out = goabi.Args{}, goabi.Results{}
	}
	h.forget()
}

// Halt ends all code of the host. Current runs, and those that begin before Resume, panic with Interrupted at their
// next call or loop iteration. Waiting for a channel, a lock or a time ends, too. Deferred calls run as in any panic,
// but none can recover it, and they end at their own next call or loop iteration as well.
func (h *Host) Halt() {
	p := h.period()
	if p.stop.Swap(true) { // set before any wait for a goroutine in a busy loop
		return
	}
	close(p.ended)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.each(func(m *Machine) {
		if m.stop == &p.stop {
			atomic.StoreUintptr(&m.limit, 0)
		}
	})
}

// Resume allows new runs. Halted goroutines that have not yet noticed are abandoned: they end when they return to
// code.
func (h *Host) Resume() {
	if p := h.period(); p.stop.Load() {
		h.now.CompareAndSwap(p, &period{ended: make(chan struct{})})
	}
}

// Halted returns a channel that is closed when the run of this goroutine is halted.
func (h *Host) Halted() <-chan struct{} {
	id, _ := goabi.Goroutine()
	if t := h.find(id); t != nil {
		return t.period.ended
	}
	return h.period().ended
}

// halted reports whether the run is halted.
func (m *Machine) halted() bool { return m.stop.Load() }

func (m *Machine) setLimit() {
	atomic.StoreUintptr(&m.limit, uintptr(m.base())+uintptr(len(m.slab))*uintptr(slotSize))
	if m.halted() { // it may have been halted in between
		atomic.StoreUintptr(&m.limit, 0)
	}
}

// Here returns the active calls of code on this goroutine, innermost first, including those beyond compiled
// functions. Keeping track of them costs nothing.
func (h *Host) Here() []Frame {
	id, _ := goabi.Goroutine()
	t := h.find(id)
	if t == nil {
		return nil
	}
	return t.runs[t.depth-1].stack(0)
}

// Stuck returns the active calls of code on another goroutine, innermost first, if that goroutine has been halted and
// is in a compiled function. It returns none while deferred calls of a panic run.
func (h *Host) Stuck(id uintptr) (list []Frame) {
	h.mu.Lock() // ended needs it
	defer h.mu.Unlock()
	t := h.thread(id)
	if t == nil || !t.period.stop.Load() {
		return nil
	}
	for _, m := range slices.Backward(t.runs[:min(t.depth, len(t.runs))]) {
		if m.panics != nil || m.fp-uintptr(m.base()) >= uintptr(len(m.slab))*uintptr(slotSize) {
			return nil
		}
		list = append(list, m.trace(0)...)
	}
	return list[:min(len(list), maxTrace)]
}

// stack returns the active calls: those of m down to the frame at floor, then those that led to m.
func (m *Machine) stack(floor uintptr) []Frame { return m.stackOf(m.trace(floor), m.panics) }

// stackOf appends to list, calls of m, those that led to m, which may run a deferred call because of the panic p.
func (m *Machine) stackOf(list []Frame, p *Panic) []Frame {
	for k := m.level; len(list) < maxTrace; {
		if p != nil {
			p.resolve()
			list = append(list, p.Trace...) // includes the outer calls
			break
		}
		if k--; k < 0 {
			break
		}
		m = m.thread.runs[k]
		list, p = append(list, m.trace(0)...), m.panics
	}
	return list[:min(len(list), maxTrace)]
}

// leave records a panic that continues in compiled Go.
func (m *Machine) leave(p *Panic) {
	if m.level > 0 {
		o := m.thread.runs[m.level-1]
		m.thread.escaped = escapedPanic{p.Value, p.Trace, p.Failed, o.cur, o.fp, p.final || unrecoverable(p.Value)}
	}
}

// catch calls f, a compiled function, and returns its panic.
func (m *Machine) catch(f func()) (p *Panic) {
	done := false
	defer func() {
		if done {
			return
		}
		if r := recover(); r != nil {
			p = m.received(r, 0)
			p.Link = m.panics
			p.resolve()
		}
	}()
	f()
	m.swallowed()
	done = true
	return nil
}

// swallowed is called when a compiled function has returned. A panic that ends the cell continues even if the
// function has recovered it, as fmt does for the methods that it calls.
func (m *Machine) swallowed() {
	x := &m.thread.escaped
	if x.final && x.cur == m.cur && x.fp == m.fp {
		p := &Panic{Value: x.value, Trace: x.trace, final: true}
		*x = escapedPanic{}
		panic(p)
	}
}

// received returns the panic that has come from compiled Go, with the trace of the run in which it began, on this
// goroutine or another one, if there is one.
func (m *Machine) received(v any, floor uintptr) *Panic {
	if p, ok := v.(*Panic); ok {
		return p
	}
	from := began{m, m.cur, m.fp - uintptr(m.base()), floor}
	x := m.thread.escaped
	m.thread.escaped = escapedPanic{}
	if x.trace != nil && x.cur == m.cur && x.fp == m.fp && (sameWords(x.value, v) || quotes(v, x.value)) {
		return &Panic{Value: v, Trace: x.trace, Failed: x.failed, began: from, final: x.final, seen: true}
	}
	if q := m.host.raised.find(v); q != nil {
		trace := slices.Concat(q.Trace, m.stack(floor))
		return &Panic{Value: v, Trace: trace, Failed: q.Failed, began: from, final: q.final, seen: true}
	}
	if m.host.Arrived != nil {
		v = m.host.Arrived(v)
	}
	p := m.past
	if m.past = nil; p == nil {
		p = &Panic{}
	}
	p.Value, p.Failed, p.began = v, m.failed(v), from
	return p
}

// quotes reports whether v is an error that quotes the error other: compiled Go has added to its message.
func quotes(v, other any) bool {
	err, ok := v.(error)
	cause, was := other.(error)
	return ok && was && strings.Contains(err.Error(), strings.TrimPrefix(cause.Error(), "runtime error: "))
}

func sameWords(v, w any) bool {
	t, p := goabi.Unpack(v)
	u, q := goabi.Unpack(w)
	return t == u && p == q
}

// full reports whether a stack that ends at end would be too large.
func (m *Machine) full(end uintptr) bool {
	most := m.host.MaxStack
	if most == 0 {
		most = 1 << 30
	}
	if m.panics != nil { // deferred calls run, perhaps because the stack is full
		most += most / 8
	}
	return end > most
}

// deep reports whether the goroutine's own stack, which deferred calls of a panic use as well, has reached its limit.
func (m *Machine) deep() bool {
	_, used := goabi.Goroutine()
	most := m.host.maxNative()
	if m.panics != nil && m.panics.final {
		most += most / 8
	}
	return used > most
}

// fit grows the stack to hold need bytes from fp, whether or not the run is halted.
func (m *Machine) fit(fp unsafe.Pointer, need uint32) unsafe.Pointer {
	off := m.offset(fp)
	end := off + uintptr(need)
	if end <= uintptr(len(m.slab))*uintptr(slotSize) {
		return fp
	}
	if m.full(end) {
		panic(m.overflown())
	}
	n := len(m.slab) * 2
	for uintptr(n)*uintptr(slotSize) < end {
		n *= 2
	}
	s := make([]slot, n)
	copy(s, m.slab)
	m.slab = s
	m.setLimit()
	return unsafe.Add(m.base(), off)
}
