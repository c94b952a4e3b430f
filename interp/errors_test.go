package interp

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestANSITraceback: a coloured traceback has the same text as one without colours.
func TestANSITraceback(t *testing.T) {
	s := newSession(t, "func f(a []int) int {\n\treturn a[3]\n}")
	for _, src := range []string{"f(nil)", "x := y", "tensor.Ones(2).MatMul(tensor.Ones(3))", "%nothing"} {
		r := s.Eval(src)
		if r.Err == nil {
			t.Fatalf("%s: no error", src)
		}
		coloured := strings.Join(r.Err.ANSITraceback(), "\n")
		if regexp.MustCompile("\x1b\\[\\d+m").ReplaceAllString(coloured, "") != r.Err.Error() {
			t.Errorf("%s: %q is not %q", src, coloured, r.Err.Error())
		}
		if !strings.HasPrefix(coloured, green+"In[") {
			t.Errorf("%s: %q has no colours", src, coloured)
		}
	}
}

// TestPlacesInLines: if several places of a line can fail, the error names the one that has. » marks it in the source.
func TestPlacesInLines(t *testing.T) {
	for _, c := range []struct{ src, call string }{
		{"return a[0] + a[1] + a»[9]", "[]int{1, 2}"},
		{"return a»[0] + a[1] + a[9]", "nil"},
		{"b := make([]int, 2); c := b»[a[1]] + a[0]; return c", "[]int{1, 2}"},
		{"x := Ones(len(a)); return x.»Reshape(2, 2).Sum().Item().(int) + x.Sum().Len()", "[]int{3}"},
		{"x := Ones(len(a)); return (x»[0, 1] + x.Sum()).Len()", "[]int{3}"},
		{"x := Ones(len(a)); return (x.Sum().Sub(x).»Add(Ones(3))).Len()", "make([]int, 2)"},
		{"x := Ones(len(a)); return ops.ReLU(nn.NewDense(3, 2).»Call(x)).Len()", "nil"},
		{"x := Ones(len(a)); return (x.Add(1) »+ Ones(3)).Len()", "make([]int, 2)"},
		{"x := Ones(len(a)); return x[»::0].Len()", "[]int{3}"},
		{"x := Ones(1, len(a)); return x[0, »1::0].Len()", "[]int{3}"},
		{"x := Ones(1, 2); return nn.NewDense(2, 2).Call(x.»MatMul(x)).Len()", "nil"},
	} {
		before, after, _ := strings.Cut(c.src, "»")
		const head = "func f(a []int) int { "
		s := newSession(t, head+before+after+" }")
		r := s.Eval("f(" + c.call + ")")
		if r.Err == nil || r.Err.Cell != "In[1]" || r.Err.Col != len(head)+len(before)+1 {
			t.Errorf("%s: %v", c.src, r.Err)
		}
	}
}

