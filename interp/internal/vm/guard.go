package vm

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// Go ends the process when goroutines use a map at once and one of them writes. Code of several goroutines therefore
// locks maps while it uses them, and panics where Go would end: at a use that begins while a write is under way. What
// compiled functions do to a map is not known here.

// mapGuard is the lock of all maps whose addresses lead to it.
type mapGuard struct {
	state atomic.Int32   // how many read, or -1: one writes
	owner atomic.Uintptr // the map that is written
	_     [48]byte       // a line of the cache for each
}

var guards [512]mapGuard

const (
	writeError = "concurrent map writes"
	readError  = "concurrent map read and map write"
	rangeError = "concurrent map iteration and map write"
)

// guard returns that of a map, nil when only one goroutine runs code.
func (h *Host) guard(p unsafe.Pointer) *mapGuard {
	if h.running.Load() <= 1 || p == nil {
		return nil
	}
	return &guards[uintptr(p)>>4*0x9e3779b97f4a7c15>>55]
}

func (h *Host) fatal(text string) any {
	if h.Fatal == nil {
		return goabi.MapError(text)
	}
	return h.Fatal(text)
}

// readMap begins a read; text is what fails when the map is being written.
func (h *Host) readMap(p unsafe.Pointer, text string) *mapGuard {
	g := h.guard(p)
	if g != nil {
		g.read(h, p, text)
	}
	return g
}

func (h *Host) writeMap(p unsafe.Pointer) *mapGuard {
	g := h.guard(p)
	if g != nil {
		g.write(h, p)
	}
	return g
}

func (g *mapGuard) read(h *Host, p unsafe.Pointer, text string) {
	for {
		n := g.state.Load()
		switch {
		case n >= 0 && g.state.CompareAndSwap(n, n+1):
			return
		case n < 0 && g.owner.Load() == uintptr(p):
			panic(h.fatal(text))
		case n < 0:
			runtime.Gosched()
		}
	}
}

func (g *mapGuard) write(h *Host, p unsafe.Pointer) {
	for !g.state.CompareAndSwap(0, -1) {
		if g.owner.Load() == uintptr(p) {
			panic(h.fatal(writeError))
		}
		runtime.Gosched() // others read it, which Go does not notice either, or use another map
	}
	g.owner.Store(uintptr(p))
}

func (g *mapGuard) endRead() {
	if g != nil {
		g.state.Add(-1)
	}
}

func (g *mapGuard) endWrite() {
	if g != nil {
		g.owner.Store(0)
		g.state.Store(0)
	}
}

// ChangeMap calls f, which writes the map v.
func (h *Host) ChangeMap(v reflect.Value, f func()) {
	if g := h.writeMap(v.UnsafePointer()); g != nil {
		defer g.endWrite()
	}
	f()
}
