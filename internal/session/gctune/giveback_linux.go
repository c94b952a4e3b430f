package gctune

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// giveBack returns the whole pages of unused memory m to the system. Otherwise memory that was used before would stay
// resident.
func giveBack(m []byte) {
	page := os.Getpagesize()
	before := -int(uintptr(unsafe.Pointer(unsafe.SliceData(m)))) & (page - 1)
	m = m[before : before+(len(m)-before)&^(page-1)]
	_ = unix.Madvise(m, unix.MADV_DONTNEED)
}
