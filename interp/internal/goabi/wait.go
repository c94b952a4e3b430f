package goabi

import (
	"reflect"
	"unsafe"
)

// Shape is what elements of a channel are in memory. Those of the common shapes wait in select statements of Go's,
// whose channel has other elements of the same shape: these take a tenth of the time of a list of cases.
type Shape uint8

// The shapes.
const (
	Other   Shape = iota
	Number        // up to a word, without pointers
	Pointer       // one
	Text          // that of a string
	Pair          // two pointers, as an interface has them
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

// onePointer is a pointer. Where a program has a pointer to a chan unsafe.Pointer, reflect takes the type of that for
// those of pointers to all channels that it makes, so there is none here.
type onePointer struct{ _ unsafe.Pointer }

// chanOf returns a channel as one of elements of the same shape.
func chanOf[T any](ch unsafe.Pointer) chan T { return *(*chan T)(unsafe.Pointer(&ch)) }

// Send waits until the value at elem, of which a word or two may be read, is sent. It returns false when ended has
// been closed before.
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

// Receive waits until a value is received into elem, of which a word or two may be written; ok says whether it was
// sent. Done is false when ended has been closed before.
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

// EndCase is the case of a channel that is closed when a wait is to end.
func EndCase(ended <-chan struct{}) Case {
	return NewCase(reflect.SelectRecv, *(*unsafe.Pointer)(unsafe.Pointer(&ended)), nil)
}
