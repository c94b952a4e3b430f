package interp

import (
	"fmt"
	"runtime"
	"testing"
)

// TestForgottenTypes: code that waits to be compiled, values in interfaces and variables keep the type of before,
// however many cells come after it is declared anew.
func TestForgottenTypes(t *testing.T) {
	for _, kept := range []string{"", "var v T\n"} { // a variable that keeps the type
		n := newNotebook(t)
		n.run(t, kept+`type T struct{ a int }
func (t T) String() string { return fmt.Sprint("old ", t.a) }
func (t *T) Inc() { t.a++ }
type G[E any] struct{ e E }
func (g G[E]) Get() E { return g.e }
var x, g any = T{1}, G[T]{T{2}}
all := []any{&T{3}, map[string]T{"k": {4}}, struct{ T; n int }{T{5}, 6}}`, 0)
		n.run(t, "prepare := func() func() any { return func() any { p := &T{7}; p.Inc(); return G[T]{*p}.Get() } }\nlate := prepare()", 0)
		n.run(t, "type T struct{ a, b int }\nfunc (t T) String() string { return \"new\" }\ntype G[E any] struct{ e, f E }\nfunc (g G[E]) Get() E { return g.f }", 0)
		for i := range 300 {
			n.run(t, fmt.Sprintf("type U struct{ f%d int }\nfunc (u *U) M() int { return 1 }\nfunc f(u U) U { return u }\nf(U{%[1]d}).f%[1]d", i), 0)
			if i%50 == 0 {
				runtime.GC()
			}
		}
		got := n.run(t, `y := late()
all[0].(interface{ Inc() }).Inc()
fmt.Println(y, reflect.TypeOf(y) == reflect.TypeOf(x), x.(fmt.Stringer), g, all, T{1, 2}, G[T]{})
fmt.Println(reflect.ValueOf(g).MethodByName("Get").Call(nil)[0], reflect.TypeOf(T{}) == reflect.TypeOf(y))`, 0)
		want := "old 8 true old 1 {{2}} [old 4 map[k:old 4] old 5] new {{0 0} {0 0}}\nold 2 false\n"
		if kept != "" {
			got, want = got+n.run(t, "fmt.Println(v, reflect.TypeOf(v) == reflect.TypeOf(x))", 0), want+"old 0 true\n"
		}
		if got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}
