package cellrt

import (
	"reflect"

	"github.com/msrepl/msrepl/nn"
)

// networks replaces networks of types declared by cells by their cells of package nn, which have the text and the
// layout, unless they are pointers.
func networks(v any) any {
	x := reflect.ValueOf(v)
	switch x.Kind() {
	case reflect.Struct:
		if embedsCell(x.Type()) {
			return cellOf(x)
		}
	case reflect.Slice, reflect.Array:
		if !embedsCell(x.Type().Elem()) {
			break
		}
		list := make([]any, x.Len())
		for i := range list {
			list[i] = cellOf(x.Index(i))
		}
		return list
	case reflect.Map:
		if !embedsCell(x.Type().Elem()) {
			break
		}
		m := reflect.MakeMap(reflect.MapOf(x.Type().Key(), reflect.TypeFor[any]()))
		for _, k := range x.MapKeys() {
			m.SetMapIndex(k, reflect.ValueOf(cellOf(x.MapIndex(k))))
		}
		return m.Interface()
	}
	return v
}

// embedsCell reports whether t is a struct that cells declare as a network.
func embedsCell(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == "main" && reflect.PointerTo(t).Implements(reflect.TypeFor[nn.Layer]())
}

// cellOf returns the value that displays a network. A copy contains the same cells, but the first one has the address
// of the original.
func cellOf(x reflect.Value) any {
	p := reflect.New(x.Type())
	p.Elem().Set(x)
	base := p.Interface().(nn.Layer).CellBase()
	if base.Outer() == nil {
		base.Init(p.Interface().(nn.Layer))
	}
	if l, ok := base.Outer().(nn.Layer); ok {
		return l
	}
	return base
}
