package nn

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// nameNil is for a deferred call: it panics again with failed, unless that is nil. If a nil value was used, it names
// the attributes of the cell that are nil: Parameters, tensors and cells. A layer of this package may have nil
// attributes; of those, it names only the ones that were not nil before.
func (c *Cell) nameNil(failed any) {
	if failed == nil { // the goroutine ends
		return
	}
	v := reflect.Indirect(reflect.ValueOf(c.outer))
	if isNilAccess(failed) && v.Kind() == reflect.Struct && v.CanAddr() {
		names := nilAttrs(c, v, nil)
		if v.Type().PkgPath() == cellType.PkgPath() {
			names = slices.DeleteFunc(names, func(name string) bool { return !c.naming.has(name) })
		}
		if len(names) > 0 {
			tensor.Throw(c.ClassName(), tensor.RuntimeError, "invalid memory address or nil pointer dereference: %s.", areNil(c.ClassName(), names))
		}
	}
	panic(failed)
}

// areNil returns a sentence: "Net.w is nil" or "Net.v and Net.w are nil".
func areNil(class string, names []string) string {
	for i, n := range names {
		names[i] = class + "." + n
	}
	last := len(names) - 1
	if last == 0 {
		return names[0] + " is nil"
	}
	return strings.Join(names[:last], ", ") + " and " + names[last] + " are nil"
}

// isNilAccess reports whether a panic is due to a nil pointer, interface or function: Go's own, or that of package
// reflect, which a session uses for calls.
func isNilAccess(failed any) bool {
	if v, ok := failed.(reflect.Value); ok && v.IsValid() && v.CanInterface() {
		failed = v.Interface()
	}
	switch failed.(type) {
	case runtime.Error, *reflect.ValueError, string:
	default:
		return false
	}
	text := fmt.Sprint(failed)
	if s, ok := failed.(string); ok && !strings.HasPrefix(s, "reflect") && !strings.HasPrefix(s, "runtime error: ") {
		return false // the user's own words
	}
	return slices.ContainsFunc([]string{
		"nil pointer dereference", "on zero Value", "using zero Value argument", "call of nil function",
		"nil interface value",
	}, func(words string) bool { return strings.Contains(text, words) })
}

// nilAttrs appends to names the attributes in the fields of the struct v that may hold a Parameter, a tensor or a
// cell, and are nil.
func nilAttrs(base *Cell, v reflect.Value, names []string) []string {
	for i := range v.NumField() {
		f := exposed(v.Field(i))
		if f.Type() == cellType {
			continue
		}
		if inner := f; embedsBase(&inner, base) {
			names = nilAttrs(base, inner, names)
			continue
		}
		if name := fieldName(v.Type(), i); name != "-" && holdsAttr(f.Type()) && f.IsNil() {
			names = append(names, name)
		}
	}
	return names
}

// holdsAttr reports whether a field of type t may hold a Parameter, a tensor or a cell.
func holdsAttr(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer:
		return t == reflect.TypeFor[*Parameter]() || t == reflect.TypeFor[*tensor.Tensor]() || t.Implements(layerType)
	case reflect.Interface:
		return t.Implements(layerType)
	}
	return false
}
