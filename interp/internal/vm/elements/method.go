package elements

import (
	"sync/atomic"
	"unsafe"
)

// A Method is one of an interface that sorting calls for elements: for each dynamic type it is known whether it only
// returns a word of what is behind the interface, or a term of such words.
type Method struct {
	// Find returns the word that the method returns for the dynamic type with a first word of the interface, nil if it
	// does anything else.
	Find func(first uintptr) *Word
	Of   any // what is the same of all places that call the method

	hits [4]atomic.Pointer[hit] // found last
}

// hit is what is known of one dynamic type.
type hit struct {
	first uintptr
	word  *Word
}

// of returns what the method returns for the interface at x, a word of data, nil where the method has to be called.
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
