package mempool

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Large buffers that are cleared, as those that people fill, ask for huge pages from this size on, as numpy's arrays
// do: memory streams through the processor faster by a third. Those of results do not: where a virtual machine has
// given its free pages back, a huge one costs milliseconds, which what is dropped at once does not bring in.
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
