package assist

import (
	"fmt"
	"go/token"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// script is a test file: the cells of a session, then cases. A case is a text whose lines begin with
// "> ", with | for the cursor, and what is expected of it, a line each.
type script struct {
	cells []string
	cases []scriptCase
}

type scriptCase struct {
	line int
	src  string
	at   int
	want []string
}

func readScript(t testing.TB, name string) script {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, body, ok := strings.Cut(string(data), "\n====\n")
	if !ok {
		t.Fatalf("%s: no line ==== between cells and cases", name)
	}
	s := script{cells: strings.Split(head, "\n----\n")}
	var c *scriptCase
	for i, line := range strings.Split(body, "\n") {
		text, isSource := strings.CutPrefix(line, ">")
		switch {
		case isSource && (c == nil || len(c.want) > 0):
			s.cases = append(s.cases, scriptCase{line: strings.Count(head, "\n") + i + 3, src: strings.TrimPrefix(text, " ")})
			c = &s.cases[len(s.cases)-1]
		case isSource:
			c.src += "\n" + strings.TrimPrefix(text, " ")
		case c != nil && line != "" && !strings.HasPrefix(line, "#"):
			c.want = append(c.want, line)
		}
	}
	for i := range s.cases {
		c := &s.cases[i]
		before, after, ok := strings.Cut(c.src, "|")
		if !ok {
			t.Fatalf("%s:%d: no cursor in %q", name, c.line, c.src)
		}
		c.src, c.at = before+after, len(before)
	}
	return s
}

// newEngine returns an engine over a session that has seen the cells. They are not run: assistance
// does not look at values.
func newEngine(t testing.TB, cells []string) *Engine {
	t.Helper()
	world, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	f, err := front.New(world, token.NewFileSet(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, src := range cells {
		p, err := f.Compile(syntax.NewCell(i+1, src), nil)
		if err != nil {
			t.Fatalf("cell %d: %v", i+1, err)
		}
		for u := range p.Units {
			f.Commit(p, u, -1)
		}
	}
	return &Engine{Front: f, World: world}
}

// TestComplete checks expectations of testdata/complete.txt: "+ text kind detail" is offered (kind and detail may be
// left out), in the order of these lines; "- text" is not offered; "0" says that nothing is.
func TestComplete(t *testing.T) {
	s := readScript(t, "testdata/complete.txt")
	e := newEngine(t, s.cells)
	for _, c := range s.cases {
		t.Run(fmt.Sprintf("line %d", c.line), func(t *testing.T) {
			items, start := e.Complete(c.src, c.at)
			if start > c.at {
				t.Errorf("start %d is behind the cursor %d", start, c.at)
			}
			if err := compareItems(items, c.want); err != nil {
				t.Errorf("%s|%s: %v", c.src[:c.at], c.src[c.at:], err)
			}
		})
	}
}

func compareItems(items []Item, want []string) error {
	next := 0
	for _, w := range want {
		verb, spec, _ := strings.Cut(w, " ")
		found := -1
		for i, it := range items {
			full := fmt.Sprintf("%s %s %s", it.Text, it.Kind, it.Detail)
			if it.Text == spec || full == spec || strings.TrimSpace(full) == spec || string(it.Text)+" "+string(it.Kind) == spec {
				found = i
			}
		}
		switch {
		case verb == "0" && len(items) > 0:
			return fmt.Errorf("offers %d candidates, among them %v", len(items), items[0])
		case verb == "-" && found >= 0:
			return fmt.Errorf("offers %v", items[found])
		case verb == "+" && found < 0:
			return fmt.Errorf("lacks %q, has %.600v", spec, items)
		case verb == "+" && found < next:
			return fmt.Errorf("%q comes too early, in %.600v", spec, items)
		case verb == "+":
			next = found
		case verb != "-" && verb != "0":
			return fmt.Errorf("unknown expectation %q", w)
		}
	}
	return nil
}

// TestInspect checks expectations of testdata/inspect.txt: "= line" is the first line of the text, "~ words" occur in
// it, "0" says that there is nothing to say.
func TestInspect(t *testing.T) {
	s := readScript(t, "testdata/inspect.txt")
	e := newEngine(t, s.cells)
	for _, c := range s.cases {
		t.Run(fmt.Sprintf("line %d", c.line), func(t *testing.T) {
			d, ok := e.Inspect(c.src, c.at)
			text := d.Text()
			first, _, _ := strings.Cut(text, "\n")
			for _, w := range c.want {
				verb, words, _ := strings.Cut(w, " ")
				good := map[string]bool{
					"=": first == words, "~": strings.Contains(text, strings.ReplaceAll(words, `\t`, "\t")), "0": !ok,
				}
				if !good[verb] {
					t.Errorf("%s|%s: want %s, got %v\n%s", c.src[:c.at], c.src[c.at:], w, ok, text)
				}
			}
			if ok && !strings.HasPrefix(d.Markdown(), "```go\n") {
				t.Errorf("markdown %q", d.Markdown())
			}
		})
	}
}

// TestUnfinished puts the cursor everywhere in every text: no text may upset the engine, or change
// the session.
func TestUnfinished(t *testing.T) {
	s := readScript(t, "testdata/complete.txt")
	e := newEngine(t, s.cells)
	before := len(e.Front.Env())
	texts := append([]string{}, s.cells...)
	for _, c := range s.cases {
		texts = append(texts, c.src)
	}
	for _, text := range texts {
		for at := range len(text) + 1 {
			e.Complete(text[:at], at)
			e.Complete(text, at)
			e.Inspect(text, at)
		}
	}
	if after := len(e.Front.Env()); after != before {
		t.Errorf("the session had %d names and has %d now", before, after)
	}
}

func FuzzUnfinished(f *testing.F) {
	s := readScript(f, "testdata/complete.txt")
	e := newEngine(f, s.cells)
	for _, c := range s.cases {
		f.Add(c.src, c.at)
	}
	f.Fuzz(func(t *testing.T, src string, at int) {
		e.Complete(src, at)
		e.Inspect(src, at)
	})
}

func TestConcurrently(t *testing.T) {
	s := readScript(t, "testdata/complete.txt")
	e := newEngine(t, s.cells)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, c := range s.cases {
				e.Complete(c.src, c.at)
				e.Inspect(c.src, c.at)
			}
		})
	}
	wg.Wait()
}

// TestCompleteAllocates holds the work of a request to what the text needs: members of compiled types and their
// texts are looked up once. A tensor has some hundred of them.
func TestCompleteAllocates(t *testing.T) {
	e := newEngine(t, []string{"x := tensor.Ones(2)"})
	for _, c := range []struct {
		src  string
		most float64
	}{{"x.", 300}, {"x.Re", 300}, {"nn.", 300}} {
		if first, _ := e.Complete(c.src, len(c.src)); len(first) < 5 {
			t.Fatalf("%s: only %d candidates", c.src, len(first))
		}
		if got := testing.AllocsPerRun(20, func() { e.Complete(c.src, len(c.src)) }); got > c.most {
			t.Errorf("%s: %g allocations, want at most %g", c.src, got, c.most)
		}
	}
}

func BenchmarkComplete(b *testing.B) {
	s := readScript(b, "testdata/complete.txt")
	e := newEngine(b, s.cells)
	for _, c := range s.cases {
		b.Run(fmt.Sprintf("line%d", c.line), func(b *testing.B) {
			for b.Loop() {
				e.Complete(c.src, c.at)
			}
		})
	}
}
