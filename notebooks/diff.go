package notebooks

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/msrepl/msrepl/internal/text/percent"
)

// DiffCommand implements `msrepl diff`: it compares the readable text of two notebooks, cells with their outputs, and
// prints a unified diff. IDs, execution counts, tracebacks and transient metadata are ignored, and images are
// compared by pixels. It returns the exit status: 0 if they agree, 1 if they differ, 2 if one cannot be read. The
// name - means stdin.
func DiffCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := newFlagSet("diff", "[--sources] [--stripped] OLD NEW | --text NOTEBOOK",
		"compare two notebooks in readable form: text, code, tags and outputs; - is standard input", stderr)
	sources := fs.Bool("sources", false, "leave outputs out")
	stripped := fs.Bool("stripped", false, "compare what msrepl strip would leave")
	text := fs.Bool("text", false, "print the text of one notebook that diff compares, for git's textconv")
	names, status := parseInterspersed(fs, args)
	want := 2
	if *text {
		want = 1
	}
	switch {
	case names == nil:
		return status
	case len(names) != want:
		fs.Usage()
		return exitTrouble
	}
	var texts []string
	for _, name := range names {
		raw, nb, err := readNamed(name, stdin)
		if *stripped && err == nil {
			nb.Strip()
		}
		switch {
		case err == nil:
			texts = append(texts, nb.Text(!*sources))
		case *text && raw != nil: // git shows nothing at all if a textconv fails
			texts = append(texts, string(raw))
		default:
			fmt.Fprintf(stderr, "msrepl diff: %v\n", err)
			return exitTrouble
		}
	}
	if *text {
		io.WriteString(stdout, texts[0])
		return 0
	}
	d := diff.Diff(names[0], []byte(texts[0]), names[1], []byte(texts[1]))
	if d == nil {
		return 0
	}
	_, shown, _ := strings.Cut(string(d), "\n") // a line with "diff" and the names again
	io.WriteString(stdout, withCells(visible(readable(shown)), texts[1]))
	return exitDiffers
}

// Text returns the notebook as readable text: a script of cells without IDs and counts, with outputs as comments
// below the code that produced them.
func (n *Notebook) Text(outputs bool) string {
	var script []percent.Cell
	if len(n.Metadata) > 0 {
		script = append(script, jsonCell(percent.Notebook, n.Metadata))
	}
	for _, c := range n.Cells {
		plain := *c
		plain.ID = ""
		p := plain.marked(false, false)
		if c.Type != "code" {
			p.Type = c.Type
		}
		script = append(script, p)
		if files, ok := c.Extra["attachments"].(map[string]any); ok {
			text := percent.Comment(attachmentText(files))
			script = append(script, percent.Cell{Type: percent.Attachments, Text: text})
		}
		if text := strings.TrimSuffix(outputText(c.Outputs), "\n"); outputs && text != "" {
			script = append(script, percent.Cell{Type: percent.Outputs, Text: percent.Comment(text)})
		}
	}
	return percent.Join(script)
}

// attachmentText lists the files attached to a cell, each with a digest of its contents.
func attachmentText(files map[string]any) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data, _ := files[name].(map[string]any)
		b.WriteString(name + "\n" + outputText([]Output{{Type: DisplayOutput, Data: data}}))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var hunk = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@$`) })

// ofCells lists the types of marks that begin cells of the notebook.
var ofCells = []string{"", percent.Markdown, percent.Raw}

// withCells adds to the header of each hunk the cell of the text in which it begins.
func withCells(d, text string) string {
	cell, cells := 0, []int{0} // by lines, from 1
	for line := range strings.Lines(text) {
		if c := percent.Split(line); len(c) > 0 && c[0].Marked && slices.Contains(ofCells, c[0].Type) {
			cell++
		}
		cells = append(cells, cell)
	}
	lines := strings.Split(d, "\n")
	for i, line := range lines {
		m := hunk().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if at, err := strconv.Atoi(m[1]); err == nil && at < len(cells) && cells[at] > 0 {
			lines[i] += fmt.Sprintf(" cell %d", cells[at])
		}
	}
	return strings.Join(lines, "\n")
}
