package goabi

import (
	"reflect"
	"unsafe"
)

// Short calls a compiled function whose words are in registers of a frame: those of its arguments at the offsets
// from, those of its results go to the offsets to, unless that is nil. It is a Caller for the commonest signatures,
// without Args and Results in between. Of an integer narrower than a word the high bits are arbitrary.
type Short func(fn, fp unsafe.Pointer, from, to []uint32)

var shorts map[string]Short // by the words of the parameters and results

// ShortFor returns what calls functions of type t so, nil when its words are not among the commonest.
func ShortFor(t reflect.Type) Short {
	call, params, results := CallerFor(t)
	if call == nil {
		return nil
	}
	return shorts[params+":"+results]
}

// at returns a register of a frame.
func at[T any](fp unsafe.Pointer, offset uint32) *T { return (*T)(unsafe.Add(fp, uintptr(offset))) }
