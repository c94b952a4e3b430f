package vm

import (
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// arrayCache holds arrays that slices have outgrown and that have no other reference. Allocating memory costs more
// than the rest of append, and a loop that builds a slice repeatedly needs arrays of the same sizes.
type arrayCache struct {
	free  map[arraySize]unsafe.Pointer // one of each size
	caps  map[growth]int               // capacity that Go has chosen
	bytes uintptr
}

type arraySize struct {
	elem unsafe.Pointer
	cap  int
}

// growth is a capacity and the least capacity to grow to.
type growth struct {
	elem     unsafe.Pointer
	cap, len int
}

const (
	minCached = 1 << 10 // bytes; smaller arrays are not kept
	maxCached = 8 << 20 // total bytes kept
)

// grow returns a slice of n elements that begins with those of old, and keeps the array of old for reuse.
func (l *arrayCache) grow(x *AppendInfo, old goabi.Slice, n int) goabi.Slice {
	g := growth{x.Elem, old.Cap, n}
	to := arraySize{x.Elem, l.caps[g]}
	s := goabi.Slice{Data: l.free[to], Len: n, Cap: to.cap}
	if s.Data != nil {
		delete(l.free, to)
		l.bytes -= uintptr(to.cap) * x.Size
		bytes := unsafe.Slice((*byte)(s.Data), uintptr(to.cap)*x.Size)
		used := copy(bytes, unsafe.Slice((*byte)(old.Data), uintptr(old.Len)*x.Size))
		clear(bytes[used:])
	} else {
		if l.free == nil {
			l.free, l.caps = map[arraySize]unsafe.Pointer{}, map[growth]int{}
		}
		s = goabi.Grow(x.Elem, old, n, n-old.Len)
		l.caps[g] = s.Cap
	}
	size, from := uintptr(old.Cap)*x.Size, arraySize{x.Elem, old.Cap}
	if l.free[from] == nil && l.bytes+size <= maxCached {
		l.free[from] = old.Data
		l.bytes += size
	}
	return s
}
