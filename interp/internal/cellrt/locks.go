package cellrt

import (
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// Await calls a function that may block for ever, and leaves the cell when halted is closed meanwhile. The function
// then goes on without it; undo gives back what it gets in the end.
func (r *Runtime) Await(block, undo func(), halted <-chan struct{}) {
	r.Waits(1, 0)
	defer r.Waits(-1, 0)
	got := make(chan struct{})
	var settled atomic.Bool
	gls.Go(func() {
		block()
		if settled.CompareAndSwap(false, true) {
			close(got)
		} else {
			undo()
		}
	})
	select {
	case <-got:
		return
	case <-halted:
	}
	if !settled.CompareAndSwap(false, true) { // it came at the last moment
		undo()
	}
	r.Stop()
}

// Unlock is Unlock of a *sync.Mutex. Go's own ends the program when there is nothing to unlock.
func (r *Runtime) Unlock(m *sync.Mutex) {
	if m.TryLock() {
		m.Unlock()
		panic(r.Fatal("sync: unlock of unlocked mutex"))
	}
	m.Unlock()
}

// WUnlock is Unlock of a *sync.RWMutex. Go's own ends the program when there is nothing to unlock.
func (r *Runtime) WUnlock(m *sync.RWMutex) {
	if m.TryRLock() {
		m.RUnlock()
		panic(r.Fatal("sync: Unlock of unlocked RWMutex"))
	}
	m.Unlock()
}

// RUnlock is RUnlock of a *sync.RWMutex. Go's own ends the program when there is nothing to unlock.
func (r *Runtime) RUnlock(m *sync.RWMutex) {
	if m.TryLock() {
		m.Unlock()
		panic(r.Fatal("sync: RUnlock of unlocked RWMutex"))
	}
	m.RUnlock()
}
