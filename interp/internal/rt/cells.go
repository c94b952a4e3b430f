package rt

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/nn"
)

// Bind tells the cell inside the struct that ptr points to where it lives.
func Bind(ptr any) { nn.BindInterpreted(bridge.Unwrap(ptr)) }

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

// empty stands for a struct without fields: the interpreter's assertions look at the first one. What asserts to such a struct does
// not ask Outer.
type empty struct{ _ int }

// Register makes the names and methods of a type that the session declares known to compiled code.
// The methods are functions that take the receiver, a pointer, first; those of values are listed.
func Register(ptr any, name string, fields []string, methods map[string]any, ofValues []string) {
	class := &bridge.Class{Name: name, Fields: fields, Methods: map[string]reflect.Value{}, OfValues: ofValues}
	for n, m := range methods {
		class.Methods[n] = reflect.ValueOf(m)
	}
	bridge.Register(reflect.TypeOf(bridge.Unwrap(ptr)), class)
}
