package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/session/memlimit"
)

// cutParts is how many parts make a cell long enough to be cut, with a comment of 200 bytes behind each.
const cutParts = 2000

// cutCell puts that many parts, which hold their number where they have a %d, in the place of ⟦⟧.
func cutCell(cell, part string) string {
	var b strings.Builder
	for i := range cutParts {
		if strings.Contains(part, "%") {
			fmt.Fprintf(&b, part, i)
		} else {
			b.WriteString(part)
		}
		b.WriteString(" // " + strings.Repeat("c", 200) + "\n")
	}
	return strings.Replace(cell, "⟦⟧", b.String(), 1)
}

// TestCutCells: cells with so much code that they run in pieces mean what they mean in Go, and messages have the
// words and places that they have in short ones. What is expected follows from the number of parts.
func TestCutCells(t *testing.T) {
	for _, tt := range []struct {
		name, cell, part string
		want             string // the value, or the beginning of the error
		printed          string
	}{
		{"statements", "x := 0\n⟦⟧x", "x += %d", "1999000", ""},
		{"silent", "x := 0\n⟦⟧x;", "x++", "", ""},
		{"values between", "⟦⟧1, 2", "7", "(1, 2)", ""},
		{"heads", "x := 0\n⟦⟧x", "if y := %d;" + strings.Repeat(" ", 400) + "y > 0 { x++ }", "1999", ""},
		{"append", "var x []int\n⟦⟧len(x), x[7]", "x = append(x, %d)", "(2000, 7)", ""},
		{"defined anew", "x := 1\n⟦⟧x := `a`\nx", "x++", `"a"`, ""},
		{"function behind", "x := 0\n⟦⟧x\nfunc f(i int) int { return i + 1 }", "x += f(%d)", "2001000", ""},
		{"function between", "a := 0\nfunc f() { a++; b++ }\n⟦⟧b := 0\nf()\na, b", "a++", "(2001, 1)", ""},
		{"type behind", "n := T(0)\n⟦⟧n.double()\nfunc (t T) double() T { return 2 * t }\ntype T int", "n++", "4000", ""},
		{"import behind", "var b strs.Builder\n⟦⟧b.Len()\nimport strs \"strings\"", "b.WriteString(`ab`)", "4000", ""},
		{
			"method behind", "type T int\nfunc f(t T) int { return t.m() }\n⟦⟧b := 3\nf(7)\n" +
				"func (t T) m() int { return b * int(t) }", "_ = 1", "21", "",
		},
		{
			"variables of a file", "var a I = T(b)\ntype I interface{ m() int }\ntype T int\n" +
				"⟦⟧func (t T) m() int { return 10*f7() + int(t) }\nvar b = 2\na.m()", "func f%d() int { return b }", "22", "",
		},
		{"goes on", "⟦⟧fmt.Print(`b`)", "_ = 1", "", "b"},
		{"many functions", "⟦⟧f7(1)", "func f%d(x int) int { return x + 1 }", "2", ""},

		{"list", "f := func(i int) int { return i + 1 }\nv := []int{⟦⟧ f(7)}\nlen(v), cap(v), v[1999], v[2000]", "f(%d),", "(2001, 2001, 2000, 8)", ""},
		{"typed elements", "type P struct { X int; S string }\nv := []P{⟦⟧}\nlen(v), v[1999].X", "P{%d, `a`},", "(2000, 1999)", ""},
		{"elements without type", "n := 3\ntype P struct { X, Y int }\nv := []*P{⟦⟧}\nlen(v), *v[1999]", "{%d, n},", "(2000, {X:1999 Y:3})", ""},
		{"nested", "v := [][]int{⟦⟧}\nlen(v), v[1999]", "[]int{%d, -1},", "(2000, [1999 -1])", ""},
		{"durations", "v := []time.Duration{⟦⟧}\nv[1999]", "%d*time.Second,", "33m19s", ""},
		{"map", "n := 2\nm := map[int]int{⟦⟧}\nlen(m), m[1999]", "%d: n+1,", "(2000, 3)", ""},
		{"variable", "n := 2\nvar v []int = []int{⟦⟧}\nlen(v)", "n,", "2000", ""},
		{"argument", "n := 2\nlen([]int{⟦⟧})", "n,", "2000", ""},
		{"method", "n := 2\ntensor.New([]int{⟦⟧}).Sum().Item()", "n,", "4000", ""},
		{"range", "n, s := 2, 0\nfor _, x := range []int{⟦⟧} { s += x }\ns", "n,", "4000", ""},
		{"tensors", "x := tensor.Ones(2)\nv := []*tensor.Tensor{⟦⟧}\nv[1999]", "x + %d,", "Tensor(shape=[2], dtype=Float32, value= [ 2.00000000e+03,  2.00000000e+03])", ""},
		{"order", "s := ``\nf := func(x string) int { s = x; return 1 }\nmax(f(`a`), len([]int{⟦⟧}))\ns", "f(`b`),", `"b"`, ""},
		{"keys", "n := 1\nv := []int{⟦⟧ 5000: n}\nlen(v)", "n,", "5001", ""},
		{"array", "n := 1\nv := [...]int{⟦⟧}\nlen(v)", "n,", "2000", ""},
		{"in a function", "func f(n int) []int { return []int{⟦⟧} }\nlen(f(1))", "n,", "2000", ""},
		{"program", "package main\nfunc main() {\nx := 0\n⟦⟧println(x) }", "x++", "", "2000\n"},

		{"undefined", "fmt.Print(`a`)\nx := 1\n⟦⟧y", "x++", "2003:1: undefined: y", ""},
		{"wrong type", "fmt.Print(`a`)\nn := 1\nv := []int{⟦⟧\n`a`}", "n,", "2004:1: cannot use `a` (untyped string constant \"a\") as int value", ""},
		{"syntax", "fmt.Print(`a`)\nx := 1\n⟦⟧x + ) 1\n", "x++", "2003:5: syntax error", ""},
		{"list without end", "fmt.Print(`a`)\nn := 1\nv := []int{⟦⟧", "n,", "2002", ""},
		{"panic", "x := []int{1}\nfmt.Print(`a`)\n⟦⟧x[2000]", "x[0]++", "2003:2: IndexError: index out of range [2000] with length 1", "a"},
		{"panic in a list", "d := 2\nf := func(i int) int { return i / d }\nv := []int{⟦⟧\n1/(d-2)}", "f(%d),", "2004:2: ZeroDivisionError", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sink := &recorder{}
			s, err := New(Options{Sink: sink})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			r := s.Eval(cutCell(tt.cell, tt.part))
			got := ""
			if r.Err != nil {
				got = strings.TrimPrefix(r.Err.Error(), "In[1]:")
			} else if r.Value != nil {
				got = r.Value.Text()
			}
			if first, _, _ := strings.Cut(got, "\n"); first != tt.want && (r.Err == nil || !strings.HasPrefix(first, tt.want)) {
				t.Errorf("%.300s", got)
			}
			if out := sink.take(); out != tt.printed {
				t.Errorf("printed %q", out)
			}
			for name := range s.engine().front.Env() {
				if strings.HasPrefix(name, "listꞏ") {
					t.Error("the session keeps", name)
				}
			}
		})
	}
}

// TestCutMemory: a function whose code needs more memory than there is is refused before anything runs.
func TestCutMemory(t *testing.T) {
	s := newSession(t)
	before := memlimit.Limit()
	memlimit.SetLimit(100 << 20)
	defer memlimit.SetLimit(before)
	r := s.Eval(cutCell("x := 1\nfunc f(n int) int {\n⟦⟧return n }", "n++"))
	if r.Err == nil || !strings.Contains(r.Err.Error(), "In[1]:2:1: ") || !strings.Contains(r.Err.Error(), "of code in one piece") {
		t.Errorf("%.300v", r.Err)
	}
	if r := s.Eval(cutCell("n := 1\n⟦⟧n", "n++")); r.Err != nil || r.Value.Text() != "2001" {
		t.Error(r.Value, r.Err)
	}
}
