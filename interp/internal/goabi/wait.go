package goabi

import (
	"reflect"
	"unsafe"
)

// Shape is the memory layout of the elements of a channel. Elements of common shapes are sent and received with Go's
// select statements, through a channel type with other elements of the same shape: that takes a tenth of the time of
// a list of cases.
type Shape uint8

// The shapes.
const (
	Other   Shape = iota
	Number        // up to a word, without pointers
	Pointer       // one pointer
	Text          // a string
	Pair          // two pointers, as in an interface
)

// ShapeOf returns the shape of elements of type t.
func ShapeOf(t reflect.Type) Shape {
	switch k := t.Kind(); {
	case reflect.Bool <= k && k <= reflect.Float64, t.Size() == 0:
		return Number
	case k == reflect.String:
		return Text
	case k == reflect.Interface:
		return Pair
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return Pointer
	}
	return Other
}

// onePointer is a pointer. If a program had a pointer to a chan unsafe.Pointer, reflect would use its type for
// pointers to all channel types that it makes, so unsafe.Pointer is not used here.
type onePointer struct{ _ unsafe.Pointer }

// chanOf converts a channel to one with elements of the same shape.
func chanOf[T any](ch unsafe.Pointer) chan T { return *(*chan T)(unsafe.Pointer(&ch)) }

// Send blocks until the value at elem, up to two words, is sent. It returns false if ended is closed first.
func Send(ch, elem unsafe.Pointer, s Shape, ended <-chan struct{}) bool {
	switch s {
	case Number:
		return send[uint64](ch, elem, ended)
	case Pointer:
		return send[onePointer](ch, elem, ended)
	case Text:
		return send[string](ch, elem, ended)
	case Pair:
		return send[Words](ch, elem, ended)
	}
	k, _ := Select([]Case{NewCase(reflect.SelectSend, ch, elem), EndCase(ended)})
	return k == 0
}

func send[T any](ch, elem unsafe.Pointer, ended <-chan struct{}) bool {
	select {
	case chanOf[T](ch) <- *(*T)(elem):
		return true
	case <-ended:
		return false
	}
}

// Receive blocks until a value is received into elem, up to two words; ok reports whether it was sent. Done is false
// if ended is closed first.
func Receive(ch, elem unsafe.Pointer, s Shape, ended <-chan struct{}) (done, ok bool) {
	switch s {
	case Number:
		return receive[uint64](ch, elem, ended)
	case Pointer:
		return receive[onePointer](ch, elem, ended)
	case Text:
		return receive[string](ch, elem, ended)
	case Pair:
		return receive[Words](ch, elem, ended)
	}
	k, ok := Select([]Case{NewCase(reflect.SelectRecv, ch, elem), EndCase(ended)})
	return k == 0, ok
}

func receive[T any](ch, elem unsafe.Pointer, ended <-chan struct{}) (done, ok bool) {
	select {
	case v, ok := <-chanOf[T](ch):
		*(*T)(elem) = v
		return true, ok
	case <-ended:
		return false, false
	}
}

// EndCase returns the case of a channel that is closed to end a wait.
func EndCase(ended <-chan struct{}) Case {
	return NewCase(reflect.SelectRecv, *(*unsafe.Pointer)(unsafe.Pointer(&ended)), nil)
}
