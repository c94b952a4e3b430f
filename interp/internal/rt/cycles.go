package rt

import (
	"reflect"
	"sync"
)

// Package fmt prints a map or slice that contains itself until the stack of its goroutine is full, which ends the process.
// What cells print is therefore looked through first, if its type lets it contain itself.

// mostDeep is how deep a value is that is taken to contain itself.
const mostDeep = 2000

// Finite returns a value that prints as v does, and ends where v contains itself.
func Finite(v any) any {
	t := reflect.TypeOf(v)
	if t == nil || !mayLoop(t) || !endless(reflect.ValueOf(v), 0) {
		return v
	}
	return &named{v}
}

// FiniteAll is Finite for a list of values.
func FiniteAll(list []any) []any {
	for i, v := range list {
		switch v.(type) {
		case nil, string, int, float64, bool, error, uint8, rune, []byte, []int, []string:
			continue // most are
		}
		if f := Finite(v); f != nil && reflect.TypeOf(f) != reflect.TypeOf(v) {
			out := append([]any(nil), list...)
			for k := i; k < len(out); k++ {
				out[k] = Finite(out[k])
			}
			return out
		}
	}
	return list
}

// loops holds what mayLoop has found.
var loops sync.Map

// mayLoop says whether fmt, which follows a pointer only at the top, may come back to a value of type t from itself.
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

// reaches says whether a type leads to an interface, or to itself.
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

// endless says whether a value is deeper than any that ends.
func endless(v reflect.Value, depth int) bool {
	if depth > mostDeep {
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		return depth == 0 && !v.IsNil() && endless(v.Elem(), depth+1)
	case reflect.Interface:
		return !v.IsNil() && v.Elem().Kind() != reflect.Pointer && mayLoop(v.Elem().Type()) && endless(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		if !mayLoop(v.Type().Elem()) {
			return false
		}
		for i := range v.Len() {
			if endless(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		if !mayLoop(v.Type().Elem()) && !mayLoop(v.Type().Key()) {
			return false
		}
		for it := v.MapRange(); it.Next(); {
			if endless(it.Value(), depth+1) || endless(it.Key(), depth+1) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if endless(v.Field(i), depth+1) {
				return true
			}
		}
	}
	return false
}

// Finitely wraps the functions of a package that print their last arguments, so that values which contain themselves end.
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
	}
	return reflect.MakeFunc(t, func(in []reflect.Value) []reflect.Value {
		in[len(in)-1] = reflect.ValueOf(FiniteAll(in[len(in)-1].Interface().([]any)))
		return f.CallSlice(in)
	})
}
