package typeface

import "encoding/binary"

// Bits of the points of an outline (OpenType, glyf).
const (
	onCurve = 1 << iota
	shortX
	shortY
	repeated
	sameX // for a short coordinate: positive
	sameY
)

// Data returns the entry of a letter in the table glyf, which is empty for a blank.
func Data(g Glyph) []byte {
	loca, glyf := Tables()["loca"], Tables()["glyf"]
	if int(g) >= u16(Tables()["maxp"], 4) {
		return nil
	}
	if u16(Tables()["head"], 50) == 0 {
		return glyf[2*u16(loca, 2*int(g)) : 2*u16(loca, 2*int(g)+2)]
	}
	return glyf[binary.BigEndian.Uint32(loca[4*int(g):]):binary.BigEndian.Uint32(loca[4*int(g)+4:])]
}

// point is a corner of an outline, or the control point of a curve.
type point struct {
	x, y float64
	on   bool
}

// Pen draws outlines, which are quadratic curves in TrueType.
type Pen interface {
	MoveTo(x, y float32)
	LineTo(x, y float32)
	QuadTo(cx, cy, x, y float32)
	ClosePath()
}

// Outline draws a letter with its origin at (0, 0), y downwards, in units of Em.
func Outline(g Glyph, p Pen, place func(x, y float64) (float32, float32)) {
	data := Data(g)
	if len(data) < 10 {
		return
	}
	for _, ring := range contours(data) {
		draw(ring, p, place)
	}
}

// contours parses the contours of a letter. This typeface has no composite glyphs.
func contours(data []byte) (rings [][]point) {
	n := i16(data, 0)
	count := u16(data, 8+2*n) + 1
	at := 10 + 2*n
	at += 2 + u16(data, at) // instructions
	var flags []byte
	for len(flags) < count {
		f, times := data[at], 1
		at++
		if f&repeated != 0 {
			times += int(data[at])
			at++
		}
		for range times {
			flags = append(flags, f)
		}
	}
	coordinates := func(short, same byte) []float64 {
		v, sum := make([]float64, count), 0
		for i, f := range flags {
			switch {
			case f&short != 0 && f&same != 0:
				sum += int(data[at])
				at++
			case f&short != 0:
				sum -= int(data[at])
				at++
			case f&same == 0:
				sum += i16(data, at)
				at += 2
			}
			v[i] = float64(sum)
		}
		return v
	}
	x, y := coordinates(shortX, sameX), coordinates(shortY, sameY)
	first := 0
	for c := range n {
		var ring []point
		for i := first; i <= u16(data, 10+2*c); i++ {
			ring = append(ring, point{x[i], -y[i], flags[i]&onCurve != 0})
		}
		first += len(ring)
		rings = append(rings, ring)
	}
	return rings
}

// draw draws one contour. Between two control points, the curve passes through their midpoint.
func draw(ring []point, p Pen, place func(x, y float64) (float32, float32)) {
	middle := func(a, b point) point { return point{(a.x + b.x) / 2, (a.y + b.y) / 2, true} }
	start := ring[0]
	if last := ring[len(ring)-1]; !start.on && last.on {
		start = last
	} else if !start.on {
		start = middle(start, last)
	}
	x, y := place(start.x, start.y)
	p.MoveTo(x, y)
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		switch {
		case a.on && i > 0:
			if before := ring[i-1]; before.on {
				x, y = place(a.x, a.y)
				p.LineTo(x, y)
			}
		case !a.on:
			to := b
			if !b.on {
				to = middle(a, b)
			}
			cx, cy := place(a.x, a.y)
			x, y = place(to.x, to.y)
			p.QuadTo(cx, cy, x, y)
		}
	}
	p.ClosePath()
}
