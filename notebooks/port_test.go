package notebooks

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/internal/text/python"
)

// undoing takes back what a recording did to an output.
type undoing struct {
	tag       string              // the tag of our cell, of pageTags; "" for how a page was written to its file
	page      func(string) string // of the page's text
	shortened bool                // the page leaves out lines
}

// pageTags are the tags of cells that print something else than their page, and what a cell of text beside them says.
var pageTags = map[string]string{
	"page-edited":  "by hand", // no program prints the record
	"page-device":  "device",  // recorded on a device whose last digits are others
	"page-version": "version", // recorded with an older version of MindSpore, which did otherwise
}

var (
	// windows takes back how numpy writes numbers on Windows, with three digits in the exponent and no blank for the
	// sign.
	windows       = &undoing{page: func(s string) string { return windowsNumber.ReplaceAllString(s, "$1 $2$3") }}
	windowsNumber = regexp.MustCompile(`([\[ ])(\d\.\d{8}e[+-])0(\d\d)`)
	// indented takes back the blank that some pages put before the rows of a matrix.
	indented = &undoing{page: func(s string) string { return strings.ReplaceAll(s, "\n ", "\n") }}
	// shortened is a long output of which the page has some lines only.
	shortened = &undoing{tag: "page-edited", shortened: true}
)

// edited, device and version replace texts of the page, in pairs, by what a program prints, the processor and the
// newest version. Without pairs only random numbers differ.
func edited(pairs ...string) *undoing  { return replacing("page-edited", pairs) }
func device(pairs ...string) *undoing  { return replacing("page-device", pairs) }
func version(pairs ...string) *undoing { return replacing("page-version", pairs) }

func replacing(tag string, pairs []string) *undoing {
	return &undoing{tag: tag, page: strings.NewReplacer(pairs...).Replace}
}

// after is an undoing that follows another one, of how the page was written.
func (u *undoing) after(first *undoing) *undoing {
	return &undoing{tag: u.tag, page: func(s string) string { return u.page(first.page(s)) }}
}

// TestTargets and TestSeeds hold every code cell of a page to a cell of ours that prints the same, to the byte, and
// has the same statements. Outputs of cells with the tag random agree in everything but the numbers.
func TestTargets(t *testing.T) { checkPorts(t, "targets/") }

func TestSeeds(t *testing.T) { checkPorts(t, "seeds/") }

func checkPorts(t *testing.T, folder string) {
	for _, p := range ports {
		if !strings.HasPrefix(p.page, folder) {
			continue
		}
		t.Run(p.ours, func(t *testing.T) {
			page, ours := readPage(t, p.page), readNotebook(t, p.ours)
			cells := page.CodeCells()
			if len(cells) != len(p.cells) {
				t.Fatalf("the page has %d code cells, the table %d", len(cells), len(p.cells))
			}
			at := 0
			for i, c := range p.cells {
				if c.id == "" {
					if _, err := python.Parse(cells[i].Source); err == nil {
						t.Errorf("the cell with %q is left out, but is valid Python", c.line)
					}
					continue
				}
				own := indexOfCell(t, ours, c.id)
				if own < at {
					t.Errorf("cell %q is not where the page has it", c.id)
				}
				at = own
				checkCarried(t, c, cells[i], ours, own)
				checkWords(t, p.ours, cells[i], ours.Cells[own])
			}
		})
	}
}

// TestTargetsComplete finds the page that no notebook follows. Two seeds are texts.
func TestTargetsComplete(t *testing.T) {
	needTutorials(t)
	for _, name := range []string{"functional_and_cell", "bprop_kwargs"} {
		if !slices.ContainsFunc(ports, func(p port) bool { return p.ours == name+".ipynb" }) {
			t.Errorf("no notebook %s", name)
		}
	}
	for _, folder := range []string{"targets", "seeds"} {
		pages, err := filepath.Glob(filepath.Join(*pagesDir, folder, "*.ipynb"))
		if err != nil || len(pages) == 0 {
			t.Fatal("no pages in ", folder, err)
		}
		for _, file := range pages {
			name := folder + "/" + filepath.Base(file)
			if !slices.ContainsFunc(ports, func(p port) bool { return p.page == name }) {
				t.Errorf("no notebook for %s", name)
			}
		}
	}
}

