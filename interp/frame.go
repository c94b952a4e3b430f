package interp

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"
)

// growFrame makes room for the variables that a compiled unit declares. The interpreter would move all variables of the session to a
// new place for each unit that declares one: after 10,000 cells that is a quarter of a megabyte for each. Here the place
// doubles. Should another version of the interpreter not have these fields, it does as it always did.
func growFrame(i *yaegi.Interpreter) {
	v := reflect.ValueOf(i).Elem()
	frame, universe := v.FieldByName("frame"), v.FieldByName("universe")
	if !isStruct(frame) || !isStruct(universe) {
		return
	}
	lock, okLock := field[sync.RWMutex](frame.Elem(), "mutex")
	data, okData := field[[]reflect.Value](frame.Elem(), "data")
	types, okTypes := field[[]reflect.Type](universe.Elem(), "types")
	if !okLock || !okData || !okTypes {
		return
	}
	lock.Lock()
	defer lock.Unlock()
	more := len(*types) - len(*data)
	if more <= 0 {
		return
	}
	grown := *data
	if cap(grown)-len(grown) < more {
		grown = slices.Grow(grown, max(more, len(grown)))
	}
	for _, t := range (*types)[len(grown):] {
		grown = append(grown, reflect.New(t).Elem())
	}
	*data = grown
}

// isStruct says whether v points to a struct.
func isStruct(v reflect.Value) bool {
	return v.IsValid() && v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct
}

// field returns the address of a field that reflection alone may not set, if it is there and of the given type.
func field[T any](v reflect.Value, name string) (*T, bool) {
	f := v.FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return nil, false
	}
	return (*T)(unsafe.Pointer(f.UnsafeAddr())), true
}
