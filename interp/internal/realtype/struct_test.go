package realtype

import (
	"bytes"
	"fmt"
	"go/ast"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

func TestSameLayout(t *testing.T) {
	type (
		a struct {
			X int
			P *a
		}
		b struct {
			Y int
			Q *b
		}
		c struct {
			X int
			P *float64
		}
		i1 interface{ M() int }
		i2 interface{ M() int }
		i3 interface{ M() string }
	)
	for _, x := range []struct {
		a, b reflect.Type
		same bool
	}{
		{ty[a](), ty[b](), true},
		{ty[a](), ty[c](), false},
		{ty[int](), ty[uint](), false},
		{ty[map[string]a](), ty[map[string]b](), true},
		{ty[map[string]a](), ty[map[string]c](), false},
		{ty[[]int](), ty[[]string](), false},
		{ty[i1](), ty[i2](), true},
		{ty[i1](), ty[i3](), false},
		{ty[any](), ty[i1](), false},
		{ty[func(a)](), ty[func(b)](), true},
		{ty[func(a)](), ty[func(c)](), false},
		{ty[func(...int)](), ty[func([]int)](), false},
		{ty[[2]a](), ty[[3]a](), false},
		{ty[chan a](), ty[chan b](), true},
		{ty[struct{ A, B int32 }](), ty[struct{ A int64 }](), false},
	} {
		if err := SameLayout(x.a, x.b); (err == nil) != x.same {
			t.Errorf("%v as %v: %v", x.a, x.b, err)
		}
	}
}

func TestStructIsTheCompiledOne(t *testing.T) {
	type compiled = struct {
		sync.Mutex
		_ int
		N int `k:"v"`
	}
	use := fmt.Sprint(reflect.TypeFor[*compiled]())
	typ, err := Struct(fields(emb("Mutex", ty[sync.Mutex]()), reflect.StructField{Name: "_", PkgPath: ty[thing]().PkgPath(), Type: ty[int]()}, fld("N", 0, `k:"v"`)), 0, 2)
	must(t, err)
	if typ != ty[compiled]() {
		t.Errorf("%v is another type than %s", typ, use)
	}
	other, err := Struct(fields(emb("Mutex", ty[sync.Mutex]()), fld("N", 0, `k:"w"`)), 0, 2)
	must(t, err)
	must(t, SetMethods(other, promoted(t, other, []int{0}, true, ty[*sync.Mutex](), "Lock", "Unlock")))
	_, ok := reflect.New(other).Interface().(sync.Locker)
	is(t, "a struct without a name", fmt.Sprint(other, ok, other.Name() == ""), `struct { sync.Mutex; N int "k:\"w\"" } true true`)
}

func TestInterface(t *testing.T) {
	ms := []reflect.Method{{Name: "String", Type: ty[func() string]()}, {Name: "inner", PkgPath: "session/main", Type: ty[func(int) error]()}}
	a, err := Interface(ms)
	must(t, err)
	b, err := Interface([]reflect.Method{ms[1], ms[0]})
	must(t, err)
	is(t, "one type", fmt.Sprint(a == b, a), "true interface { String() string; main.inner(int) error }")
	typ := namedIn(t, Package{"session/main", "main"}, "T", ty[int](), stringer,
		Method{Name: "inner", PkgPath: "session/main", Type: ty[func(int) error](), Body: Body{Func: func([]reflect.Value) []reflect.Value { return []reflect.Value{nilError} }}})
	is(t, "implements", fmt.Sprint(typ.Implements(a), a.Implements(ty[fmt.Stringer]()), ty[time.Time]().Implements(a), typ, " ", typ.PkgPath()), "true true false main.T session/main")
	if _, err := Interface([]reflect.Method{ms[0], ms[0]}); err == nil {
		t.Error("a method may be there twice")
	}
	if _, err := Interface([]reflect.Method{{Name: "inner", Type: ty[func()]()}}); err == nil {
		t.Error("a private method needs no package")
	}
}

// TestPromotePrivate promotes private methods of compiled types, which reflection does not call.
func TestPromotePrivate(t *testing.T) {
	const here = "github.com/msrepl/msrepl/interp/internal/realtype"
	for _, f := range []reflect.StructField{emb("aMethods", ty[aMethods]()), emb("anInt", ty[anInt]()), emb("anInt", ty[*anInt]())} {
		typ := begin(t, home, "N", StructLayout(fields(f)), 2, 2)
		must(t, CompleteStruct(typ, fields(f)))
		private, err := Promote(typ, []int{0}, Method{Name: "b", PkgPath: here, Type: ty[func()]()})
		must(t, err)
		must(t, SetMethods(typ, append(promoted(t, typ, []int{0}, false, f.Type, "A"), private)))
		v := reflect.New(typ).Elem()
		field := reflect.NewAt(f.Type, v.Field(0).Addr().UnsafePointer()).Elem()
		if f.Type == ty[aMethods]() {
			field.Set(reflect.ValueOf(anInt(3)))
		} else if f.Type == ty[*anInt]() {
			field.Set(reflect.ValueOf(new(anInt)))
		}
		x, ok := v.Interface().(aMethods)
		is(t, "implements", ok, true)
		x.b()
		x.A(1)
	}
}

// TestPromoteAbsent calls a method that the linker has dropped, as nothing calls it.
func TestPromoteAbsent(t *testing.T) {
	f := emb("Expr", ty[ast.Expr]())
	typ := begin(t, home, "N", StructLayout(fields(f)), 3, 3)
	must(t, CompleteStruct(typ, fields(f)))
	private, err := Promote(typ, []int{0}, Method{Name: "exprNode", PkgPath: "go/ast", Type: ty[func()]()})
	must(t, err)
	must(t, SetMethods(typ, append(promoted(t, typ, []int{0}, false, ty[ast.Expr](), "Pos", "End"), private)))
	v := reflect.New(typ).Elem()
	v.Field(0).Set(reflect.ValueOf(&ast.Ident{Name: "abc", NamePos: 5}))
	x := v.Interface().(ast.Expr)
	is(t, "Pos", fmt.Sprint(x.Pos(), x.End()), "5 8")
	defer func() {
		is(t, "panic", recover(), "unexported method exprNode of *ast.Ident is not in this program, because nothing calls it")
	}()
	private.Body.Func([]reflect.Value{v})
}

func TestPromoteNil(t *testing.T) {
	typ := begin(t, home, "T", StructLayout(fields(emb("Buffer", ty[*bytes.Buffer]()), emb("Stringer", ty[fmt.Stringer]()))), 2, 2)
	must(t, CompleteStruct(typ, fields(emb("Buffer", ty[*bytes.Buffer]()), emb("Stringer", ty[fmt.Stringer]()))))
	must(t, SetMethods(typ, append(promoted(t, typ, []int{1}, false, ty[fmt.Stringer](), "String"), promoted(t, typ, []int{0}, false, ty[*bytes.Buffer](), "Len")...)))
	v := reflect.New(typ).Interface()
	for name, f := range map[string]func(){"interface": func() { _ = v.(fmt.Stringer).String() }, "pointer": func() { v.(interface{ Len() int }).Len() }} {
		func() {
			defer func() {
				if s := fmt.Sprint(recover()); !strings.Contains(s, "nil pointer dereference") {
					t.Errorf("%s: %s", name, s)
				}
			}()
			f()
		}()
	}
}

// TestBodies changes bodies between their forms, of methods with each receiver, called in each way.
func TestBodies(t *testing.T) {
	type person struct{ Name string }
	for _, ptr := range []bool{true, false} {
		typ := begin(t, home, "P", ty[struct{ F0 string }](), 1, 1)
		must(t, CompleteStruct(typ, fields(fld("Name", ""))))
		hi := Method{Name: "Hi", Pointer: ptr, Type: ty[func(int, ...string) string]()}
		must(t, SetMethods(typ, []Method{hi}))
		p := reflect.New(typ)
		p.Elem().Field(0).SetString("p")
		say := func(want string) {
			t.Helper()
			type hier interface{ Hi(int, ...string) string }
			is(t, "of *T", p.Interface().(hier).Hi(1, "x", "y"), want)
			m, _ := p.Type().MethodByName("Hi")
			is(t, "of *T by type", m.Func.Call(append([]reflect.Value{p}, vals(1, "x", "y")...))[0], want)
			is(t, "of *T by reflection", p.Method(0).Call(vals(1, "x", "y"))[0], want)
			if ptr {
				return
			}
			is(t, "of T", p.Elem().Interface().(hier).Hi(1, "x", "y"), want)
			m, _ = typ.MethodByName("Hi")
			is(t, "of T by type", m.Func.Call(append([]reflect.Value{p.Elem()}, vals(1, "x", "y")...))[0], want)
			is(t, "of T by reflection", p.Elem().Method(0).CallSlice(vals(1, []string{"x", "y"}))[0], want)
		}
		func() {
			defer func() { is(t, "without a body", recover(), "method Hi of main.P has no body yet") }()
			p.Interface().(interface{ Hi(int, ...string) string }).Hi(1)
		}()
		code := reflect.ValueOf(func(p unsafe.Pointer, n int, l ...string) string { return fmt.Sprint("code ", (*person)(p).Name, n, l) })
		if !ptr { // a function of the type itself, as code of cells has them
			code = reflect.MakeFunc(reflect.FuncOf([]reflect.Type{typ, ty[int](), ty[[]string]()}, []reflect.Type{ty[string]()}, true), func(a []reflect.Value) []reflect.Value {
				return vals(fmt.Sprint("code ", a[0].Field(0).String(), a[1].Int(), a[2].Interface()))
			})
		}
		fn := Func(func(a []reflect.Value) []reflect.Value {
			v := reflect.Indirect(a[0])
			s := fmt.Sprint("func ", v.Field(0).String(), a[1].Int(), a[2].Interface())
			if !ptr {
				v.Field(0).SetString("changed") // only the copy
			}
			return vals(s)
		})
		for range 2 {
			must(t, SetBody(typ, "Hi", "", Body{Func: fn}))
			say("func p1 [x y]")
			must(t, SetBody(typ, "Hi", "", Body{Code: code}))
			say("code p1 [x y]")
		}
		for what, err := range map[string]error{
			"both": SetBody(typ, "Hi", "", Body{Func: fn, Code: code}), "other type": SetBody(typ, "Hi", "", Body{Code: reflect.ValueOf(func() {})}),
			"no method": SetBody(typ, "Ho", "", Body{Func: fn}), "no made type": SetBody(ty[person](), "Hi", "", Body{Func: fn}),
		} {
			if err == nil {
				t.Errorf("%s: no error", what)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	typ := begin(t, home, "T", ty[struct{ F0 int }](), 1, 1)
	for what, err := range map[string]error{
		"another size":       Complete(typ, ty[struct{ A int8 }]()),
		"another kind":       Complete(typ, ty[int]()),
		"more fields":        CompleteStruct(typ, fields(fld("A", 0), fld("B", 0))),
		"pointer":            CompleteStruct(typ, fields(fld("A", new(int)))),
		"no interface":       CompleteInterface(typ, nil),
		"compiled":           Complete(ty[time.Time](), ty[int]()),
		"too many methods":   SetMethods(typ, []Method{meth("A", false, (func())(nil), nil), meth("B", false, (func())(nil), nil)}),
		"no function":        SetMethods(typ, []Method{{Name: "A", Type: ty[int]()}}),
		"private":            SetMethods(typ, []Method{{Name: "a", Type: ty[func()]()}}),
		"compiled methods":   SetMethods(ty[time.Time](), nil),
		"interface's layout": CompleteInterface(begin(t, home, "I", ty[any](), 0, 0), []reflect.Method{{Name: "A", Type: ty[func()]()}}),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := New(home, "T", ty[int](), 2, 1); err == nil {
		t.Error("fewer methods of *T than of T: no error")
	}
}
