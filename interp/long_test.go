package interp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestLongLists: long lists of constants, strings and comments, which are not parsed, mean what they mean in Go, and
// messages about them and about what is behind them have the words and places that they had when all was parsed.
func TestLongLists(t *testing.T) {
	for _, tt := range []struct {
		name, cell, part string // ⟦⟧ is 2000 parts
		want             string // the value, or the beginning of the error
	}{
		{"slice", "x := []int{⟦⟧ 5}\nx[len(x)-1], len(x), cap(x)", "1, ", "(5, 2001, 2001)"},
		{"type", "x := []float32{⟦⟧ 5}\nfmt.Sprintf(`%T`, x)", "1, ", `"[]float32"`},
		{"array", "x := [...]int{⟦⟧}\nfmt.Sprintf(`%T`, x)", "1, ", `"[2000]int"`},
		{"constant length", "const n = len([...]int{⟦⟧}) + 1\nn", "1, ", "2001"},
		{"array with keys", "x := [...]int{⟦⟧ 2100: 7}\nlen(x), x[2100]", "1, ", "(2101, 7)"},
		{"pointer", "x := &[]int{⟦⟧}\n(*x)[7]++\n(*x)[7], len(*x)", "1, ", "(2, 2000)"},
		{"made anew", "func f() []int { return []int{⟦⟧} }\na, b := f(), f()\na[0] = 9\na[0], b[0]", "1, ", "(9, 1)"},
		{"method of a type", "type L []int8\nfunc (l L) Sum() (s int) { for _, x := range l { s += int(x) }; return s }\nL{⟦⟧}.Sum()", "1, -2, ", "-2000"},
		{"range", "s := 0.0\nfor _, x := range []float64{⟦⟧} { s += x }\ns", "0.5, ", "1000"},
		{"rows", "x := [][]float64{⟦⟧}\nlen(x), x[3][1]", "{1, 2.5},\n", "(2000, 2.5)"},
		{"tensor", "tensor.New([][]float32{⟦⟧}).Shape()", "{1, 2.5},\n", "(2000, 2)"},
		{"one of several", "x := [][]int{{⟦⟧}, f(), {7}}\nfunc f() []int { return []int{3} }\nlen(x[0]), x[1], x[2]", "1, ", "(2000, [3], [7])"},
		{"structs", "type P struct { name string; x, y float64 }\nps := []P{⟦⟧}\nps[3], len(ps)", "{`a`, 1, -2}, {name: `b`, y: 3},\n", `({name:"b" x:0 y:3}, 4000)`},
		{"pointers", "type P struct { name string; x, y float64 }\nps := []*P{⟦⟧}\n*ps[3], len(ps)", "{`a`, 1, -2}, {name: `b`, y: 3},\n", `({name:"b" x:0 y:3}, 4000)`},
		{"embedded", "type A struct { n int }\ntype B struct { A; m int }\nx := []B{⟦⟧}\nx[1].n", "{A{1}, 2}, ", "1"},
		{"any", "x := []any{⟦⟧}\nfmt.Sprintf(`%T %T %T %T`, x[0], x[1], x[2], x[3])", "1, 2.5, 'x', `s`, ", `"int float64 int32 string"`},
		{"generic", "func f[T ~int | ~float64]() []T { return []T{⟦⟧} }\nlen(f[int]()), f[float64]()[1]", "1, ", "(2000, 1)"},
		{"local type", "func f() any { type T struct{ n int }; return []T{⟦⟧} }\nfmt.Sprintf(`%T %d`, f(), len(fmt.Sprint(f())))", "{1}, ", `"[]main.T 8001"`},
		{"tuple", "[]int{⟦⟧}[3], 4", "1, ", "(1, 4)"},
		{"variables", "var x, y = []int{⟦⟧}, 3\nlen(x) + y", "1, ", "2003"},
		{"index", "tensor.Ones(2, 3)[:, []int{⟦⟧}].Shape()", "1, ", "(2, 2000)"},
		{"later cells", "func f() []L { return []L{⟦⟧} }\ntype L int8\nlen(f())", "1, ", "2000"},
		{"string", "s := `⟦⟧`\nlen(s), s[len(s)-2:]", "a\tb\n", "(8000, \"b\\n\")"},
		{"string with escapes", `s := "⟦⟧"` + "\nlen(s), s[len(s)-2:]", `a\x42é\n`, `(10000, "\xa9\n")`},
		{"constant string", `const s = "⟦⟧"` + "\nconst n = len(s + s)\nn, s[5] == 'b'", "abcd", "(16000, true)"},
		{"bytes", "b := []byte(`⟦⟧`)\nlen(b)", "ab\r\n", "6000"},
		{"comment", "x := 1 + /*⟦⟧*/ 2\nx", "c\n", "3"},

		{"overflow", "x := []uint8{⟦⟧ 300}\nx", "1, ", "1:6015: cannot use 300 (untyped int constant) as uint8 value in array or slice literal (overflows)"},
		{"overflow in a function", "func f() []uint8 { return []uint8{⟦⟧\n-1} }", "1,\n", "2002:1: cannot use -1 (untyped int constant) as uint8 value in array or slice literal (overflows)"},
		{"wrong kind", "x := [][]int{⟦⟧\n{1, `a`}}\nx", "{1, 2},\n", "2002:5: cannot use `a` (untyped string constant \"a\") as int value in array or slice literal"},
		{"fraction", "x := []int{⟦⟧ 1.5}\nx", "1, ", "1:6013: cannot use 1.5 (untyped float constant) as int value in array or slice literal (truncated)"},
		{"no such field", "type P struct { x int }\nps := []P{⟦⟧ {z: 1}}\nps", "{x: 1}, ", "2:16013: unknown field z in struct literal of type P"},
		{"twice", "m := map[string]int{⟦⟧ `a`: 1, `a`: 2}\nm", "", "1:30: duplicate key \"a\" in map literal"},
		{"too many", "x := [5]int{⟦⟧}\nx", "1, ", "1:28: index 5 is out of bounds (>= 5)"},
		{"comma", "x := []int{⟦⟧1\n}\nx", "1, ", "1:6013: syntax error: missing ',' before newline in composite literal"},
		{"place after a list", "x := []int{⟦⟧}; y", "1,\n", "2001:4: undefined: y"},
		{"place after a string", "x := `⟦⟧`; y", "ab\n", "2001:4: undefined: y"},
		{"place after a comment", "⟦⟧ y", "// ab\n", "2001:2: undefined: y"},
		{"place of a panic", "x := []int{⟦⟧}\nx[2000]", "1,\n", "2002:2: IndexError: index out of range [2000] with length 2000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(t)
			r := s.Eval(strings.Replace(tt.cell, "⟦⟧", strings.Repeat(tt.part, 2000), 1))
			got := ""
			if r.Err != nil {
				got = strings.TrimPrefix(r.Err.Error(), "In[1]:")
			} else if r.Value != nil {
				got = r.Value.Text()
			}
			if first, _, _ := strings.Cut(got, "\n"); first != tt.want && (r.Err == nil || !strings.HasPrefix(first, tt.want)) {
				t.Errorf("%.300s", got)
			}
		})
	}
}

