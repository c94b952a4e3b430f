// Package table lays out small tables of text, aligned for a terminal and as HTML that takes its colours from the
// page, so that it fits light and dark themes.
package table

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Table is what reports are made of.
type Table struct {
	Title string
	Head  []string   // without it there are only the notes
	Left  int        // so many columns are words and are at the left, the others are numbers
	Words []bool     // which of the others are words, too; may be short
	Rows  [][]string // short rows end with empty cells
	Notes []string   // lines below
}

// String lays the table out in columns of equal width.
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

// gap is between columns.
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

// words reports whether column i is at the left.
func (t Table) words(i int) bool { return i < t.Left || i < len(t.Words) && t.Words[i] }

// maxWidth is the most letters that a cell shows in text.
const maxWidth = 60

// oneLine is a cell as text: control characters, ends of lines among them, as Go writes them, and no more than can
// be read.
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
