package display

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

const (
	maxShown = 1000 // elements shown of a slice or map, as in IPython
	maxDepth = 8    // pointers and containers within each other
)

// goText returns v much as fmt's %+v prints it, with strings quoted, pointers followed, and tensors as their Repr.
func goText(v any) string {
	var w goWriter
	w.value(reflect.ValueOf(v), 0)
	return w.String()
}

type goWriter struct {
	strings.Builder
	path []place // enclosing pointers, maps and slices, to detect cycles
}

// place is a pointer, a map or a slice.
type place struct {
	kind    reflect.Kind
	address uintptr
	length  int
}

// enter records that v is being written. It reports false if it already is.
func (w *goWriter) enter(v reflect.Value) bool {
	p := place{kind: v.Kind(), address: v.Pointer()}
	if p.kind != reflect.Pointer {
		if p.length = v.Len(); p.length == 0 {
			p.address = 0
		}
	}
	if p.address != 0 && slices.Contains(w.path, p) {
		return false
	}
	w.path = append(w.path, p)
	return true
}

func (w *goWriter) leave() { w.path = w.path[:len(w.path)-1] }

func (w *goWriter) value(v reflect.Value, depth int) {
	for v.IsValid() && v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		w.WriteString("nil")
		return
	}
	v = renewed(v)
	if text, ok := pyrepr.Own(v.Interface()); ok {
		w.WriteString(text)
		return
	}
	if depth > maxDepth {
		w.WriteString("…")
		return
	}
	w.kind(v, depth)
}

// renewed converts a value to the newest version of its type, to which cells may have added methods.
func renewed(v reflect.Value) reflect.Value {
	if !newest.Renewing() || !v.CanInterface() || newest.Type(v.Type()) == v.Type() {
		return v
	}
	return reflect.ValueOf(newest.Value(v.Interface()))
}

// kind writes a value whose type defines no text.
func (w *goWriter) kind(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		w.WriteString(strconv.Quote(v.String()))
	case reflect.Slice, reflect.Array:
		w.list(v, depth)
	case reflect.Map:
		w.dict(v, depth)
	case reflect.Struct:
		w.fields(v, depth)
	case reflect.Pointer:
		w.pointer(v, depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		w.opaque(v)
	default:
		fmt.Fprint(w, v.Interface())
	}
}

// opaque writes only the type of a value, because its address differs in each run.
func (w *goWriter) opaque(v reflect.Value) {
	if v.IsZero() {
		w.WriteString("nil")
		return
	}
	w.WriteString(v.Type().String())
}

func (w *goWriter) list(v reflect.Value, depth int) {
	if v.Kind() == reflect.Slice {
		if !w.enter(v) {
			w.WriteString("[…]")
			return
		}
		defer w.leave()
	}
	w.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			w.WriteByte(' ')
		}
		if i == maxShown {
			w.WriteString("...")
			break
		}
		w.value(v.Index(i), depth+1)
	}
	w.WriteByte(']')
}

func (w *goWriter) dict(v reflect.Value, depth int) {
	if !w.enter(v) {
		w.WriteString("map[…]")
		return
	}
	defer w.leave()
	w.WriteString("map[")
	for i, k := range pyrepr.SortedKeys(v) {
		if i > 0 {
			w.WriteByte(' ')
		}
		if i == maxShown {
			w.WriteString("...")
			break
		}
		w.value(k, depth+1)
		w.WriteByte(':')
		w.value(v.MapIndex(k), depth+1)
	}
	w.WriteByte(']')
}

// fields writes a struct with the names of its fields.
func (w *goWriter) fields(v reflect.Value, depth int) {
	w.WriteByte('{')
	for i := range v.NumField() {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString(v.Type().Field(i).Name)
		w.WriteByte(':')
		w.value(field(v, i), depth+1)
	}
	w.WriteByte('}')
}

// fieldNames returns the names of the fields.
func fieldNames(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = t.Field(i).Name
	}
	return names
}

// pointer writes "&" and the value that v points to.
func (w *goWriter) pointer(v reflect.Value, depth int) {
	if !w.enter(v) {
		w.WriteString("&…")
		return
	}
	defer w.leave()
	w.WriteByte('&')
	w.value(v.Elem(), depth+1)
}