// TestWayThroughCells: the call stack of an error has the user's functions, not the generated Call of a cell.
func TestWayThroughCells(t *testing.T) {
	s := newSession(t, `type Net struct { nn.Cell; d *nn.Dense }
func (n *Net) Construct(x *Tensor) *Tensor {
	return n.d(x)
}
type Two struct { nn.Cell; n *Net }
func (t *Two) Construct(x, y *Tensor) (*Tensor, *Tensor) {
	z := t.n(x)
	return z, y
}
two := &Two{n: &Net{d: nn.NewDense(3, 2)}}`)
	r := s.Eval("two(tensor.Ones(4), tensor.Ones(4))")
	if r.Err == nil {
		t.Fatal("no error")
	}
	var way []string
	for _, f := range r.Err.Frames {
		way = append(way, fmt.Sprintf("%s:%d %s", f.Cell, f.Line, f.Func))
	}
	if got, want := strings.Join(way, ", "), "In[2]:1 , In[1]:7 Two.Construct, In[1]:3 Net.Construct"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestErrorsOnce: each mistake is reported once, although go/types checks some expressions several times.
func TestErrorsOnce(t *testing.T) {
	s := newSession(t, "x := tensor.Ones(2)", "type Net struct { nn.Cell }\nfunc (n *Net) Construct(x *Tensor) *Tensor { return x }\nnet := &Net{}")
	for src, want := range map[string]int{
		`fmt.Printf("%v %v\n", g[0], g[1])`:     2,
		"fmt.Println(g[0])":                     1,
		"math.Sqrt(g[0] + h[1])":                2,
		"tensor.Ones(g[0])":                     1,
		"net(g[0])":                             1,
		"x + g[0]":                              1,
		"x.Add(g[0]).Mul(h[1])":                 2,
		"x[g[0]]":                               1,
		"x[g[0], 1:]":                           1,
		"y := []any{g[0]}":                      1,
		"g[:, 0]":                               1,
		"z := tensor.Zros(2)\nz[:, 0] = z[::2]": 1,
		"n := 5\nn[:, 0]":                       2,
		"go fmt.Println(g[0])":                  1,
		"f := func() int { return g[0] }":       1,
		"if g[0] { fmt.Println(h[0]) }":         2,
		"fmt.Println(strings.Repeat(g[0], 2))":  1,
		"slices.Sort(g[0])":                     1,
		"func k() { fmt.Println(g[0]) }":        1,

		"package main\nfunc main() { fmt.Println(1 }":     1,
		"package main\nfunc main() {\n\tfmt.Println(1\n}": 2, // of go vet, too
	} {
		r := s.Eval(src)
		if r.Err == nil || 1+len(r.Err.More) != want {
			t.Errorf("%s: want %d messages\n%v", src, want, r.Err)
		}
	}
}

// TestWrappersAreNoPlaces holds the way to an error to what was typed, as Go's traces do: what the compiler makes for
// method values, method expressions and promoted methods is not part of it.
func TestWrappersAreNoPlaces(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Eval(`type D interface{ Do() int }
type T struct{}
func (T) Do() int { panic("x") }
type E struct{ D }
var d D = T{}
var e D = E{d}`)
	for _, src := range []string{
		"f := d.Do; f()", "func() { defer d.Do() }()", "D.Do(d)", "g := T.Do; g(T{})", "e.Do()", "h := e.Do; h()",
	} {
		r := s.Eval(src)
		if r.Err == nil {
			t.Fatalf("%s: no error", src)
		}
		for i, f := range r.Err.Frames {
			if inner := i == len(r.Err.Frames)-1; (f.Line == 3 && f.Cell == "In[1]") != inner || f.Cell == "In[1]" && !inner {
				t.Errorf("%s:\n%v", src, r.Err)
			}
		}
	}
}

// TestExcerpt: messages show as much of a line as helps, and none of its bytes does something to a terminal.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("ä", 1000)
	for _, c := range []struct {
		line       string
		col        int
		want, left string
	}{
		{"\tx := y + 1 \r", 7, "x := y + 1 ", "x := "},
		{"x", 9, "x", "x"},
		{"a\x00b\x1b[31m\u009bc\td", 3, "a\ufffdb\ufffd[31m\ufffdc\td", "a\ufffd"},
		{"a\xff\xfe + b", 7, "a\ufffd + b", "a\ufffd + "},
		{"x := " + long, 6, "x := " + long[:around] + "…", "x := "},
		{long + "!", 2001, "…" + long[:around] + "!", "…" + long[:around]},
		{long + "!" + long, 2001, "…" + long[:around] + "!" + long[:around-2] + "…", "…" + long[:around]},
	} {
		text, before := excerpt(c.line, c.col, math.MaxInt)
		if text != c.want || text[:before] != c.left {
			t.Errorf("%q at %d: %q with %q before, want %q with %q", c.line, c.col, text, text[:before], c.want, c.left)
		}
	}
}

// TestExcerptFits: in a terminal the part of a long line around the position takes one row, so that the caret is below
// its place.
func TestExcerptFits(t *testing.T) {
	const line = "\tabcdefghijABCDEFGHIJabcdefghij"
	for _, c := range []struct {
		columns    int
		col        int
		want, left string
	}{
		{35, 17, line[1:], "abcdefghijABCDE"},
		{25, 2, "abcdefghijABCDEFGHI…", ""},
		{25, 17, "…ghijABCDEFGHIJabcd…", "…ghijABCDE"},
		{25, 31, "…BCDEFGHIJabcdefghij", "…BCDEFGHIJabcdefghi"},
		{3, 17, line[1:], "abcdefghijABCDE"},
	} {
		if text, before := excerpt(line, c.col, c.columns); text != c.want || text[:before] != c.left {
			t.Errorf("%d in %d columns: %q with %q before, want %q with %q",
				c.col, c.columns, text, text[:before], c.want, c.left)
		}
	}
	wide := strings.Repeat("日", 20) + "本" + strings.Repeat("日", 20)
	for columns := 20; columns < 90; columns++ {
		text, before := excerpt(wide, 61, columns)
		if w := ansi.StringWidth(indent + text); w > columns || w < min(columns, 86)-4 {
			t.Errorf("%d columns: %d are used", columns, w)
		}
		if !strings.HasPrefix(text[before:], "本") {
			t.Errorf("%d columns: the position is before %q", columns, text[before:])
		}
	}
}

// TestCaret: a letter of Chinese is as wide as two of ours (Unicode's annex 11), a combining mark has no width.
func TestCaret(t *testing.T) {
	for before, want := range map[string]string{
		"x := ":                "     ",
		"价格 := \"e\u0301￥\"; ": "               ",
		"if ｗ {\t日":            "       \t  ",
	} {
		if got := caretIndent(before+"y + 1", len(before)); got != want {
			t.Errorf("%q: the caret is behind %q, want %q", before, got, want)
		}
	}
}

// TestManyMistakes: all mistakes are reported, the first ones with hints; to find those for 2,000 took 18 seconds.
func TestManyMistakes(t *testing.T) {
	s := newSession(t, "total := 1")
	err := s.Eval(strings.Repeat("_ = totel\n", 50)).Err
	text := fmt.Sprint(err)
	all, hinted := strings.Count(text, "undefined: totel"), strings.Count(text, "did you mean total?")
	if all != 50 || hinted != 10 {
		t.Error(all, hinted, err)
	}
}
