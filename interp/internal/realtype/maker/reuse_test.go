package maker

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

const earlier = `package main
type A struct { n int; b *B; l List[A] }
type B struct { A *A; s string }
type List[T any] struct { v []T }
type I interface { M(A) B }
type M map[string]A
type N int
func (a A) Get() int { return 1 }
func (a *A) Set(int) {}
func (l *List[T]) Len() int { return 0 }
`

// TestReuse declares types anew: as they were, and with one difference each.
func TestReuse(t *testing.T) {
	for _, c := range []struct{ from, to, differs string }{
		{"return 1", "return 2", ""},
		{"n int", "n int8", "A: field n int8 differs from n int"},
		{"s string", "s string `t:\"\"`", "B: field s string differs from s string"},
		{"type M map[string]A", "type M map[string]*A", "M: it is a map[string]*main.A now"},
		{"type N int", "type N uint", "N: it is a uint now"},
		{"func (a *A) Set(int) {}", "", "A: a method is gone"},
		{"func (a *A) Set(int) {}", "func (a *A) Set(string) {}", "A: method Set is a func(string) now and was a func(int)"},
		{"func (a *A) Set(int) {}", "func (a A) Set(int) {}", "A: the receiver of method Set differs"},
		{"func (a *A) Set(int) {}", "func (a *A) Set(int) {}\nfunc (A) More() {}", "A: method More is new"},
		{"Len() int { return 0 }", "Len() int8 { return 0 }", "List: method Len is a func() int8 now and was a func() int"},
		{"M(A) B", "M(B) A", "I: its methods differ"},
		{"v []T", "v []*T", "List: field v []*int differs from v []int"},
	} {
		text := earlier
		m := New(lookup, session)
		old := load(t, text+"var L List[int]\n")
		before := map[string]reflect.Type{}
		for _, name := range []string{"A", "B", "I", "M", "N", "L"} {
			before[name] = typeOf(t, m, old, name)
		}
		// of the lists only the one of int, so that the instance that differs first is known
		if strings.Contains(c.differs, "List") {
			m = New(lookup, session)
			before = map[string]reflect.Type{"L": typeOf(t, m, old, "L")}
		}
		now := load(t, strings.Replace(text, c.from, c.to, 1)+"var L List[int]\n")
		var pairs []Pair
		for _, name := range []string{"A", "B", "I", "List", "M", "N"} {
			pairs = append(pairs, Pair{now.Scope().Lookup(name).(*types.TypeName), old.Scope().Lookup(name).(*types.TypeName)})
		}
		err := m.Reuse(pairs...)
		if text := fmt.Sprint(err); err != nil && text != c.differs || err == nil && c.differs != "" {
			t.Errorf("%s: got %q, want %q", c.to, text, c.differs)
		}
		for name, typ := range before {
			if again := typeOf(t, m, now, name); (again == typ) != (c.differs == "") && name != "N" {
				t.Errorf("%s: %s is the same type: %t", c.to, name, again == typ)
			}
		}
	}
}

// TestReuseKeepsValues runs a declaration again with another body: values that exist run it, and nothing is
// left behind.
func TestReuseKeepsValues(t *testing.T) {
	m := New(lookup, session)
	old := load(t, earlier)
	typ := typeOf(t, m, old, "A")
	set := func(pkg *types.Package, result int) {
		n := pkg.Scope().Lookup("A").Type().(*types.Named)
		for f := range n.Methods() {
			if f.Name() == "Get" {
				if err := m.SetBody(n, f, realtype.Body{Func: func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(result)} }}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	set(old, 1)
	x := reflect.New(typ).Interface().(interface{ Get() int })
	used, _ := realtype.Slots()
	for i := range 100 {
		now := load(t, earlier)
		var pairs []Pair
		for _, name := range []string{"A", "B", "List"} {
			pairs = append(pairs, Pair{now.Scope().Lookup(name).(*types.TypeName), old.Scope().Lookup(name).(*types.TypeName)})
		}
		if err := m.Reuse(pairs...); err != nil {
			t.Fatal(err)
		}
		if typeOf(t, m, now, "A") != typ {
			t.Fatal("another type")
		}
		set(now, i)
		if x.Get() != i {
			t.Fatalf("%d instead of %d", x.Get(), i)
		}
		old = now
	}
	if now, _ := realtype.Slots(); now != used {
		t.Errorf("%d entry points were used", now-used)
	}
}
