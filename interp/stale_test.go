package interp

import (
	"fmt"
	"strings"
	"testing"
)

// TestStale runs cells as people do, by hand and in a notebook, whose cells have names; "a: x := 1" is cell a of a
// notebook.
func TestStale(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells []string
		want  string // the stale cells, by number, with what they use
	}{
		{"nothing", []string{"1 + 1", "x := 2", "x"}, ""},
		{"a function changes", []string{"func f() int { return 1 }", "y := f()", "y + 1", "2", "func f() int { return 2 }"}, "2 f; 3 y"},
		{"and is as before", []string{"func f() int { return 1 }", "f()", "func f() int { return 2 }", "func f() int { return 1 }"}, ""},
		{"only a comment", []string{"func f() int { return 1 }", "f()", "// one\nfunc f() int {\n\treturn 1 // two\n}"}, ""},
		{"run again", []string{"func f() int { return 1 }", "y := f()", "y + 1", "func f() int { return 2 }", "y := f()"}, "3 y"},
		{"all run again", []string{"func f() int { return 1 }", "y := f()", "y + 1", "func f() int { return 2 }", "y := f()", "y + 1"}, ""},
		{"through a function", []string{"func f() int { return 1 }", "func g() int { return f() }", "g()", "func f() int { return 2 }"}, "3 g"},
		{"a function before what it uses", []string{"func g() int { return h() }\nfunc h() int { return 1 }", "g()", "func h() int { return 2 }"}, "2 g"},
		{"functions that call each other", []string{
			"func even(n int) bool { return n == 0 || odd(n-1) }\nfunc odd(n int) bool { return n != 0 && even(n-1) }", "even(2)", "odd(2)", "even(2); odd(2)",
		}, ""},
		{"a method", []string{"type T struct{}", "func (T) M() int { return 1 }", "t := T{}", "t.M()", "func (T) M() int { return 2 }"}, "3 T; 4 t"},
		{"a method above its type", []string{"func (T) M() int { return 1 }\ntype T struct{}", "T{}.M()", "func (T) M() int { return 2 }"}, "2 T"},
		{"a constructor", []string{
			"type N struct{ nn.Cell }\nfunc (n *N) Construct(x int) int { return x }\nfunc NewN() *N { return &N{} }",
			"net := NewN()", "net.Construct(1)", "func (n *N) Construct(x int) int { return 2*x }",
		}, "2 NewN; 3 net"},
		{"a variable", []string{"lr := 0.1", "lr * 2", "lr := 0.2"}, "2 lr"},
		{"a variable with a value", []string{"var lr = 0.1", "var twice = lr * 2", "twice", "var lr = 0.2"}, "2 lr; 3 twice"},
		{"a constant", []string{"const n = 3", "n + 1", "const n = 4"}, "2 n"},
		{"assignment is no definition", []string{"n := 1", "n", "n = 2", "n++"}, ""},
		{
			"through an assignment",
			[]string{"func f() int { return 1 }", "x := 0", "x = f()", "x + 1", "func f() int { return 2 }"},
			"3 f; 4 x",
		},
		{"an assignment run again", []string{
			"func f() int { return 1 }", "x := 0", "x = f()", "x + 1", "func f() int { return 2 }", "x = f()",
		}, "4 x"},
		{"both run again", []string{
			"func f() int { return 1 }", "x := 0", "x = f()", "x + 1", "func f() int { return 2 }", "x = f()", "x + 1",
		}, ""},
		{"through two assignments", []string{
			"func f() int { return 1 }", "x, y := 0, 0", "x = f()", "y += x", "y", "func f() int { return 2 }",
		}, "3 f; 4 x; 5 y"},
		{"of a part, in a loop and in a closure", []string{
			"func f() int { return 1 }", "x, y, m := []int{0}, 0, map[string]int{}",
			"x[0] = f()\nfor range 2 { y++; func() { m[\"a\"] = f() }() }", "x", "y", "m", "func f() int { return 2 }",
		}, "3 f; 4 x; 5 y; 6 m"},
		{"put out of force", []string{
			"func f() int { return 1 }", "x := 0", "x = f()", "x = 5", "x",
			"func f() int { return 2 }",
		}, "3 f"},
		{"declared anew", []string{
			"func f() int { return 1 }", "x := 0", "x = f()", "x := 5", "x",
			"func f() int { return 2 }",
		}, "3 f"},
		{
			"before the assignment",
			[]string{"func f() int { return 1 }", "x := 0", "x", "x = f()", "func f() int { return 2 }"},
			"4 f",
		},
		{
			"an assignment that fails then",
			[]string{"func f() int { return 1 }", "x := 0", "x = f(); panic(1)", "x", "func f() int { return 2 }"},
			"4 x",
		},
		{"of itself", []string{"n := 1", "n := n + 1", "n"}, ""},
		{"its own parameter", []string{"x := 1", "func f(x int) int { return x }", "f(2)", "x := 3"}, ""},
		{"a field of that name", []string{"x := 1", "p := struct{ x int }{x: 2}", "p.x", "x := 3"}, ""},
		{"what failed defines nothing", []string{"func f() int { return 1 }", "f()", "func f() int { return }"}, ""},
		{"what fails has no result", []string{"func f() int { return 1 }", "f(); panic(1)", "func f() int { return 2 }"}, ""},
		{"edited", []string{"func f() int { return 1 }", "y := f()", "y := f() + 1", "func f() int { return 2 }"}, "3 f"},
		{"beside a command", []string{"func f() int { return 1 }", "%pwd\ny := f()\n%who\ny", "func f() int { return 2 }"}, "2 f"},
		{"reset", []string{"func f() int { return 1 }", "f()", "func f() int { return 2 }", "%reset"}, ""},

		{"a cell of a notebook", []string{"a: func f() int { return 1 }", "b: f()", "a: func f() int { return 2 }"}, "2 f"},
		{"run anew", []string{"a: func f() int { return 1 }", "b: f()", "a: func f() int { return 2 }", "b: f()"}, ""},
		{"another cell with the name", []string{"a: x := 1", "b: x + 1", "c: x := 5", "d: x + 1"}, ""},
		{"the first of these", []string{"a: x := 1", "b: x + 1", "c: x := 5", "d: x + 1", "a: x := 2"}, "2 x"},
		{"a variant of a network", []string{
			"a: type N struct{}\nfunc (N) Go() int { return 1 }", "b: N{}.Go()", "c: type N struct{ a int }\nfunc (N) Go() int { return 2 }", "d: N{}.Go()",
		}, ""},
		{"continued", []string{"a: n := 1", "b: n := n + 1", "c: n", "a: n := 2"}, "2 n; 3 n"},
		{"assignments in a notebook", []string{
			"a: func f() int { return 1 }", "b: x := 0", "c: x += f()", "c: x += f()", "d: x", "a: func f() int { return 2 }",
			"c: x += f()",
		}, "5 x"},
		{"in turns", []string{
			"a: func f() int { return 1 }", "b: x, y := 0, 0", "c: x = y + f()", "d: y = x + 1", "c: x = y + f()",
			"d: y = x + 1",
			"a: func f() int { return 2 }",
		}, "5 f y; 6 x"},
		{"fails when run anew", []string{"a: func f() int { return 1 }", "b: f()", "b: f(); panic(1)", "a: func f() int { return 2 }"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := New(Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for i, src := range c.cells {
				if id, rest, ok := strings.Cut(src, ": "); ok && len(id) == 1 {
					s.Identify(i+1, id)
					src = rest
				}
				s.EvalAs(i+1, src)
			}
			var got []string
			for _, cell := range s.Stale() {
				got = append(got, fmt.Sprint(cell.Number, " ", strings.Join(cell.Uses, " ")))
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestStaleAskedOften: the result does not depend on earlier calls of %stale.
func TestStaleAskedOften(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, src := range []string{"func f() int { return g() }\nfunc g() int { return 1 }", "f()", "g()", "func g() int { return 2 }"} {
		if got := s.Stale(); len(got) > 0 {
			t.Errorf("before %s: %v", src, got)
		}
		s.Eval(src)
	}
	if got := fmt.Sprint(s.Stale()); got != "[{2  [f]} {3  [g]}]" {
		t.Error(got)
	}
}
