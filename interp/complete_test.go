package interp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

func newSession(t testing.TB, cells ...string) *Session {
	t.Helper()
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, src := range cells {
		if r := s.Eval(src); r.Err != nil {
			t.Fatalf("%s: %v", src, r.Err)
		}
	}
	return s
}

// completed returns what the first candidate makes of the text, "" when there is none. The cursor is
// at |.
func completed(s *Session, text string) string {
	before, after, _ := strings.Cut(text, "|")
	c := s.Complete(before+after, len(before))
	if len(c.Items) == 0 {
		return ""
	}
	return before[:c.Start] + c.Items[0].Text + (before + after)[c.End:]
}

func TestSessionComplete(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	for _, name := range []string{"cells.go", "notes.txt", "two words.go", `q"$.txt`} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("code", 0o755); err != nil {
		t.Fatal(err)
	}
	s := newSession(t, "x := tensor.Ones(2, 3)", "über := 1")
	tests := []struct{ text, want string }{
		{"x.Shap|", "x.Shape"},
		{"x.Shap|.foo", "x.Shape.foo"},
		{"üb|", "über"},
		{":va|", ":vars"},
		{"  :va|", "  :vars"},
		{":type x.Shap|", ":type x.Shape"},
		{":load ce|", ":load cells.go"},
		{":load co|", ":load code/"},
		{"%run |", "%run cells.go"},
		{"%cd  |", "%cd  code/"},
		{"%%writefile -a |\nx", `%%writefile -a cells.go` + "\nx"},
		{":load no|", ""},
		{"%run two w|", "%run two words.go"},
		{`%run "two w|`, `%run "two words.go`},
		{"%run ~/ce|", "%run ~/cells.go"},
		{"%%writefile -a tw|\nx", "%%writefile -a two words.go\nx"},
		{"!ls no|", "!ls notes.txt"},
		{"!cat tw|", `!cat two\ words.go`},
		{`!cat two\ w|`, `!cat two\ words.go`},
		{`!cat "two w|`, `!cat "two words.go`},
		{`!cat <q|`, `!cat <q\"\$.txt`},
		{"!cat ~/no|", "!cat ~/notes.txt"},
		{`os.ReadFile("q|`, `os.ReadFile("q\"$.txt`},
		{`os.ReadFile("q\"|`, `os.ReadFile("q\"$.txt`},
		{"os.ReadFile(`q|", "os.ReadFile(`q\"$.txt"},
		{":vars x|", ""},
		{":|", ":help"},
		{"%%timeit\nx.Shap|", "%%timeit\nx.Shape"},
		{"%%timeit -n 3 -r 2 y := x\ny.Shap|", "%%timeit -n 3 -r 2 y := x\ny.Shape"},
		{"%timeit -n3 x.Shap|", "%timeit -n3 x.Shape"},
		{"y := x\n%timeit y.Shap|", "y := x\n%timeit y.Shape"},
		{"y := struct{ Depth int }{}\n%time y.De|", "y := struct{ Depth int }{}\n%time y.Depth"},
		{"x := struct{ Depth int }{}\n%type x.De|", "x := struct{ Depth int }{}\n%type x.Depth"},
		{"%%html\nx.Shap|", ""},
		{"%%bash\n|", ""},
		{"%%nothing\nx.Shap|", ""},
		{"s := `a\r\nb\r\n\r\n\r\nx.Sh|`", ""},
		{"/* a\r\nb\r\n\r\n\r\nx.Sh| */ y", ""},
	}
	for _, tt := range tests {
		if got := completed(s, tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestSessionInspect: the text begins as wanted, and ends where $ is.
func TestSessionInspect(t *testing.T) {
	s := newSession(t, "x := 1.5", "type T int\nfunc (t T) String() string { for { } }\nvar loop T",
		"type Config struct {\n\t// Size is\n\t// how many.\n\tSize int // not this\n"+
			"\tLR float64 // learning rate // per step\n\tLast int\n}",
		"type Tree[K any] struct { // not this\n\tKey, Value K //  of a leaf\n}",
		"const limit = 1 // of http://x", "Last := 5",
		"c, tree := Config{}, Tree[int]{}",
		"// Shape is closed.\ntype Shape interface {\n\t// Area is not negative.\n\tArea() float64\n}",
		"// Top is the root.\nfunc (t Tree[K]) Top() K { return t.Key }",
		"var url, run = `// raw`, func() { // not this\n}")
	for text, want := range map[string]string{
		"x|":        "var x float64 // defined in In[1]\n\n1.5",
		"loop|":     "var loop T // defined in In[2]",
		":va|rs":    ":vars\n\nlist the variables",
		":nothing|": "",
		"nothing|":  "",

		"c.Size|":                "field Size int // defined in In[3]\n\nSize is how many.",
		"Config{L|R: 1}":         "field LR float64 // defined in In[3]\n\nlearning rate // per step",
		"c.Last|":                "field Last int // defined in In[3]$",
		"tree.Value|":            "field Value int // defined in In[4]\n\nof a leaf",
		"Tree|":                  "type Tree[K any] struct {\n\tKey K\n\tValue K\n} // defined in In[4]",
		"limit|":                 "const limit = 1 // defined in In[5]\n\nof http://x",
		"Tree.Value|":            "field Value K // defined in In[4]\n\nof a leaf",
		"Tree.Top|":              "func (Tree[K]) Top() K // defined in In[9]\n\nTop is the root.",
		"Shape.Area|":            "func (Shape) Area() float64 // defined in In[8]\n\nArea is not negative.",
		"url|":                   "var url string // defined in In[10]\n\n\"// raw\"",
		"(struct{ A int }{}).A|": "field A int",
	} {
		before, after, _ := strings.Cut(text, "|")
		got, ok := s.Inspect(before+after, len(before))
		if ok != (want != "") || !strings.HasPrefix(got.Text+"$", want) || ok && got.Markdown == "" {
			t.Errorf("%s: %v %q, want %q", text, ok, got, want)
		}
	}
}

func TestCompleteWhileRunning(t *testing.T) {
	s := newSession(t, "x := tensor.Ones(2, 3)")
	done := make(chan Result)
	go func() { done <- s.Eval("<-make(chan int)") }()
	runs := testenv.Wait(func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.now != nil
	})
	if !runs {
		t.Fatal("the cell does not begin")
	}
	if got := completed(s, "x.Shap|"); got != "x.Shape" {
		t.Errorf("completed to %q", got)
	}
	if _, ok := s.Inspect("x", 1); !ok {
		t.Error("x is not known")
	}
	s.Interrupt()
	if r := <-done; r.Err == nil {
		t.Error("the interrupt was not noticed")
	}
}

// TestSignature checks the function whose arguments hold the cursor (the bar), with the parameter of the argument
// between stars.
func TestSignature(t *testing.T) {
	s := newSession(t, "func add(first, second int, more ...float64) int { return first + second }", "f := add",
		"type Op func(a int, b string) error", "type Route struct{ Do Op }", "var op Op",
		"nets := []*nn.Dense{nn.NewDense(1, 1)}",
		"func Each[T, U any](list []T, f func(list []T) U) (all []U) { return }", "table := map[string]Route{}")
	for _, c := range []struct{ src, want string }{
		{"strings.Repeat(|", "func strings.Repeat(*s string*, count int) string"},
		{`strings.Repeat("a, (b", |2)`, "func strings.Repeat(s string, *count int*) string"},
		{"add(1, |", "func add(first int, *second int*, more ...float64) int"},
		{"add(1, 2, 3, 4, |", "func add(first int, second int, *more ...float64*) int"},
		{"add([]int{1, 2}[0], strings.Count(|", "func strings.Count(*s string*, substr string) int"},
		{"add([]int{1, 2}[|", "func add(*first int*, second int, more ...float64) int"},
		{"x := 1\nif true {\n\tfmt.Println(f(|x))", "var f func(*first int*, second int, more ...float64) int"},
		{"%time add(|", "func add(*first int*, second int, more ...float64) int"},
		{"[]func(n int){}[0](|", "func(*n int*)"},
		{"func(n int, s string) {}(1, |", "func(n int, *s string*)"},
		{"go func(n int, s string) {\n\tf(n)\n}(|", "func(*n int*, s string)"},
		{"op(1, |", "var op func(a int, *b string*) error"},
		{`table["sum"].Do(|`, "field Do func(*a int*, b string) error"},
		{"[]Op{op}[len([]int{1})-1](|", "func(*a int*, b string) error"},
		{"(op)(1, |", "func(a int, *b string*) error"},
		{"func() Op { return op }()(1, (2 + |", "func(a int, *b string*) error"},
		{"nets[0](|", "func (d *nn.Dense) Construct(*x *tensor.Tensor*) *tensor.Tensor"},
		{"Each[int, string](nil, |", "func(list []int, *f func(list []int) string*) (all []string)"},
		{"Each(|", "func Each[T, U any](*list []T*, f func(list []T) U) (all []U)"},
		{"grad.Grad(f)(|", "func(*...any*) *tensor.Tensor"},
		{"add(1, func() (|", "func add(first int, *second int*, more ...float64) int"},
		{"[]int(|", ""},
		{"add(1, 2)|", ""},
		{"float64(|", ""},
		{"(1 + |", ""},
		{"|", ""},
		{"!ls (|", ""},
		{"%%timeit\nadd(|", "func add(*first int*, second int, more ...float64) int"},
		{"!echo add(|", ""},
		{"%%html\nadd(|", ""},
		{"nothing(|", ""},
	} {
		cursor := strings.IndexByte(c.src, '|')
		decl, from, to, ok := s.Signature(c.src[:cursor]+c.src[cursor+1:], cursor)
		if from < to {
			decl = decl[:from] + "*" + decl[from:to] + "*" + decl[to:]
		}
		if decl != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v; want %q", c.src, decl, ok, c.want)
		}
	}
}
