// Package newest says which type took the place of another one: a cell that adds a method to a type makes it anew, as types of Go cannot
// grow. Values in interfaces keep the old type, so what asks them for a method or shows them looks here first. Sessions fill it.
package newest

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// A cell that adds a method to a type makes it anew, as Go's types cannot grow. Values in interfaces keep the old
// type; who asks them for a method or compares their type has to look at the newest.
var (
	newer    sync.Map // reflect.Type → the reflect.Type of the same layout that took its place
	anyNewer atomic.Bool
)

// Renew makes known that now took the place of old, and pointers to it that of pointers.
func Renew(old, now reflect.Type) {
	if old == now {
		return
	}
	newer.Delete(now) // a cell that failed gives the place back
	newer.Delete(reflect.PointerTo(now))
	newer.Store(old, now)
	newer.Store(reflect.PointerTo(old), reflect.PointerTo(now))
	anyNewer.Store(true)
}

// Forget lets go of what Renew has noted of an older type.
func Forget(old reflect.Type) {
	newer.Delete(old)
	newer.Delete(reflect.PointerTo(old))
}

// Renewing says whether there are types that were made anew.
func Renewing() bool { return anyNewer.Load() }

// Type returns what took the place of a type, or the type itself.
func Type(t reflect.Type) reflect.Type {
	for {
		now, ok := newer.Load(t)
		if !ok {
			return compositeOfNewest(t)
		}
		t = now.(reflect.Type)
	}
}

// compositeOfNewest makes pointers, slices, arrays, maps and channels of the newest types.
func compositeOfNewest(t reflect.Type) reflect.Type {
	switch t.Kind() {
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

// Value returns a value as one of the newest type.
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
