package maker

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// TestNames compares names of instances with those that go run prints for the same declarations.
func TestNames(t *testing.T) {
	pkg := load(t, `package main
import ("encoding/json"; "io"; "time"; "bytes"; "sync")
type T struct{}
type Box[X any] struct{ V X }
type Pair[A, B any] struct { a A; B B }
var (
	V0 Box[int]
	V1 Box[T]
	V2 Box[*T]
	V3 Box[any]
	V4 Box[error]
	V5 Box[time.Duration]
	V6 Box[map[string][]*bytes.Buffer]
	V7 Box[struct { A int `+"`json:\"x\"`"+`; b string; T; _ int }]
	V8 Box[func(int, ...string) (a int, err error)]
	V9 Box[interface { M(x int) string; m() }]
	V10 Box[chan<- int]
	V11 Box[<-chan int]
	V12 Box[chan (<-chan int)]
	V13 Box[[3]byte]
	V14 Box[rune]
	V15 Box[Box[Pair[int, T]]]
	V16 Pair[int, []string]
	V17 struct { A int `+"`json:\"x\"`"+`; b string; T; *bytes.Buffer; sync.Mutex; _ int }
	V18 interface { M(x int) string; m(); error }
	V19 struct{ Box[int] }
	V20 struct{}
)
var _ json.Decoder
var _ io.Reader
`)
	want := []string{
		"main.Box[int]", "main.Box[main.T]", "main.Box[*main.T]", "main.Box[interface {}]", "main.Box[error]", "main.Box[time.Duration]", "main.Box[map[string][]*bytes.Buffer]",
		`main.Box[struct { A int "json:\"x\""; main.b string; main.T; main._ int }]`, "main.Box[func(int, ...string) (int, error)]", "main.Box[interface { M(int) string; main.m() }]",
		"main.Box[chan<- int]", "main.Box[<-chan int]", "main.Box[chan (<-chan int)]", "main.Box[[3]uint8]", "main.Box[int32]", "main.Box[main.Box[main.Pair[int,main.T]]]", "main.Pair[int,[]string]",
		`struct { A int "json:\"x\""; b string; main.T; *bytes.Buffer; sync.Mutex; _ int }`, "interface { Error() string; M(int) string; main.m() }", "struct { main.Box[int] }", "struct {}",
	}
	m := New(lookup)
	for i, w := range want {
		typ := typeOf(t, m, pkg, fmt.Sprint("V", i))
		if typ.String() != w {
			t.Errorf("got %s, want %s", typ, w)
		}
		if typ != typeOf(t, m, pkg, fmt.Sprint("V", i)) {
			t.Errorf("%s is made twice", typ)
		}
	}
}

