package goabi

import (
	"reflect"
	"strings"
	"unsafe"
)

//go:generate go run ./gen

// A compiled function whose parameters and results all travel in registers can be called through a func type other
// than its own: integer and floating-point registers are assigned independently, word by word, and a function ignores
// registers that it does not expect. So the words of the results alone determine the func type to use. Results that
// are pointers are typed as pointers, because the garbage collector looks for them in the registers; arguments are
// numbers, because the caller keeps their referents alive.

// MaxInts and MaxFloats are the numbers of words of each kind that travel in registers on all supported processors.
const (
	MaxInts   = 9
	MaxFloats = 8
)

// Args holds the words of the arguments of a call. A float32 takes the low half of its word.
type Args struct {
	Ints   [MaxInts]uintptr
	Floats [MaxFloats]float64
}

// Results holds the words of the results of a call, in order: pointers in P, all others in N. The high bits of an
// integer narrower than a word are arbitrary.
type Results struct {
	P [maxResults]unsafe.Pointer
	N [maxResults]uint64
}

// maxResults is the largest number of result words of a Caller.
const maxResults = 12

// Caller calls the func value fn.
type Caller func(fn unsafe.Pointer, in *Args, out *Results)

var callers map[string]Caller // by the words of the results

// CallerFor returns the Caller for functions of type t, and the words of its parameters and results in the notation
// of appendWords. It returns nil if a word would travel in memory, or on a processor where calls have not been
// tested.
func CallerFor(t reflect.Type) (call Caller, params, results string) {
	if !registers {
		return nil, "", ""
	}
	ok := true
	for i := range t.NumIn() {
		params, ok = appendWords(params, t.In(i), ok)
	}
	for i := range t.NumOut() {
		results, ok = appendWords(results, t.Out(i), ok)
	}
	if !ok || !fits(params) || !fits(results) {
		return nil, "", ""
	}
	return callers[results], params, results
}

// fits reports whether words travel in registers.
func fits(words string) bool {
	floats := strings.Count(words, "f") + strings.Count(words, "s")
	return floats <= MaxFloats && len(words)-floats <= MaxInts
}

// appendWords appends the words of a value of type t to s: p for a pointer, i for an integer, f for a float64, s for
// a float32.
func appendWords(s string, t reflect.Type, ok bool) (string, bool) {
	switch t.Kind() {
	case reflect.Float64:
		return s + "f", ok
	case reflect.Float32:
		return s + "s", ok
	case reflect.Complex128:
		return s + "ff", ok
	case reflect.Complex64:
		return s + "ss", ok
	case reflect.String:
		return s + "pi", ok
	case reflect.Slice:
		return s + "pii", ok
	case reflect.Interface:
		return s + "ip", ok // types are never freed
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return s + "p", ok
	case reflect.Array:
		if t.Len() == 1 {
			return appendWords(s, t.Elem(), ok)
		}
		return s, ok && t.Len() == 0
	case reflect.Struct:
		for i := range t.NumField() {
			s, ok = appendWords(s, t.Field(i).Type, ok)
		}
		return s, ok
	}
	return s + "i", ok
}
