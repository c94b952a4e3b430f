package cellrt

import (
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// waits are the goroutines of a session, and those of them that wait for one another. When all do, nothing can ever
// wake them unless compiled code does: that makes channels of its own, starts goroutines, and calls back.
type waits struct {
	mu      sync.Mutex
	alive   int    // goroutines that run code of cells
	waiting int    // those of them that wait
	foreign int    // those that wait for a channel that no cell has made
	changes uint64 // of the numbers above
	// the addresses of channels that cells have made; apart, as what forgets them may not hold on to the session
	made *sync.Map

	outside atomic.Bool // compiled code may call a function of a cell at any time
}

// Enter notes that a goroutine begins to run code of cells, Leave that it has ended.
func (r *Runtime) Enter() { r.waits.count(1) }

// Leave is the opposite of Enter.
func (r *Runtime) Leave() { r.waits.count(-1) }

// Outside notes that compiled code may call a function of a cell at any time, so that nothing waits in vain.
func (r *Runtime) Outside() { r.waits.outside.Store(true) }

// Alive returns how many goroutines run code of cells.
func (r *Runtime) Alive() int {
	r.waits.mu.Lock()
	defer r.waits.mu.Unlock()
	return r.waits.alive
}

func (w *waits) count(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.alive += n
	w.changes++
}

// Made notes a channel that a cell has made.
func (r *Runtime) Made(v reflect.Value) {
	p := (*byte)(v.UnsafePointer())
	if p == nil {
		return
	}
	w := &r.waits
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.made == nil {
		w.made = &sync.Map{}
	}
	made := w.made
	made.Store(v.Pointer(), nil)
	runtime.AddCleanup(p, func(key uintptr) { made.Delete(key) }, v.Pointer())
}

// begin notes that a goroutine waits for the channels of cases; the result notes that it no longer does.
func (w *waits) begin(cases []reflect.SelectCase) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	foreign := 0
	for _, c := range cases {
		if !w.own(c.Chan) && !c.Chan.IsNil() {
			foreign = 1
		}
	}
	w.add(1, foreign)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.add(-1, -foreign)
	}
}

// own says whether a cell has made a channel.
func (w *waits) own(ch reflect.Value) bool {
	if w.made == nil {
		return false
	}
	_, own := w.made.Load(ch.Pointer())
	return own
}

func (w *waits) add(waiting, foreign int) {
	w.waiting += waiting
	w.foreign += foreign
	w.changes++
}

// Asleep says whether all goroutines of the session wait for one another, and since which change of that.
func (r *Runtime) Asleep() (since uint64, asleep bool) {
	w := &r.waits
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changes, w.alive > 0 && w.waiting == w.alive && w.foreign == 0 && !w.outside.Load()
}

// Deadlocked says of a session that is asleep whether compiled code cannot wake it either: no goroutine but its own
// has been started by a cell, directly or not. What else the process does is not looked at.
func (r *Runtime) Deadlocked() bool {
	n, err := gls.Count(r.Group)
	return err == nil && n <= r.Alive()
}
