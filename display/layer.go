package display

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// layer is something drawn in a figure.
type layer interface {
	looks() *look
	// extent adds the numbers that must be visible.
	extent(e *extent)
	draw(c *canvas)
	// trails returns the lines, or points that are not joined, that represent the layer in a terminal.
	trails() []trail
}

// look holds what all layers have: a name in the legend, a style, and the index of their colour.
type look struct {
	name  string
	style Style
	index int // of the colour
}

func (l *look) looks() *look { return l }

// trail is a line through points, or a set of points.
type trail struct {
	x, y   []float64
	points bool // not joined
	rooted bool // it begins at zero, or at the lower edge of an axis without zero
}

// extent is the smallest and the largest number of each axis. At a firm edge there is no margin.
type extent struct {
	x, y         bounds
	firmX, firmY []float64
}

type bounds struct {
	lo, hi float64
	log    bool
	rooted bool // bars begin at the lower edge, see root
}

func newExtent(logX, logY bool) *extent {
	none := bounds{lo: math.Inf(1), hi: math.Inf(-1)}
	e := &extent{x: none, y: none}
	e.x.log, e.y.log = logX, logY
	return e
}

func (b *bounds) shows(v float64) bool { return drawable(v) && (!b.log || v > 0) }

func (b *bounds) add(v float64) {
	if b.shows(v) {
		b.lo, b.hi = min(b.lo, v), max(b.hi, v)
	}
}

// root records that bars begin at zero or, on a logarithmic axis, at the power of ten below all numbers.
func (b *bounds) root(firm *[]float64) {
	if b.rooted = b.log; !b.log {
		b.add(0)
		*firm = append(*firm, 0)
	}
}

// grounded returns the bounds extended to that power of ten.
func (b bounds) grounded() bounds {
	if b.rooted && b.lo <= b.hi {
		b.lo = max(math.Pow(10, math.Ceil(log10(b.lo)-1e-9)-1), math.SmallestNonzeroFloat64)
	}
	return b
}

// add adds a point, unless one of its numbers cannot be drawn.
func (e *extent) add(x, y float64) {
	if e.x.shows(x) && e.y.shows(y) {
		e.x.add(x)
		e.y.add(y)
	}
}

// margin is the fraction of the range left free on each side of the data.
const margin = 0.04

// edges returns the numbers at the edges of the plot: the user's limits, otherwise those of the data with a margin.
func (a *axis) edges(b bounds, firm []float64) (lo, hi float64) {
	if b.lo > b.hi {
		b.lo, b.hi = 0, 0
		if a.logarithmic() {
			b.lo, b.hi = 1, 10
		}
	}
	if b = b.grounded(); b.rooted {
		firm = append(slices.Clip(firm), b.lo)
	}
	lo, hi = b.lo, b.hi
	if a.logarithmic() {
		if lo == hi {
			lo, hi = lo/2, hi*2
		}
		lo, hi = log10(lo), log10(hi)
		lo, hi = math.Pow(10, between(-margin, lo, hi)), math.Pow(10, between(1+margin, lo, hi))
		lo, hi = max(lo, math.SmallestNonzeroFloat64), min(hi, math.MaxFloat64)
	} else {
		lo, hi = a.widened(lo, hi)
		if b.lo < b.hi {
			lo, hi = between(-margin, b.lo, b.hi), between(1+margin, b.lo, b.hi)
			lo, hi = max(lo, -math.MaxFloat64), min(hi, math.MaxFloat64)
		}
	}
	if slices.Contains(firm, b.lo) {
		lo = b.lo
	}
	if slices.Contains(firm, b.hi) && b.hi > b.lo {
		hi = b.hi
	}
	if a.down {
		lo, hi = hi, lo
	}
	lo, hi = a.limited(lo, hi)
	if a.logarithmic() && math.Log10(lo) == math.Log10(hi) {
		lo, hi = max(lo/2, math.SmallestNonzeroFloat64), min(hi*2, math.MaxFloat64)
	}
	return lo, hi
}

