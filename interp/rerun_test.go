package interp

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestRerun runs cells of a notebook again and again, changed and out of order: types with methods, types that embed
// them, generic ones, and what uses them. What the checks among them print must be what they print in a session in
// which each cell has run once.
func TestRerun(t *testing.T) {
	cells := rerunCells(t)
	declared := 0
	for !strings.HasPrefix(cells[declared], "// check") {
		declared++
	}
	runs := 200
	if testing.Short() {
		runs = 60
	}
	long, versions := newNotebook(t), make([]int, declared)
	for i := range declared {
		long.run(t, cells[i], 0)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= runs; n++ {
		i := random.IntN(declared)
		versions[i] = n
		if n%4 == 0 { // as it was
			versions[i] = max(0, n-4)
		}
		long.run(t, cells[i], versions[i])
		if strings.HasPrefix(cells[i+1], "// also") {
			long.run(t, cells[i+1], versions[i+1])
		}
		long.run(t, cells[declared+random.IntN(len(cells)-declared)], 0)
		if n%20 > 0 {
			continue
		}
		fresh := newNotebook(t)
		for i := range declared {
			fresh.run(t, cells[i], versions[i])
		}
		for _, check := range cells[declared:] {
			if got, want := long.run(t, check, 0), fresh.run(t, check, 0); got != want {
				t.Fatalf("after %d runs, with versions %v:\n%s\ngot  %q\nwant %q", n, versions, check, got, want)
			}
		}
	}
}

// rerunCells reads the cells of TestRerun.
func rerunCells(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/combinations/rerun.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "\ntype ") // behind the comments
	return strings.Split("type "+body, "\n%%\n")
}

// notebook is a session and what it prints.
type notebook struct {
	s   *Session
	rec *recorder
}

func newNotebook(t *testing.T) notebook {
	t.Helper()
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return notebook{s, rec}
}

// run runs a version of a cell and returns what it prints.
func (n notebook) run(t *testing.T, cell string, version int) string {
	t.Helper()
	var src strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(cell, "NN", strconv.Itoa(version))) {
		if line, odd := strings.CutPrefix(line, "odd: "); !odd || version%2 == 1 {
			src.WriteString(line)
		}
	}
	r := n.s.Eval(src.String())
	if r.Err != nil {
		t.Fatalf("version %d\n%s\n%v", version, src.String(), r.Err)
	}
	text := n.rec.take()
	if r.Value != nil {
		text += r.Value.Text()
	}
	return text
}
