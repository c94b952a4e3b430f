package cellrt

import (
	"sync"

	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Await calls a function that may block forever, and ends the cell if halted is closed in the meantime. The function
// then continues on its own; undo releases what it finally acquires.
func (r *Runtime) Await(block, undo func(), halted <-chan struct{}) {
	r.Waits(1, 0)
	defer r.Waits(-1, 0)
	if !vm.Returns(block, undo, gls.Go, halted) {
		r.Stop()
	}
}

// Unlock implements Unlock of a *sync.Mutex. Go's own ends the program if the mutex is not locked.
func (r *Runtime) Unlock(m *sync.Mutex) {
	if m.TryLock() {
		m.Unlock()
		panic(r.Fatal("sync: unlock of unlocked mutex"))
	}
	m.Unlock()
}

// WUnlock implements Unlock of a *sync.RWMutex. Go's own ends the program if the mutex is not locked.
func (r *Runtime) WUnlock(m *sync.RWMutex) {
	if m.TryRLock() {
		m.RUnlock()
		panic(r.Fatal("sync: Unlock of unlocked RWMutex"))
	}
	m.Unlock()
}

// RUnlock implements RUnlock of a *sync.RWMutex. Go's own ends the program if the mutex is not locked.
func (r *Runtime) RUnlock(m *sync.RWMutex) {
	if m.TryLock() {
		m.Unlock()
		panic(r.Fatal("sync: RUnlock of unlocked RWMutex"))
	}
	m.RUnlock()
}
