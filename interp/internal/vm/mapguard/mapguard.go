// Package mapguard locks maps while code of cells uses them. Go ends the process if goroutines use a map concurrently
// and one of them writes. Here, a use that begins during a write is refused, so that the goroutine can panic instead.
// Accesses by compiled functions are not covered.
package mapguard

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A Guard is the lock of all maps whose addresses are hashed to it.
type Guard struct {
	state atomic.Int32   // number of readers, or -1 for a writer
	owner atomic.Uintptr // the map being written
	_     [48]byte       // a cache line for each guard
}

var guards [512]Guard

// Of returns the guard of a map.
func Of(m unsafe.Pointer) *Guard { return &guards[uintptr(m)>>4*0x9e3779b97f4a7c15>>55] }

// Read begins a read of m. It returns false if m is being written.
func (g *Guard) Read(m unsafe.Pointer) bool {
	for {
		n := g.state.Load()
		switch {
		case n >= 0 && g.state.CompareAndSwap(n, n+1):
			return true
		case n < 0 && g.owner.Load() == uintptr(m):
			return false
		case n < 0:
			runtime.Gosched()
		}
	}
}

// Write begins a write of m. It returns false if m is being written.
func (g *Guard) Write(m unsafe.Pointer) bool {
	for !g.state.CompareAndSwap(0, -1) {
		if g.owner.Load() == uintptr(m) {
			return false
		}
		runtime.Gosched() // others read it, which Go does not detect either, or use another map
	}
	g.owner.Store(uintptr(m))
	return true
}

// EndRead ends a read, if there is a guard.
func (g *Guard) EndRead() {
	if g != nil {
		g.state.Add(-1)
	}
}

// EndWrite ends a write, if there is a guard.
func (g *Guard) EndWrite() {
	if g != nil {
		g.owner.Store(0)
		g.state.Store(0)
	}
}
