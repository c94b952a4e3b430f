package bridge

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Typed is a value in a box that knows its type.
type Typed interface {
	Boxed
	SessionType() *Type
}

// Value is a value with what the session knows of its type; for most types that is nothing.
type Value struct {
	reflect.Value
	Of *Type
}

// ValueOf returns a value out of its boxes.
func ValueOf(x any) Value { return Value{Value: reflect.ValueOf(x)}.Open() }

// Open returns what interfaces and boxes around a value hold. It is not valid when that is nil.
func (v Value) Open() Value {
	for v.IsValid() {
		if v.Kind() == reflect.Interface {
			v = Value{Value: v.Elem()}
			continue
		}
		if !v.CanInterface() {
			return v
		}
		x := v.Interface()
		inner, boxed := Step(x)
		if !boxed {
			return v
		}
		v = Value{Value: reflect.ValueOf(inner)}
		if t, ok := x.(Typed); ok {
			v.Of = t.SessionType()
		}
	}
	return v
}

// under returns what is known of the parts of v.
func (v Value) under() *Type {
	t := v.Of
	if t == nil {
		return &Type{}
	}
	if t.Under != nil {
		return t.Under
	}
	return t
}

// At is Index: the i-th element of a slice or an array.
func (v Value) At(i int) Value { return Value{v.Value.Index(i), v.under().Elem} }

// Deref is Elem: what a pointer points to.
func (v Value) Deref() Value { return Value{v.Value.Elem(), v.under().Elem} }

// Keys returns the keys of a map.
func (v Value) Keys() (keys []Value) {
	for _, k := range v.MapKeys() {
		keys = append(keys, v.KeyAt(k))
	}
	return keys
}

// KeyAt returns one of the keys of a map with what is known of it.
func (v Value) KeyAt(k reflect.Value) Value { return Value{k, v.under().Key} }

// Lookup returns what a map holds at a key.
func (v Value) Lookup(key Value) Value { return Value{v.MapIndex(key.Value), v.under().Elem} }

// Part returns the i-th field of a struct and its name. Also private fields can be read.
func (v Value) Part(i int) (name string, field Value) {
	t := v.Type()
	name, field = FieldName(t, i), Value{v.Field(i), v.under().part(i)}
	if c := classOf(t); c != nil && i < len(c.Types) && len(c.Fields) == t.NumField() {
		field.Of = c.Types[i]
	}
	if f := field.Value; !f.CanInterface() {
		if !f.CanAddr() {
			copied := reflect.New(t).Elem()
			copied.Set(v.Value)
			f = copied.Field(i)
		}
		field.Value = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
	}
	return name, field
}

// TypeText spells the type of v with the names that cells give.
func (v Value) TypeText() string { return v.Of.Text(v.Type()) }

// Class returns what is known of v as a struct of a type that a cell declares, or a pointer to one; else nil.
func (v Value) Class() *Class {
	t := v.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return classOf(t)
}

// SessionMethod returns a method that a cell has declared for the type of v, without its receiver.
func (v Value) SessionMethod(name string) (m reflect.Value, recv reflect.Value, ok bool) {
	if t := v.Of; t != nil {
		if m, ok = t.Methods[name]; ok {
			return m, v.Value, true
		}
		if v.Kind() == reflect.Pointer && t.Elem != nil && t.Name == "" {
			if m, ok = t.Elem.PtrMethods[name]; ok {
				return m, v.Value, true
			}
			if m, ok = t.Elem.Methods[name]; ok && !v.IsNil() {
				return m, v.Elem(), true
			}
		}
	}
	c := v.Class()
	if c == nil {
		return m, recv, false
	}
	if m, ok = c.Methods[name]; !ok {
		return m, recv, false
	}
	if v.Kind() == reflect.Pointer {
		return m, v.Value, !v.IsNil() || !slices.Contains(c.OfValues, name)
	}
	if !slices.Contains(c.OfValues, name) {
		return m, recv, false
	}
	recv = reflect.New(v.Type())
	recv.Elem().Set(v.Value)
	return m, recv, true
}

// OwnText is what the Error or String method of v says, if a cell has declared one for its type.
func (v Value) OwnText() (string, bool) {
	for _, name := range []string{"Error", "String"} {
		m, recv, ok := v.SessionMethod(name)
		if ok && m.Type().NumIn() == 1 && m.Type().NumOut() == 1 && m.Type().Out(0).Kind() == reflect.String {
			return m.Call([]reflect.Value{recv})[0].String(), true
		}
	}
	if base := v.Base(); base != nil {
		return base.String(), true
	}
	return "", false
}

// Base returns the *nn.Cell inside what v points to, nil when v is no such pointer.
func (v Value) Base() fmt.Stringer {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil
	}
	if c := v.Class(); c != nil && c.Base != nil {
		return c.Base(v.Interface())
	}
	return nil
}
