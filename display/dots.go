package display

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// dots is a picture of Braille characters, each of two by four dots (Unicode U+2800 and following).
type dots struct {
	w, h int // in characters
	at   []byte
}

func newDots(w, h int) *dots { return &dots{w, h, make([]byte, w*h)} }

// bits maps row and column of a dot to its bit in the Unicode character.
var bits = [4][2]byte{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func (d *dots) set(x, y int) {
	if x >= 0 && y >= 0 && x < 2*d.w && y < 4*d.h {
		d.at[y/4*d.w+x/2] |= bits[y%4][x%2]
	}
}

// line sets the dots between two points (Bresenham, 1965).
func (d *dots) line(x0, y0, x1, y1 int) {
	dx, dy := abs(x1-x0), -abs(y1-y0)
	sx, sy := 1, 1
	if x0 > x1 {
		sx = -1
	}
	if y0 > y1 {
		sy = -1
	}
	for e := dx + dy; ; {
		d.set(x0, y0)
		if x0 == x1 && y0 == y1 {
			return
		}
		e2 := 2 * e
		if e2 >= dy {
			e, x0 = e+dy, x0+sx
		}
		if e2 <= dx {
			e, y0 = e+dx, y0+sy
		}
	}
}

func abs(n int) int { return max(n, -n) }

func (d *dots) row(y int) string {
	var b strings.Builder
	for _, bits := range d.at[y*d.w : (y+1)*d.w] {
		if bits == 0 {
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(0x2800 + rune(bits))
	}
	return strings.TrimRight(b.String(), " ")
}

// framed puts the picture between axes with the numbers at their ends.
func (d *dots) framed(bottom, top, left, right string) string {
	margin := max(ansi.StringWidth(bottom), ansi.StringWidth(top))
	var b strings.Builder
	for y := range d.h {
		label := ""
		switch y {
		case 0:
			label = top
		case d.h - 1:
			label = bottom
		}
		b.WriteString(strings.Repeat(" ", margin-ansi.StringWidth(label)) + label + " ┤" + d.row(y) + "\n")
	}
	pad := strings.Repeat(" ", margin+1)
	b.WriteString(pad + "└" + strings.Repeat("─", d.w) + "\n")
	gap := max(1, d.w-ansi.StringWidth(left)-ansi.StringWidth(right))
	return b.String() + pad + " " + left + strings.Repeat(" ", gap) + right
}
