package front

import (
	"go/token"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/symbols"
)

func TestSplit(t *testing.T) {
	kinds := map[itemKind]string{importItem: "import", declItem: "decl", stmtItem: "stmt"}
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
		for _, it := range split(c.src) {
			parts = append(parts, kinds[it.kind]+":"+c.src[it.start:it.end])
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
		{"x[f(1, 2), :]", "x[index__(f(1, 2), span__(nil,nil))]"},
	} {
		got := multiIndex(c.src, 1, 1)
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
		{"type T struct {\n\tnn.Cell", Unfinished, "\t"},
		{"package main\nfunc main() {}", Whole, ""},
	} {
		if got, indent := Completeness(c.src); got != c.want || indent != c.indent {
			t.Errorf("Completeness(%q) = %v %q, want %v %q", c.src, got, indent, c.want, c.indent)
		}
	}
}

func newFront(tb testing.TB) *Front {
	tb.Helper()
	world, err := symbols.NewWorld()
	if err != nil {
		tb.Fatal(err)
	}
	return frontOf(tb, world)
}

func frontOf(tb testing.TB, world *gotypes.World) *Front {
	tb.Helper()
	f, err := New(world, token.NewFileSet(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// chain is a cell of n lines that each need the type of the line before.
func chain(n int) string {
	return "x := tensor.Ones(2)\nx := x*2 + 1\nx = -x / 3\n" + strings.Repeat("x = (x*2 + 1)[:1] - x\n", n)
}

// TestChain guards against a round of checking per line.
func TestChain(t *testing.T) {
	world, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	timed := func(n int) time.Duration {
		best := time.Hour
		for i := range 3 {
			f := frontOf(t, world)
			start := testenv.ProcessorTime()
			if _, err := f.Compile(NewCell(i+1, chain(n))); err != nil {
				t.Fatal(err)
			}
			best = min(best, testenv.ProcessorTime()-start)
		}
		return best
	}
	short, long := timed(100), timed(1000)
	if long > 40*short {
		t.Errorf("100 lines take %v, 1000 lines %v", short, long)
	}
}

// TestLoad: the packages that sugar is about are built when a name means one of them, not when a name looks like it.
func TestLoad(t *testing.T) {
	world, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		src  string
		want bool
	}{
		{"x := 1\nx + 1", false},
		{"import \"errors\"\nerr := errors.New(\"e\")\ntype E struct{}\nfunc (E) Error() string { return \"\" }", false},
		{"type Stack struct{ data []int }\nfunc (s *Stack) Apply() { s.data = append(s.data, 1) }\nvar s Stack\ns.Apply()", false},
		{"func All(ops []int, np int) (nn int) { for data := range ops { nn += data * np }; return }\nAll(nil, 1)", false},
		{"data := []byte{1}\nfor i := range data { data[i]++ }", false},
		{"x := Ones(2)", true},
		{"x := nn.NewReLU()", true},
		{"import o \"github.com/msrepl/msrepl/ops\"\no.Abs", true},
		{"type Net struct{ nn.Cell }", true},
		{"var f func(*Tensor)", true},
		{"[]int{1, 2}[0, 1]", false},
	} {
		f := frontOf(t, world)
		_, _ = f.Compile(NewCell(1, c.src))
		if f.loaded != c.want {
			t.Errorf("%q: loaded %v, want %v", c.src, f.loaded, c.want)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, c := range []struct{ name, src string }{
		{"expression", "1 + 1"},
		{"tensors", "x := tensor.Ones(2)\ny := x*2 - 1/x"},
		{"50 lines", chain(50)},
	} {
		b.Run(c.name, func(b *testing.B) {
			f := newFront(b)
			for i := 0; b.Loop(); i++ {
				if _, err := f.Compile(NewCell(i, c.src)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
