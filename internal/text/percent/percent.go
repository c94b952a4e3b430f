// Package percent splits scripts into cells and joins cells to scripts. A script is Go text in which lines "// %%"
// begin cells: the percent format that editors support for Python.
//
// After the mark come, in this order and each optional, a title, a type in brackets and a JSON object:
//
//	// %% Data [markdown] {"tags": ["intro"]}
//
// A cell without a type is code. The lines of all other cells are comments. In a line of a cell that looks like a
// mark, the percent signs are escaped by a backslash; a line with backslashes there gets one more.
package percent

import (
	"regexp"
	"strings"
	"sync"
)

// Cell is a cell of a script.
type Cell struct {
	Title  string // the title in the mark
	Type   string // "" for code, else one of types
	Fields string // the JSON object in the mark, or ""
	Text   string // the lines below the mark
	Line   int    // number of lines of the script before the text
	Marked bool   // false for lines above the first mark
}

// The types of cells other than code. The last three are other parts of a notebook: its metadata, and the outputs and
// attachments of the cell above.
const (
	Markdown    = "markdown"
	Raw         = "raw"
	Notebook    = "notebook"
	Outputs     = "outputs"
	Attachments = "attachments"
)

var typed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(|.*\s)\[(markdown|md|raw|notebook|outputs|attachments)\](\s.*)?$`)
})

// Split splits a script into cells. Line ends CR LF, which some editors write, become LF. Text above the first mark is
// a cell unless it is blank.
func Split(text string) []Cell {
	if endsInCRLF(text) {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	var cells []Cell
	var now Cell
	var body strings.Builder // the text up to the last removed backslash
	n, pos, from := 0, 0, 0
	flush := func() {
		now.Text = text[from:pos] // a script of one cell is not copied
		if body.Len() > 0 {
			body.WriteString(now.Text)
			now.Text = body.String()
		}
		if now.Marked || strings.TrimSpace(now.Text) != "" {
			cells = append(cells, now)
		}
		body.Reset()
	}
	for line := range strings.Lines(text) {
		n++
		switch at, slashes, ok := mark(line); {
		case !ok:
		case slashes > 0:
			body.WriteString(text[from : pos+at])
			from = pos + at + 1
		default:
			flush()
			now = parseMark(line[at+2:])
			now.Line, from = n, pos+len(line)
		}
		pos += len(line)
	}
	flush()
	return cells
}

// endsInCRLF reports whether the first mark, or the first line of a script without one, ends in CR LF: a CR elsewhere
// is text.
func endsInCRLF(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		if _, slashes, ok := mark(line); ok && slashes == 0 {
			return strings.HasSuffix(line, "\r\n")
		}
	}
	return strings.HasSuffix(first, "\r")
}

// mark reports whether a line is a mark or an escaped one. It returns the index of the percent signs, or of the
// backslashes before them, and the number of backslashes.
func mark(line string) (at, slashes int, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
	if !ok {
		return 0, 0, false
	}
	rest = strings.TrimSpace(rest)
	signs := strings.TrimLeft(rest, `\`)
	if !strings.HasPrefix(signs, "%%") {
		return 0, 0, false
	}
	return strings.Index(line, rest), len(rest) - len(signs), true
}

// parseMark parses the part of a mark after the percent signs.
func parseMark(text string) Cell {
	c := Cell{Title: strings.TrimSpace(text), Marked: true}
	if i := strings.Index(c.Title, "{"); i >= 0 && strings.HasSuffix(c.Title, "}") {
		c.Title, c.Fields = strings.TrimSpace(c.Title[:i]), c.Title[i:]
	}
	if m := typed().FindStringSubmatch(c.Title); m != nil {
		c.Title, c.Type = strings.TrimSpace(strings.TrimSpace(m[1])+" "+strings.TrimSpace(m[3])), m[2]
		if c.Type == "md" {
			c.Type = Markdown
		}
	}
	return c
}

// Code returns the code cells that are not blank.
func Code(cells []Cell) []Cell {
	var code []Cell
	for _, c := range cells {
		if c.Type == "" && strings.TrimSpace(c.Text) != "" {
			code = append(code, c)
		}
	}
	return code
}

// IsTitle reports whether a text, written as the title of a mark, is parsed as that title.
func IsTitle(text string) bool {
	got := parseMark(" " + text)
	return text != "" && !strings.ContainsAny(text, "\n{") && got.Title == text && got.Type == ""
}

// Body returns the text of the cell in a notebook: without trailing empty lines, and for cells other than code without
// comment marks.
func (c Cell) Body() string {
	text := strings.TrimRight(c.Text, "\n")
	if c.Type == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, "//"); ok {
			lines[i] = strings.TrimPrefix(rest, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// Comment returns a text as the lines of a cell other than code.
func Comment(text string) string {
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if lines[i] = "// " + line; line == "" {
			lines[i] = "//"
		}
	}
	return strings.Join(lines, "\n")
}

// Join returns a script of the cells, separated by empty lines.
func Join(cells []Cell) string {
	var b strings.Builder
	for i, c := range cells {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("// %%")
		for _, part := range []string{c.Title, c.bracket(), c.Fields} {
			if part != "" {
				b.WriteString(" " + part)
			}
		}
		b.WriteByte('\n')
		for line := range strings.Lines(c.Text) {
			if at, _, ok := mark(line); ok {
				line = line[:at] + `\` + line[at:]
			}
			b.WriteString(line)
		}
		if c.Text != "" && !strings.HasSuffix(c.Text, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (c Cell) bracket() string {
	if c.Type == "" {
		return ""
	}
	return "[" + c.Type + "]"
}
