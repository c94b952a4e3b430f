package maker

import (
	"fmt"
	"go/types"
	"maps"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

//go:generate go run ./roles

// role is an interface that compiled code asks values for.
type role struct {
	by      string // packages
	methods []string
	is      reflect.Type
	ask     func(x any) (reflect.Value, bool) // the value in a variable of the interface, by a compiled assertion
}

func asked[I any](by string, methods []string) role {
	return role{by, methods, reflect.TypeFor[I](), func(x any) (reflect.Value, bool) {
		i, ok := x.(I)
		return reflect.ValueOf(&i).Elem(), ok
	}}
}

// roleProgram declares for each role a struct that has it by value and one that has it by pointer.
func roleProgram() string {
	var b strings.Builder
	b.WriteString("package main\nimport (\n")
	paths := map[string]bool{}
	for _, t := range roleTypes {
		paths[t.PkgPath()] = true
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		fmt.Fprintf(&b, "\t%s %q\n", strings.ReplaceAll(path, "/", "_"), path)
	}
	b.WriteString(")\n")
	for i, r := range roles {
		for _, form := range []string{"V", "P"} {
			name := fmt.Sprint(form, i)
			fmt.Fprintf(&b, "type %s struct { N int; s string }\ntype F%s struct { b byte; F %s; A any }\n", name, name, name)
			for _, m := range r.methods {
				fmt.Fprintf(&b, "func (%s) %s { panic(0) }\n", strings.Replace(name, "P", "*P", 1), m)
			}
		}
	}
	return b.String()
}

// export finds the export data of packages in one go.
func export(t *testing.T) {
	t.Helper()
	args := []string{"list", "-export", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, typ := range roleTypes {
		compiledTypes[typ.PkgPath()+"."+typ.Name()] = typ
		if !slices.Contains(args, typ.PkgPath()) {
			args = append(args, typ.PkgPath())
		}
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
}

// TestRoles makes types that have the optional interfaces of the standard library: compiled code finds them, and a
// call arrives with the receiver that it was made for, wherever the value is.
func TestRoles(t *testing.T) {
	if _, all := realtype.Slots(); all == 0 {
		t.Skip(realtype.ErrMethods)
	}
	export(t)
	pkg := load(t, roleProgram())
	m := New(lookup)
	calls := 0
	for i, r := range roles {
		for _, form := range []string{"V", "P"} {
			calls += r.test(t, m, pkg, fmt.Sprint(form, i))
		}
	}
	t.Logf("%d roles, %d calls", len(roles), calls)
}

// test calls all methods of a type that has the role, in all places that values can have.
func (r role) test(t *testing.T, m *Maker, pkg *types.Package, name string) (calls int) {
	typ, holder := typeOf(t, m, pkg, name), typeOf(t, m, pkg, "F"+name)
	var got string
	n := pkg.Scope().Lookup(name).Type().(*types.Named)
	for f := range n.Methods() {
		sig, err := m.Type(f.Type())
		if err != nil {
			t.Fatal(err)
		}
		setBody(t, m, pkg, name, f.Name(), realtype.Body{Func: func(a []reflect.Value) []reflect.Value {
			got = fmt.Sprintf("%s %d of %v", f.Name(), reflect.Indirect(a[0]).Field(0).Int(), a[0].Type())
			return zeros(sig.NumOut(), sig.Out)
		}})
	}
	pointer := strings.HasPrefix(name, "P")
	for place, v := range places(typ, holder, pointer) {
		if !pointer && v.Type() != typ || pointer && v.Type() != reflect.PointerTo(typ) {
			t.Fatalf("%s, %s: a %v", name, place, v.Type())
		}
		x, ok := r.ask(v.Interface())
		if !ok || !v.Type().Implements(r.is) || !v.Type().AssignableTo(r.is) {
			t.Errorf("%s, %s is not found to have %v, for which %s asks", name, place, r.is, r.by)
			continue
		}
		if pointer {
			if _, ok := r.ask(v.Elem().Interface()); ok {
				t.Errorf("%s, %s: the value has the methods of the pointer", name, place)
			}
		}
		for i := range r.is.NumMethod() {
			calls++
			for way, fn := range map[string]reflect.Value{"by the interface": x.Method(i), "by name": v.MethodByName(r.is.Method(i).Name)} {
				got = ""
				call := fn.Call
				if fn.Type().IsVariadic() {
					call = fn.CallSlice
				}
				call(zeros(fn.Type().NumIn(), fn.Type().In))
				if want := fmt.Sprintf("%s %d of %v", r.is.Method(i).Name, len(place), v.Type()); got != want {
					t.Errorf("%s, %s, %s: got %q, want %q", name, place, way, got, want)
				}
			}
		}
	}
	return calls
}

func zeros(n int, of func(int) reflect.Type) (l []reflect.Value) {
	for i := range n {
		l = append(l, reflect.Zero(of(i)))
	}
	return l
}

// places returns values, or with pointer their addresses, directly, in any, in fields and in slices, with the length
// of the place's name in the first field.
func places(typ, holder reflect.Type, pointer bool) map[string]reflect.Value {
	taken := func(v reflect.Value, place string) reflect.Value {
		v.Field(0).SetInt(int64(len(place)))
		if pointer {
			return v.Addr()
		}
		return v
	}
	inAny := func(v reflect.Value, place string) reflect.Value {
		x := reflect.New(typ).Elem()
		v.Set(taken(x, place))
		return v.Elem()
	}
	slice := reflect.MakeSlice(reflect.SliceOf(typ), 3, 3)
	anys := make([]any, 2)
	field := reflect.New(holder).Elem()
	return map[string]reflect.Value{
		"direct": taken(reflect.New(typ).Elem(), "direct"), "any": inAny(reflect.New(reflect.TypeFor[any]()).Elem(), "any"),
		"field": taken(field.Field(1), "field"), "any in a field": inAny(field.Field(2), "any in a field"),
		"slice": taken(slice.Index(1), "slice"), "any in a slice": inAny(reflect.ValueOf(anys).Index(1), "any in a slice"),
	}
}
