package bridge

import (
	"reflect"
	"testing"

	"github.com/traefik/yaegi/interp"
)

// wrapper looks like the structs that yaegi generates for compiled interfaces.
type wrapper struct {
	IValue  any
	WString func() string
}

func TestUnwrap(t *testing.T) {
	n := 3
	for _, c := range []struct {
		name     string
		in, want any
	}{
		{"nil", nil, nil},
		{"plain", 7, 7},
		{"pointer", &n, &n},
		{"struct", struct{ A int }{1}, struct{ A int }{1}},
		{"wrapper", wrapper{IValue: "x"}, "x"},
		{"wrapper in wrapper", wrapper{IValue: wrapper{IValue: 2.5}}, 2.5},
	} {
		if got := Unwrap(c.in); got != c.want {
			t.Errorf("%s: Unwrap(%v) = %v, want %v", c.name, c.in, got, c.want)
		}
	}
}

// Values read back out of an interpreted []any are boxed by yaegi when their type has methods.
func TestUnwrapInterpreted(t *testing.T) {
	i := interp.New(interp.Options{})
	if _, err := i.Eval(`
type P struct{ X int }
func (p *P) Twice() int { return 2 * p.X }
var box = []any{&P{X: 21}}
func first() any { return box[0] }`); err != nil {
		t.Fatal(err)
	}
	f, err := i.Eval("first")
	if err != nil {
		t.Fatal(err)
	}
	got := Unwrap(f.Call(nil)[0].Interface())
	v := reflect.ValueOf(got)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct || v.Elem().Field(0).Int() != 21 {
		t.Errorf("Unwrap of an interpreted *P = %T, want a pointer to struct{X: 21}", got)
	}
}

func TestMethod(t *testing.T) {
	type raw struct{ X int }
	typ := reflect.TypeFor[*raw]()
	Register(typ, &Class{Name: "P", Methods: map[string]reflect.Value{
		"Twice": reflect.ValueOf(func(p *raw) int { return 2 * p.X }),
	}})
	x := &raw{X: 4}
	m, ok := Method(x, "Twice")
	if !ok || m.Call([]reflect.Value{reflect.ValueOf(x)})[0].Int() != 8 {
		t.Error("Method does not find the registered Twice")
	}
	for _, miss := range []any{nil, 3, &struct{}{}} {
		if _, ok := Method(miss, "Twice"); ok {
			t.Errorf("Method(%v) finds a method", miss)
		}
	}
	if _, ok := Method(x, "Thrice"); ok {
		t.Error("Method finds a method that is not registered")
	}
}
