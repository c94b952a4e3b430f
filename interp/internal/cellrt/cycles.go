package cellrt

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync"

	"github.com/msrepl/msrepl/internal/session/newest"
)

// Package fmt prints a map or slice that contains itself until the stack of its goroutine is full, which ends the
// process. So values of types that may contain themselves are checked before they are printed.

// maxDepth is the depth from which a value is considered to contain itself.
const maxDepth = 2000

// Finite returns a value that prints as v does, except that it is cut off where v contains itself.
func Finite(v any) any {
	v, _ = cut(v)
	return v
}

// cut is Finite, and reports whether it has changed anything: it also converts values, including those in interfaces
// within v, to the newest type, so that they print with its methods.
func cut(v any) (any, bool) {
	old := reflect.TypeOf(v)
	v = newest.Value(v)
	t := reflect.TypeOf(v)
	if t == nil || !mayLoop(t) {
		return v, t != old
	}
	r := reflect.ValueOf(v)
	if !endless(r, 0) && !(newest.Renewing() && holdsOlder(r, 0)) {
		return v, t != old
	}
	if r.Kind() != reflect.Pointer {
		return finite(r, map[uintptr]bool{}).Interface(), true
	}
	p := reflect.New(t.Elem())
	p.Elem().Set(finite(r.Elem(), map[uintptr]bool{}))
	return p.Convert(t).Interface(), true
}

// FiniteAll is Finite for a list of values.
func FiniteAll(list []any) []any {
	for i, v := range list {
		switch v.(type) {
		case nil, string, int, float64, bool, error, uint8, rune, []byte, []int, []string:
			continue // the usual case
		}
		if f, changed := cut(v); changed {
			list = slices.Clone(list) // it may belong to the program
			list[i] = f
		}
	}
	return list
}

// loops caches the results of mayLoop.
var loops sync.Map

// mayLoop reports whether fmt, which follows a pointer only at the top level, may reach a value of type t from
// itself.
func mayLoop(t reflect.Type) bool {
	if known, ok := loops.Load(t); ok {
		return known.(bool)
	}
	top := t
	if t.Kind() == reflect.Pointer {
		top = t.Elem()
	}
	found := reaches(top, map[reflect.Type]bool{})
	loops.Store(t, found)
	return found
}

// reaches reports whether a type contains an interface, or itself.
func reaches(t reflect.Type, path map[reflect.Type]bool) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
	default:
		return false
	}
	if path[t] {
		return true
	}
	path[t] = true
	defer delete(path, t)
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if reaches(t.Field(i).Type, path) {
				return true
			}
		}
		return false
	}
	return t.Kind() == reflect.Map && reaches(t.Key(), path) || reaches(t.Elem(), path)
}

// endless reports whether a value is deeper than maxDepth.
func endless(v reflect.Value, depth int) bool {
	if depth > maxDepth {
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		return depth == 0 && !v.IsNil() && endless(v.Elem(), depth+1)
	case reflect.Interface:
		return !v.IsNil() && v.Elem().Kind() != reflect.Pointer && mayLoop(v.Elem().Type()) && endless(v.Elem(), depth+1)
	}
	return anyPart(v, depth, endless)
}

// anyPart reports whether f is true for a part of a slice, array, map or struct, one level deeper. Elements of types
// from which nothing is reached are left out.
func anyPart(v reflect.Value, depth int, f func(part reflect.Value, depth int) bool) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		if !mayLoop(v.Type().Elem()) {
			return false
		}
		for i := range v.Len() {
			if f(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		if !mayLoop(v.Type().Elem()) && !mayLoop(v.Type().Key()) {
			return false
		}
		for it := v.MapRange(); it.Next(); {
			if f(it.Value(), depth+1) || f(it.Key(), depth+1) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f(v.Field(i), depth+1) {
				return true
			}
		}
	}
	return false
}

// holdsOlder reports whether fmt, within a finite value, reaches a value in an interface whose type has been made
// again. For a type with its own text fmt prints that, and it calls no methods of unexported fields.
func holdsOlder(v reflect.Value, depth int) bool {
	t := v.Type()
	if !mayLoop(t) || !v.CanInterface() || v.Kind() != reflect.Interface && speaks(t) {
		return false
	}
	switch v.Kind() {
	case reflect.Pointer:
		return depth == 0 && !v.IsNil() && holdsOlder(v.Elem(), depth+1)
	case reflect.Interface:
		return !v.IsNil() && (newest.Type(v.Elem().Type()) != v.Elem().Type() || holdsOlder(v.Elem(), depth+1))
	}
	return anyPart(v, depth, holdsOlder)
}

