package cellrt

import (
	"runtime"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// Go starts a goroutine for the cells.
func (r *Runtime) Go(f func()) {
	within := func(f func()) { f() }
	if r.Started != nil {
		within = r.Started()
	}
	if r.FirstGo != nil {
		r.firstGo.Do(r.FirstGo)
	}
	r.Enter()
	go func() {
		defer r.Leave()
		within(f)
	}()
}

// NumGoroutine is runtime.NumGoroutine of the session: those that cells have started, directly or not, and the one that
// runs cells. The process has others, which a program that waits for its own to end would wait for as well.
func (r *Runtime) NumGoroutine() int {
	n, err := gls.All(r.Group)
	if err != nil || n == 0 {
		return runtime.NumGoroutine()
	}
	if r.waits.signals.Load() {
		n++ // that of package os/signal, which the process has begun before
	}
	return n
}
