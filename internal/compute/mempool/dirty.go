package mempool

import (
	"strings"
	"unsafe"
)

// Dirty returns n bytes of memory, n > 0, that is not cleared, for results whose every byte will be written. It must
// not hold pointers. Go clears what make returns, but not the buffer of a strings.Builder, which exposes only bytes
// that have been written. Large buffers begin at the start of a page.
func Dirty(n int) unsafe.Pointer {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0) // the address of an empty string is not specified
	return unsafe.Pointer(unsafe.StringData(b.String()))
}