// TestGroups makes groups of types that refer to each other in all the ways that Go has.
func TestGroups(t *testing.T) {
	pkg := load(t, `package main
import ("sync"; "time")
type state func(*lexer) state
type lexer struct { n int; next state; toks chan Tree; mu sync.Mutex }
type Tree map[string]Tree
type L []L
type P *P
type C chan C
type Node struct { Kids map[string]Node; Up *Node; In Inner; at time.Time; arr [2]Inner; _ int }
type Inner struct { of []Node; f func(Node, ...*Inner) (Tree, error); i Iface; e any }
type Iface interface { With(Iface, Node) (Iface, error); private(*lexer) }
type List[T any] struct { head *elem[T]; of []List[T] }
type elem[T any] struct { v T; next *elem[T]; list *List[T] }
func (l *List[T]) Push(v T) *List[T] { return nil }
func (n Node) With(Iface, Node) (Iface, error) { return nil, nil }
func (n Node) private(*lexer) {}; type Wrap struct { *Node; List[Node] }
type Grid [2][3]Row
type Row struct { Iface; cells [4]Tree }
type S interface { S(interface{ T(S) }) }
`)
	m := New(lookup)
	for _, name := range pkg.Scope().Names() {
		if o, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok {
			if n := o.Type().(*types.Named); n.TypeParams().Len() == 0 {
				typeOf(t, m, pkg, name)
			}
		}
	}
	get := func(name string) reflect.Type { return typeOf(t, m, pkg, name) }
	node, iface, state := get("Node"), get("Iface"), get("state")
	for what, ok := range map[string]bool{
		"a state returns a state":        state.Out(0) == state && state.In(0).Elem() == get("lexer"),
		"trees have trees":               get("Tree").Elem() == get("Tree"),
		"lists have lists":               get("L").Elem() == get("L"),
		"pointers point to pointers":     get("P").Elem() == get("P"),
		"channels carry channels":        get("C").Elem() == get("C"),
		"nodes have nodes":               node.Field(0).Type.Elem() == node && node.Field(1).Type.Elem() == node,
		"nodes have inner parts":         node.Field(2).Type == get("Inner") && node.Field(4).Type.Elem() == get("Inner"),
		"nodes are interfaces":           node.Implements(iface),
		"pointers to wraps have methods": reflect.PointerTo(get("Wrap")).NumMethod() == 2 && get("Wrap").NumMethod() == 1,
		"wraps have those of *Node":      get("Wrap").Implements(iface),
		"lexers have a mutex":            get("lexer").Field(3).Type == reflect.TypeFor[sync.Mutex](),
		"times are compiled":             node.Field(3).Type == reflect.TypeFor[time.Time](),
		"paths are those of packages":    node.PkgPath() == "main" && node.Field(3).PkgPath == "main",
		"rows are compared":              !get("Row").Comparable() && !get("Grid").Comparable() && get("P").Comparable(),
	} {
		if !ok {
			t.Error(what + ": no")
		}
	}
	v := reflect.New(node)
	v.Elem().Field(0).Set(reflect.MakeMap(node.Field(0).Type))
	for i := range 100 {
		v.Elem().Field(0).SetMapIndex(reflect.ValueOf(fmt.Sprint(i)), v.Elem())
	}
	if v.Elem().Field(0).Len() != 100 {
		t.Error("nodes are lost")
	}
}

// TestPromoted calls methods that embedding promotes, to named structs and to ones without a name.
func TestPromoted(t *testing.T) {
	pkg := load(t, `package main
import ("fmt"; "strings")
type Base struct{ N int }
func (b *Base) Add(n int) int { return 0 }
func (b Base) Get() int { return 0 }
func (b Base) Sum(l ...int) int { return 0 }
type Mid struct { Base; *strings.Builder }
type Top struct { Mid; fmt.Stringer; Get string }
type Ptr struct { *Mid }
var Nameless struct { Base; k int }
`)
	m := New(lookup)
	base := pkg.Scope().Lookup("Base").Type().(*types.Named)
	n := func(v reflect.Value) int { return int(reflect.Indirect(v).Field(0).Int()) }
	bodies := map[string]realtype.Func{
		"Add": func(a []reflect.Value) []reflect.Value {
			f := a[0].Elem().Field(0)
			f.SetInt(f.Int() + a[1].Int())
			return []reflect.Value{reflect.ValueOf(n(a[0]))}
		},
		"Get": func(a []reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(n(a[0]))} },
		"Sum": func(a []reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(n(a[0]) + a[1].Len())} },
	}
	top, ptr, nameless := typeOf(t, m, pkg, "Top"), typeOf(t, m, pkg, "Ptr"), typeOf(t, m, pkg, "Nameless")
	for f := range base.Methods() { // after the types that embed it
		if err := m.SetBody(base, f, realtype.Body{Func: bodies[f.Name()]}); err != nil {
			t.Fatal(err)
		}
	}
	type adder interface{ Add(int) int }
	type summer interface{ Sum(...int) int }
	type getter interface{ Get() int }
	v := reflect.New(top)
	v.Elem().Field(0).Field(0).Field(0).SetInt(5)
	v.Elem().Field(0).Field(1).Set(reflect.ValueOf(&strings.Builder{}))
	v.Elem().Field(1).Set(reflect.ValueOf(3 * time.Second))
	v.Interface().(interface{ WriteString(string) (int, error) }).WriteString("abc")
	_, hidden := v.Interface().(getter)
	got := fmt.Sprint(v.Interface().(adder).Add(2), v.Elem().Interface().(summer).Sum(1, 1, 1), v.Interface(), v.Elem().Interface().(interface{ Len() int }).Len(), hidden)
	if got != "7 10 3s 3 false" {
		t.Error(got)
	}
	p := reflect.New(ptr).Elem()
	p.Field(0).Set(v.Elem().Field(0).Addr())
	if got := fmt.Sprint(p.Interface().(adder).Add(1), p.Interface().(getter).Get(), v.Interface().(adder).Add(0)); got != "8 8 8" {
		t.Error(got)
	}
	s := reflect.New(nameless)
	if got := fmt.Sprint(s.Interface().(adder).Add(4), s.Elem().Interface().(getter).Get(), s.Elem().NumMethod(), s.NumMethod()); got != "4 4 2 3" {
		t.Error(got)
	}
	if err := m.SetBody(base, base.Method(1), realtype.Body{Func: func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(99)} }}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(p.Interface().(getter).Get(), s.Elem().Interface().(getter).Get()); got != "99 99" {
		t.Error("a new body is not promoted: " + got)
	}
}

