package vm

import (
	"reflect"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/mapguard"
)

const (
	writeError = "concurrent map writes"
	readError  = "concurrent map read and map write"
	rangeError = "concurrent map iteration and map write"
)

// guard returns the guard of a map, or nil if only one goroutine runs code.
func (h *Host) guard(p unsafe.Pointer) *mapguard.Guard {
	if h.running.Load() <= 1 || p == nil {
		return nil
	}
	return mapguard.Of(p)
}

func (h *Host) fatal(text string) any {
	if h.Fatal == nil {
		return goabi.MapError(text)
	}
	return h.Fatal(text)
}

// readMap begins a read. It fails with text if another goroutine is writing the map.
func (h *Host) readMap(p unsafe.Pointer, text string) *mapguard.Guard {
	g := h.guard(p)
	if g != nil && !g.Read(p) {
		panic(h.fatal(text))
	}
	return g
}

func (h *Host) writeMap(p unsafe.Pointer) *mapguard.Guard {
	g := h.guard(p)
	if g != nil && !g.Write(p) {
		panic(h.fatal(writeError))
	}
	return g
}

// ChangeMap calls f, which writes the map v.
func (h *Host) ChangeMap(v reflect.Value, f func()) {
	if g := h.writeMap(v.UnsafePointer()); g != nil {
		defer g.EndWrite()
	}
	f()
}
