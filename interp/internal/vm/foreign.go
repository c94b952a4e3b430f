package vm

import (
	"runtime"
	"strings"
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
	if calledBy("runtime.preprintpanics") {
		u.host.Uncaught(nil, u.p)
		runtime.Goexit()
	}
	return "panic of a goroutine"
}

// Raised returns where the code has failed whose panic compiled Go has just recovered, innermost first, and forgets
// it.
func (h *Host) Raised() []Frame {
	if p := h.raised.Swap(nil); p != nil {
		return p.Trace
	}
	return nil
}

// raise panics with a value in compiled Go outside of the outermost run of a goroutine. What recovers gets the value
// itself, as that is the later panic of two.
func (h *Host) raise(p *Panic) {
	if h.Uncaught == nil {
		panic(p.Value)
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

const here = "github.com/msrepl/msrepl/interp/internal/vm."

func calledBy(name string) bool { return callers(func(n string) bool { return n == name }) }

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
