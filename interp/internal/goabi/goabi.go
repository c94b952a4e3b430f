// Package goabi is the only package that relies on how Go's runtime represents values: the words of interfaces and
// func values, memory of a type known only at run time, maps, which words of a call travel in registers, and where a
// goroutine keeps its stack. [SelfTest] compares all of it with compiled code before it is used.
package goabi

import (
	"reflect"
	"unsafe"
)

// The runtime functions that package reflect itself uses. They are in Go's list of permanent links
// (go.dev/issue/67401).

//go:linkname unsafeNew reflect.unsafe_New
func unsafeNew(typ unsafe.Pointer) unsafe.Pointer

//go:linkname unsafeNewArray reflect.unsafe_NewArray
func unsafeNewArray(typ unsafe.Pointer, n int) unsafe.Pointer

//go:noescape
//go:linkname typedmemmove reflect.typedmemmove
func typedmemmove(typ, dst, src unsafe.Pointer)

//go:linkname growslice runtime.growslice
func growslice(old unsafe.Pointer, newLen, oldCap, num int, elem unsafe.Pointer) Slice

//go:noescape
//go:linkname mapaccess reflect.mapaccess
func mapaccess(typ, m, key unsafe.Pointer) unsafe.Pointer

//go:noescape
//go:linkname mapassign reflect.mapassign0
func mapassign(typ, m, key, elem unsafe.Pointer)

//go:noescape
//go:linkname mapaccessText reflect.mapaccess_faststr
func mapaccessText(typ, m unsafe.Pointer, key string) unsafe.Pointer

//go:linkname mapassignText runtime.mapassign_faststr
func mapassignText(typ, m unsafe.Pointer, key string) unsafe.Pointer

//go:noescape
//go:linkname mapaccessNumber runtime.mapaccess2_fast64
func mapaccessNumber(typ, m unsafe.Pointer, key uint64) (unsafe.Pointer, bool)

//go:noescape
//go:linkname mapassignNumber runtime.mapassign_fast64
func mapassignNumber(typ, m unsafe.Pointer, key uint64) unsafe.Pointer

//go:noescape
//go:linkname mapaccessHalf runtime.mapaccess2_fast32
func mapaccessHalf(typ, m unsafe.Pointer, key uint32) (unsafe.Pointer, bool)

//go:noescape
//go:linkname mapassignHalf runtime.mapassign_fast32
func mapassignHalf(typ, m unsafe.Pointer, key uint32) unsafe.Pointer

//go:linkname makemap reflect.makemap
func makemap(typ unsafe.Pointer, n int) unsafe.Pointer

//go:noescape
//go:linkname mapdelete reflect.mapdelete
func mapdelete(typ, m, key unsafe.Pointer)

// MapIter iterates over a map.
type MapIter struct{ reflect.MapIter }

// current is the beginning of a reflect.MapIter.
type current struct {
	_         reflect.Value
	key, elem unsafe.Pointer
}

// Slice is the representation of a slice.
type Slice struct {
	Data     unsafe.Pointer
	Len, Cap int
}

// Words is the representation of an interface or a string.
type Words [2]unsafe.Pointer

// TypeWord returns the type word of empty interfaces that hold a t. Types are never freed, so it may be kept as a
// number.
func TypeWord(t reflect.Type) unsafe.Pointer { return (*Words)(unsafe.Pointer(&t))[1] }

// TypeOf returns the type of a type word.
func TypeOf(word unsafe.Pointer) reflect.Type {
	var x any
	(*Words)(unsafe.Pointer(&x))[0] = word
	return reflect.TypeOf(x)
}

// ItabType returns the type word in an itab, the first word of an interface with methods.
func ItabType(itab unsafe.Pointer) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Add(itab, ptrSize))
}

// ItabMethod returns method i of an interface's sorted methods as a func value. Its first parameter is the data word.
// The linker keeps methods that are called through some interface and, as packages here use reflection, all exported
// ones.
func ItabMethod(itab unsafe.Pointer, i int) unsafe.Pointer {
	return unsafe.Add(itab, itabMethods+uintptr(i)*ptrSize)
}

const (
	ptrSize     = unsafe.Sizeof(uintptr(0))
	itabMethods = 3 * ptrSize // interface type, type, hash with padding
)

// Itab returns the first word of an interface of type inter, which has methods, that holds a t. t must implement
// inter.
func Itab(inter, t reflect.Type) unsafe.Pointer {
	v := reflect.New(inter)
	v.Elem().Set(reflect.Zero(t))
	return (*Words)(v.UnsafePointer())[0]
}

// descriptor is the beginning of a type descriptor.
type descriptor struct {
	size, pointers uintptr
	hash           uint32
	flags          uint8
}

// direct is the flag of types that are a single pointer.
const direct = 1 << 5

// Direct reports whether an interface holds a t itself as its data word, rather than a pointer to it: t is a pointer,
// or a struct or an array that consists of one apart from parts of size zero.
func Direct(t reflect.Type) bool { return (*descriptor)(TypeWord(t)).flags&direct != 0 }

// FuncWord returns the pointer of a func value.
func FuncWord(f any) unsafe.Pointer { return (*Words)(unsafe.Pointer(&f))[1] }

// Any returns the empty interface with the words typ and data.
func Any(typ, data unsafe.Pointer) (x any) {
	*(*Words)(unsafe.Pointer(&x)) = Words{typ, data}
	return x
}

// Word returns the type word that is kept as the number n.
func Word(n int64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&n)) }

// Unpack returns the words of an empty interface.
func Unpack(x any) (typ, data unsafe.Pointer) {
	w := (*Words)(unsafe.Pointer(&x))
	return w[0], w[1]
}

