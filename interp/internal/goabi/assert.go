package goabi

import (
	"reflect"
	"runtime"
	"strconv"
	"unsafe"
)

// assertionError is the memory of a *runtime.TypeAssertionError.
type assertionError struct {
	static, dynamic, asserted unsafe.Pointer
	missing                   string
}

// AssertionError returns what Go panics with when an interface of type static, which holds a dynamic or nothing
// (nil), is asserted to be of another type.
func AssertionError(static, dynamic, asserted reflect.Type) error {
	err := new(runtime.TypeAssertionError)
	x := (*assertionError)(unsafe.Pointer(err))
	x.static, x.asserted = TypeWord(static), TypeWord(asserted)
	if dynamic == nil {
		if asserted.Kind() == reflect.Interface {
			x.static = nil // Go does not say which interface is nil
		}
		return err
	}
	x.dynamic = TypeWord(dynamic)
	if asserted.Kind() == reflect.Interface {
		x.missing = missingMethod(dynamic, asserted)
	}
	return err
}

// Asserted returns the type of the value that an assertion was about, nil for none, and what it was to be.
func Asserted(err *runtime.TypeAssertionError) (dynamic, asserted reflect.Type) {
	x := (*assertionError)(unsafe.Pointer(err))
	if x.dynamic == nil || x.asserted == nil {
		return nil, nil
	}
	return TypeOf(x.dynamic), TypeOf(x.asserted)
}

// missingMethod returns the first method of the interface that t lacks.
func missingMethod(t, inter reflect.Type) string {
	for i := range inter.NumMethod() {
		want := inter.Method(i)
		got, ok := t.MethodByName(want.Name)
		if !ok || !sameMethod(got.Type, want.Type) {
			return want.Name
		}
	}
	return ""
}

// sameMethod compares the type of a method, which begins with its receiver, with that of an interface's.
func sameMethod(method, want reflect.Type) bool {
	if method.NumIn() != want.NumIn()+1 || method.NumOut() != want.NumOut() || method.IsVariadic() != want.IsVariadic() {
		return false
	}
	for i := range want.NumIn() {
		if method.In(i+1) != want.In(i) {
			return false
		}
	}
	for i := range want.NumOut() {
		if method.Out(i) != want.Out(i) {
			return false
		}
	}
	return true
}

// runtimeError is an error of the runtime that package runtime does not export.
type runtimeError string

func (e runtimeError) Error() string { return "runtime error: " + string(e) }

// RuntimeError makes it a runtime.Error.
func (runtimeError) RuntimeError() {}

// RangeError returns what Go panics with when a range function goes on after a loop; how is its state, as the SSA
// form has it.
func RangeError(how int) error {
	switch how {
	case -1:
		return runtimeError("range function continued iteration after loop body panic")
	case -2:
		return runtimeError("range function continued iteration after whole loop exit")
	}
	return runtimeError("range function continued iteration after function for loop body returned false")
}

// RangeRecovered is what Go panics with when a range function recovers a panic of a loop.
const RangeRecovered = runtimeError("range function recovered a loop body panic and did not resume panicking")

// NilReceiver returns what Go panics with when a method of values is called through a nil pointer.
func NilReceiver(typ, method string) error {
	return panicWrap("value method " + typ + "." + method + " called using nil *" + typ[lastDot(typ)+1:] + " pointer")
}

// panicWrap is an error of the runtime whose text has no prefix.
type panicWrap string

func (e panicWrap) Error() string { return string(e) }

// RuntimeError makes it a runtime.Error.
func (panicWrap) RuntimeError() {}

// MapError returns an error of the runtime for maps that several goroutines use. Go ends the process in its place.
func MapError(text string) error { return panicWrap(text) }

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

// ShortSlice returns what Go panics with when a slice of have elements becomes an array of want.
func ShortSlice(have, want int64) error {
	return runtimeError("cannot convert slice with length " + strconv.FormatInt(have, 10) + " to array or pointer to array with length " + strconv.FormatInt(want, 10))
}

// ArrayBound returns what Go panics with where the last of three bounds is beyond an array of length elements.
func ArrayBound(most string, length int64) error {
	return runtimeError("slice bounds out of range [::" + most + "] with length " + strconv.FormatInt(length, 10))
}
