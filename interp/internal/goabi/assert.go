package goabi

import (
	"reflect"
	"runtime"
	"unsafe"
)

// assertionError mirrors the fields of runtime.TypeAssertionError.
type assertionError struct {
	static, dynamic, asserted unsafe.Pointer
	missing                   string
}

// AssertionError returns the panic value of Go for a failed assertion to another type of an interface of type static,
// which holds a dynamic or is nil (dynamic is nil).
func AssertionError(static, dynamic, asserted reflect.Type) error {
	err := new(runtime.TypeAssertionError)
	x := (*assertionError)(unsafe.Pointer(err))
	x.static, x.asserted = TypeWord(static), TypeWord(asserted)
	if dynamic == nil {
		if asserted.Kind() == reflect.Interface {
			x.static = nil // Go omits the interface type of a nil interface
		}
		return err
	}
	x.dynamic = TypeWord(dynamic)
	if asserted.Kind() == reflect.Interface {
		x.missing = missingMethod(dynamic, asserted)
	}
	return err
}

// Asserted returns the dynamic type of the value of a failed assertion, or nil for none, and the asserted type.
func Asserted(err *runtime.TypeAssertionError) (dynamic, asserted reflect.Type) {
	x := (*assertionError)(unsafe.Pointer(err))
	if x.dynamic == nil || x.asserted == nil {
		return nil, nil
	}
	return TypeOf(x.dynamic), TypeOf(x.asserted)
}

// missingMethod returns the first method of the interface that t does not have.
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

// sameMethod compares the type of a method, whose first parameter is its receiver, with that of an interface method.
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

// Runtime errors have types that package runtime does not export. They are taken from code that panics.
var (
	errorText  = reflect.TypeOf(failure(func() { _ = 1 / len(noInts) }))  // with a prefix
	plainText  = reflect.TypeOf(failure(func() { noMap[0] = 0 }))         // without
	shortSlice = failure(func() { _ = [1]int(noInts) })                   // 0 elements for an array of 1
	arrayBound = failure(func() { _ = new([1]int)[: 0 : len(noInts)+2] }) // 2 for an array of 1
	noInts     []int
	noMap      map[int]int
)

func failure(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// textError returns a runtime error with a text.
func textError(t reflect.Type, text string) error {
	v := reflect.New(t).Elem()
	v.SetString(text)
	return v.Interface().(error)
}

// boundsError returns a runtime error like that of another index x and length y.
func boundsError(like any, x int64, unsigned bool, y int) error {
	v := reflect.New(reflect.TypeOf(like)).Elem()
	v.Set(reflect.ValueOf(like))
	set := func(name string, x any) {
		f := v.FieldByName(name)
		reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Set(reflect.ValueOf(x))
	}
	set("x", x)
	set("signed", !unsigned)
	set("y", y)
	return v.Interface().(error)
}

// RangeError returns the panic value of Go for an iterator that continues after its loop has ended; how is the state
// of the loop, as in the SSA form.
func RangeError(how int) error {
	switch how {
	case -1:
		return textError(errorText, "range function continued iteration after loop body panic")
	case -2:
		return textError(errorText, "range function continued iteration after whole loop exit")
	}
	return textError(errorText, "range function continued iteration after function for loop body returned false")
}

// RangeRecovered is the panic value of Go for an iterator that recovers a panic of its loop.
var RangeRecovered = textError(errorText, "range function recovered a loop body panic and did not resume panicking")

// NilReceiver returns the panic value of Go for a value method called through a nil pointer.
func NilReceiver(typ, method string) error {
	return textError(plainText, "value method "+typ+"."+method+" called using nil *"+typ[lastDot(typ)+1:]+" pointer")
}

// MapError returns a runtime error for concurrent use of a map. Go ends the process instead.
func MapError(text string) error { return textError(plainText, text) }

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

// ShortSlice returns the panic value of Go for the conversion of a slice of length have to an array of length want.
func ShortSlice(have, want int64) error { return boundsError(shortSlice, want, false, int(have)) }

// ArrayBound returns the panic value of Go for the last of three bounds exceeding the length of an array.
func ArrayBound(most int64, unsigned bool, length int64) error {
	return boundsError(arrayBound, most, unsigned, int(length))
}
