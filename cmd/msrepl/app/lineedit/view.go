package lineedit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	tabWidth = 4
	menuRows = 10 // maximum number of candidates shown
)

// Row is a row of the screen.
type Row struct {
	Text    string // with escape sequences for colours
	Columns int    // width
}

// Frame is the content of the screen: rows from the prompt on, and the position of the cursor in them.
type Frame struct {
	Rows        []Row
	Row, Column int
}

// cell returns how a letter is shown in a column of its line, and how many columns it takes there.
func cell(letter string, wide, column int) (shown string, columns int) {
	switch r, _ := utf8.DecodeRuneInString(letter); {
	case r == '\t':
		n := tabWidth - column%tabWidth
		return strings.Repeat(" ", n), n
	case r < ' ' || r == 0x7f:
		return "^" + string(r^0x40), 2
	case unicode.IsControl(r): // U+009B begins a sequence in some terminals
		return "?", 1
	}
	return letter, wide
}

// columns returns the width of line, the beginning of a line.
func columns(line string) (n int) {
	for line != "" {
		letter, wide := firstLetter(line)
		_, w := cell(letter, wide, n)
		n += w
		line = line[len(letter):]
	}
	return n
}

// offsetAt returns the offset in a line of a column, or the end of the line.
func offsetAt(line string, column int) int {
	for i, n := 0, 0; i < len(line); {
		letter, wide := firstLetter(line[i:])
		_, w := cell(letter, wide, n)
		if n += w; n > column {
			return i
		}
		i += len(letter)
	}
	return len(line)
}

// canvas fills rows from left to right.
type canvas struct {
	width  int
	plain  bool
	rows   []Row
	row    strings.Builder
	column int
	class  class
}

// put writes a letter, in the next row if it does not fit in this one.
func (c *canvas) put(shown string, wide int, k class) {
	if c.column+wide > c.width && c.column > 0 {
		c.end()
	}
	if k != c.class && !c.plain {
		if c.class != plain {
			c.row.WriteString(ansi.ResetStyle)
		}
		c.row.WriteString(sgr[k])
		c.class = k
	}
	c.row.WriteString(shown)
	c.column += wide
}

// end completes a row.
func (c *canvas) end() {
	if c.class != plain {
		c.row.WriteString(ansi.ResetStyle)
		c.class = plain
	}
	c.rows = append(c.rows, Row{c.row.String(), c.column})
	c.row.Reset()
	c.column = 0
}

// text writes a text without newlines in class k.
func (c *canvas) text(text string, k class) {
	for start := c.column; text != ""; {
		letter, wide := firstLetter(text)
		shown, w := cell(letter, wide, c.column-start)
		c.put(shown, w, k)
		text = text[len(letter):]
	}
}

// Frame returns the frame of the cell: its prompt, its text and what is open below, never taller than the screen. If
// the text is taller, the part with the cursor is shown.
func (e *Editor) Frame(width, height int) Frame {
	width, height = max(width, 2), max(height, 1)
	starts := offsets(e.text)
	below := e.below(width, height-min(len(starts), (height+1)/2))
	room := max(1, height-len(below))
	line, found := slices.BinarySearch(starts, e.cursor)
	if !found {
		line--
	}
	// Each line takes at least one row, so lines farther away than the height of the screen cannot be visible.
	first, last := max(0, line-room), min(len(starts), line+room+1)
	f := e.draw(width, starts[first:last], first, true)
	top := 0
	if len(f.Rows) > room {
		if e.top < first || first == 0 && e.top < 0 {
			e.top = first
		}
		top = min(max(e.top-first, f.Row-room+1), f.Row)
		top = max(0, min(top, len(f.Rows)-room))
		f.Rows = f.Rows[top : top+room]
		f.Row -= top
	}
	e.top = first + top
	f.Rows = append(f.Rows, below...)
	return f
}

// Final returns the frame of the whole cell, which stays on the screen when it runs.
func (e *Editor) Final(width int) Frame {
	e.cursor = len(e.text)
	return e.draw(max(width, 2), offsets(e.text), 0, false)
}

