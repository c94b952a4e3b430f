package realtype

import (
	"fmt"
	"reflect"
	"testing"
)

// TestEmpty: methods whose bodies have been taken panic, for values and pointers, by interfaces and by reflection.
func TestEmpty(t *testing.T) {
	text := reflect.TypeFor[func() string]()
	body := Body{Func: func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf("yes")} }}
	typ, err := New(Package{Path: "empty", Name: "main"}, "T", reflect.TypeFor[int](), 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := Complete(typ, reflect.TypeFor[int]()); err != nil {
		t.Fatal(err)
	}
	if err := SetMethods(typ, []Method{{Name: "String", Type: text, Body: body}, {Name: "GoString", Pointer: true, Type: text, Body: body}}); err != nil {
		t.Fatal(err)
	}
	p := reflect.New(typ)
	calls := map[string]func() string{
		"value":      func() string { return p.Elem().Interface().(fmt.Stringer).String() },
		"pointer":    func() string { return p.Interface().(fmt.Stringer).String() },
		"of pointer": func() string { return p.Interface().(fmt.GoStringer).GoString() },
		"reflection": func() string { return p.Elem().Method(0).Call(nil)[0].String() },
		"held":       p.Interface().(fmt.Stringer).String,
	}
	for name, call := range calls {
		if got := call(); got != "yes" {
			t.Errorf("%s: %q before", name, got)
		}
	}
	Empty(typ, "over")
	for name, call := range calls {
		func() {
			defer func() {
				if got := recover(); got != "over" {
					t.Errorf("%s panics with %v", name, got)
				}
			}()
			t.Errorf("%s returns %q", name, call())
		}()
	}
}
