package goabi

import (
	"reflect"
	"unsafe"
)

// Short calls a compiled function whose words are in registers of a frame: the arguments at the offsets from; the
// results go to the offsets to, unless that is nil. It is a Caller for the most common signatures, without Args and
// Results. The high bits of an integer narrower than a word are arbitrary.
type Short func(fn, fp unsafe.Pointer, from, to []uint32)

var shorts map[string]Short // by the words of the parameters and results

// ShortFor returns the Short for functions of type t, or nil if its signature is not among the most common.
func ShortFor(t reflect.Type) Short {
	call, params, results := CallerFor(t)
	if call == nil {
		return nil
	}
	return shorts[params+":"+results]
}

// at returns the address of a register in a frame.
func at[T any](fp unsafe.Pointer, offset uint32) *T { return (*T)(unsafe.Add(fp, uintptr(offset))) }
