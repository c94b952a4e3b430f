package notebooks

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tutorials is where the recorded originals of our notebooks lie. They are not ours to ship.
const tutorials = "../../shared/tutorials"

// A port lists every code cell of an original, in order, with the cell of ours that carries it.
type port struct {
	original, ours string
	cells          []carried
}

// carried is one code cell of the original: its first line, and the id of our cell. page undoes what the
// page did to the output, beside collapsing blanks.
type carried struct {
	first, id string
	page      *strings.Replacer
}

var ports = []port{
	{"seeds/autograd.ipynb", "autograd.ipynb", []carried{
		{"import numpy as np", "imports", nil},
		{"class Net(nn.Cell):", "net", nil},
		{"class GradNetWrtX(nn.Cell):", "grad-net", nil},
		{"x = Tensor([[0.8, 0.6, 0.2], [1.8, 1.3, 1.1]], dtype=mstype.float32)", "grad-x", nil},
		{"class GradNetWrtX(nn.Cell):", "grad-weights", nil},
		{"output = GradNetWrtX(Net())(x, y)", "grad-z", nil},
		{"class GradNetWrtX(nn.Cell):", "sens", nil},
		{"import numpy as np", "stop-gradient", nil},
		// Typed by hand: numpy never prints 9.0 in an array.
		{"output = GradNetWrtX(Net())(x, y)", "without-stop", strings.NewReplacer("9.0", "9.")},
	}},
}

// Every code cell of an original is carried by a cell of ours that prints the same. Outputs of
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
				checkCarried(t, c, cells[i], cellByID(t, ours, c.id))
			}
		})
	}
}

func checkCarried(t *testing.T, c carried, original, ours *Cell) {
	t.Helper()
	if first, _, _ := strings.Cut(original.Source, "\n"); first != c.first {
		t.Errorf("cell %q carries %q, the original's cell begins with %q", c.id, c.first, first)
	}
	want, got := collapseBlanks(outputText(original.Outputs)), collapseBlanks(outputText(ours.Outputs))
	if c.page != nil {
		want = c.page.Replace(want)
	}
	if ours.HasTag(TagRandom) {
		want, got = maskNumbers(want), maskNumbers(got)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cell %q (-tutorial +ours):\n%s", c.id, diff)
	}
}

var blankRun = regexp.MustCompile(` +`)

// collapseBlanks does what the conversion of the tutorials to pages did.
func collapseBlanks(s string) string { return blankRun.ReplaceAllString(s, " ") }

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
	if _, err := os.Stat(tutorials); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the recorded tutorials are missing: %v", err)
		}
		t.Skipf("the recorded tutorials are missing: %v", err)
	}
	return readNotebook(t, filepath.Join(tutorials, name))
}
