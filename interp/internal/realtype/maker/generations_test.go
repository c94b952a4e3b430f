package maker

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// generation has types that mention T in all ways, and some that do not. The functions T_… are methods that later
// cells add.
const generation = `package main
type T struct { N int; s string }
func (t T) Get() int { return 0 }
func (t *T) Set(int) {}
func (t T) Plus(T) T { return t }
func (t *T) Same() *T { return t }
type (
	Field struct { F T }
	Behind struct { F map[string][]*T }
	Embed struct { T }
	EmbedPtr struct { *T; K int }
	Deep struct { Embed }
	List []T
	Func func(T)
	Chan chan T
	Iface interface { Use(struct { T T }) }
	Signature struct { N int }
	Transitive struct { S Signature }
	Box[X any] struct { v X }
	Mark[X any] struct { n int }
	Loop struct { T T; L *Loop }
	Other struct { N int }
	OtherBox struct { b Box[int] }
)
func (Signature) Make() (T, error) { return T{}, nil }
var (
	BoxT Box[T]
	MarkT Mark[*T]
	Nameless struct { T; Z int }
	Literal interface { Use(T) }
	SliceT []T
	BoxInt Box[int]
)
func T_Sum(t T, other T) T { return t }
func T_Add(t *T, n int) int { return 0 }
func T_String(t T) string { return "" }
func Embed_Get(e Embed) int { return 0 }
`

var mentionT = strings.Fields("BoxT Chan Deep Embed EmbedPtr Behind Field Func Iface List Literal Loop MarkT Nameless Signature SliceT T Transitive")

