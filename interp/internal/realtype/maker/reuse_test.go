package maker

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
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

// TestReuse declares types anew: as they were, and with one difference each. Other fields and elements make other
// types; other methods and tags make the types anew and those that mention them.
func TestReuse(t *testing.T) {
	const all = "A B I List[main.A] M"
	for _, c := range []struct{ from, to, differs, renewed string }{
		{"return 1", "return 2", "", ""},
		{"n int", "n int8", "A: field n int8 differs from n int", ""},
		{"n int", "m int", "A: field m int differs from n int", ""},
		{"n int;", "", "A: its fields differ", ""},
		{"n int; b *B", "b *B; n int", "A: field b *main.B differs from n int", ""},
		{"s string", "s string `t:\"\"`", "", all},
		{"type M map[string]A", "type M map[string]*A", "M: it is a map[string]*main.A now", ""},
		{"type N int", "type N uint", "N: it is a uint now", ""},
		{"func (a *A) Set(int) {}", "", "", all},
		{"func (a *A) Set(int) {}", "func (a *A) Set(string) {}", "", all},
		{"func (a *A) Set(int) {}", "func (a A) Set(int) {}", "", all},
		{"func (a *A) Set(int) {}", "func (a *A) Set(int) {}\nfunc (A) More() {}", "", all},
		{"func (a *A) Set(int) {}", "func (a *A) Set(int) {}\nfunc (M) More() {}", "", "M"},
		{"Len() int { return 0 }", "Len() int8 { return 0 }", "", "A B I List[main.A] List[int] M"},
		{"M(A) B", "M(B) A", "I: its methods differ", ""},
		{"v []T", "v []*T", "List: field v []*int differs from v []int", ""},
	} {
		text := earlier
		m := New(lookup, session)
		old := load(t, text+"var L List[int]\n")
		names := []string{"A", "B", "I", "M", "N", "L"}
		// of the lists only the one of int, so that the instance that differs first is known
		if strings.Contains(c.differs, "List") {
			names = []string{"L"}
		}
		before := map[string]reflect.Type{}
		for _, name := range names {
			before[name] = typeOf(t, m, old, name)
		}
		now := load(t, strings.Replace(text, c.from, c.to, 1)+"var L List[int]\n")
		renewed, err := m.Reuse(pairs(old, now, "A", "B", "I", "List", "M", "N")...)
		if text := fmt.Sprint(err); err != nil && text != c.differs || err == nil && c.differs != "" {
			t.Errorf("%s: got %q, want %q", c.to, text, c.differs)
		}
		if got := nameOf(renewed); got != c.renewed {
			t.Errorf("%s: %s are new, want %s", c.to, got, c.renewed)
		}
		like := pairs(old, now, "A")[0]
		if same := m.SameLayout(like.Old, like.New); same != (c.differs == "" || strings.Contains("IMN", c.differs[:1])) {
			t.Errorf("%s: A has the same layout: %t", c.to, same)
		}
		for name, typ := range before {
			again := typeOf(t, m, now, name)
			fresh := slices.ContainsFunc(renewed, func(r Renewed) bool { return r.Old == typ && r.New == again && m.Newer(typ) == again })
			if name != "N" && (again != typ) != (c.differs != "" || fresh) {
				t.Errorf("%s: %s is the same type: %t", c.to, name, again == typ)
			}
		}
	}
}

// pairs are the declarations of types before and now.
func pairs(old, now *types.Package, names ...string) (l []Pair) {
	for _, name := range names {
		l = append(l, Pair{now.Scope().Lookup(name).(*types.TypeName), old.Scope().Lookup(name).(*types.TypeName)})
	}
	return l
}

// nameOf returns the names of types that were made anew.
func nameOf(list []Renewed) string {
	var names []string
	for _, r := range list {
		names = append(names, strings.ReplaceAll(r.Old.String(), "main.", ""))
	}
	slices.Sort(names)
	return strings.ReplaceAll(strings.Join(names, " "), "[A]", "[main.A]")
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
		if renewed, err := m.Reuse(pairs(old, now, "A", "B", "List")...); err != nil || len(renewed) > 0 {
			t.Fatal(err, renewed)
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
