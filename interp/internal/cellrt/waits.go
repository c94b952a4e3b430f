package cellrt

import (
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// waits counts the goroutines of a session, and those of them that wait for one another. If all wait, only compiled
// code can wake them: that makes its own channels, starts goroutines, and calls code.
type waits struct {
	alive   atomic.Int64  // goroutines that run code of cells
	waiting atomic.Int64  // those of them that wait
	foreign atomic.Int64  // those that wait for a channel not made by a cell
	changes atomic.Uint64 // incremented before one of the numbers above changes

	// addresses of channels made by cells; a pointer, as the cleanup that removes entries must not keep the session
	// alive
	made    *sync.Map
	outside atomic.Bool // compiled code may call a function of a cell at any time
	signals atomic.Bool // cells have subscribed to signals
}

// Enter records that a goroutine begins to run code of cells, Leave that it has ended.
func (r *Runtime) Enter() { r.waits.count(1) }

// Leave is the opposite of Enter.
func (r *Runtime) Leave() { r.waits.count(-1) }

// Outside records that compiled code may call a function of a cell at any time, so that no wait is a deadlock.
func (r *Runtime) Outside() { r.waits.outside.Store(true) }

// Signals records that cells have subscribed to signals of the process: they may arrive at any time, on a goroutine
// of package os/signal.
func (r *Runtime) Signals() {
	r.Outside()
	r.waits.signals.Store(true)
}

// Alive returns the number of goroutines that run code of cells.
func (r *Runtime) Alive() int { return int(r.waits.alive.Load()) }

func (w *waits) count(n int) {
	w.changes.Add(1)
	w.alive.Add(int64(n))
}

// MadeChan records a channel made by a cell.
func (r *Runtime) MadeChan(v reflect.Value) {
	p := (*byte)(v.UnsafePointer())
	if p == nil {
		return
	}
	made := r.waits.made
	made.Store(v.Pointer(), nil)
	runtime.AddCleanup(p, func(key uintptr) { made.Delete(key) }, v.Pointer())
}

// Made reports whether a channel was made by a cell.
func (r *Runtime) Made(ch unsafe.Pointer) bool {
	_, own := r.waits.made.Load(uintptr(ch))
	return own
}

// Waits adds to the number of goroutines that wait for one another, and of those that wait for a channel not made by
// a cell.
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

// Asleep reports whether all goroutines of the session wait for one another, and since which change.
func (r *Runtime) Asleep() (since uint64, asleep bool) {
	w := &r.waits
	since = w.changes.Load()
	n := w.waiting.Load()
	asleep = n > 0 && n == w.alive.Load() && w.foreign.Load() == 0 && !w.outside.Load()
	return since, asleep && since == w.changes.Load()
}

// Deadlocked reports, for a session that is asleep, whether compiled code cannot wake it either: no goroutine except
// its own has been started by a cell, directly or not. Other parts of the process are not considered.
func (r *Runtime) Deadlocked() bool {
	n, err := gls.Count(r.Group)
	return err == nil && n <= r.Alive()
}
