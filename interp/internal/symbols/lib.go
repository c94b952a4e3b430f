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

// pull is in the place of a function of package vm, which knows the goroutines of code.
func pull(func(yield func() bool)) (next func() bool, stop func()) { return nil, nil }

// handle is what all instances of unique.Handle hold.
type handle struct{ unique.Handle[any] }

func makeHandle(v any) handle { return handle{unique.Make(v)} }

func handleValue(h handle) any { return h.Value() }

// weakPointer is what all instances of weak.Pointer hold. The runtime knows an object by its address alone.
type weakPointer struct{ weak.Pointer[byte] }

// weakMake returns the weak pointer to what p, a pointer of any type, points to.
func weakMake(p any) weakPointer {
	return weakPointer{weak.Make((*byte)(reflect.ValueOf(p).UnsafePointer()))}
}

// weakValue returns what w points to as a pointer of the type of like.
func weakValue(w weakPointer, like any) any {
	v := reflect.New(reflect.TypeOf(like))
	*(*unsafe.Pointer)(v.UnsafePointer()) = unsafe.Pointer(w.Value())
	return v.Elem().Interface()
}

// addCleanup has run called once nothing reaches what p, a pointer of any type, points to. arg is what run passes
// on: the runtime refuses a pointer into the same object.
func addCleanup(p, arg any, run func()) runtime.Cleanup {
	at := (*byte)(reflect.ValueOf(p).UnsafePointer())
	if v := reflect.ValueOf(arg); v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.UnsafePointer) {
		return runtime.AddCleanup(at, func(unsafe.Pointer) { run() }, v.UnsafePointer())
	}
	return runtime.AddCleanup(at, func(run func()) { run() }, run)
}

// driverValue converts the value of an sql.Null as package sql does.
func driverValue(v any) (driver.Value, error) { return sql.Null[any]{V: v, Valid: true}.Value() }

// convertAssign stores what a database driver has returned in what dest points to. It is linked, as package sql
// exports it for the types of its own alone.
//
//go:linkname convertAssign database/sql.convertAssign
func convertAssign(dest, src any) error

// sortBy is in the place of a function of package vm, which sorts by code.
func sortBy(_, _ any, _ bool) bool { return false }

// sortPlain sorts a slice of plain numbers or strings by a compiled function that compares two of them, and says
// whether it is one.
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
