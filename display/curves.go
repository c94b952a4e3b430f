package display

import (
	"cmp"
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/picture/drawing"
)

type curveKind int

const (
	throughPoints curveKind = iota
	inSteps
	aboveZero
)

// curve is a line through points.
type curve struct {
	look
	kind curveKind
	x, y []float64
}

func (l *curve) extent(e *extent) {
	for i := range l.x {
		e.add(l.x[i], l.y[i])
	}
	if l.kind == aboveZero && len(l.x) > 0 {
		e.y.root(&e.firmY)
		lo, hi := finite(l.x)
		e.firmX = append(e.firmX, lo, hi)
	}
}

func (l *curve) trails() []trail {
	if l.style.Line == "none" {
		return []trail{{x: l.x, y: l.y, points: true}}
	}
	if l.kind != inSteps {
		return []trail{{x: l.x, y: l.y}}
	}
	var t trail
	for i := range l.x {
		if i > 0 {
			t.x, t.y = append(t.x, l.x[i]), append(t.y, l.y[i-1])
		}
		t.x, t.y = append(t.x, l.x[i]), append(t.y, l.y[i])
	}
	return []trail{t}
}

// draw draws the runs of points between numbers that cannot be drawn.
func (l *curve) draw(c *canvas) {
	t := l.trails()[0]
	paint := l.style.stroke(l.index, 1.8)
	paint.Round = len(paint.Dash) == 0
	kept := thinned(t.y)
	if l.kind == aboveZero {
		l.drawArea(c, t, kept)
	}
	for _, run := range c.runs(t, kept) {
		switch {
		case l.style.Line == "none":
		case len(run) == 1:
			c.add(drawing.Circle{At: run[0], R: 2, Style: drawing.Style{Fill: paint.Stroke, Opacity: paint.Opacity}})
		default:
			c.add(drawing.Path{Lines: [][]drawing.Point{run}, Style: paint})
		}
	}
	l.drawMarkers(c)
	every := 1 + (len(l.x)-1)/maxSpots
	for i := 0; i < len(l.x); i += every {
		if c.shows(l.x[i], l.y[i]) {
			c.spot(l.name, l.x[i], l.y[i])
		}
	}
}

func (l *curve) drawMarkers(c *canvas) {
	if l.style.Marker == "" || l.style.Marker == "none" {
		return
	}
	for _, i := range thinned(l.y) {
		if c.shows(l.x[i], l.y[i]) {
			fill := drawing.Style{Fill: l.style.colour(l.index), Opacity: l.style.Alpha}
			p := c.at(l.x[i], l.y[i])
			c.mark(p, markerShape(l.style.Marker, p, l.style.size(6), fill, ""))
		}
	}
}

func (s Style) size(otherwise float64) float64 {
	if s.Size > 0 {
		return s.Size
	}
	return otherwise
}

func (l *curve) drawArea(c *canvas, t trail, kept []int) {
	zero := c.box(0, 0, 0, 0)[0][0].Y
	for _, upper := range c.runs(t, kept) {
		if len(upper) > 1 {
			ring := append(upper, drawing.Point{X: upper[len(upper)-1].X, Y: zero}, drawing.Point{X: upper[0].X, Y: zero})
			fill := drawing.Style{Fill: l.style.colour(l.index), Opacity: 0.3}
			c.add(drawing.Path{Lines: [][]drawing.Point{ring}, Closed: true, Style: fill})
		}
	}
}

// runs returns the runs of points between those that cannot be drawn.
func (c *canvas) runs(t trail, kept []int) (all [][]drawing.Point) {
	joined := false
	for _, i := range kept {
		shown := c.shows(t.x[i], t.y[i])
		if shown && !joined {
			all = append(all, nil)
		}
		if shown {
			all[len(all)-1] = append(all[len(all)-1], c.at(t.x[i], t.y[i]))
		}
		joined = shown
	}
	return all
}

// maxPoints is the approximate maximum number of points drawn for a line.
const maxPoints = 2000

