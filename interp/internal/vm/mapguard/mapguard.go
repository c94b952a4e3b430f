// Package mapguard locks maps while code of cells uses them. Go ends the process when goroutines use a map at once and
// one of them writes. A use that begins while a write is under way is refused, so that the goroutine can fail instead.
// What compiled functions do to a map is not known here.
package mapguard

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A Guard is the lock of all maps whose addresses lead to it.
type Guard struct {
	state atomic.Int32   // how many read, or -1: one writes
	owner atomic.Uintptr // the map that is written
	_     [48]byte       // a line of the cache for each
}

var guards [512]Guard

// Of returns the guard of a map.
func Of(m unsafe.Pointer) *Guard { return &guards[uintptr(m)>>4*0x9e3779b97f4a7c15>>55] }

// Read begins a read of m. It returns false when m is being written.
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

// Write begins a write of m. It returns false when m is being written.
func (g *Guard) Write(m unsafe.Pointer) bool {
	for !g.state.CompareAndSwap(0, -1) {
		if g.owner.Load() == uintptr(m) {
			return false
		}
		runtime.Gosched() // others read it, which Go does not notice either, or use another map
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
