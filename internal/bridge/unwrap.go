package bridge

import (
	"reflect"
	"unsafe"
)

// yaegiPath is the package whose private box carries interpreted values.
const yaegiPath = "github.com/traefik/yaegi/interp"

// Unwrap returns the value inside the boxes that the interpreter puts around values: its private
// valueInterface{node, value} around what is read back out of an interpreted container, and the
// generated wrapper struct {IValue any; …} around what is passed as a compiled interface. Any other
// value is returned as it is.
func Unwrap(x any) any {
	for {
		inner, boxed := Step(x)
		if !boxed {
			return x
		}
		x = inner
	}
}

// Boxed is a value in a box of the session's own.
type Boxed interface{ Unboxed() any }

// Step takes one box off a value, if it is in one.
func Step(x any) (inner any, boxed bool) {
	if b, ok := x.(Boxed); ok {
		return b.Unboxed(), true
	}
	t := reflect.TypeOf(x)
	if t == nil || t.Kind() != reflect.Struct || t.NumField() == 0 {
		return x, false
	}
	switch {
	case t.Name() == "valueInterface" && t.PkgPath() == yaegiPath:
		return boxedValue(x, t), true
	case t.Field(0).Name == "IValue" && t.Field(0).Type.Kind() == reflect.Interface:
		return reflect.ValueOf(x).Field(0).Interface(), true
	}
	return x, false
}

// IsBox says whether t is the interpreter's private box.
func IsBox(t reflect.Type) bool { return t.Name() == "valueInterface" && t.PkgPath() == yaegiPath }

// Kept returns x without the boxes that have forgotten its type: the interpreter puts them around what a compiled
// function returns where a call of it has returned a value in a box before.
func Kept(x any) any {
	for {
		t := reflect.TypeOf(x)
		if t == nil || !IsBox(t) || !reflect.ValueOf(x).Field(0).IsNil() {
			return x
		}
		x = boxedValue(x, t)
	}
}

// TypeText returns the interpreter's name of the type of a value in the interpreter's private box, "" for
// other values.
func TypeText(x any) string {
	t := reflect.TypeOf(x)
	if t == nil || t.Name() != "valueInterface" || t.PkgPath() != yaegiPath {
		return ""
	}
	node := reflect.ValueOf(x).Field(0)
	if node.Kind() != reflect.Pointer || node.IsNil() {
		return ""
	}
	typ := node.Elem().FieldByName("typ")
	if !typ.IsValid() || typ.IsNil() {
		return ""
	}
	return typ.Elem().FieldByName("str").String()
}

// boxedValue reads the field of type reflect.Value of a valueInterface. The field is private, so it
// is read through its address in a copy.
func boxedValue(x any, t reflect.Type) any {
	for i := range t.NumField() {
		if t.Field(i).Type != reflect.TypeFor[reflect.Value]() {
			continue
		}
		box := reflect.New(t)
		box.Elem().Set(reflect.ValueOf(x))
		v := *(*reflect.Value)(unsafe.Pointer(box.Elem().Field(i).UnsafeAddr()))
		if !v.IsValid() {
			return nil
		}
		return v.Interface()
	}
	return nil
}

// Method returns the func that class registered for the method name of x, and whether there is one.
// The func takes the receiver, x itself, first.
func Method(x any, name string) (reflect.Value, bool) {
	t := reflect.TypeOf(x)
	if t == nil {
		return reflect.Value{}, false
	}
	c := ClassOf(t)
	if c == nil {
		return reflect.Value{}, false
	}
	m, ok := c.Methods[name]
	return m, ok
}
