package gemm

import (
	"sync"
	"unsafe"
)

// scratch is reused memory, aligned to a cache line.
type scratch[T Float] struct {
	all  []T
	data []T // the aligned part, at least as long as requested
}

var (
	scratch32 = sync.Pool{New: func() any { return new(scratch[float32]) }}
	scratch64 = sync.Pool{New: func() any { return new(scratch[float64]) }}
)

func poolOf[T Float]() *sync.Pool {
	if bytes[T](1) == 4 {
		return &scratch32
	}
	return &scratch64
}

// borrow returns scratch memory of n elements with arbitrary contents.
func borrow[T Float](n int) *scratch[T] {
	s := poolOf[T]().Get().(*scratch[T])
	line := line[T]()
	if len(s.all) < n+line {
		s.all = make([]T, n+n/4+line)
	}
	off := int(-uintptr(unsafe.Pointer(&s.all[0]))%64) / bytes[T](1)
	s.data = s.all[off:]
	return s
}

// giveBack returns s to its pool.
func (s *scratch[T]) giveBack() { poolOf[T]().Put(s) }
