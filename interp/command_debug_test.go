package interp

import (
	"io"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/session/face"
)

// answers is a front end whose user types these lines, one per question.
type answers struct {
	face.Host
	lines []string
	out   *strings.Builder
}

func (a *answers) Ask(prompt string, _ bool) (string, error) {
	a.out.WriteString(prompt)
	if len(a.lines) == 0 {
		return "", io.EOF
	}
	line := a.lines[0]
	a.lines = a.lines[1:]
	a.out.WriteString(line + "\n")
	return line, nil
}

// paper is a sink that keeps text.
type paper struct{ *strings.Builder }

func (p paper) Stream(_, text string) { p.WriteString(text) }
func (paper) Display(display.Bundle)  {}
func (paper) Update(display.Bundle)   {}
func (paper) Clear(bool)              {}

const panicking = `%%debug
func g(n int) int {
	defer func() { println("tidy") }()
	sort.Slice([]int{1, 2}, func(i, j int) bool {
		return 10/n > 0
	})
	return 1
}
func save(r *int) {
	*r = -1
	recover()
}
func f(n int) (r int) {
	defer save(&r)
	defer func() {
		n = 7
	}()
	return g(n)
}
t := f(0)
t * 2`

const ranking = `%%debug
type bag[T cmp.Ordered] []T
func (b bag[T]) top() T {
	type entry struct {
		key T
		at  int
	}
	type entries []entry
	var list entries
	for i, k := range b {
		list = append(list, entry{k, i})
	}
	return slices.MaxFunc(list, func(a, b entry) int { return cmp.Compare(a.key, b.key) }).key
}
println(bag[int]{3}.top())
t := bag[string]{"b", "c"}.top()
t`

// TestDebugCommand types the commands of a user in %debug.
func TestDebugCommand(t *testing.T) {
	const sum = "%%debug\nfunc sum(n int) int {\n\ts := 0\n\tfor i := range n {\n\t\ts += i\n\t}\n\treturn s\n}\nt := sum(4)\nt * 2"
	for _, c := range []struct {
		name, src string
		says      []string
		want      []string // in this order
		value     string
	}{
		{"steps and variables", sum, []string{"s", "n", "n", "n", "a", "", "c"}, []string{
			"In[1], line 9, in the cell", "->   9  t := sum(4)", "In[1], line 3, in sum", "->   3  \ts := 0", "line 4", "line 5", "line 5",
			"n int = 4", "s int = 0", "i int = 1", "n int = 4",
		}, "12"},
		{"breakpoints", sum, []string{"b 5 if i == 2", "b", "c", "p s", "s = 100", "w", "u", "d", "cl", "b 99", "c"}, []string{
			"breakpoint in line 5", "line 5 i == 2", "line 5, in sum", "1\n", "-> In[1]:5 sum", "   In[1]:9", "line 9, in the cell",
			"line 5, in sum", "no statement begins at or below line 99",
		}, "210"},
		{"an expression that is wrong", sum, []string{"nothing + 1", "!sum(3)", "c"}, []string{"undefined: nothing", "3\n"}, "12"},
		// As in Delve: a step stops in calls that the panic runs, above those that it goes through.
		{"over a panic", panicking, []string{"s", "n", "n", "n", "w", "u", "u", "p n", "n", "n", "w", "n", "c"}, []string{
			"line 14, in f", "line 15, in f", "line 18, in f", "tidy\n", "line 16, in func",
			"-> In[1]:16 func\n   In[1]:4 g\n   In[1]:18 f\n   In[1]:20 \n", "line 18, in f", "0\n",
			"line 10, in save", "line 11, in save",
			"-> In[1]:11 save\n   In[1]:4 g\n   In[1]:18 f\n   In[1]:20 \n", "line 21, in the cell",
		}, "-2"},
		{"out of a panic", panicking, []string{"b 4", "c", "r", "r", "c"}, []string{
			"line 4, in g", "tidy\n", "line 16, in func", "line 21, in the cell",
		}, "-2"},
		{"types of a generic function", ranking, []string{
			"b 13", "c", "p entries{{7, 1}}[0].key", "c", `list = append(list, entry{"z", 9})`, "p list[2]", "p entry{1, 1}",
			"c",
		}, []string{"line 13, in bag.top", "7\n", "line 13, in bag.top", `{key:"z" at:9}`, "cannot use 1"}, `"z"`},
		{"nobody answers", sum, nil, []string{"debug> "}, "12"},
		{"quit", sum, []string{"q"}, nil, "Interrupted"},
		{"in a line", "%debug fmt.Sprint(40 + 2)", []string{"n"}, []string{"line 1, in the cell"}, `"42"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			s, err := New(Options{Sink: paper{&out}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			host := &answers{lines: c.says, out: &out}
			face.Attach(host)
			defer face.Detach(host)
			r := s.Eval(c.src)
			got := ""
			switch {
			case r.Err != nil:
				got = r.Err.Kind
			case r.Value != nil:
				got = r.Value.Text()
			}
			if got != c.value {
				t.Errorf("value %q, want %q; %v", got, c.value, r.Err)
			}
			rest := out.String()
			for _, w := range c.want {
				_, after, ok := strings.Cut(rest, w)
				if !ok {
					t.Fatalf("no %q in\n%s\nof\n%s", w, rest, out.String())
				}
				rest = after
			}
			if s.Debugger().Attached() {
				t.Error("the debugger is still attached")
			}
		})
	}
}

// TestDebugAtPanics: after %debug without arguments, cells stop where they panic.
func TestDebugAtPanics(t *testing.T) {
	var out strings.Builder
	s, err := New(Options{Sink: paper{&out}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	host := &answers{lines: []string{"i * 10", "c"}, out: &out}
	face.Attach(host)
	defer face.Detach(host)
	s.Eval("func get(i int) int {\n\treturn []int{1, 2}[i]\n}")
	for _, src := range []string{"%debug", "get(7)", "%debug", "get(8)"} {
		r := s.Eval(src)
		if fails := strings.HasPrefix(src, "get"); fails != (r.Err != nil) {
			t.Errorf("%s: %v", src, r.Err)
		}
	}
	if text := out.String(); strings.Count(text, "exception: ") != 1 || !strings.Contains(text, "debug> i * 10\n70\n") {
		t.Error(text)
	}
}
