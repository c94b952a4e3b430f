package rt

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/nn"
)

// Bind tells the cell inside the struct that ptr points to where it lives.
func Bind(ptr any) {
	ptr = bridge.Unwrap(ptr)
	if c := nn.BindInterpreted(ptr); c != nil && !inside(ptr, bridge.Unwrap(c.Outer())) {
		nn.InitInterpreted(ptr) // a copy, which knows the address of the first
	}
}

// inside says whether a pointer points into what another points to, as to an embedded struct.
func inside(ptr, outer any) bool {
	p, o := reflect.ValueOf(ptr), reflect.ValueOf(outer)
	return o.Kind() != reflect.Pointer || p.Pointer() >= o.Pointer() && p.Pointer() < o.Pointer()+max(o.Type().Elem().Size(), 1)
}

// Outer returns the value of a session's type behind the base of a cell, or v itself.
func Outer(v any) any {
	v = bare(v)
	if c, ok := v.(*nn.Cell); ok && c != nil {
		if outer := c.Outer(); outer != nil {
			return bridge.Unwrap(outer)
		}
	}
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Struct && t.NumField() == 0 {
		return empty{}
	}
	return v
}

// Based is Outer for interfaces that the base of a cell has the methods of: there, the base stands for the cell.
func Based(v any) any {
	v = bare(v)
	if c, ok := v.(*nn.Cell); ok {
		return c
	}
	if c, ok := bridge.ValueOf(v).Base().(*nn.Cell); ok {
		return c
	}
	return Outer(v)
}

// BaseOf is what an interface of compiled code holds for a cell of the session: nil keeps its type.
func BaseOf(cell any) *nn.Cell {
	c, _ := Based(cell).(*nn.Cell)
	return c
}

// empty stands for a struct without fields: the interpreter's assertions look at the first one. What asserts to such a struct does
// not ask Outer.
type empty struct{ _ int }

// Register makes the names and methods of a type that the session declares known to compiled code.
// Field types are in the interpreter's spelling, those of embedded fields after a blank. The methods are functions that take the receiver, a pointer, first; those of
// values are listed.
func (r *Runtime) Register(ptr any, name string, fields, fieldTypes []string, methods map[string]any, ofValues []string) {
	class := &bridge.Class{Name: name, Fields: fields, Methods: values(methods), OfValues: ofValues}
	for i, spelling := range fieldTypes {
		plain, embedded := strings.CutPrefix(spelling, " ")
		class.Types = append(class.Types, typeOf(plain))
		if embedded {
			class.Embedded = append(class.Embedded, i)
		}
	}
	t := reflect.TypeOf(bridge.Unwrap(ptr))
	bridge.Register(t, class) // its base may be in an embedded struct
	if nn.BindInterpreted(reflect.New(t.Elem()).Interface()) != nil {
		of := *class
		of.Base = func(ptr any) fmt.Stringer { return nn.BindInterpreted(ptr) }
		class = &of
		bridge.Register(t, class)
	}
	r.keep(t, func() { bridge.Forget(t, class) })
}
