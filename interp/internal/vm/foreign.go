package vm

import (
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
)

// A goroutine started by compiled Go may call code: the function of a timer, a handler, a finalizer. If that code
// panics and nothing recovers the panic, Go ends the process. Instead the host shall be informed and the goroutine
// end. Only Go itself knows whether one of the compiled functions on the stack recovers the panic, so it has to
// decide.

// unrecovered is the value of a panic of such a goroutine.
type unrecovered struct {
	host *Host
	p    *Panic
}

// Error reports the panic to the host and ends the goroutine. Go calls it for the text of a panic that nothing has
// recovered, when all deferred calls have run.
func (u *unrecovered) Error() string {
	if callers(func(name string) bool { return name == "runtime.preprintpanics" }) {
		u.host.Uncaught(nil, u.p)
		runtime.Goexit()
	}
	return "panic of a goroutine"
}

// raised holds the latest panics of code that were raised in compiled Go, which may recover them and raise them again
// on another goroutine. It has room for the panics of all goroutines that a function may run concurrently.
type raised struct {
	last atomic.Uint32 // number of the latest panic; the list is a ring
	list [64]atomic.Pointer[Panic]
}

func (r *raised) keep(p *Panic) { r.list[r.last.Add(1)%uint32(len(r.list))].Store(p) }

// find returns the panic with the value v, if compiled Go has raised it again. Values of size zero, such as that of an
// interrupt, are equal on all goroutines.
func (r *raised) find(v any) *Panic {
	if reflect.TypeOf(v).Size() == 0 {
		return nil
	}
	for i := range r.list {
		if p := r.list[i].Load(); p != nil && sameWords(p.Value, v) && repanicked() {
			return p
		}
	}
	return nil
}

// repanicked reports whether compiled Go has called panic itself. Two faults may have the same value: runtime errors
// that are constants, such as division by zero.
func repanicked() (yes bool) {
	before := ""
	callers(func(name string) bool {
		panicking := before == "runtime.gopanic"
		yes = panicking && !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, here)
		before = name
		return panicking
	})
	return yes
}

// Raised returns the trace of the panic that compiled Go has just recovered, innermost call first, and forgets all
// recorded panics.
func (h *Host) Raised() (trace []Frame) {
	last := h.raised.last.Load() % uint32(len(h.raised.list))
	for i := range h.raised.list {
		if p := h.raised.list[i].Swap(nil); p != nil && i == int(last) {
			trace = p.Trace
		}
	}
	return trace
}

// raise panics in compiled Go outside of the outermost run of a goroutine. What recovers it gets the value itself, as
// that is the later of the two panics.
func (h *Host) raise(p *Panic) {
	if h.Uncaught == nil {
		panic(p.Value)
	}
	if unrecoverable(p.Value) && callers(serves) { // the run was halted: its handlers have not failed
		runtime.Goexit()
	}
	defer func() { panic(p.Value) }()
	panic(&unrecovered{h, p})
}

// alone reports whether the outermost run of a goroutine was called only by the runtime, so that nothing can recover
// its panics: by a go statement of compiled Go, a timer or a finalizer.
func (m *Machine) alone() bool {
	return m.level == 0 && m.host.Uncaught != nil && !callers(func(name string) bool {
		return !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, "reflect.") && !strings.HasPrefix(name, here)
	})
}

// serves reports whether name is a function of a server that recovers the panics of its handlers and prints them.
func serves(name string) bool { return strings.HasPrefix(name, "net/http.") }

const here = "github.com/msrepl/msrepl/interp/internal/vm."

// callers reports whether is holds for the name of any function on the stack of this goroutine.
func callers(is func(name string) bool) bool {
	pcs := make([]uintptr, 64)
	for skip := 2; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs)
		if n == 0 {
			return false
		}
		frames := runtime.CallersFrames(pcs[:n])
		for more := true; more; {
			var f runtime.Frame
			if f, more = frames.Next(); is(f.Function) {
				return true
			}
		}
	}
}
