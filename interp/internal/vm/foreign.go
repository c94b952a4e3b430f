package vm

import (
	"runtime"
	"strings"
	"sync/atomic"
)

// A goroutine that compiled Go has started may call code: the function of a timer, a handler, a finalizer. When that
// code panics and nobody recovers it, Go ends the process. The host is to hear of it instead, and the goroutine to
// end. Only Go itself knows whether one of the compiled functions on the way recovers the panic, so it is asked.

// unrecovered is the panic of such a goroutine.
type unrecovered struct {
	host *Host
	p    *Panic
}

// Error reports the panic and ends the goroutine, when Go asks for the text of a panic that nothing has recovered.
// All deferred calls have run then.
func (u *unrecovered) Error() string {
	if callers(func(name string) bool { return name == "runtime.preprintpanics" }) {
		u.host.Uncaught(nil, u.p)
		runtime.Goexit()
	}
	return "panic of a goroutine"
}

// raised keeps what code has last panicked with in compiled Go, which may recover it and raise it again on another
// goroutine. There is room for the panics of all goroutines that a function may run at once.
type raised struct {
	last atomic.Uint32 // the number of the last one, counted on beyond the length of the list
	list [64]atomic.Pointer[Panic]
}

func (r *raised) keep(p *Panic) { r.list[r.last.Add(1)%uint32(len(r.list))].Store(p) }

// find returns the panic with that value which compiled Go has raised again.
func (r *raised) find(v any) *Panic {
	for i := range r.list {
		if p := r.list[i].Load(); p != nil && sameWords(p.Value, v) && again() {
			return p
		}
	}
	return nil
}

// again says whether compiled Go has called panic itself. Two faults may have one value: those of the runtime that are
// constants, such as a division by zero.
func again() (yes bool) {
	before := ""
	callers(func(name string) bool {
		panicking := before == "runtime.gopanic"
		yes = panicking && !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, here)
		before = name
		return panicking
	})
	return yes
}

// Raised returns where the code has failed whose panic compiled Go has just recovered, innermost first, and forgets
// all that were raised.
func (h *Host) Raised() (trace []Frame) {
	last := h.raised.last.Load() % uint32(len(h.raised.list))
	for i := range h.raised.list {
		if p := h.raised.list[i].Swap(nil); p != nil && i == int(last) {
			trace = p.Trace
		}
	}
	return trace
}

// raise panics with a value in compiled Go outside of the outermost run of a goroutine. What recovers gets the value
// itself, as that is the later panic of two.
func (h *Host) raise(p *Panic) {
	if h.Uncaught == nil {
		panic(p.Value)
	}
	if unrecoverable(p.Value) && callers(serves) { // the run ends: its handlers have not failed
		runtime.Goexit()
	}
	defer func() { panic(p.Value) }()
	panic(&unrecovered{h, p})
}

// alone says whether nothing but the runtime has called the outermost run of a goroutine, so that nothing can recover
// its panics: a go statement of compiled Go, a timer, a finalizer.
func (m *Machine) alone() bool {
	return m.level == 0 && m.host.Uncaught != nil && !callers(func(name string) bool {
		return !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, "reflect.") && !strings.HasPrefix(name, here)
	})
}

// serves says whether a function is of a server that recovers what its handlers panic with, and prints it.
func serves(name string) bool { return strings.HasPrefix(name, "net/http.") }

const here = "github.com/msrepl/msrepl/interp/internal/vm."

// callers says whether one of the functions that run on this goroutine is such a one.
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