// thinned returns the indices of the points of a line that are drawn. A long line is divided into parts; the first,
// last, smallest and largest point of each part are kept, so that no peak is lost, and so are the gaps.
func thinned(y []float64) []int {
	if len(y) <= maxPoints {
		return shape.UpTo(len(y))
	}
	const parts = maxPoints / 5
	var at []int
	for k := range parts {
		from, to := k*len(y)/parts, (k+1)*len(y)/parts
		least, greatest, gap := from, from, -1
		for i := from; i < to; i++ {
			switch {
			case math.IsNaN(y[i]):
				gap = i
			case y[i] < y[least] || math.IsNaN(y[least]):
				least = i
			}
			if y[i] > y[greatest] || math.IsNaN(y[greatest]) {
				greatest = i
			}
		}
		part := []int{from, least, greatest, to - 1}
		if gap >= 0 {
			part = append(part, gap)
		}
		slices.Sort(part)
		at = append(at, slices.Compact(part)...)
	}
	return at
}

// band is the area between two lines.
type band struct {
	look
	x, lo, hi []float64
}

func (l *band) extent(e *extent) {
	for i := range l.x {
		e.add(l.x[i], l.lo[i])
		e.add(l.x[i], l.hi[i])
	}
}

func (l *band) trails() []trail { return []trail{{x: l.x, y: l.lo}, {x: l.x, y: l.hi}} }

func (l *band) draw(c *canvas) {
	kept := thinned(l.lo)
	if len(l.lo) > maxPoints {
		kept = append(kept, thinned(l.hi)...)
		slices.Sort(kept)
		kept = slices.Compact(kept)
	}
	var upper, lower []drawing.Point
	flush := func() {
		if len(upper) > 1 {
			slices.Reverse(lower)
			ring := append(upper, lower...)
			c.add(drawing.Path{Lines: [][]drawing.Point{ring}, Closed: true, Style: l.style.filled(l.index, 0.25)})
		}
		upper, lower = nil, nil
	}
	for _, i := range kept {
		if !c.shows(l.x[i], l.lo[i]) || !c.shows(l.x[i], l.hi[i]) {
			flush()
			continue
		}
		upper, lower = append(upper, c.at(l.x[i], l.hi[i])), append(lower, c.at(l.x[i], l.lo[i]))
	}
	flush()
}

// whiskers are error bars.
type whiskers struct {
	look
	x, y, lo, hi []float64
	offset       float64 // that of the bars below
	onBars       bool
	flat         bool // the bars are horizontal
}

func (l *whiskers) extent(e *extent) {
	add := e.add
	if l.flat {
		add = func(x, y float64) { e.add(y, x) }
	}
	for i := range l.x {
		add(l.x[i], l.lo[i])
		add(l.x[i], l.hi[i])
		add(l.x[i], l.y[i])
	}
}

func (l *whiskers) trails() (all []trail) {
	for i, x := range l.x {
		all = append(all, turned(l.flat, trail{x: []float64{x, x}, y: []float64{l.lo[i], l.hi[i]}}))
	}
	return all
}

// lines returns the error bars with their caps.
func (l *whiskers) lines(c *canvas) (lines [][]drawing.Point) {
	places, lengths, capX, capY := c.x, c.y, 3.5, 0.0
	if l.flat {
		places, lengths, capX, capY = c.y, c.x, 0, 3.5
	}
	for i, x := range l.x {
		low, high := l.lo[i], l.hi[i]
		if lengths.log && low <= 0 { // down to the edge of the axis
			low = min(lengths.lo, lengths.hi)
		}
		if !places.shows(x) || !drawable(x+l.offset) ||
			!lengths.shows(l.y[i]) || !lengths.shows(low) || !lengths.shows(high) {
			continue
		}
		line := []drawing.Point{c.at(x+l.offset, low), c.at(x+l.offset, high)}
		if l.flat {
			line = []drawing.Point{c.at(low, x+l.offset), c.at(high, x+l.offset)}
		}
		lines = append(lines, line)
		for _, end := range line {
			from, to := drawing.Point{X: end.X - capX, Y: end.Y - capY}, drawing.Point{X: end.X + capX, Y: end.Y + capY}
			lines = append(lines, []drawing.Point{from, to})
		}
	}
	return lines
}

