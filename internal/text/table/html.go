package table

import (
	"fmt"
	"html"
	"strings"
)

// HTML returns the table as HTML for a notebook, on the screen and on paper.
func (t Table) HTML() string {
	if len(t.Head) == 0 {
		return t.notes()
	}
	p := page{t: t, strips: t.strips()}
	p.table()
	return p.style() + p.b.String() + t.notes()
}

func (t Table) notes() string {
	var b strings.Builder
	for _, n := range t.Notes {
		b.WriteString(`<div style="font-size:86%">` + html.EscapeString(n) + "</div>")
	}
	return b.String()
}

// page is the state of writing a table.
type page struct {
	t      Table
	strips [][]int
	b      strings.Builder
	again  bool // the first column of this strip repeats that of the first strip
	folded bool // a cell is folded on paper
}

// style returns the style for paper, "" for a small table.
func (p *page) style() string {
	if p.folded || p.t.isWide() {
		return paperStyle
	}
	return ""
}

func (p *page) table() {
	if len(p.strips) == 1 {
		p.strip(p.strips[0], "", p.caption())
		return
	}
	if p.t.Title != "" {
		p.b.WriteString(`<div style="white-space:nowrap">` + html.EscapeString(p.t.Title) + "</div>")
	}
	p.b.WriteString(`<div class="msrepl-strips" style="display:flex">`)
	for i, columns := range p.strips {
		p.again = i > 0
		p.strip(columns, ";margin:0", "")
	}
	p.b.WriteString("</div>")
}

func (p *page) caption() string {
	if p.t.Title == "" {
		return ""
	}
	return `<caption style="caption-side:top;text-align:left;white-space:nowrap;color:inherit">` + html.EscapeString(p.t.Title) + "</caption>"
}

func (p *page) strip(columns []int, style, caption string) {
	class := ""
	if p.t.isWide() {
		class = ` class="msrepl-small"`
	}
	p.b.WriteString("<table" + class + ` style="border-collapse:collapse;color:inherit` + style + `">` + caption + "<thead>")
	p.row("th", p.t.Head, columns, ";border-bottom:1px solid currentColor")
	p.b.WriteString("</thead><tbody>")
	for _, r := range p.t.Rows {
		p.row("td", r, columns, "")
	}
	p.b.WriteString("</tbody></table>")
}

// row writes the cells of some columns.
func (p *page) row(tag string, cells []string, columns []int, style string) {
	p.b.WriteString("<tr" + p.height(cells) + ">")
	for _, j := range columns {
		switch {
		case j < len(cells):
			p.cell(tag, cells[j], j, style)
		case len(p.strips) > 1:
			p.cell(tag, "", j, style) // each strip has the row, even where cells are missing
		}
	}
	p.b.WriteString("</tr>")
}

func (p *page) cell(tag, text string, j int, style string) {
	align, class := "right", ""
	if len(p.strips) > 1 {
		style += ";line-height:1.5" // rows have the same height in all strips, whatever fonts they use
	}
	if p.t.words(j) {
		align = "left"
	}
	switch {
	case j == 0 && p.again:
		class, style = ` class="msrepl-again"`, style+";display:none"
	case p.t.words(j) && len(text) > wordsMax:
		class, p.folded = ` class="msrepl-words"`, true
	}
	p.b.WriteString("<" + tag + class + ` style="text-align:` + align + ";padding:0.1em 0.45em;white-space:pre" + style + `">` +
		html.EscapeString(text) + "</" + tag + ">")
}

// height returns the style that makes a row as high in all strips as in the one with its tallest cell.
func (p *page) height(cells []string) string {
	lines := 0
	for _, s := range cells {
		lines = max(lines, strings.Count(s, "\n"))
	}
	if lines == 0 || len(p.strips) == 1 {
		return ""
	}
	return fmt.Sprintf(` style="height:%.1fem"`, float64(1.5*float64(1+lines))+0.2)
}
