package rt

import (
	"reflect"

	"github.com/msrepl/msrepl/nn"
)

// Bind tells the cell inside the struct that ptr points to where it lives.
func Bind(ptr any) {
	if c := nn.BindInterpreted(ptr); c != nil && !inside(ptr, c.Outer()) {
		nn.InitInterpreted(ptr) // a copy, which knows the address of the first
	}
}

// inside says whether a pointer points into what another points to, as to an embedded struct.
func inside(ptr, outer any) bool {
	p, o := reflect.ValueOf(ptr), reflect.ValueOf(outer)
	return o.Kind() != reflect.Pointer || p.Pointer() >= o.Pointer() && p.Pointer() < o.Pointer()+max(o.Type().Elem().Size(), 1)
}