func checkCarried(t *testing.T, c carried, page *Cell, nb *Notebook, own int) {
	t.Helper()
	ours := nb.Cells[own]
	if !strings.Contains("\n"+page.Source+"\n", "\n"+c.line+"\n") {
		t.Errorf("cell %q carries that with %q, which is not in\n%s", c.id, c.line, page.Source)
	}
	checkPageTags(t, c, nb, own)
	want, got := outputText(asPrinted(page.Outputs)), outputText(ours.Outputs)
	if c.undo != nil && c.undo.page != nil {
		want = c.undo.page(want)
	}
	if ours.HasTag(TagRandom) {
		want, got = maskNumbers(want), maskNumbers(got)
	}
	if c.undo != nil && c.undo.shortened {
		if lacks := lacking(want, got); lacks != "" {
			t.Errorf("cell %q lacks the page's line %q", c.id, lacks)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cell %q (-page +ours):\n%s", c.id, diff)
	}
}

// asPrinted makes standard output of the values that some pages have in the place of what was printed.
func asPrinted(outs []Output) []Output {
	out := slices.Clone(outs)
	for i, o := range out {
		if text, ok := o.Data["text/plain"].(string); ok && strings.HasPrefix(text, "(Tensor(") && len(outs) == 1 {
			out[i] = Output{Type: StreamOutput, Name: "stdout", Text: text + "\n"}
		}
	}
	return out
}

// checkPageTags holds the tags of a cell to what the table takes back, and to words beside it.
func checkPageTags(t *testing.T, c carried, nb *Notebook, own int) {
	t.Helper()
	for tag, word := range pageTags {
		tagged := nb.Cells[own].HasTag(tag)
		if wanted := c.undo != nil && c.undo.tag == tag; tagged != wanted {
			t.Errorf("cell %q has the tag %s: %v, should be %v", c.id, tag, tagged, wanted)
		}
		if !tagged {
			continue
		}
		said := false
		for _, i := range []int{own - 1, own + 1} {
			if i >= 0 && i < len(nb.Cells) && nb.Cells[i].Type == "markdown" {
				said = said || strings.Contains(nb.Cells[i].Source, word)
			}
		}
		if !said {
			t.Errorf("cell %q has the tag %s, but no text beside it says %q", c.id, tag, word)
		}
	}
}

// lacking returns the first line of a shortened record that does not follow in ours. Where the record was cut, its
// brackets and commas are the author's.
func lacking(want, got string) string {
	split := func(s string) (lines []string) {
		for line := range strings.Lines(strings.ReplaceAll(s, "), Tensor(", "),\nTensor(")) {
			line = strings.Trim(line, " \n[](),")
			if line != "" && line != "..." {
				lines = append(lines, line)
			}
		}
		return lines
	}
	have := split(got)
	for _, line := range split(want) {
		i := slices.Index(have, line)
		if i < 0 {
			return line
		}
		have = have[i+1:]
	}
	ending := func(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }
	if end := ending(want); end != ending(got) {
		return end
	}
	return ""
}

// readPage reads a page: a notebook, or a text with code and what it prints.
func readPage(t *testing.T, name string) *Notebook {
	t.Helper()
	needTutorials(t)
	if strings.HasSuffix(name, ".ipynb") {
		return readNotebook(t, filepath.Join(*pagesDir, name))
	}
	b, err := os.ReadFile(filepath.Join(*pagesDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return pageOfText(string(b))
}

// pageOfText finds the code of a page in Chinese by its lines: those that have no Chinese characters, but for comments,
// and begin with an import. The next such lines below a heading of results are what the code prints.
func pageOfText(text string) *Notebook {
	nb := &Notebook{}
	var block []string
	result := false
	end := func() {
		code := strings.Trim(strings.Join(block, "\n"), "\n")
		block = nil
		switch {
		case strings.HasPrefix(code, "import ") || strings.HasPrefix(code, "from "):
			nb.Cells = append(nb.Cells, &Cell{Type: "code", Source: code})
		case result && code != "" && len(nb.Cells) > 0 && !strings.HasPrefix(strings.TrimSpace(code), "File "):
			last := nb.Cells[len(nb.Cells)-1]
			last.Outputs = append(last.Outputs, Output{Type: StreamOutput, Name: "stdout", Text: code + "\n"})
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		chinese := strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		if chinese && !strings.HasPrefix(line, "#") {
			end()
			result = strings.HasPrefix(line, "运行结果") || line == "复制"
			continue
		}
		block = append(block, line)
	}
	end()
	return nb
}

func indexOfCell(t *testing.T, nb *Notebook, id string) int {
	t.Helper()
	i := slices.IndexFunc(nb.Cells, func(c *Cell) bool { return c.Type == "code" && c.ID == id })
	if i < 0 {
		t.Fatalf("no code cell %q", id)
	}
	return i
}

func readNotebook(t *testing.T, name string) *Notebook {
	t.Helper()
	nb, err := ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func needTutorials(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(*pagesDir); err != nil {
		testenv.Lacking(t, "the recorded tutorials are missing: ", err)
	}
}
