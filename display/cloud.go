package display

import (
	"fmt"
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// maxClasses is the maximum number of different integers that are coloured as classes.
const maxClasses = 10

// classesOf returns the distinct numbers, sorted.
func classesOf(v []float64) []float64 {
	c := slices.Clone(v)
	slices.Sort(c)
	return slices.Compact(c)
}

// cloud is a set of points.
type cloud struct {
	look
	x, y    []float64
	by      []float64 // the numbers that determine colours, nil for a single colour
	classes bool      // by are classes
}

func (l *cloud) extent(e *extent) {
	for i := range l.x {
		e.add(l.x[i], l.y[i])
	}
}

func (l *cloud) trails() []trail { return []trail{{x: l.x, y: l.y, points: true}} }

// maxCircles is the maximum number of points drawn as separate shapes, which show their numbers; maxDots is the
// approximate maximum number of points drawn.
const maxCircles, maxDots = 500, 8000

func (l *cloud) draw(c *canvas) {
	at, index := l.places(c)
	colourOf := l.colours()
	size := l.style.size(5)
	if len(at) > maxCircles {
		l.drawMany(c, at, index, size, colourOf)
		return
	}
	for k, p := range at {
		i := index[k]
		tip := c.tip(l.name, l.x[i], l.y[i])
		if l.by != nil {
			tip += fmt.Sprintf(" (%s)", number(l.by[i]))
		}
		fill := drawing.Style{Fill: colourOf(i), Opacity: l.style.Alpha}
		if l.by != nil && !l.classes { // the ends of a scale are near white and near black
			fill.Stroke, fill.Width = drawing.Ink, 0.4
		}
		c.mark(p, markerShape(l.style.Marker, p, size, fill, tip))
	}
}

// places returns the positions at which points are drawn: one for all points in the same pixel, or in a larger square
// if there are many.
func (l *cloud) places(c *canvas) (at []drawing.Point, index []int) {
	for side := 1.0; ; side *= 1.5 {
		at, index = nil, nil
		taken := map[[2]int]bool{}
		for i := range l.x {
			if !c.shows(l.x[i], l.y[i]) {
				continue
			}
			p := c.at(l.x[i], l.y[i])
			key := [2]int{int(math.Floor(p.X / side)), int(math.Floor(p.Y / side))}
			if len(l.x) > maxCircles && (taken[key] || !c.inside(p)) {
				continue
			}
			taken[key] = true
			at, index = append(at, p), append(index, i)
		}
		if len(at) <= maxDots {
			return at, index
		}
	}
}

// drawMany draws all points of a colour as one shape. Translucent ones are drawn as several shapes, so that
// overlapping points are darker.
func (l *cloud) drawMany(c *canvas, at []drawing.Point, index []int, size float64, colourOf func(i int) drawing.Color) {
	type pile struct {
		colour drawing.Color
		number int
	}
	piles := 1
	if l.style.Alpha > 0 && l.style.Alpha < 1 {
		piles = 12
	}
	of := map[pile][]drawing.Point{}
	var order []pile
	for k, p := range at {
		key := pile{colourOf(index[k]), k % piles}
		if of[key] == nil {
			order = append(order, key)
		}
		of[key] = append(of[key], p)
	}
	for _, key := range order {
		colour := key.colour
		var lines [][]drawing.Point
		style := drawing.Style{Stroke: colour, Width: size, Round: true, Opacity: l.style.Alpha}
		closed := false
		for _, p := range of[key] {
			switch m := markerShape(l.style.Marker, p, size, drawing.Style{Fill: colour, Opacity: l.style.Alpha}, "").(type) {
			case drawing.Circle:
				lines, style.Width = append(lines, []drawing.Point{p}), 2*m.R
			case drawing.Path:
				lines, style, closed = append(lines, m.Lines...), m.Style, m.Closed
			}
		}
		c.shapes = append(c.shapes, drawing.Path{Lines: lines, Closed: closed, Style: style}) // all are inside
	}
}

// scaleSteps is the number of colours of a scale of points, limited so that points of one colour can be one shape.
const scaleSteps = 64

// colours returns the colour of point i.
func (l *cloud) colours() func(i int) drawing.Color {
	if l.by == nil {
		one := l.style.colour(l.index)
		return func(int) drawing.Color { return one }
	}
	if l.classes {
		of := classColours(l.by)
		return func(i int) drawing.Color { return of(l.by[i]) }
	}
	s := newScale(l.by)
	return func(i int) drawing.Color {
		t := float64(math.Round(s.part(l.by[i])*scaleSteps) / scaleSteps)
		if math.IsNaN(t) {
			return drawing.Color{}
		}
		return drawing.Color{NRGBA: s.color(between(t, s.lo, s.hi))}
	}
}

// classColours returns the colours of classes: by their number if it is small, otherwise by their order.
func classColours(all []float64) func(v float64) drawing.Color {
	classes := classesOf(all)
	numbers := !slices.ContainsFunc(classes, func(v float64) bool { return v < 0 || v >= maxClasses || v != math.Trunc(v) })
	return func(v float64) drawing.Color {
		i, _ := slices.BinarySearch(classes, v)
		if numbers {
			i = int(v)
		}
		return drawing.Color{NRGBA: colormap.Series(i)}
	}
}

// barred is implemented by layers with a scale drawn beside the plot.
type barred interface{ bar() (scale, bool) }

func (l *cloud) bar() (scale, bool) {
	if l.by == nil || l.classes {
		return scale{}, false
	}
	return newScale(l.by), true
}
