// Package percent takes scripts of cells apart and puts them together. A script is Go text whose lines "// %%" begin
// cells: the percent format that editors know from Python.
//
// Behind the mark are, in this order and each optional, a title, a type in brackets and an object of JSON:
//
//	// %% Data [markdown] {"tags": ["intro"]}
//
// A cell without a type is code. The lines of all others are comments. A line of a cell that would itself be a mark
// has a backslash before its percent signs, and one that has backslashes there has one more.
package percent

import (
	"regexp"
	"strings"
	"sync"
)

// Cell is a cell of a script.
type Cell struct {
	Title  string // what the mark says, without type and fields
	Type   string // "" for code, else one of types
	Fields string // the object of JSON in the mark, "" without one
	Text   string // the lines below the mark
	Line   int    // how many lines of the script are before the text
	Marked bool   // false for lines above the first mark
}

// The types of cells that are not code. The last three are what a notebook has beside its cells: its metadata, and
// what the cell above has put out or holds as files.
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

// Split takes a script apart. Where lines end in CR LF, as some editors write them, the cells have LF. Text above the
// first mark is a cell unless it is blank.
func Split(text string) []Cell {
	if endsInCRLF(text) {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	var cells []Cell
	var now Cell
	var body strings.Builder // of the text so far, up to its last backslash that was left out
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

// endsInCRLF looks at the first mark, or at the first line of a script without one: a CR elsewhere is text.
func endsInCRLF(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		if _, slashes, ok := mark(line); ok && slashes == 0 {
			return strings.HasSuffix(line, "\r\n")
		}
	}
	return strings.HasSuffix(first, "\r")
}

// mark reports whether a line is a mark, or a text that looks like one: where its percent signs or the backslashes
// before them begin, and how many backslashes there are.
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

// parseMark reads what is behind the percent signs.
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

// Code returns the cells of code that are not blank.
func Code(cells []Cell) []Cell {
	var code []Cell
	for _, c := range cells {
		if c.Type == "" && strings.TrimSpace(c.Text) != "" {
			code = append(code, c)
		}
	}
	return code
}

// IsTitle reports whether a text comes back from a mark as its title.
func IsTitle(text string) bool {
	got := parseMark(" " + text)
	return text != "" && !strings.ContainsAny(text, "\n{") && got.Title == text && got.Type == ""
}

// Body returns the text of the cell as a notebook has it: without empty lines at the end, and without the comment
// marks of a cell that is not code.
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

// Comment writes a text as the lines of a cell that is not code.
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

// Join writes a script of the cells, an empty line between two of them.
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
