package elements

import (
	"sync/atomic"
	"unsafe"
)

// A Method is an interface method that sorting calls on elements. For each dynamic type it is known whether the
// method only returns a word of the value in the interface, or a term of such words.
type Method struct {
	// Find returns the word that the method returns for the dynamic type given by the first word of an interface, or
	// nil if it does anything else.
	Find func(first uintptr) *Word
	Of   any // identifies the method at all places that call it

	hits [4]atomic.Pointer[hit] // the most recent ones
}

// hit is the result of Find for one dynamic type.
type hit struct {
	first uintptr
	word  *Word
}

// of returns the result of the method for the interface at x, as a word of data, or nil if the method has to be
// called.
func (m *Method) of(x unsafe.Pointer) (word *Word, data unsafe.Pointer) {
	first := *(*uintptr)(x)
	if first == 0 {
		return nil, nil
	}
	at := &m.hits[uint32(first>>4)*0x9e3779b1>>30]
	h := at.Load()
	if h == nil || h.first != first {
		h = &hit{first, m.Find(first)}
		at.Store(h)
	}
	data = *(*unsafe.Pointer)(unsafe.Add(x, unsafe.Sizeof(first)))
	if data == nil || h.word != nil && h.word.Deep && h.word.where(data, nil) == nil {
		return nil, nil
	}
	return h.word, data
}
