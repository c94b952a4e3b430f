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

// NumGoroutine implements runtime.NumGoroutine: it counts goroutines started by cells, directly or not, and the one
// that runs cells. The process has others, which a program that waits for its own goroutines to end must not count.
func (r *Runtime) NumGoroutine() int {
	n, err := gls.All(r.Group)
	if err != nil || n == 0 {
		return runtime.NumGoroutine()
	}
	if r.waits.signals.Load() {
		n++ // the goroutine of package os/signal, which the process has started before
	}
	return n
}
