package lineedit

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// screen is a terminal that supports only the sequences that a Painter sends.
type screen struct {
	t             rapid.TB
	width, height int
	rows          [][]string // letters; a wide one is followed by ""
	row, column   int
	full          bool // the last column has been written and the row not been left
}

func newScreen(t rapid.TB, width, height int) *screen {
	return &screen{t: t, width: width, height: height, rows: make([][]string, height)}
}

func (s *screen) write(text string) {
	for text != "" {
		switch {
		case text[0] == '\r':
			s.column, s.full, text = 0, false, text[1:]
		case text[0] == '\n':
			s.lineFeed()
			text = text[1:]
		case strings.HasPrefix(text, "\x1b["):
			end := 2 + strings.IndexFunc(text[2:], func(r rune) bool { return r >= '@' })
			s.control(text[2:end], text[end])
			text = text[end+1:]
		default:
			letter, wide := firstLetter(text)
			s.put(letter, wide)
			text = text[len(letter):]
		}
	}
}

func (s *screen) lineFeed() {
	if s.row++; s.row == s.height {
		s.rows = append(s.rows[1:], nil)
		s.row--
	}
}

func (s *screen) put(letter string, wide int) {
	if s.full || s.column+wide > s.width {
		s.t.Fatalf("%q does not fit in column %d of %d", letter, s.column, s.width)
	}
	for len(s.rows[s.row]) < s.column+wide {
		s.rows[s.row] = append(s.rows[s.row], " ")
	}
	s.rows[s.row][s.column] = letter
	for i := 1; i < wide; i++ {
		s.rows[s.row][s.column+i] = ""
	}
	if s.column += wide; s.column >= s.width {
		s.column, s.full = s.width-1, true
	}
}

func (s *screen) control(params string, final byte) {
	n, _ := strconv.Atoi(params)
	s.full = s.full && (final == 'm' || final == 'K')
	switch final {
	case 'm':
	case 'A':
		s.row = max(0, s.row-max(1, n))
	case 'B':
		s.row = min(s.height-1, s.row+max(1, n))
	case 'C':
		s.column = min(s.width-1, s.column+max(1, n))
	case 'K':
		if s.full {
			s.t.Fatal("the last letter of a full row is erased")
		}
		s.rows[s.row] = s.rows[s.row][:min(s.column, len(s.rows[s.row]))]
	case 'J':
		s.rows[s.row] = s.rows[s.row][:min(s.column, len(s.rows[s.row]))]
		for i := s.row + 1; i < s.height; i++ {
			s.rows[i] = nil
		}
	default:
		s.t.Fatalf("what is CSI %s%c?", params, final)
	}
}

// text is the rows from the first one on that is not empty.
func (s *screen) text() (rows []string) {
	for _, r := range s.rows {
		rows = append(rows, strings.TrimRight(strings.Join(r, ""), " "))
	}
	return rows
}

// TestPaintRandom types random keys: the screen shows the cell and the cursor, below the text that was there before.
func TestPaintRandom(t *testing.T) {
	keys := []string{
		"a", "世", "e\u0301", "{", "}", "(", ")", " ", "long text that wraps", "<enter>", "<enter>", "<tab>", "<backtab>", "<bs>", "<del>", "<left>",
		"<right>", "<up>", "<down>", "<c-left>", "<c-home>", "<c-end>", "<home>", "<end>", "<c-k>", "<c-u>", "<c-y>", "<undo>", "<redo>", "<c-r>",
		"<c-g>", "<c-o>", "<a-d>", "<c-t>", "<pgup>", "<pgdn>", "pri<tab>", "<paste>{\ra\tb\r\rc\r</paste>", "<esc>", "<del>", "\"", "<a-f>",
	}
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(12, 50).Draw(t, "width"), rapid.IntRange(1, 12).Draw(t, "height")
		s := newScreen(t, width, height)
		e := newEditor()
		var p Painter
		s.write(p.Paint(e.Frame(width, height), width, height))
		for _, k := range rapid.SliceOfN(rapid.SampledFrom(keys), 1, 60).Draw(t, "keys") {
			action := press(e, k)
			if action == Leaving {
				continue
			}
			if action == Accepted {
				s.write(p.Paint(e.Final(width), width, height) + p.Leave(""))
				e.Begin("In[2]: ", "  ...: ")
			}
			f := e.Frame(width, height)
			s.write(p.Paint(f, width, height))
			got := s.text()
			top := s.row - f.Row
			if top < 0 || s.column != f.Column || len(f.Rows) > height {
				t.Fatalf("after %s the cursor is in %d, %d, the picture's in %d, %d", k, s.row, s.column, f.Row, f.Column)
			}
			want := strings.Split(plainRows(f), "\n")
			for i := range want {
				want[i] = strings.TrimRight(want[i], " ")
			}
			for len(want) < height-top {
				want = append(want, "") // nothing is below
			}
			if !slices.Equal(got[top:], want) {
				t.Fatalf("after %s the screen shows\n%s\nand the picture is\n%s", k, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if e.cursor > len(e.text) || strings.ContainsRune(e.text, '\uFFFD') {
				t.Fatalf("after %s: %q, cursor %d", k, e.text, e.cursor)
			}
		}
	})
}