// speaks reports whether a type has its own text.
func speaks(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[fmt.Formatter]()) || t.Implements(reflect.TypeFor[error]()) ||
		t.Implements(reflect.TypeFor[fmt.Stringer]())
}

// Finitely wraps a function that prints its last arguments, so that values which contain themselves are cut off.
func Finitely(f reflect.Value) reflect.Value {
	t := f.Type()
	if t.Kind() != reflect.Func || !t.IsVariadic() || t.In(t.NumIn()-1) != reflect.TypeFor[[]any]() {
		return f
	}
	switch g := f.Interface().(type) {
	case func(...any) (int, error):
		return reflect.ValueOf(func(a ...any) (int, error) { return g(FiniteAll(a)...) })
	case func(string, ...any) (int, error):
		return reflect.ValueOf(func(s string, a ...any) (int, error) { return g(s, FiniteAll(a)...) })
	case func(...any) string:
		return reflect.ValueOf(func(a ...any) string { return g(FiniteAll(a)...) })
	case func(string, ...any) string:
		return reflect.ValueOf(func(s string, a ...any) string { return g(s, FiniteAll(a)...) })
	case func(string, ...any) error:
		return reflect.ValueOf(func(s string, a ...any) error { return g(s, FiniteAll(a)...) })
	case func(string, ...any):
		return reflect.ValueOf(func(s string, a ...any) { g(s, FiniteAll(a)...) })
	case func(...any):
		return reflect.ValueOf(func(a ...any) { g(FiniteAll(a)...) })
	case func(io.Writer, ...any) (int, error):
		return reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return g(w, FiniteAll(a)...) })
	case func(io.Writer, string, ...any) (int, error):
		return reflect.ValueOf(func(w io.Writer, s string, a ...any) (int, error) { return g(w, s, FiniteAll(a)...) })
	case func([]byte, ...any) []byte:
		return reflect.ValueOf(func(b []byte, a ...any) []byte { return g(b, FiniteAll(a)...) })
	case func([]byte, string, ...any) []byte:
		return reflect.ValueOf(func(b []byte, s string, a ...any) []byte { return g(b, s, FiniteAll(a)...) })
	}
	return reflect.MakeFunc(t, func(in []reflect.Value) []reflect.Value {
		in[len(in)-1] = reflect.ValueOf(FiniteAll(in[len(in)-1].Interface().([]any)))
		return f.CallSlice(in)
	})
}

// again replaces a map or slice inside itself.
type again struct{ of reflect.Type }

// Format implements fmt.Formatter.
func (a again) Format(f fmt.State, verb rune) {
	text := "[...]"
	switch {
	case verb == 'v' && f.Flag('#'):
		text = a.of.String() + "{...}"
	case a.of.Kind() == reflect.Map:
		text = "map[...]"
	}
	_, _ = io.WriteString(f, text)
}

// finite returns a copy of a value that is cut off where it contains a map or slice on the path to it: replaced by a
// text in an interface, and otherwise by zero. Pointers are kept, as fmt does not follow them.
func finite(v reflect.Value, path map[uintptr]bool) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		e := reflect.ValueOf(newest.Value(v.Elem().Interface()))
		if k := e.Kind(); (k == reflect.Map || k == reflect.Slice) && path[e.Pointer()] {
			e = reflect.ValueOf(again{e.Type()})
		} else if k != reflect.Pointer && mayLoop(e.Type()) {
			e = finite(e, path)
		}
		if !e.Type().AssignableTo(v.Type()) {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(e)
		return out
	case reflect.Map, reflect.Slice:
		if v.IsNil() || path[v.Pointer()] {
			return reflect.Zero(v.Type())
		}
		path[v.Pointer()] = true
		defer delete(path, v.Pointer())
	}
	return finiteParts(v, path)
}

func finiteParts(v reflect.Value, path map[uintptr]bool) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Map:
		out.Set(reflect.MakeMap(v.Type()))
		for it := v.MapRange(); it.Next(); {
			out.SetMapIndex(finite(it.Key(), path), finite(it.Value(), path))
		}
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(finite(v.Index(i), path))
		}
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(finite(v.Index(i), path))
		}
	case reflect.Struct:
		from := reflect.New(v.Type()).Elem()
		from.Set(v)
		for i := range v.NumField() {
			exposed(out.Field(i)).Set(finite(exposed(from.Field(i)), path))
		}
	default:
		out.Set(v)
	}
	return out
}

// exposed returns a field, possibly unexported, as a value that can be read and set.
func exposed(f reflect.Value) reflect.Value {
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}
