package cellrt

import (
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// waits are the goroutines of a session, and those of them that wait for one another. When all do, nothing can ever
// wake them unless compiled code does: that makes channels of its own, starts goroutines, and calls back.
type waits struct {
	alive   atomic.Int64  // goroutines that run code of cells
	waiting atomic.Int64  // those of them that wait
	foreign atomic.Int64  // those that wait for a channel that no cell has made
	changes atomic.Uint64 // counts, before the numbers above change, whatever begins to live, to wait, or ends

	// the addresses of channels that cells have made; apart, as what forgets them may not hold on to the session
	made    *sync.Map
	outside atomic.Bool // compiled code may call a function of a cell at any time
	signals atomic.Bool // cells have asked for signals
}

// Enter notes that a goroutine begins to run code of cells, Leave that it has ended.
func (r *Runtime) Enter() { r.waits.count(1) }

// Leave is the opposite of Enter.
func (r *Runtime) Leave() { r.waits.count(-1) }

// Outside notes that compiled code may call a function of a cell at any time, so that nothing waits in vain.
func (r *Runtime) Outside() { r.waits.outside.Store(true) }

// Signals notes that cells have asked for signals of the process: they come at any time, by a goroutine of package
// os/signal.
func (r *Runtime) Signals() {
	r.Outside()
	r.waits.signals.Store(true)
}

// Alive returns how many goroutines run code of cells.
func (r *Runtime) Alive() int { return int(r.waits.alive.Load()) }

func (w *waits) count(n int) {
	w.changes.Add(1)
	w.alive.Add(int64(n))
}

// MadeChan notes a channel that a cell has made.
func (r *Runtime) MadeChan(v reflect.Value) {
	p := (*byte)(v.UnsafePointer())
	if p == nil {
		return
	}
	made := r.waits.made
	made.Store(v.Pointer(), nil)
	runtime.AddCleanup(p, func(key uintptr) { made.Delete(key) }, v.Pointer())
}

// Made reports whether a cell has made a channel.
func (r *Runtime) Made(ch unsafe.Pointer) bool {
	_, own := r.waits.made.Load(uintptr(ch))
	return own
}

// Waits notes that so many goroutines more wait for one another, and how many of these for a channel that no cell has
// made.
func (r *Runtime) Waits(goroutines, foreign int) {
	w := &r.waits
	if goroutines > 0 {
		w.changes.Add(1)
	}
	if foreign != 0 {
		w.foreign.Add(int64(foreign))
	}
	w.waiting.Add(int64(goroutines))
}

// Asleep reports whether all goroutines of the session wait for one another, and since which change of that.
func (r *Runtime) Asleep() (since uint64, asleep bool) {
	w := &r.waits
	since = w.changes.Load()
	n := w.waiting.Load()
	asleep = n > 0 && n == w.alive.Load() && w.foreign.Load() == 0 && !w.outside.Load()
	return since, asleep && since == w.changes.Load()
}

// Deadlocked says of a session that is asleep whether compiled code cannot wake it either: no goroutine but its own
// has been started by a cell, directly or not. What else the process does is not looked at.
func (r *Runtime) Deadlocked() bool {
	n, err := gls.Count(r.Group)
	return err == nil && n <= r.Alive()
}