// limited replaces edges by the user's limits.
func (a *axis) limited(lo, hi float64) (float64, float64) {
	usable := func(v float64) bool { return !math.IsNaN(v) && (!a.logarithmic() || v > 0) }
	if usable(a.lo) {
		lo = a.lo
	}
	if usable(a.hi) {
		hi = a.hi
	}
	if lo != hi && (usable(a.lo) == usable(a.hi) || lo < hi || a.down) {
		return lo, hi
	}
	switch { // all data is beyond the only limit that is set
	case a.logarithmic() && usable(a.lo):
		hi = lo * 10
	case a.logarithmic():
		lo = hi / 10
	case usable(a.lo):
		_, hi = widened(lo, lo)
	default:
		lo, _ = widened(hi, hi)
	}
	return lo, hi
}

// canvas is the area between the axes, on which layers are drawn.
type canvas struct {
	shapes []drawing.Shape
	x, y   ruler
	axisX  *axis
	axisY  *axis
	tips   []drawing.Shape // on top of all shapes
	cut    bool            // the user has set limits, beyond which nothing is drawn
}

func (c *canvas) add(s ...drawing.Shape) {
	if !c.cut {
		c.shapes = append(c.shapes, s...)
		return
	}
	if n := len(c.shapes); n > 0 {
		if clip, ok := c.shapes[n-1].(drawing.Clip); ok {
			clip.Shapes = append(clip.Shapes, s...)
			c.shapes[n-1] = clip
			return
		}
	}
	clip := drawing.Clip{X: c.x.from, Y: c.y.to, W: c.x.to - c.x.from, H: c.y.from - c.y.to, Shapes: s}
	c.shapes = append(c.shapes, clip)
}

// mark adds a shape that is not clipped: it is drawn whole, or not at all if its middle is beyond the limits.
func (c *canvas) mark(at drawing.Point, s drawing.Shape) {
	if !c.cut || c.inside(at) {
		c.shapes = append(c.shapes, s)
	}
}

func (c *canvas) shows(x, y float64) bool { return c.x.shows(x) && c.y.shows(y) }

func (c *canvas) at(x, y float64) drawing.Point { return drawing.Point{X: c.x.at(x), Y: c.y.at(y)} }

// inside reports whether a point is between the axes.
func (c *canvas) inside(p drawing.Point) bool {
	const near = 0.01
	return p.X >= c.x.from-near && p.X <= c.x.to+near && p.Y >= c.y.to-near && p.Y <= c.y.from+near
}

// box returns the rectangle between two corners in coordinates of the axes. On a logarithmic axis, a coordinate that
// is not positive is at the lower edge.
func (c *canvas) box(x0, y0, x1, y1 float64) [][]drawing.Point {
	end := func(r ruler, v float64) float64 {
		if r.log && v <= 0 {
			v = min(r.lo, r.hi)
		}
		return r.at(v)
	}
	left, right := end(c.x, x0), end(c.x, x1)
	top, bottom := end(c.y, y1), end(c.y, y0)
	left, right, top, bottom = min(left, right), max(left, right), min(top, bottom), max(top, bottom)
	return drawing.Rectangle(left, top, right-left, bottom-top)
}

// maxSpots is the maximum number of tips of a layer, which limits the size of a page.
const maxSpots = 200

// spot adds a tip that shows the coordinates of a point while the pointer hovers over it.
func (c *canvas) spot(name string, x, y float64) {
	if p := c.at(x, y); c.inside(p) {
		c.tips = append(c.tips, drawing.Tip{At: p, S: c.tip(name, x, y)})
	}
}

func (c *canvas) tip(name string, x, y float64) string {
	if name != "" {
		name += ": "
	}
	return fmt.Sprintf("%s%s, %s", name, c.axisX.text(x), c.axisY.text(y))
}

// text formats a number for a tip.
func (a *axis) text(v float64) string {
	if i := int(v); float64(i) == v && i >= 0 && i < len(a.categories) {
		return a.categories[i]
	}
	if a.timed(v, v) {
		return a.moment(v)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}
