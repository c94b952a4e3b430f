package table

import "github.com/charmbracelet/x/ansi"

// A page on the screen scrolls, while paper cuts off wide content. A wide table therefore consists of strips, which
// are side by side on the screen, where they look like one table, and below one another on paper, each with the first
// column.

// Widths are estimated in em of a common font, for the 560 pixels of a notebook's output on A4 and letter paper.
const (
	letterEm = 0.64
	padEm    = 0.9
	pageEm   = 560.0 / 12 // at the font size of tables on the screen
	paperEm  = 560.0 / 9  // at the font size of wide tables on paper
	wordsMax = 24         // maximum width of a column of words in characters; on paper longer cells wrap
)

// paperStyle holds the rules that a style attribute cannot express.
const paperStyle = `<style>@media print{.msrepl-strips{display:block!important}.msrepl-strips table{margin:0 0 0.8em!important}` +
	`.msrepl-small{font-size:9px!important}.msrepl-small :is(td,th){font-size:inherit!important;line-height:normal!important}.msrepl-again{display:table-cell!important}` +
	`.msrepl-words{white-space:pre-wrap!important;overflow-wrap:anywhere}}</style>`

// columnEm returns the width of a column on paper.
func (t Table) columnEm(j int) float64 {
	widest := 0
	for _, row := range t.all() {
		if j < len(row) {
			widest = max(widest, ansi.StringWidth(row[j]))
		}
	}
	if t.words(j) {
		widest = min(widest, wordsMax)
	}
	return float64(letterEm*float64(widest)) + padEm
}

// isWide reports whether the table needs a smaller font on paper.
func (t Table) isWide() bool {
	total := 0.0
	for j := range t.Head {
		total += t.columnEm(j)
	}
	return total > pageEm
}

// strips divides the columns into as many strips as needed on paper.
func (t Table) strips() (strips [][]int) {
	strip, wide := []int{0}, t.columnEm(0)
	for j := 1; j < len(t.Head); j++ {
		w := t.columnEm(j)
		if len(strip) > 1 && wide+w > paperEm {
			strips = append(strips, strip)
			strip, wide = []int{0}, t.columnEm(0)
		}
		strip, wide = append(strip, j), wide+w
	}
	return append(strips, strip)
}
