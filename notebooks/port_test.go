package notebooks

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// tutorials is where the recorded originals of our notebooks lie. They are not ours to ship.
const tutorials = "../../shared/tutorials"

// Every code cell of an original is carried by a cell of ours that prints the same, to the byte. Outputs of
// cells with the tag random agree in everything but the numbers.
func TestPorts(t *testing.T) {
	for _, p := range ports {
		t.Run(p.ours, func(t *testing.T) {
			original, ours := readOriginal(t, p.original), readNotebook(t, p.ours)
			cells := original.CodeCells()
			if len(cells) != len(p.cells) {
				t.Fatalf("the original has %d code cells, the table %d", len(cells), len(p.cells))
			}
			for i, c := range p.cells {
				checkCarried(t, c, cells[i], cellByID(t, ours, c.id), elsewhere[p.ours])
			}
		})
	}
}

func checkCarried(t *testing.T, c carried, original, ours *Cell, roughly bool) {
	t.Helper()
	if !strings.Contains("\n"+original.Source+"\n", "\n"+c.line+"\n") {
		t.Errorf("cell %q carries that with %q, which is not in\n%s", c.id, c.line, original.Source)
	}
	want, got := outputText(original.Outputs), outputText(ours.Outputs)
	if c.undo != nil {
		want = c.undo(want)
	}
	if ours.HasTag(TagRandom) {
		want, got = maskNumbers(want), maskNumbers(got)
	}
	if roughly {
		got = near(want, got)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cell %q (-tutorial +ours):\n%s", c.id, diff)
	}
}

var printedNumber = regexp.MustCompile(`\d\.\d{8}e[+-]\d\d`)

// near returns got with the numbers of want where they are nearly those of got.
func near(want, got string) string {
	numbers := printedNumber.FindAllString(want, -1)
	return printedNumber.ReplaceAllStringFunc(got, func(s string) string {
		if len(numbers) == 0 {
			return s
		}
		w := numbers[0]
		numbers = numbers[1:]
		a, _ := strconv.ParseFloat(w, 64)
		b, _ := strconv.ParseFloat(s, 64)
		if math.Abs(a-b) <= 1e-6*math.Abs(a) {
			return w
		}
		return s
	})
}

// Every item of an original that is a list is carried by cells of ours. What they print are lines of it, each to be
// found in the item's text, where white space does not count.
func TestListPorts(t *testing.T) {
	for _, p := range listPorts {
		t.Run(p.ours, func(t *testing.T) {
			items, ours := readItems(t, p.original), readNotebook(t, p.ours)
			if len(items) != len(p.items) {
				t.Fatalf("the original has %d items, the table %d", len(items), len(p.items))
			}
			for i, item := range p.items {
				checkItem(t, i+1, items[i], item, ours)
			}
		})
	}
}

func checkItem(t *testing.T, number int, text string, item item, ours *Notebook) {
	t.Helper()
	printed := ""
	for _, id := range item.ids {
		c := cellByID(t, ours, id)
		s := streamText(c.Outputs, "stdout")
		if c.HasTag(TagRandom) {
			s = maskNumbers(s)
		}
		printed += s
	}
	for _, want := range item.prints {
		if !strings.Contains("\n"+printed, "\n"+want.line+"\n") {
			t.Errorf("item %d: cells %v do not print %q but\n%s", number, item.ids, want.line, printed)
		}
		parts := want.parts
		if parts == nil {
			parts = []string{want.line}
		}
		for _, part := range parts {
			if !strings.Contains(collapse(text), collapse(part)) {
				t.Errorf("item %d of the original has no %q", number, part)
			}
		}
	}
}

var (
	itemStart  = regexp.MustCompile(`(?m)^\d+\. `)
	whiteSpace = regexp.MustCompile(`\s+`)
)

func collapse(s string) string { return whiteSpace.ReplaceAllString(s, " ") }

// readItems returns the numbered items of an original that is not a notebook.
func readItems(t *testing.T, name string) []string {
	t.Helper()
	needTutorials(t)
	b, err := os.ReadFile(filepath.Join(tutorials, name))
	if err != nil {
		t.Fatal(err)
	}
	return itemStart.Split(string(b), -1)[1:]
}

func cellByID(t *testing.T, nb *Notebook, id string) *Cell {
	t.Helper()
	for _, c := range nb.CodeCells() {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no code cell %q", id)
	return nil
}

func readNotebook(t *testing.T, name string) *Notebook {
	t.Helper()
	nb, err := ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// readOriginal skips the test where the tutorials are missing, except in CI, which must have them.
func readOriginal(t *testing.T, name string) *Notebook {
	t.Helper()
	needTutorials(t)
	return readNotebook(t, filepath.Join(tutorials, name))
}

func needTutorials(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(tutorials); err != nil {
		testenv.Lacking(t, "the recorded tutorials are missing: ", err)
	}
}
