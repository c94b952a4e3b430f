// Package table formats small tables of text, aligned for a terminal and as HTML that takes its colours from the page,
// to match light and dark themes.
package table

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Table is a table of text with notes below it.
type Table struct {
	Title string
	Head  []string   // if empty, only the notes are written
	Left  int        // number of leading columns, which are words and left-aligned; the others are numbers
	Words []bool     // which of the other columns are words, too; may be short
	Rows  [][]string // missing cells are empty
	Notes []string   // lines below the table
}

// String formats the table in aligned columns.
func (t Table) String() string {
	widths := make([]int, len(t.Head))
	for _, row := range t.all() {
		for i, s := range row {
			widths[i] = max(widths[i], ansi.StringWidth(oneLine(s)))
		}
	}
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(t.Title + "\n")
	}
	for i, row := range t.all() {
		if len(t.Head) == 0 {
			break
		}
		b.WriteString(t.line(row, widths) + "\n")
		if i == 0 {
			b.WriteString(rule(widths) + "\n")
		}
	}
	for _, n := range t.Notes {
		b.WriteString(n + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (t Table) all() [][]string { return append([][]string{t.Head}, t.Rows...) }

// gap separates columns.
const gap = "  "

func (t Table) line(row []string, widths []int) string {
	cells := make([]string, len(row))
	for i, s := range row {
		s = oneLine(s)
		pad := strings.Repeat(" ", widths[i]-ansi.StringWidth(s))
		if t.words(i) {
			cells[i] = s + pad
		} else {
			cells[i] = pad + s
		}
	}
	return strings.TrimRight(strings.Join(cells, gap), " ")
}

// words reports whether column i is left-aligned.
func (t Table) words(i int) bool { return i < t.Left || i < len(t.Words) && t.Words[i] }

// maxWidth is the maximum number of characters of a cell in text.
const maxWidth = 60

// oneLine formats a cell as one line of text: control characters, including newlines, are escaped as in Go, and long
// text is truncated.
func oneLine(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		b.WriteRune(r)
	}
	return ansi.Truncate(b.String(), maxWidth, "…")
}

func rule(widths []int) string {
	n := len(gap) * (len(widths) - 1)
	for _, w := range widths {
		n += w
	}
	return strings.Repeat("─", max(n, 0))
}