func TestRefused(t *testing.T) {
	pkg := load(t, `package main
type G[T any] struct { v T; bad func(T) }
func F[T any](x T) { type local struct { t T }; var l local; _ = l }
type Set interface { ~int | ~string }
type Bad struct { Fine; x [1<<62]int }
type Fine struct { n int }
type Uses struct { b *Bad }
`)
	m := New(lookup)
	scope := pkg.Scope()
	for what, typ := range map[string]types.Type{
		"generic": scope.Lookup("G").Type(), "set": scope.Lookup("Set").Type(), "parameter": scope.Lookup("F").Type(), "nil": types.Typ[types.UntypedNil],
		"large": scope.Lookup("Bad").Type(), "refers to large": scope.Lookup("Uses").Type(), "tuple": types.NewTuple(),
	} {
		if got, err := m.Type(typ); err == nil {
			t.Errorf("%s: %v", what, got)
		}
	}
	if len(m.named) > 0 || len(m.structs) > 0 {
		t.Errorf("%d types are left of what was refused", len(m.named))
	}
	typeOf(t, m, pkg, "Fine")
}

// TestLocal makes types of one name that are declared in functions.
func TestLocal(t *testing.T) {
	pkg := load(t, `package main
type T struct{ A int }
var V = func() any { type T struct{ B string }; return T{} }()
var W = func() any { type T struct{ B string }; return T{} }()
type Box[X any] struct{ V X }
`)
	m := New(lookup)
	var found []reflect.Type
	var walk func(s *types.Scope)
	box := pkg.Scope().Lookup("Box").Type()
	names := map[string]bool{}
	walk = func(s *types.Scope) {
		if o, ok := s.Lookup("T").(*types.TypeName); ok {
			typ, err := m.Type(o.Type())
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, typ)
			inst, err := types.Instantiate(nil, box, []types.Type{o.Type()}, true)
			if err != nil {
				t.Fatal(err)
			}
			typ, err = m.Type(inst)
			if err != nil {
				t.Fatal(err)
			}
			names[typ.String()] = true
		}
		for c := range s.Children() {
			walk(c)
		}
	}
	walk(pkg.Scope())
	if len(found) != 3 || found[0] == found[1] || found[1] == found[2] || found[1].String() != "main.T" {
		t.Errorf("%v", found)
	}
	if !names["main.Box[main.T]"] || !names["main.Box[main.T·1]"] || !names["main.Box[main.T·2]"] {
		t.Errorf("%v", names)
	}
}