// addMethod gives a type the method T_Name, as a later cell does.
func addMethod(t testing.TB, pkg *types.Package, name string) *types.TypeName {
	t.Helper()
	typ, method, _ := strings.Cut(name, "_")
	sig := pkg.Scope().Lookup(name).(*types.Func).Signature()
	var params []*types.Var
	for i := 1; i < sig.Params().Len(); i++ {
		params = append(params, sig.Params().At(i))
	}
	recv := types.NewVar(token.NoPos, pkg, "", sig.Params().At(0).Type())
	tn := pkg.Scope().Lookup(typ).(*types.TypeName)
	sig = types.NewSignatureType(recv, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
	tn.Type().(*types.Named).AddMethod(types.NewFunc(token.NoPos, pkg, method, sig))
	return tn
}

// setBody gives a method a body.
func setBody(t testing.TB, m *Maker, pkg *types.Package, typ, method string, b realtype.Body) {
	t.Helper()
	n := pkg.Scope().Lookup(typ).Type().(*types.Named)
	for f := range n.Methods() {
		if f.Name() == method {
			if err := m.SetBody(n, f, b); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestRenew adds methods to a type: only that type and those that mention it are made again.
func TestRenew(t *testing.T) {
	m := New(lookup)
	pkg := load(t, generation)
	before := map[string]reflect.Type{}
	for _, name := range append([]string{"Other", "OtherBox", "BoxInt"}, mentionT...) {
		before[name] = typeOf(t, m, pkg, name)
	}
	made := map[reflect.Type]int{}
	m.Made = func(_ types.Type, r reflect.Type) { made[r]++ }
	tn := addMethod(t, pkg, "T_Sum")
	addMethod(t, pkg, "T_Add")
	for round, want := range []bool{true, false} {
		renewed, err := m.Renew(tn)
		if err != nil || (len(renewed) > 0) != want {
			t.Fatalf("round %d: %v, %d types are new", round, err, len(renewed))
		}
		for _, r := range renewed {
			if made[r.New] != 1 || m.before[r.New] != r.Old || r.Old.String() != r.New.String() || realtype.SameLayout(r.Old, r.New) != nil {
				t.Errorf("%v: Made got it %d times; before it was %v", r.Old, made[r.New], m.before[r.New])
			}
		}
	}
	now := map[string]reflect.Type{}
	for name := range before {
		now[name] = typeOf(t, m, pkg, name)
	}
	for name, typ := range before {
		if mentions := strings.Contains(" "+strings.Join(mentionT, " ")+" ", " "+name+" "); (now[name] != typ) != mentions {
			t.Errorf("%s: made anew is %t", name, !mentions)
		}
	}
	for _, c := range []struct {
		name    string
		methods [2]int
	}{
		{"T", [2]int{3, 6}},
		{"Embed", [2]int{3, 6}},
		{"EmbedPtr", [2]int{6, 6}},
		{"Deep", [2]int{3, 6}},
		{"Nameless", [2]int{3, 6}},
		{"Field", [2]int{0, 0}},
		{"Signature", [2]int{1, 1}},
	} {
		typ := now[c.name]
		if got := [2]int{typ.NumMethod(), reflect.PointerTo(typ).NumMethod()}; got != c.methods {
			t.Errorf("%s has %d methods, want %d", c.name, got, c.methods)
		}
	}
	sum, _ := now["T"].MethodByName("Sum")
	signature, _ := now["Signature"].MethodByName("Make")
	for what, typ := range map[string]reflect.Type{
		"field": now["Field"].Field(0).Type, "embedded": now["Embed"].Field(0).Type, "element": now["List"].Elem(), "behind": now["Behind"].Field(0).Type.Elem().Elem().Elem(),
		"parameter": now["Func"].In(0), "of a slice": now["SliceT"].Elem(), "of an interface": now["Iface"].Method(0).Type.In(0).Field(0).Type,
		"of a literal": now["Literal"].Method(0).Type.In(0), "argument": now["BoxT"].Field(0).Type, "own": sum.Type.Out(0), "result": signature.Type.Out(0),
		"of a loop": now["Loop"].Field(0).Type,
	} {
		if typ != now["T"] {
			t.Errorf("%s: the old T", what)
		}
	}
	if now["Loop"].Field(1).Type.Elem() != now["Loop"] {
		t.Error("a loop of an old type")
	}
}

// TestRenewUnmade adds methods to types that have not been made: they are made with them.
func TestRenewUnmade(t *testing.T) {
	m := New(lookup)
	pkg := load(t, generation)
	used, _ := realtype.Slots()
	renewed, err := m.Renew(addMethod(t, pkg, "T_Sum"))
	if now, _ := realtype.Slots(); err != nil || len(renewed) > 0 || now != used || len(m.named) > 0 {
		t.Errorf("%v, %d types are new, %d entry points were used", err, len(renewed), now-used)
	}
	if typ := typeOf(t, m, pkg, "Embed"); typ.NumMethod() != 3 {
		t.Errorf("%d methods", typ.NumMethod())
	}
	if renewed, err = m.Renew(pkg.Scope().Lookup("T").(*types.TypeName)); err != nil || len(renewed) > 0 {
		t.Errorf("%v, %d types are new", err, len(renewed))
	}
}

// TestRenewKeepsBodies calls methods of values from before and after Renew: they run the newest body, whether
// that was given before or after, and by reflection or as code.
func TestRenewKeepsBodies(t *testing.T) {
	type layout struct {
		N int
		_ string
	}
	for _, form := range []string{"func", "code", "closure"} {
		m := New(lookup)
		pkg := load(t, generation)
		give := func(k int) {
			set := func(l *layout, n int) { l.N = n * k }
			if form == "closure" {
				setBody(t, m, pkg, "T", "Set", realtype.Body{Closure: *(*unsafe.Pointer)(unsafe.Pointer(&set))})
			} else {
				setBody(t, m, pkg, "T", "Set", realtype.Body{Func: func(a []reflect.Value) []reflect.Value {
					a[0].Elem().Field(0).SetInt(a[1].Int() * int64(k))
					return nil
				}})
			}
			typ := typeOf(t, m, pkg, "T")
			if form == "func" {
				setBody(t, m, pkg, "T", "Get", realtype.Body{Func: func(a []reflect.Value) []reflect.Value {
					return []reflect.Value{reflect.ValueOf(int(a[0].Field(0).Int()) + k)}
				}})
				setBody(t, m, pkg, "T", "Plus", realtype.Body{Func: func(a []reflect.Value) []reflect.Value {
					r := reflect.New(typ).Elem()
					r.Field(0).SetInt(a[0].Field(0).Int() + a[1].Field(0).Int())
					return []reflect.Value{r}
				}})
				return
			}
			get := func(l layout) int { return l.N + k }
			plus := func(l, o layout) layout { return layout{N: l.N + o.N} }
			if form == "closure" {
				setBody(t, m, pkg, "T", "Get", realtype.Body{Closure: *(*unsafe.Pointer)(unsafe.Pointer(&get))})
				setBody(t, m, pkg, "T", "Plus", realtype.Body{Closure: *(*unsafe.Pointer)(unsafe.Pointer(&plus))})
				return
			}
			setBody(t, m, pkg, "T", "Get", realtype.Body{Code: reflect.NewAt(reflect.FuncOf([]reflect.Type{typ}, []reflect.Type{reflect.TypeFor[int]()}, false), reflect.ValueOf(&get).UnsafePointer()).Elem()})
			setBody(t, m, pkg, "T", "Plus", realtype.Body{Code: reflect.NewAt(reflect.FuncOf([]reflect.Type{typ, typ}, []reflect.Type{typ}, false), reflect.ValueOf(&plus).UnsafePointer()).Elem()})
		}
		type methods interface {
			Get() int
			Set(int)
		}
		old := reflect.New(typeOf(t, m, pkg, "T"))
		oldEmbed := reflect.New(typeOf(t, m, pkg, "Embed"))
		inside := oldEmbed.Interface().(methods)
		give(1)
		values := []reflect.Value{old, oldEmbed}
		used, _ := realtype.Slots()
		for round, name := range []string{"", "T_Sum", "T_Add", "T_String", "Embed_Get"} {
			if name != "" {
				if _, err := m.Renew(addMethod(t, pkg, name)); err != nil {
					t.Fatal(err)
				}
				typ := typeOf(t, m, pkg, "T")
				values = append(values, reflect.New(typ), reflect.NewAt(typ, old.UnsafePointer()), reflect.New(typeOf(t, m, pkg, "Embed")))
			}
			for k := range 2 {
				for i, v := range values {
					v.Interface().(methods).Set(10)
					scale := round + 1
					if k == 0 && round > 0 {
						scale = round
					}
					want := fmt.Sprint(10*scale+scale, 10*scale+scale, 20*scale)
					plus := v.MethodByName("Plus")
					arg := reflect.New(plus.Type().In(0)).Elem()
					arg.Field(0).SetInt(int64(10 * scale))
					sum := plus.Call([]reflect.Value{arg})[0]
					direct, _ := v.Elem().Type().MethodByName("Get")
					if got := fmt.Sprint(v.Elem().Interface().(interface{ Get() int }).Get(), direct.Func.Call([]reflect.Value{v.Elem()})[0], sum.Field(0)); got != want {
						t.Errorf("%s, round %d, value %d: got %s, want %s", form, round, i, got, want)
					}
					if sum.Type() != plus.Type().In(0) {
						t.Errorf("Plus of %v returns another type", v.Type())
					}
				}
				if k == 0 {
					give(round + 1)
				}
			}
		}
		inside.Set(10)
		if got := inside.Get(); got != 55 {
			t.Errorf("%s: a value in an interface: got %d, want 55", form, got)
		}
		// of T: Sum and String two each, Add one; so many of Embed, which has the entry points of Get already
		if now, _ := realtype.Slots(); now-used != 10 {
			t.Errorf("%d entry points were used", now-used)
		}
	}
}

// TestRenewFails adds a method that no type can have: all stays as it was.
func TestRenewFails(t *testing.T) {
	m := New(lookup)
	params := strings.Repeat("int, ", 128)
	pkg := load(t, generation+"func T_Many(T, "+params+") {}\n")
	before := map[string]reflect.Type{}
	for _, name := range mentionT {
		before[name] = typeOf(t, m, pkg, name)
	}
	named, structs := len(m.named), len(m.structs)
	renewed, err := m.Renew(addMethod(t, pkg, "T_Many"))
	if err == nil || len(renewed) > 0 {
		t.Errorf("%d types are new", len(renewed))
	}
	for name, typ := range before {
		if typeOf(t, m, pkg, name) != typ {
			t.Errorf("%s is another type", name)
		}
	}
	if len(m.named) != named || len(m.structs) != structs || len(m.before) > 0 {
		t.Errorf("%d named types and %d structs, %d and %d before", len(m.named), len(m.structs), named, structs)
	}
	setBody(t, m, pkg, "T", "Get", realtype.Body{Func: func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(7)} }})
	if got := reflect.Zero(before["Deep"]).Interface().(interface{ Get() int }).Get(); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
}

// TestForget drops what a cell that failed has declared, and what was replaced.
func TestForget(t *testing.T) {
	m := New(lookup)
	before := load(t, "package main\ntype Old struct { N int }\ntype Pair[A any] struct { a A }\ntype Used struct { N int }\ntype User struct { U *Used }\n")
	for _, name := range []string{"Old", "User"} {
		typeOf(t, m, before, name)
	}
	count := func() string {
		return fmt.Sprint(len(m.named), len(m.structs), len(m.before))
	}
	names := func(pkg *types.Package, list ...string) (l []*types.TypeName) {
		for _, name := range list {
			l = append(l, pkg.Scope().Lookup(name).(*types.TypeName))
		}
		return l
	}
	start := count()
	for i := range 3 {
		cell := load(t, "package main\ntype A struct { B *B }\ntype B struct { A; n [3]int }\nfunc (A) M() B { return B{} }\ntype Box[X any] struct { x X }\nvar V struct { B }\nvar W Box[Box[A]]\n")
		value := reflect.New(typeOf(t, m, cell, "A")).Interface()
		setBody(t, m, cell, "A", "M", realtype.Body{Func: func(a []reflect.Value) []reflect.Value {
			return []reflect.Value{reflect.Zero(a[0].Addr().MethodByName("M").Type().Out(0))}
		}})
		typeOf(t, m, cell, "V")
		typeOf(t, m, cell, "W")
		dropped, err := m.Forget(names(cell, "A", "B", "Box")...)
		if err != nil {
			t.Fatal(err)
		}
		if len(dropped) != 5 { // and an instance of Box in the other, and the struct of V
			t.Errorf("dropped %v", dropped)
		}
		if got := count(); got != start {
			t.Errorf("round %d: %s are left, %s before", i, got, start)
		}
		if got := fmt.Sprint(reflect.ValueOf(value).MethodByName("M").Call(nil)[0]); got != "{{<nil>} [0 0 0]}" {
			t.Errorf("a method of a forgotten type: %s", got)
		}
		if typ := typeOf(t, m, cell, "A"); typ == reflect.TypeOf(value).Elem() {
			t.Error("A is not forgotten")
		}
		if _, err := m.Forget(names(cell, "A", "B")...); err != nil {
			t.Fatal(err)
		}
	}
	used := typeOf(t, m, before, "Used")
	if _, err := m.Forget(names(before, "Old", "Used")...); err != nil || len(m.named) != 2 || typeOf(t, m, before, "Used") != used {
		t.Errorf("%v; %d types are left", err, len(m.named))
	}
}