func (l *whiskers) draw(c *canvas) {
	colour := l.style.colour(l.index)
	if l.onBars {
		colour = drawing.Ink
	}
	if lines := l.lines(c); len(lines) > 0 {
		c.add(drawing.Path{Lines: lines, Style: drawing.Style{Stroke: colour, Width: 1.2, Opacity: l.style.Alpha}})
	}
	if l.style.Line != "" && l.style.Line != "none" {
		t := turned(l.flat, trail{x: l.x, y: l.y})
		(&curve{look: look{style: l.style, index: l.index}, x: t.x, y: t.y}).draw(c)
	}
	for i, x := range l.x {
		if !l.onBars && c.shows(x, l.y[i]) {
			tip := c.tip(l.name, x, l.y[i]) + " (" + c.axisY.text(l.lo[i]) + " to " + c.axisY.text(l.hi[i]) + ")"
			p := c.at(x, l.y[i])
			c.mark(p, markerShape(l.style.Marker, p, l.style.size(5), drawing.Style{Fill: colour, Opacity: l.style.Alpha}, tip))
		}
	}
}

// rule is a straight line from edge to edge.
type rule struct {
	look
	v     float64
	level bool // horizontal
}

func (l *rule) extent(e *extent) {
	if l.level {
		e.y.add(l.v)
		return
	}
	e.x.add(l.v)
}

func (l *rule) trails() []trail { return nil }

func (l *rule) draw(c *canvas) {
	a, b := drawing.Point{X: c.x.at(l.v), Y: c.y.from}, drawing.Point{X: c.x.at(l.v), Y: c.y.to}
	if l.level {
		a, b = drawing.Point{X: c.x.from, Y: c.y.at(l.v)}, drawing.Point{X: c.x.to, Y: c.y.at(l.v)}
	}
	r := c.x
	if l.level {
		r = c.y
	}
	if r.shows(l.v) && c.inside(a) {
		c.add(drawing.Path{Lines: [][]drawing.Point{{a, b}}, Style: l.paint()})
	}
}

// paint returns the user's style; the default colour is that of the page's text.
func (l *rule) paint() drawing.Style {
	l.style.Color = cmp.Or(l.style.Color, "black")
	return l.style.stroke(0, 1.2)
}

// note is a text, optionally with an arrow.
type note struct {
	look
	s        string
	x, y     float64
	arrow    bool
	toX, toY float64
	colour   drawing.Color
}

func (l *note) extent(e *extent) {
	e.add(l.x, l.y)
	if l.arrow {
		e.add(l.toX, l.toY)
	}
}

func (l *note) trails() []trail { return nil }

func (l *note) draw(c *canvas) {
	at := c.at(l.x, l.y)
	if !c.shows(l.x, l.y) || !c.inside(at) {
		return
	}
	if l.arrow && c.shows(l.toX, l.toY) {
		c.arrow(at, c.at(l.toX, l.toY), widest([]string{l.s})/2+3)
	}
	at.Y += 4 // half the height of a letter
	t := drawing.Text{At: at, Anchor: "middle", Size: drawing.TextSize, S: l.s, Color: drawing.Ink}
	if !l.colour.None() {
		t.Color = l.colour
	}
	c.add(t)
}

// arrow draws an arrow to a point from the edge of a text centred at from; wide is half of the text's width.
func (c *canvas) arrow(from, to drawing.Point, wide float64) {
	const high, head = 8.0, 6.0
	dx, dy := to.X-from.X, to.Y-from.Y
	l := math.Hypot(dx, dy)
	free := 1.0
	if dx != 0 {
		free = wide / math.Abs(dx)
	}
	if dy != 0 {
		free = min(free, high/math.Abs(dy))
	}
	if free >= 1 || l == 0 {
		return
	}
	ux, uy := dx/l, dy/l
	start := drawing.Point{X: from.X + float64(dx*free), Y: from.Y + float64(dy*free)}
	tip := drawing.Point{X: to.X - 2*ux, Y: to.Y - 2*uy}
	c.add(drawing.Path{Lines: [][]drawing.Point{{start, tip}}, Style: drawing.Style{Stroke: drawing.Ink, Width: 1}})
	side := func(s float64) drawing.Point {
		return drawing.Point{
			X: tip.X - float64(head*ux) + float64(s*head/2*uy),
			Y: tip.Y - float64(head*uy) - float64(s*head/2*ux),
		}
	}
	c.add(drawing.Path{Lines: [][]drawing.Point{{tip, side(1), side(-1)}}, Closed: true, Style: drawing.Style{Fill: drawing.Ink}})
}
