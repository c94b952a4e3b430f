package lineedit

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Painter tracks what is on the screen and returns the text that changes it. It moves the cursor only relatively, so
// it need not know the row of the screen. The zero value begins in the first column of an empty row.
type Painter struct {
	Cuts bool // a terminal that becomes narrower truncates its rows instead of wrapping them

	width, height int
	shown         Frame
}

// Paint returns the text that makes a terminal of the given size show f in place of the last frame.
func (p *Painter) Paint(f Frame, width, height int) string {
	var b strings.Builder
	if p.width != width || p.height != height {
		b.WriteString(p.Clear(width))
		p.height = height
	}
	row, bottom := p.shown.Row, max(len(p.shown.Rows)-1, 0)
	move := func(to int) {
		b.WriteByte('\r')
		down(&b, min(to, bottom)-row)
		b.WriteString(strings.Repeat("\r\n", max(0, to-bottom))) // rows that the terminal must add
		row, bottom = to, max(to, bottom)
	}
	for i, r := range f.Rows {
		if i < len(p.shown.Rows) && p.shown.Rows[i] == r {
			continue
		}
		move(i)
		b.WriteString(r.Text)
		if r.Columns < width {
			b.WriteString(ansi.EraseLineRight)
		}
	}
	if len(p.shown.Rows) > len(f.Rows) {
		move(len(f.Rows))
		b.WriteString(ansi.EraseScreenBelow)
	}
	if b.Len() > 0 || f.Row != p.shown.Row || f.Column != p.shown.Column {
		move(f.Row)
		if f.Column > 0 {
			b.WriteString(ansi.CursorForward(f.Column))
		}
	}
	p.shown = f
	return b.String()
}

// down moves the cursor down by rows that are on the screen, or up if rows is negative.
func down(b *strings.Builder, rows int) {
	switch {
	case rows > 0:
		b.WriteString(ansi.CursorDown(rows))
	case rows < 0:
		b.WriteString(ansi.CursorUp(-rows))
	}
}

// Clear returns the text that erases the frame and moves the cursor to its beginning. A terminal that has become
// narrower has wrapped its rows. They are erased one by one, because some terminals move to the scrollback what is
// erased from the first column of the screen on.
func (p *Painter) Clear(width int) string {
	var b strings.Builder
	above, all := 0, 0
	for i, r := range p.shown.Rows {
		if i == p.shown.Row {
			above = all
		}
		all++
		if p.width <= width || width == 0 || p.Cuts {
			continue
		}
		if i == p.shown.Row {
			above += p.shown.Column / width
		}
		all += max(0, r.Columns-1) / width
	}
	if all > 0 {
		b.WriteByte('\r')
		down(&b, -above)
		b.WriteString(ansi.EraseLineRight)
		for range all - 1 {
			b.WriteString(ansi.CursorDown(1) + ansi.EraseLineRight)
		}
		b.WriteString(ansi.EraseScreenBelow)
		down(&b, 1-all)
	}
	p.width, p.shown = width, Frame{}
	return b.String()
}

// Leave returns the text that finishes the frame: it stays on the screen, followed by words, and output continues
// below.
func (p *Painter) Leave(words string) string {
	var b strings.Builder
	if n := len(p.shown.Rows); n > 0 {
		b.WriteByte('\r')
		down(&b, n-1-p.shown.Row)
		if c := p.shown.Rows[n-1].Columns; c > 0 {
			b.WriteString(ansi.CursorForward(c))
		}
	}
	p.shown = Frame{}
	b.WriteString(words + "\r\n")
	return b.String()
}

// count describes which of the candidates are shown.
func count(from, to, all int) string { return fmt.Sprintf("%d to %d of %d", from, to, all) }
