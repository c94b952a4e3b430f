// Package newest maps types to their replacements: a cell that adds a method to a type replaces the type, as types of
// Go cannot change. Values in interfaces keep the old type, so code that looks up their methods or prints them looks
// here first. Sessions register replacements.
package newest

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// A cell that adds a method to a type replaces the type, as Go's types cannot change. Values in interfaces keep the
// old type; code that looks up their methods or compares their type must use the newest.
var (
	newer    sync.Map // reflect.Type → reflect.Type of the same layout that replaced it
	anyNewer atomic.Bool
)

// Renew records that now replaces old, and pointers to now replace pointers to old.
func Renew(old, now reflect.Type) {
	if old == now {
		return
	}
	newer.Delete(now) // a failed cell restores the older type
	newer.Delete(reflect.PointerTo(now))
	newer.Store(old, now)
	newer.Store(reflect.PointerTo(old), reflect.PointerTo(now))
	anyNewer.Store(true)
}

// Forget drops what Renew has recorded for an older type.
func Forget(old reflect.Type) {
	newer.Delete(old)
	newer.Delete(reflect.PointerTo(old))
}

// Renewing reports whether any type has been replaced.
func Renewing() bool { return anyNewer.Load() }

// Type returns the replacement of a type, or the type itself.
func Type(t reflect.Type) reflect.Type {
	for {
		now, ok := newer.Load(t)
		if !ok {
			return compositeOfNewest(t)
		}
		t = now.(reflect.Type)
	}
}

// compositeOfNewest replaces the parts of an unnamed pointer, slice, array, map, channel, function or struct type by
// their newest types.
func compositeOfNewest(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Func:
		return funcOfNewest(t)
	case reflect.Struct:
		return structOfNewest(t)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map, reflect.Chan:
	default:
		return t
	}
	elem := t.Elem()
	if t.Name() != "" {
		return t
	}
	now := Type(elem)
	if t.Kind() == reflect.Map {
		if key := Type(t.Key()); now != elem || key != t.Key() {
			return reflect.MapOf(key, now)
		}
		return t
	}
	if now == elem {
		return t
	}
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(now)
	case reflect.Slice:
		return reflect.SliceOf(now)
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), now)
	}
	return reflect.ChanOf(t.ChanDir(), now)
}

func funcOfNewest(t reflect.Type) reflect.Type {
	if t.Name() != "" {
		return t
	}
	changed := false
	list := func(n int, at func(int) reflect.Type) []reflect.Type {
		all := make([]reflect.Type, n)
		for i := range all {
			all[i] = Type(at(i))
			changed = changed || all[i] != at(i)
		}
		return all
	}
	in, out := list(t.NumIn(), t.In), list(t.NumOut(), t.Out)
	if !changed {
		return t
	}
	return reflect.FuncOf(in, out, t.IsVariadic())
}

// structOfNewest does not change structs with embedded fields: package reflect cannot create them.
func structOfNewest(t reflect.Type) reflect.Type {
	if t.Name() != "" {
		return t
	}
	changed := false
	fields := make([]reflect.StructField, t.NumField())
	for i := range fields {
		f := t.Field(i)
		if f.Anonymous {
			return t
		}
		now := Type(f.Type)
		changed = changed || now != f.Type
		f.Type = now
		fields[i] = f
	}
	if !changed {
		return t
	}
	return reflect.StructOf(fields)
}

// Value converts a value to its newest type.
func Value(x any) any {
	if !anyNewer.Load() || x == nil {
		return x
	}
	t := reflect.TypeOf(x)
	now := Type(t)
	if now == t {
		return x
	}
	p := reflect.New(t)
	p.Elem().Set(reflect.ValueOf(x))
	return reflect.NewAt(now, p.UnsafePointer()).Elem().Interface()
}
