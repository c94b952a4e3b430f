package vm

import (
	"iter"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// await calls a function of package sync that may never return, and stops waiting when the run is halted. The
// function then continues on its own; undo releases what it finally acquires.
func (h *Host) await(block, undo func()) {
	if h.Wait != nil {
		h.Wait(block, undo)
	} else if !Returns(block, undo, func(run func()) { go run() }, h.Halted()) {
		h.interrupt()
	}
}

// Returns calls block on a goroutine started by start, and reports whether it returned before halted was closed. If
// not, block continues on its own; undo releases what it finally acquires. A panic of block is one of the caller.
func Returns(block, undo func(), start func(run func()), halted <-chan struct{}) bool {
	got := make(chan struct{})
	var settled atomic.Bool
	var failed any
	start(func() {
		if failed = failure(block); failed != nil {
			undo = func() {}
		}
		if settled.CompareAndSwap(false, true) {
			close(got)
		} else {
			undo()
		}
	})
	select {
	case <-got:
		if failed != nil {
			panic(failed)
		}
		return true
	case <-halted:
	}
	if !settled.CompareAndSwap(false, true) { // it returned at the last moment
		undo()
	}
	return false
}

// interrupt ends the run of this goroutine with a panic.
func (h *Host) interrupt() {
	id, _ := goabi.Goroutine()
	if t := h.find(id); t != nil {
		t.runs[t.depth-1].interrupt()
	}
	panic(Interrupted{})
}

func (h *Host) sleep(d time.Duration) {
	if d <= 0 {
		time.Sleep(d)
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-h.Halted():
		h.interrupt()
	}
}

func (h *Host) lock(m *sync.Mutex) {
	if !m.TryLock() {
		h.await(m.Lock, m.Unlock)
	}
}

// unlock is the method Unlock of a Mutex. Go's own ends the process if the mutex is not locked.
func (h *Host) unlock(m *sync.Mutex) {
	if h.locked(m) {
		m.Unlock()
	}
}

func (h *Host) locked(m *sync.Mutex) bool {
	if !m.TryLock() {
		return true
	}
	m.Unlock()
	h.notLocked("sync: unlock of unlocked mutex")
	return false
}

func (h *Host) writeLock(m *sync.RWMutex) {
	if !m.TryLock() {
		h.await(m.Lock, m.Unlock)
	}
}

// writeUnlock is the method Unlock of an RWMutex. Go's own ends the process if the mutex is not locked.
func (h *Host) writeUnlock(m *sync.RWMutex) {
	if h.writeLocked(m) {
		m.Unlock()
	}
}

func (h *Host) writeLocked(m *sync.RWMutex) bool {
	if goabi.Readers(m) < 0 {
		return true
	}
	h.notLocked("sync: Unlock of unlocked RWMutex")
	return false
}

func (h *Host) readLock(m *sync.RWMutex) {
	if !m.TryRLock() {
		h.await(m.RLock, m.RUnlock)
	}
}

// readUnlock is the method RUnlock of an RWMutex. Go's own ends the process if no goroutine reads.
func (h *Host) readUnlock(m *sync.RWMutex) {
	if n := goabi.Readers(m); n == 0 || n == goabi.WriteLocked {
		h.notLocked("sync: RUnlock of unlocked RWMutex")
		return
	}
	m.RUnlock()
}

// notLocked fails with Go's text, unless the run is halted: the Wait for a Cond that it ended has unlocked the mutex
// that a deferred call unlocks.
func (h *Host) notLocked(text string) {
	select {
	case <-h.Halted():
	default:
		panic(h.fatal(text))
	}
}

// condWait is the method Wait of a Cond. If the run is halted, the signal that the abandoned call finally gets goes to
// the next waiter. The call unlocks L on another goroutine, where a failure would end the process.
func (h *Host) condWait(c *sync.Cond) {
	locked := true
	switch l := c.L.(type) {
	case *sync.Mutex:
		locked = h.locked(l)
	case *sync.RWMutex:
		locked = h.writeLocked(l)
	}
	if !locked {
		return
	}
	h.await(c.Wait, func() {
		c.Signal()
		c.L.Unlock()
	})
}

// waitGroupGo is the method Go of a WaitGroup, starting a goroutine of code.
func (h *Host) waitGroupGo(g *sync.WaitGroup, f func()) {
	g.Add(1)
	h.goroutine(func(m *Machine) *Panic {
		defer g.Done()
		return m.catch(f)
	})
}

// pull converts a push iterator to a pull iterator. Between steps, the iterator rests on a separate goroutine in a
// run that an interrupt does not end: each step belongs to the period of its caller.
func (h *Host) pull(run func(yield func() bool)) (next func() bool, stop func()) {
	step, stop := iter.Pull(func(yield func(struct{}) bool) {
		run(func() bool {
			more := yield(struct{}{})
			h.rejoin()
			return more
		})
	})
	return func() bool { _, ok := step(); return ok }, stop
}

// collect returns a function that clears references left by earlier calls on the stacks of this goroutine and then
// collects garbage: its caller wants to observe unreachable values, by a finalizer or a weak pointer.
func (h *Host) collect(gc func()) any {
	return func() {
		id, _ := goabi.Goroutine()
		if t := h.find(id); t != nil {
			outer, inner := t.runs[:t.depth-1], t.runs[t.depth-1]
			for _, m := range outer {
				m.clearAbove(false)
			}
			inner.clearAbove(true)
			inner.args, inner.out = goabi.Args{}, goabi.Results{}
			for _, m := range t.runs[t.depth:] {
				clear(m.slab)
			}
		}
		h.Rest()
		gc()
	}
}

// setFinalizer is runtime.SetFinalizer. Go's own ends the process if the arguments do not fit, and if the value has a
// finalizer, which is replaced here: a cell may run again.
func (h *Host) setFinalizer(value, finalizer any) {
	if wrong := misfit(reflect.ValueOf(value), reflect.TypeOf(finalizer)); wrong != "" {
		panic(h.fatal("runtime.SetFinalizer: " + wrong))
	}
	runtime.SetFinalizer(value, nil)
	runtime.SetFinalizer(value, finalizer)
}

// misfit returns Go's text if a value cannot have a finalizer of type f, or "".
func misfit(value reflect.Value, f reflect.Type) string {
	switch {
	case !value.IsValid():
		return "first argument is nil"
	case value.Kind() != reflect.Pointer:
		return "first argument is " + value.Type().String() + ", not pointer"
	case value.IsNil():
		return "pointer not in allocated block"
	case f == nil:
		return ""
	case f.Kind() != reflect.Func:
		return "second argument is " + f.String() + ", not a function"
	case f.NumIn() != 1 || f.IsVariadic() || !value.Type().AssignableTo(f.In(0)):
		return "cannot pass " + value.Type().String() + " to finalizer " + f.String()
	}
	return ""
}

// clearAbove clears the stack above the current frame; whole means that the frame has no arguments of calls in it.
func (m *Machine) clearAbove(whole bool) {
	if f, v := find(m.cur); f != nil {
		top := m.fp - uintptr(m.base()) + uintptr(v.layout().Need)
		if whole {
			top -= uintptr(v.layout().Out)
		}
		clear(m.slab[min(top/uintptr(slotSize), uintptr(len(m.slab))):])
	}
}

// A substitute is called by code instead of a compiled function.
type substitute struct {
	compiled any
	make     func(h *Host) any
}

// waits lists the substitutes for compiled functions that may block forever, start goroutines, inspect the stack or end
// the process, by name.
var waits = map[string]substitute{
	"runtime.GC":                 {runtime.GC, func(h *Host) any { return h.collect(runtime.GC) }},
	"runtime/debug.FreeOSMemory": {debug.FreeOSMemory, func(h *Host) any { return h.collect(debug.FreeOSMemory) }},
	"runtime.SetFinalizer":       {runtime.SetFinalizer, func(h *Host) any { return h.setFinalizer }},
	"time.Sleep":                 {time.Sleep, func(h *Host) any { return h.sleep }},
	"(*sync.Mutex).Lock":         {(*sync.Mutex).Lock, func(h *Host) any { return h.lock }},
	"(*sync.Mutex).Unlock":       {(*sync.Mutex).Unlock, func(h *Host) any { return h.unlock }},
	"(*sync.RWMutex).Lock":       {(*sync.RWMutex).Lock, func(h *Host) any { return h.writeLock }},
	"(*sync.RWMutex).Unlock":     {(*sync.RWMutex).Unlock, func(h *Host) any { return h.writeUnlock }},
	"(*sync.RWMutex).RLock":      {(*sync.RWMutex).RLock, func(h *Host) any { return h.readLock }},
	"(*sync.RWMutex).RUnlock":    {(*sync.RWMutex).RUnlock, func(h *Host) any { return h.readUnlock }},
	"(*sync.rlocker).Lock":       {nil, func(h *Host) any { return h.readLock }}, // of RLocker, an RWMutex
	"(*sync.rlocker).Unlock":     {nil, func(h *Host) any { return h.readUnlock }},
	"(*sync.WaitGroup).Wait": {(*sync.WaitGroup).Wait, func(h *Host) any {
		return func(g *sync.WaitGroup) { h.await(g.Wait, func() {}) }
	}},
	"(*sync.WaitGroup).Go":   {(*sync.WaitGroup).Go, func(h *Host) any { return h.waitGroupGo }},
	"msrepl.local/iter.Pull": {nil, func(h *Host) any { return h.pull }},
	"(*sync.Cond).Wait":      {(*sync.Cond).Wait, func(h *Host) any { return h.condWait }},
}

// Substitute returns the function that code calls instead of compiled f, by its types.Func.FullName: usually f
// itself.
func (h *Host) Substitute(name string, f reflect.Value) reflect.Value {
	w, ok := waits[name]
	if !ok {
		w, ok = sorting[name]
	}
	if ok && (w.compiled == nil || reflect.ValueOf(w.compiled).Pointer() == f.Pointer()) {
		return reflect.ValueOf(w.make(h))
	}
	return f
}

// substituteMethod returns the substitute for a method of a dynamic type, or nil for most.
func (h *Host) substituteMethod(t reflect.Type, name string) unsafe.Pointer {
	if t.Kind() != reflect.Pointer {
		return nil
	}
	var f reflect.Value
	if w, ok := waits["("+t.String()+")."+name]; ok && t.Elem().PkgPath() == "sync" {
		f = reflect.ValueOf(w.make(h))
	} else if h.Replace != nil {
		f = h.Replace(t.Elem(), name)
	}
	if !f.IsValid() {
		return nil
	}
	p := reflect.New(f.Type())
	p.Elem().Set(f)
	return *(*unsafe.Pointer)(p.UnsafePointer())
}
