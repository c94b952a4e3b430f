package mempool

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Cleared buffers, such as those that users fill, request huge pages from this size on, as numpy's arrays do:
// streaming through memory is then a third faster. Buffers of results do not: in a virtual machine that has returned
// its free pages to the host, a huge page costs milliseconds, which a short-lived buffer does not recover.
const (
	hugeFrom = 4 << 20
	hugePage = 2 << 20
)

// onHugePages requests huge pages for the whole huge pages within the n bytes at p. The system may decline.
func onHugePages(p unsafe.Pointer, n int) {
	if n < hugeFrom {
		return
	}
	before := (hugePage - int(uintptr(p)%hugePage)) % hugePage
	whole := (n - before) / hugePage * hugePage
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(p, before)), whole), unix.MADV_HUGEPAGE)
}
