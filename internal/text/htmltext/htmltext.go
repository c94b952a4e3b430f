// Package htmltext converts HTML to text: tags are removed, blocks begin new lines, and tables become columns.
package htmltext

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/net/html"
)

// Text returns the visible text of a page.
func Text(page string) string {
	z := html.NewTokenizer(strings.NewReader(legible(page)))
	var r reader
	for {
		switch z.Next() {
		case html.ErrorToken: // the end
			return r.result()
		case html.StartTagToken:
			name, _ := z.TagName()
			r.open(string(name))
		case html.SelfClosingTagToken:
			name, _ := z.TagName()
			r.open(string(name))
			r.close(string(name))
		case html.EndTagToken:
			name, _ := z.TagName()
			r.close(string(name))
		case html.TextToken:
			r.text(string(z.Text()))
		}
	}
}

// legible removes control characters, which a terminal would interpret, and bytes that are not UTF-8.
func legible(page string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(page, "\uFFFD"))
}

var (
	// silent lists elements whose content is not text of the page.
	silent = []string{"style", "script", "head", "svg", "title"}
	blocks = []string{
		"p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "details", "summary", "table", "tr", "br", "hr", "li",
		"section", "figure", "figcaption", "blockquote", "caption",
	}
)

type reader struct {
	out    []byte
	hidden int // depth of silent elements
	pre    int
	rows   [][]string // of the current table
	inCell bool
	cell   []byte
}

func (r *reader) open(name string) {
	switch {
	case slices.Contains(silent, name):
		r.hidden++
	case name == "td" || name == "th":
		r.endCell()
		if len(r.rows) == 0 {
			r.rows = append(r.rows, nil)
		}
		r.inCell = true
	case name == "tr":
		r.endCell()
		r.rows = append(r.rows, nil)
	case slices.Contains(blocks, name):
		r.line()
	}
	if name == "pre" {
		r.pre++
	}
	if name == "li" {
		r.text("• ")
	}
}

func (r *reader) close(name string) {
	switch {
	case slices.Contains(silent, name):
		r.hidden = max(0, r.hidden-1)
	case name == "td" || name == "th" || name == "tr":
		r.endCell()
	case name == "table":
		r.endCell()
		r.table()
	case name == "pre":
		r.pre = max(0, r.pre-1)
		r.line()
	case slices.Contains(blocks, name):
		r.line()
	}
}

// text adds text, with each run of white space as one space.
func (r *reader) text(s string) {
	if r.hidden > 0 {
		return
	}
	if r.pre == 0 {
		joined := strings.Join(strings.Fields(s), " ")
		if joined != "" && strings.ContainsAny(s[:1], " \t\r\n") {
			joined = " " + joined
		}
		if s != "" && strings.ContainsAny(s[len(s)-1:], " \t\r\n") {
			joined += " "
		}
		s = joined
	}
	w := &r.out
	if r.inCell {
		w = &r.cell
	}
	if n := len(*w); r.pre == 0 && (n == 0 || (*w)[n-1] == '\n' || (*w)[n-1] == ' ') {
		s = strings.TrimPrefix(s, " ")
	}
	*w = append(*w, s...)
}

// line begins a new line unless the current one is empty.
func (r *reader) line() {
	if r.inCell {
		r.text(" ")
		return
	}
	if n := len(r.out); n > 0 && r.out[n-1] != '\n' {
		r.out = append(bytes.TrimRight(r.out, " "), '\n')
	}
}

func (r *reader) endCell() {
	if !r.inCell {
		return
	}
	last := len(r.rows) - 1
	r.rows[last] = append(r.rows[last], string(bytes.TrimSpace(r.cell)))
	r.cell = r.cell[:0]
	r.inCell = false
}

func (r *reader) table() {
	r.line()
	r.out = append(r.out, Columns(r.rows)...)
	r.rows = nil
}

func (r *reader) result() string {
	r.endCell()
	if len(r.rows) > 0 {
		r.table()
	}
	return string(bytes.TrimSpace(r.out))
}

// Columns formats rows of cells as columns two spaces apart, with numbers right-aligned and a newline after each row.
func Columns(rows [][]string) string {
	var widths []int
	var left []bool
	for i, row := range rows {
		for j, cell := range row {
			if j == len(widths) {
				widths, left = append(widths, 0), append(left, false)
			}
			widths[j] = max(widths[j], ansi.StringWidth(cell))
			left[j] = left[j] || (i > 0 || len(rows) == 1) && cell != "" && !numeric(cell)
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for j, cell := range row {
			pad := strings.Repeat(" ", widths[j]-ansi.StringWidth(cell))
			if j > 0 {
				line.WriteString("  ")
			}
			if left[j] {
				line.WriteString(cell + pad)
			} else {
				line.WriteString(pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// numeric reports whether a cell is right-aligned: a number, perhaps with a unit or sign.
func numeric(s string) bool {
	return strings.Trim(s, "0123456789.,+-−eE%×… ") == "" || slices.Contains([]string{"nan", "NaN", "inf", "-inf", "+Inf", "-Inf"}, s)
}
