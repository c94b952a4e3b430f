package symbols

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"reflect"
	"runtime"
	"slices"
	"unique"
	"unsafe"
	"weak"
)

// sortOrdered sorts a slice of numbers or strings of any type; NaN comes first.
func sortOrdered(x any) {
	v := reflect.ValueOf(x)
	sorts[v.Type().Elem().Kind()](v)
}

// sorts sort slices by the kind of their elements.
var sorts = map[reflect.Kind]func(reflect.Value){
	reflect.Int: sortAs[int], reflect.Int8: sortAs[int8], reflect.Int16: sortAs[int16], reflect.Int32: sortAs[int32],
	reflect.Int64: sortAs[int64], reflect.Uint: sortAs[uint], reflect.Uint8: sortAs[uint8], reflect.Uint16: sortAs[uint16],
	reflect.Uint32: sortAs[uint32], reflect.Uint64: sortAs[uint64], reflect.Uintptr: sortAs[uintptr],
	reflect.Float32: sortAs[float32], reflect.Float64: sortAs[float64], reflect.String: sortAs[string],
}

func sortAs[E cmp.Ordered](v reflect.Value) {
	slices.Sort(unsafe.Slice((*E)(v.UnsafePointer()), v.Len()))
}

// pull is replaced by a function of package vm, which manages the goroutines of code.
func pull(func(yield func() bool)) (next func() bool, stop func()) { return nil, nil }

// handle is the representation of all instances of unique.Handle.
type handle struct{ unique.Handle[any] }

func makeHandle(v any) handle { return handle{unique.Make(v)} }

func handleValue(h handle) any { return h.Value() }

// weakPointer is the representation of all instances of weak.Pointer. The runtime identifies objects by address.
type weakPointer struct{ weak.Pointer[byte] }

// weakMake returns the weak pointer for p, a pointer of any type.
func weakMake(p any) weakPointer {
	return weakPointer{weak.Make((*byte)(reflect.ValueOf(p).UnsafePointer()))}
}

// weakValue returns the pointer of w with the type of like.
func weakValue(w weakPointer, like any) any {
	v := reflect.New(reflect.TypeOf(like))
	*(*unsafe.Pointer)(v.UnsafePointer()) = unsafe.Pointer(w.Value())
	return v.Elem().Interface()
}

// addCleanup registers run to be called when the object that p, a pointer of any type, points to is unreachable. arg
// is the argument that run passes on: the runtime rejects a pointer into the same object.
func addCleanup(p, arg any, run func()) runtime.Cleanup {
	at := (*byte)(reflect.ValueOf(p).UnsafePointer())
	if v := reflect.ValueOf(arg); v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.UnsafePointer) {
		return runtime.AddCleanup(at, func(unsafe.Pointer) { run() }, v.UnsafePointer())
	}
	return runtime.AddCleanup(at, func(run func()) { run() }, run)
}

// driverValue converts the value of an sql.Null as package sql does.
func driverValue(v any) (driver.Value, error) { return sql.Null[any]{V: v, Valid: true}.Value() }

// convertAssign stores a value from a database driver in the variable that dest points to. It is linked because
// package sql does not export it.
//
//go:linkname convertAssign database/sql.convertAssign
func convertAssign(dest, src any) error

// sortBy is replaced by a function of package vm, which can call code to compare.
func sortBy(_, _ any, _ bool) bool { return false }

// sortPlain sorts a slice of plain numbers or strings with a compiled comparison function. It reports whether x and
// compare are of such types.
func sortPlain(x, compare any) bool {
	switch x := x.(type) {
	case []int:
		return sortWith(x, compare)
	case []float64:
		return sortWith(x, compare)
	case []string:
		return sortWith(x, compare)
	}
	return false
}

func sortWith[E any](x []E, compare any) bool {
	by, ok := compare.(func(a, b E) int)
	if ok {
		slices.SortFunc(x, by)
	}
	return ok
}
