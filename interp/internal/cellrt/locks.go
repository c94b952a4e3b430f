package cellrt

import (
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// await calls a function that may block for ever, and leaves the cell when it is interrupted meanwhile. The function
// then goes on without it; undo gives back what it gets in the end.
func (r *Runtime) await(block, undo func()) { r.Await(block, undo, r.Done()) }

// Await is await until halted is closed.
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

// lock is a lock of package sync.
type lock interface {
	sync.Locker
	TryLock() bool
}

// Lock is Lock of a *sync.Mutex or *sync.RWMutex; an interrupt ends the wait.
func (r *Runtime) Lock(m any) {
	if m := m.(lock); !m.TryLock() {
		r.await(m.Lock, m.Unlock)
	}
}

// RLock is RLock of a *sync.RWMutex; an interrupt ends the wait.
func (r *Runtime) RLock(m *sync.RWMutex) {
	if !m.TryRLock() {
		r.await(m.RLock, m.RUnlock)
	}
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

// Wait is Wait of a WaitGroup; an interrupt ends it.
func (r *Runtime) Wait(g *sync.WaitGroup) { r.await(g.Wait, func() {}) }
