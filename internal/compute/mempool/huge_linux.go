package mempool

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const hugePage = 2 << 20

// onHugePages asks for huge pages where the n bytes at p lie. The system may decline.
func onHugePages(p unsafe.Pointer, n int) {
	from := uintptr(p) / hugePage * hugePage
	to := (uintptr(p) + uintptr(n) + hugePage - 1) / hugePage * hugePage
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_HUGEPAGE) // Go's heap is mapped around p, too
}
