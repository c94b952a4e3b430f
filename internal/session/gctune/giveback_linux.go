package gctune

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// giveBack lets the system take the whole pages of memory that nobody looks at: where it was in use before, it would
// stay in memory else.
func giveBack(m []byte) {
	page := os.Getpagesize()
	before := -int(uintptr(unsafe.Pointer(unsafe.SliceData(m)))) & (page - 1)
	m = m[before : before+(len(m)-before)&^(page-1)]
	_ = unix.Madvise(m, unix.MADV_DONTNEED)
}