// TestPaintFinal: when a cell taller than the screen runs, all of its lines are printed.
func TestPaintFinal(t *testing.T) {
	s := newScreen(t, 30, 4)
	e := newEditor()
	var p Painter
	press(e, "{<enter>a<enter>b<enter>c<enter>d<enter>e<enter>}<c-home>")
	s.write(p.Paint(e.Frame(30, 4), 30, 4))
	if got := strings.Join(s.text(), "|"); got != "In[1]: {|  ...:     a|  ...:     b|  ...:     c" {
		t.Error(got)
	}
	s.write(p.Paint(e.Final(30), 30, 4) + p.Leave("^C") + "done")
	if got := strings.Join(s.text(), "|"); got != "  ...:     d|  ...:     e|  ...: }^C|done" {
		t.Error(got)
	}
}

// TestPaintDifference: only changes are sent to the terminal.
func TestPaintDifference(t *testing.T) {
	e := newEditor()
	var p Painter
	press(e, "{<enter>first<enter>second")
	p.Paint(e.Frame(40, 10), 40, 10)
	if again := p.Paint(e.Frame(40, 10), 40, 10); again != "" {
		t.Errorf("%q is sent for nothing", again)
	}
	press(e, "<up>X")
	if changed := p.Paint(e.Frame(40, 10), 40, 10); strings.Contains(changed, "second") || !strings.Contains(changed, "firstX") {
		t.Errorf("%q is sent for one row", changed)
	}
}

// narrow makes the screen narrower, as a terminal that wraps its rows or as one that cuts them.
func (s *screen) narrow(width int, cuts bool) {
	var rows [][]string
	row, column := 0, 0
	for i, r := range s.rows {
		if i == s.row {
			row, column = len(rows), min(s.column, width-1)
			if !cuts {
				row, column = row+s.column/width, s.column%width
			}
		}
		for len(r) > width {
			rows = append(rows, r[:width:width])
			if r = r[width:]; cuts {
				r = nil
				break
			}
		}
		if len(r) > 0 || !cuts || len(s.rows[i]) == 0 {
			rows = append(rows, r)
		}
	}
	for len(rows) <= row {
		rows = append(rows, nil)
	}
	s.rows, s.width, s.row, s.column, s.full = rows[:max(s.height, row+1)], width, row, column, false
	s.height = len(s.rows)
}

// TestPaintNarrower: a window that becomes narrower shows the block once, and the text above it, wherever the cursor
// is.
func TestPaintNarrower(t *testing.T) {
	for _, cuts := range []bool{false, true} {
		for width := 12; width < 60; width++ {
			for ups := range 4 {
				for _, key := range []string{"<home>", "<end>", "<left>"} {
					s := newScreen(t, 60, 40)
					e := newEditor()
					p := Painter{Cuts: cuts}
					s.write("above\r\n")
					press(e, "func f(first, second, third int) int {<enter>return first + second + third + 1000000<enter>}")
					press(e, strings.Repeat("<up>", ups)+key)
					s.write(p.Paint(e.Frame(60, 40), 60, 40))
					s.narrow(width, cuts)
					f := e.Frame(width, s.height)
					s.write(p.Paint(f, width, s.height))
					want := "above\n" + plainRows(f)
					got := strings.TrimRight(strings.Join(s.text(), "\n"), "\n")
					if got != strings.TrimRight(want, "\n ") && strings.ReplaceAll(want, " \n", "\n") != got {
						t.Fatalf("cut %v, %d columns, %d up, %s:\n%s\nwant\n%s", cuts, width, ups, key, got, want)
					}
				}
			}
		}
	}
}
