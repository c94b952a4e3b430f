package front

import (
	"errors"
	"go/token"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

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
	f, err := New(world, token.NewFileSet(), nil, nil)
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
			if _, err := f.Compile(syntax.NewCell(i+1, chain(n)), nil); err != nil {
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

// TestStop stops a cell wherever Compile asks: it leaves nothing behind, and compiles afterwards.
func TestStop(t *testing.T) {
	long := strings.Repeat("new1 += len(strings.Repeat(\"a\", new1))\n", 1800) // cut into pieces
	for _, src := range []string{"", long} {
		src = "func (T) M() int { return 1 }\nfunc f() string { return \"\" }\nnew1 := 1\n" + src + "T{}.M()"
		f := newFront(t)
		for i, earlier := range []string{"type T struct{}", "func f() int { return 1 }"} {
			p, err := f.Compile(syntax.NewCell(i+1, earlier), nil)
			if err != nil {
				t.Fatal(err)
			}
			f.Commit(p, 0, -1)
		}
		stops := 0
		for ; ; stops++ {
			asked := 0
			_, err := f.Compile(syntax.NewCell(3, src), func() bool { asked++; return asked > stops })
			if err == nil {
				break
			}
			if !errors.Is(err, ErrStopped) {
				t.Fatalf("stopped at %d: %v", stops, err)
			}
			for _, c := range []string{"T{}.M()", "new1"} {
				if _, err := f.Compile(syntax.NewCell(4, c), nil); err == nil {
					t.Fatalf("stopped at %d: %s compiles", stops, c)
				}
			}
			if _, err := f.Compile(syntax.NewCell(4, "f() + 1"), nil); err != nil {
				t.Fatalf("stopped at %d: %v", stops, err)
			}
		}
		if stops < 4 {
			t.Errorf("asked %d times", stops)
		}
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
		_, _ = f.Compile(syntax.NewCell(1, c.src), nil)
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
				if _, err := f.Compile(syntax.NewCell(i, c.src), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