// draw lays out the lines of the text that begin at starts in rows; first is the number of the first line.
func (e *Editor) draw(width int, starts []int, first int, live bool) Frame {
	c := &canvas{width: width, plain: e.cfg.Plain}
	var f Frame
	cursor := e.cursor
	if !live {
		cursor = -1
	}
	var spans []span
	if !e.cfg.Plain {
		spans = colours(e.text, cursor)
	}
	for i, start := range starts {
		prompt := e.more
		if first+i == 0 {
			prompt = e.prompt
		}
		c.row.WriteString(prompt)
		c.column = ansi.StringWidth(prompt)
		edge, end := c.column, e.lineEnd(start)
		for at := start; ; {
			if at == e.cursor {
				if c.column >= width {
					c.end()
				}
				f.Row, f.Column = len(c.rows), c.column
			}
			if at >= end {
				break
			}
			letter, wide := firstLetter(e.text[at:end])
			var k class
			k, spans = classAt(spans, at)
			shown, w := cell(letter, wide, max(0, c.column-edge))
			c.put(shown, w, k)
			at += len(letter)
		}
		if live && end == len(e.text) {
			c.text(e.suggestion(), ghost)
		}
		c.end()
	}
	f.Rows = c.rows
	return f
}

// classAt returns the class of the text at an offset and the spans from there on.
func classAt(spans []span, at int) (class, []span) {
	for len(spans) > 0 && spans[0].to <= at {
		spans = spans[1:]
	}
	if len(spans) > 0 && spans[0].from <= at {
		return spans[0].class, spans
	}
	return plain, spans
}

// below returns the rows under the text: a search, a hint and a menu, as far as there is room.
func (e *Editor) below(width, room int) (rows []Row) {
	add := func(pieces ...piece) {
		if len(rows) < room {
			rows = append(rows, e.note(width, pieces))
		}
	}
	if s := e.search; s != nil {
		failed := ""
		if s.failed {
			failed = " is in no cell"
		}
		add(piece{"history: ", about}, piece{s.query, current}, piece{failed, about})
	}
	if h := e.hint; h.Text != "" && e.search == nil {
		add(hintPieces(h, width-1)...)
	}
	if m := e.menu; m != nil {
		for _, it := range m.rows(room - len(rows)) {
			add(it...)
		}
	}
	return rows
}

// piece is text of one class.
type piece struct {
	text  string
	class class
}

// note returns one row of pieces, cut off at the edge of the screen. Even without colours, a terminal can underline.
func (e *Editor) note(width int, pieces []piece) Row {
	c := &canvas{width: width, plain: e.cfg.Plain}
	for _, p := range pieces {
		text := ansi.Truncate(strings.ReplaceAll(p.text, "\n", " "), max(0, width-1-c.column), "…")
		if e.cfg.Plain && p.class == current && text != "" {
			c.row.WriteString(ansi.NewStyle().Underline(true).Styled(text))
			c.column += ansi.StringWidth(text)
			continue
		}
		c.text(text, p.class)
	}
	c.end()
	return c.rows[0]
}

// hintPieces shortens a hint so that the emphasized part fits in a row.
func hintPieces(h Hint, width int) []piece {
	before, part, after := h.Text[:h.From], h.Text[h.From:h.To], h.Text[h.To:]
	if room := width - ansi.StringWidth(part) - 1; ansi.StringWidth(before) > room {
		name, _, _ := strings.Cut(before, "(")
		before = name + "(…, "
	}
	return []piece{{before, about}, {part, current}, {after, about}}
}

// rows returns the rows of the menu, including the chosen candidate, in at most room rows.
func (m *menu) rows(room int) (rows [][]piece) {
	n := min(menuRows, room, len(m.items))
	if n < len(m.items) && n > 1 {
		n = min(menuRows, room-1) // plus one that shows the count
	}
	if n <= 0 {
		return nil
	}
	m.top = min(max(m.top, m.chosen-n+1), max(0, m.chosen), len(m.items)-n)
	if m.chosen < 0 {
		m.top = 0
	}
	shown := m.items[m.top : m.top+n]
	wide := 0
	for _, it := range shown {
		wide = max(wide, min(30, ansi.StringWidth(it.Text)))
	}
	for i, it := range shown {
		k, mark := plain, "  "
		if m.top+i == m.chosen {
			k, mark = chosen, "> "
		}
		gap := strings.Repeat(" ", max(0, wide-ansi.StringWidth(it.Text)))
		rows = append(rows, []piece{{mark, plain}, {it.Text, k}, {gap + "  " + it.Detail, about}})
	}
	if n < len(m.items) && len(rows) < room {
		rows = append(rows, []piece{{"  " + count(m.top+1, m.top+n, len(m.items)), about}})
	}
	return rows
}
