package realtype

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
)

var home = Package{"main", "main"}

// named makes a complete type with methods in package main.
func named(t testing.TB, name string, underlying reflect.Type, methods ...Method) reflect.Type {
	t.Helper()
	return namedIn(t, home, name, underlying, methods...)
}

func namedIn(t testing.TB, pkg Package, name string, underlying reflect.Type, methods ...Method) reflect.Type {
	t.Helper()
	n := 0
	for _, m := range methods {
		if !m.Pointer {
			n++
		}
	}
	typ := begin(t, pkg, name, topLayout(underlying), n, len(methods))
	must(t, Complete(typ, underlying))
	must(t, SetMethods(typ, methods))
	return typ
}

func begin(t testing.TB, pkg Package, name string, layout reflect.Type, n, ptr int) reflect.Type {
	t.Helper()
	typ, err := New(pkg, name, layout, n, ptr)
	must(t, err)
	return typ
}

// topLayout is the layout of a type that is complete.
func topLayout(u reflect.Type) reflect.Type {
	if u.Kind() == reflect.Struct || u.Kind() == reflect.Array {
		return Layout(u)
	}
	return u
}

// namedStruct makes a complete struct with methods.
func namedStruct(t testing.TB, name string, fields []reflect.StructField, methods ...Method) reflect.Type {
	t.Helper()
	typ := begin(t, home, name, StructLayout(fields), len(methods), len(methods))
	must(t, CompleteStruct(typ, fields))
	must(t, SetMethods(typ, methods))
	return typ
}

func must(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, ErrMethods) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func is(t testing.TB, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s: got %q, want %q", what, g, w)
	}
}

// meth is a method of package main; fn is a nil function of its type.
func meth(name string, ptr bool, fn any, f Func) Method {
	return Method{Name: name, PkgPath: "main", Pointer: ptr, Type: reflect.TypeOf(fn), Body: Body{Func: f}}
}

// vals are values as results.
func vals(x ...any) []reflect.Value {
	l := make([]reflect.Value, len(x))
	for i := range x {
		l[i] = reflect.ValueOf(x[i])
	}
	return l
}

var nilError = reflect.Zero(reflect.TypeFor[error]())

// fld is a field of a type, or of the type of a value; a lower-case name is private to package main.
func fld(name string, x any, tag ...string) reflect.StructField {
	typ, ok := x.(reflect.Type)
	if !ok {
		typ = reflect.TypeOf(x)
	}
	f := reflect.StructField{Name: name, Type: typ}
	if c := name[0]; c >= 'a' && c <= 'z' || c == '_' {
		f.PkgPath = "main"
	}
	if len(tag) > 0 {
		f.Tag = reflect.StructTag(tag[0])
	}
	return f
}

// emb is an embedded field.
func emb(name string, t reflect.Type) reflect.StructField {
	f := fld(name, t)
	f.Anonymous = true
	return f
}

func fields(fs ...reflect.StructField) []reflect.StructField { return fs }

func ty[T any]() reflect.Type { return reflect.TypeFor[T]() }

// stringer is a method String that returns the kind of its receiver.
var stringer = meth("String", false, (func() string)(nil), func(a []reflect.Value) []reflect.Value {
	return vals("S<" + a[0].Kind().String() + ">")
})

// boxed is a value of a type in an interface.
func boxed(t reflect.Type, set func(v reflect.Value)) any {
	v := reflect.New(t).Elem()
	if set != nil {
		set(v)
	}
	return v.Interface()
}

// promoted are methods that a field gives to its struct.
func promoted(t testing.TB, owner reflect.Type, path []int, ptr bool, from reflect.Type, names ...string) (l []Method) {
	for _, n := range names {
		m, ok := from.MethodByName(n)
		if !ok {
			t.Fatalf("%v has no method %s", from, n)
		}
		typ := m.Type
		if from.Kind() != reflect.Interface {
			var in, out []reflect.Type
			for i := 1; i < typ.NumIn(); i++ {
				in = append(in, typ.In(i))
			}
			for i := range typ.NumOut() {
				out = append(out, typ.Out(i))
			}
			typ = reflect.FuncOf(in, out, typ.IsVariadic())
		}
		x, err := Promote(owner, path, Method{Name: n, PkgPath: "main", Pointer: ptr, Type: typ})
		must(t, err)
		l = append(l, x)
	}
	return l
}

// st is a struct type without a name.
func st(t testing.TB, fs ...reflect.StructField) reflect.Type {
	t.Helper()
	typ, err := Struct(fs, 0, 0)
	must(t, err)
	return typ
}

func complete(t testing.TB, typ, underlying reflect.Type) {
	t.Helper()
	must(t, Complete(typ, underlying))
}

func setMethods(t testing.TB, typ reflect.Type, methods ...Method) {
	t.Helper()
	must(t, SetMethods(typ, methods))
}

func setInterface(t testing.TB, typ reflect.Type, methods ...reflect.Method) {
	t.Helper()
	must(t, CompleteInterface(typ, methods))
}
