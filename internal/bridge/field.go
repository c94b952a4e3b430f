package bridge

import (
	"reflect"
	"sync"
)

// private maps the names of private fields as reflection has them, "Xrate", to those that cells gave them, "rate".
var private sync.Map

// Private makes known that structs without a name of a session have a field of that name. To reflection it begins
// with an X, as all fields of the interpreter's structs are public.
func Private(name string) { private.Store("X"+name, name) }

// Public makes known that a field which reflection knows by that name has no other.
func Public(name string) { private.Delete(name) }

// FieldName returns the name of a field as the user wrote it.
func FieldName(t reflect.Type, i int) string {
	if c := classOf(t); c != nil && len(c.Fields) == t.NumField() {
		return c.Fields[i]
	}
	name := t.Field(i).Name
	if own, ok := private.Load(name); ok && t.Name() == "" {
		return own.(string)
	}
	return name
}