// TestLongListAgain: a function with a long list is compiled again when the type of the list changes, also to one
// that the list does not fit.
func TestLongListAgain(t *testing.T) {
	s := newSession(t, "type L int", "func f() []L { return []L{"+strings.Repeat("200, ", 2000)+"} }", "type L uint8", "x := f()")
	if r := s.Eval("fmt.Sprintf(`%T %d %d`, x, x[7], len(x))"); r.Err != nil || !strings.Contains(r.Value.Text(), "L 200 2000") {
		t.Error(r.Value, r.Err)
	}
	s.Eval("type L int8")
	if r := s.Eval("f()"); r.Err == nil || !strings.Contains(r.Err.Error(), "200") {
		t.Error(r.Value, r.Err)
	}
	s.Eval("type L struct { n int }")
	if r := s.Eval("f()"); r.Err == nil {
		t.Error(r.Value)
	}
	s.Eval("type L any")
	if r := s.Eval("f()[3]"); r.Err != nil || r.Value.Text() != "200" {
		t.Error(r.Value, r.Err)
	}
}

// TestLongFunctions guards against work in long functions that grows with the square of their length: looking at all
// lines of tensors, which take each other's registers, behind each of them, or comparing all values of a variable with
// one another, where a function has very many branches.
func TestLongFunctions(t *testing.T) {
	for _, c := range []struct {
		name, head, foot string
		line             func(i int) string
		short, long      int
		most             time.Duration // how many times as long
	}{
		{
			"chain of tensors", "func f(x *Tensor) *Tensor {\n", "return x }\nf(tensor.Zeros(1)).Shape()",
			func(int) string { return "x = x*2 + 1\n" }, 400, 4000, 25,
		},
		{
			"branches", "func f(x int) int {\n", "return x }\nf(3)",
			func(i int) string { return fmt.Sprintf("if x == %d { x += %d }\n", i, i) },
			400, 4000, 45, // the SSA form's own part grows with the square
		},
	} {
		timed := func(n int) time.Duration {
			var text strings.Builder
			text.WriteString(c.head)
			for i := range n {
				text.WriteString(c.line(i))
			}
			text.WriteString(c.foot)
			best := time.Hour
			for range 2 {
				s := newSession(t)
				start := testenv.ProcessorTime()
				r := s.Eval(text.String())
				best = min(best, testenv.ProcessorTime()-start)
				if r.Err != nil {
					t.Fatal(r.Err)
				}
			}
			return best
		}
		short, long := timed(c.short), timed(c.long)
		t.Logf("%s: %d lines take %v, %d lines %v", c.name, c.short, short, c.long, long)
		if long > c.most*short {
			t.Errorf("%s: %d lines take %v, %d lines %v", c.name, c.short, short, c.long, long)
		}
	}
}
