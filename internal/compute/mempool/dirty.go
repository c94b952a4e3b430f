package mempool

import (
	"strings"
	"unsafe"
)

// Dirty returns memory of n bytes, n > 0, that is not cleared, for results of which every byte will be written. It
// must not hold pointers. Go clears what make returns; a strings.Builder, which promises that only written bytes are
// seen, gets its buffer as it is. Large buffers lie at the beginning of a page.
func Dirty(n int) unsafe.Pointer {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0) // the address of an empty string is not specified
	return unsafe.Pointer(unsafe.StringData(b.String()))
}