// New returns zeroed memory for a value of the type of the word.
func New(typ unsafe.Pointer) unsafe.Pointer { return unsafeNew(typ) }

// NewArray returns memory for n values.
func NewArray(typ unsafe.Pointer, n int) unsafe.Pointer { return unsafeNewArray(typ, n) }

// Move copies a value.
func Move(typ, dst, src unsafe.Pointer) { typedmemmove(typ, dst, src) }

// Grow returns a slice that begins with the elements of s and has length n, which exceeds the capacity of s; the last
// add elements are new.
func Grow(elem unsafe.Pointer, s Slice, n, add int) Slice {
	return growslice(s.Data, n, s.Cap, add, elem)
}

//go:noescape
//go:linkname typedslicecopy reflect.typedslicecopy
func typedslicecopy(elem unsafe.Pointer, dst, src Slice) int

// CopySlice copies elements as the built-in copy does.
func CopySlice(elem unsafe.Pointer, dst, src Slice) int { return typedslicecopy(elem, dst, src) }

// chansend and chanrecv do not keep elem, as these calls never block.
//
//go:noescape
//go:linkname chansend reflect.chansend0
func chansend(ch, elem unsafe.Pointer, nonblocking bool) bool

//go:noescape
//go:linkname chanrecv reflect.chanrecv
func chanrecv(ch unsafe.Pointer, nonblocking bool, elem unsafe.Pointer) (selected, received bool)

// TrySend sends the value at elem without blocking, and reports whether it has.
func TrySend(ch, elem unsafe.Pointer) bool { return ch != nil && chansend(ch, elem, true) }

// TryRecv receives a value into elem, unless that is nil, without blocking; ok reports whether the value was sent
// rather than the channel closed.
func TryRecv(ch, elem unsafe.Pointer) (done, ok bool) {
	if ch == nil {
		return false, false
	}
	return chanrecv(ch, true, elem)
}

// A Case is a case of a select statement that sends the value at Elem, or receives it.
type Case struct {
	dir  reflect.SelectDir
	_    unsafe.Pointer
	ch   unsafe.Pointer
	elem unsafe.Pointer
}

// NewCase returns a case of a channel.
func NewCase(dir reflect.SelectDir, ch, elem unsafe.Pointer) Case {
	return Case{dir: dir, ch: ch, elem: elem}
}

//go:noescape
//go:linkname rselect reflect.rselect
func rselect(cases []Case) (chosen int, received bool)

// Select selects one of the cases. It blocks unless one is the default (reflect.SelectDefault); then the memory of
// elements must not be on the goroutine's stack, which may move.
func Select(cases []Case) (chosen int, received bool) { return rselect(cases) }

// At returns pointers to the current key and element. They are valid until the map is used again.
func (it *MapIter) At() (key, elem unsafe.Pointer) {
	c := (*current)(unsafe.Pointer(it))
	return c.key, c.elem
}

// MapGet returns the address of the element for key, or nil.
func MapGet(typ, m, key unsafe.Pointer) unsafe.Pointer { return mapaccess(typ, m, key) }

// MapGetText is MapGet for string keys of maps for which HasTextKeys holds; it takes two thirds of the time.
func MapGetText(typ, m unsafe.Pointer, key string) unsafe.Pointer {
	return mapaccessText(typ, m, key)
}

// MapPlaceText returns the address for the element of a string key.
func MapPlaceText(typ, m unsafe.Pointer, key string) unsafe.Pointer {
	return mapassignText(typ, m, key)
}

// HasTextKeys reports whether Go has special functions for string keys of maps of type t.
func HasTextKeys(t reflect.Type) bool {
	return t.Key().Kind() == reflect.String && t.Elem().Size() <= 128
}

// MapGetNumber is MapGet for 8-byte keys of maps for which HasNumberKeys holds.
func MapGetNumber(typ, m unsafe.Pointer, key uint64) unsafe.Pointer {
	if p, ok := mapaccessNumber(typ, m, key); ok {
		return p
	}
	return nil
}

// MapPlaceNumber returns the address for the element of an 8-byte key.
func MapPlaceNumber(typ, m unsafe.Pointer, key uint64) unsafe.Pointer {
	return mapassignNumber(typ, m, key)
}

// MapGetHalf is MapGet for 4-byte keys of maps for which HasHalfKeys holds.
func MapGetHalf(typ, m unsafe.Pointer, key uint32) unsafe.Pointer {
	if p, ok := mapaccessHalf(typ, m, key); ok {
		return p
	}
	return nil
}

// MapPlaceHalf returns the address for the element of a 4-byte key.
func MapPlaceHalf(typ, m unsafe.Pointer, key uint32) unsafe.Pointer {
	return mapassignHalf(typ, m, key)
}

// HasHalfKeys reports whether Go has special functions for 4-byte integer keys of maps of type t.
func HasHalfKeys(t reflect.Type) bool {
	k := t.Key().Kind()
	return (k == reflect.Int32 || k == reflect.Uint32) && t.Elem().Size() <= 128
}

// NewMap makes a map with room for n elements.
func NewMap(typ unsafe.Pointer, n int) unsafe.Pointer { return makemap(typ, n) }

// HasNumberKeys reports whether Go has special functions for 8-byte integer keys of maps of type t.
func HasNumberKeys(t reflect.Type) bool {
	k := t.Key().Kind()
	return reflect.Int <= k && k <= reflect.Uintptr && t.Key().Size() == 8 && t.Elem().Size() <= 128
}

// MapSet stores an element.
func MapSet(typ, m, key, elem unsafe.Pointer) { mapassign(typ, m, key, elem) }

// MapDelete deletes an element.
func MapDelete(typ, m, key unsafe.Pointer) { mapdelete(typ, m, key) }
