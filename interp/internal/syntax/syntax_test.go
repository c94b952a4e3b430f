package syntax

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	kinds := map[ItemKind]string{ImportItem: "import", DeclItem: "decl", StmtItem: "stmt"}
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"x := 1\ny := 2", "stmt:x := 1\ny := 2"},
		{"import \"fmt\"\nx := 1", "import:import \"fmt\"|stmt:x := 1"},
		{"func f() {}\nf()", "decl:func f() {}|stmt:f()"},
		{"func() {}()", "stmt:func() {}()"},
		{"func (t T) m() {}", "decl:func (t T) m() {}"},
		{"func(t T) int { return 1 }(x)", "stmt:func(t T) int { return 1 }(x)"},
		{"var x = 1\nconst c = 2\ntype T int", "stmt:var x = 1|decl:const c = 2|decl:type T int"},
		{"for i := 0; i < 3; func() {}() { }", "stmt:for i := 0; i < 3; func() {}() { }"},
		{"x := `a\nfunc b`\ny := 2", "stmt:x := `a\nfunc b`\ny := 2"},
		{"x := []int{\n1,\n}\n// note\ntype T int // T", "stmt:x := []int{\n1,\n}|decl:type T int // T"},
	} {
		var parts []string
		for _, it := range Split(c.src) {
			parts = append(parts, kinds[it.Kind]+":"+c.src[it.Start:it.End])
		}
		if got := strings.Join(parts, "|"); got != c.want {
			t.Errorf("split(%q)\ngot  %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestMultiIndex(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x[0]", "x[0]"},
		{"x[1:2]", "x[1:2]"},
		{"x[i, j]", "x[i, j]"},
		{"x[1:2:3]", "x[1:2:3]"},
		{"f[int, string](1)", "f[int, string](1)"},
		{"m[func() int]", "m[func() int]"},
		{"[]int{1, 2}", "[]int{1, 2}"},
		{"x[0, 1]", "x[index__(0, 1)]"},
		{"x[0, :]", "x[index__(0, span__(nil,nil))]"},
		{"x[::2]", "x[index__(span__(nil,nil,2))]"},
		{"x[:, 1:]", "x[index__(span__(nil,nil), span__(1,nil))]"},
		{"x[a[0, 1], 2]", "x[index__(a[index__(0, 1)], 2)]"},
		{"x[i, []bool{b}]", "x[index__(i, []bool{b})]"},
		{"x[[]int{i}, j]", "x[index__([]int{i}, j)]"},
		{"x[!m, j]", "x[index__(!m, j)]"},
		{"x[i, a > b]", "x[index__(i, a > b)]"},
		{"x[i, j*k]", "x[index__(i, j*k)]"},
		{"x[m&n, j]", "x[index__(m&n, j)]"},
		{"f[int, *T](1)", "f[int, *T](1)"},
		{"f[[]*T, struct{ a int }](1)", "f[[]*T, struct{ a int }](1)"},
		{"f[[2]byte, string](1)", "f[[2]byte, string](1)"},
		{"f[string, map[[2*n]int][3][4]T](1)", "f[string, map[[2*n]int][3][4]T](1)"},
		{"f[func([2]T) int, chan [3]int](1)", "f[func([2]T) int, chan [3]int](1)"},
		{"x[[2]int{1, 2}, j]", "x[index__([2]int{1, 2}, j)]"},
		{"f[func(a [2]T) [3]T, [][4]*T](1)", "f[func(a [2]T) [3]T, [][4]*T](1)"},
		{"f[func() [2][]T, func() [2][3]T](1)", "f[func() [2][]T, func() [2][3]T](1)"},
		{"x[a[i][2]*b, j]", "x[index__(a[i][2]*b, j)]"},
		{"x[f(i)[2][k], j]", "x[index__(f(i)[2][k], j)]"},
		{"x[a[1]*b, j]", "x[index__(a[1]*b, j)]"},
		{"f[interface{ M() }, func(a *T)](1)", "f[interface{ M() }, func(a *T)](1)"},
		{"f[int, func() (T, error)](1)", "f[int, func() (T, error)](1)"},
		{"f[func() *T, func(func() *T) func(int) *U]{}", "f[func() *T, func(func() *T) func(int) *U]{}"},
		{"x[f(func() *T { return p })*i, j]", "x[index__(f(func() *T { return p })*i, j)]"},
		{"f[map[T]func(...int) (n *T, _ []U), U](1)", "f[map[T]func(...int) (n *T, _ []U), U](1)"},
		{"f[func(func() (T, U)) (func(T), U), [](*T)](1)", "f[func(func() (T, U)) (func(T), U), [](*T)](1)"},
		{"f[chan (<-chan T), (U)](1)", "f[chan (<-chan T), (U)](1)"},
		{"x[i, (j*k)]", "x[index__(i, (j*k))]"},
		{"x[i, a[j*k]]", "x[index__(i, a[j*k])]"},
		{"x[i, (f)(j)]", "x[index__(i, (f)(j))]"},
		{"x[i, func() (T, U) { return t, u }]", "x[index__(i, func() (T, U) { return t, u })]"},
		{"f[map[string]*p.T, <-chan int](1)", "f[map[string]*p.T, <-chan int](1)"},
		{"type S[T ~[]E, E cmp.Ordered] struct{}", "type S[T ~[]E, E cmp.Ordered] struct{}"},
		{"type S[T *C, U any] struct{}", "type S[T *C, U any] struct{}"},
		{"type (\n\tS[T ~[]E, E any] struct{}\n)", "type (\n\tS[T ~[]E, E any] struct{}\n)"},
		{"func f[T ~int | *p.Q, E any](t T) {}", "func f[T ~int | *p.Q, E any](t T) {}"},
		{"x[f(1, 2), :]", "x[index__(f(1, 2), span__(nil,nil))]"},
	} {
		got := MultiIndex(c.src, 1, 1)
		for {
			i := strings.Index(got, "/*line")
			if i < 0 {
				break
			}
			got = got[:i] + got[i+strings.Index(got[i:], "*/")+2:]
		}
		if got != c.want {
			t.Errorf("multiIndex(%q)\ngot  %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestCompleteness(t *testing.T) {
	for _, c := range []struct {
		src    string
		want   State
		indent string
	}{
		{"", Whole, ""},
		{"x := 1", Whole, ""},
		{"func f() {", Unfinished, "\t"},
		{"func f() {\n\tif x {", Unfinished, "\t\t"},
		{"func f() {\n}", Whole, ""},
		{"x := `raw", Unfinished, ""},
		{"/* note", Unfinished, ""},
		{"x +", Unfinished, "\t"},
		{"f(1,", Unfinished, "\t"},
		{"x.", Unfinished, "\t"},
		{"x := ", Unfinished, "\t"},
		{"x := )", Broken, ""},
		{"x[0, :]", Whole, ""},
		{"f(]", Broken, ""},
		{"\"not closed", Broken, ""},
		{"if x { } else", Unfinished, "\t"},
		{"x := 1\nouter: // of all", Unfinished, ""},
		{"outer:\nfor {\n\tbreak outer\n}", Whole, ""},
		{"goto end\nx()\nend:", Whole, ""},
		{"type T struct {\n\tnn.Cell", Unfinished, "\t"},
		{"package main\nfunc main() {}", Whole, ""},
	} {
		if got, indent := Completeness(c.src); got != c.want || indent != c.indent {
			t.Errorf("Completeness(%q) = %v %q, want %v %q", c.src, got, indent, c.want, c.indent)
		}
	}
}
