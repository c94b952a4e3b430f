package display

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"time"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// Heat adds coloured cells with a scale beside the plot: z has the shape [len(y), len(x)], and each cell is centred
// at its x and y, which must increase. A nil x numbers the columns, a nil y the rows from the top. Colours are blue
// to red if there are both signs, otherwise dark to light; NaN has no colour.
func (f *Figure) Heat(x, y, z any, style ...Style) *Figure {
	return f.add(f.lattice("Heat", x, y, z, heatCells, style))
}

// Regions colours the plane by classes: z are integers, in the same colours as in Scatter, at x and y as in
// [Figure.Heat]. On a fine grid it shows the decision regions of a network.
func (f *Figure) Regions(x, y, z any, style ...Style) *Figure {
	return f.add(f.lattice("Regions", x, y, z, classCells, style))
}

// Contour adds contour lines of z, given at x and y as in [Figure.Heat], at levels; nil means about eight round
// numbers.
func (f *Figure) Contour(x, y, z any, levels []float64, style ...Style) *Figure {
	l := f.lattice("Contour", x, y, z, contourLines, style)
	if l.levels = slices.Clone(levels); levels == nil {
		lo, hi := finite(l.z.v)
		l.levels = niceTicks(lo, hi, 12)
	}
	f.mu.Lock()
	l.above = slices.ContainsFunc(f.layers, func(other layer) bool {
		cells, ok := other.(*lattice)
		return ok && (cells.kind == heatCells || cells.kind == contourAreas)
	})
	f.mu.Unlock()
	return f.add(l)
}

// ContourFill colours the areas between adjacent levels of z, given at x and y as in [Figure.Heat], with a scale
// beside the plot. Levels must increase, and values below the first or above the last have no colour; nil chooses
// about eight levels that cover all of z. A [Figure.Contour] of the same levels after it adds their lines.
func (f *Figure) ContourFill(x, y, z any, levels []float64, style ...Style) *Figure {
	l := f.lattice("ContourFill", x, y, z, contourAreas, style)
	if l.levels = slices.Clone(levels); levels == nil {
		l.levels = covering(finite(l.z.v))
	}
	for i, v := range l.levels {
		if len(l.levels) < 2 || !drawable(v) || i > 0 && v <= l.levels[i-1] {
			reject("ContourFill", "levels must be two or more finite numbers in increasing order, but got %v.", levels)
		}
	}
	return f.add(l)
}

// Picture adds the first picture of a tensor as [Image] takes it: pixel (0, 0) is at the upper left corner, and
// pixels are centred at their indices; pixels are square unless Size is called. The optional edges are left, right,
// bottom and top, in coordinates of the axes.
func (f *Figure) Picture(t any, edges ...float64) *Figure {
	x := tensorOf("Picture", t)
	reals("Picture", x)
	n := batchOf(x)
	h, w := n.Dim(2), n.Dim(3)
	l := &rasterLayer{x0: -0.5, x1: float64(w) - 0.5, y0: float64(h) - 0.5, y1: -0.5}
	switch len(edges) {
	case 0:
		f.change(func() {
			f.y.down = true
			if f.w == plotWidth && f.h == plotHeight { // not chosen by the user: square pixels
				f.w = min(plotWidth, 320*float64(w)/float64(h))
				f.h = max(f.w*float64(h)/float64(w), 20)
				f.w = max(f.w, 20)
			}
		})
	case 4:
		checkLimits("Picture", edges[0], edges[1])
		checkLimits("Picture", edges[2], edges[3])
		l.x0, l.x1, l.y0, l.y1 = edges[0], edges[1], edges[2], edges[3]
	default:
		reject("Picture", "the edges must be left, right, bottom and top, but got %d numbers.", len(edges))
	}
	v := n.Float64s()
	level := levels(n.DType(), v)
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for k := range w * h {
		img.SetNRGBA(k%w, k/w, pixel(v, n.Dim(1), w*h, k, level))
	}
	l.img = img
	return f.add(l)
}

type fieldKind int

const (
	heatCells fieldKind = iota
	classCells
	contourLines
	contourAreas
)

// lattice is a matrix of numbers at positions.
type lattice struct {
	look
	kind   fieldKind
	x, y   []float64
	z      cells
	levels []float64 // of contours, or between areas
	above  bool      // contours above cells
}

// lattice checks a field before it becomes a layer.
func (f *Figure) lattice(op string, x, y, z any, kind fieldKind, style []Style) *lattice {
	t := tensorOf(op, z)
	if t.NDim() != 2 || t.Size() == 0 {
		reject(op, "z must be a matrix that is not empty, but got the shape %v.", t.Shape())
	}
	rows, cols := t.Dim(0), t.Dim(1)
	l := &lattice{look: look{style: merged(op, style)}, kind: kind, z: cells{reals(op, t), rows, cols}}
	if _, times := x.([]time.Time); times || x == nil {
		l.x = f.numbersX(op, x, cols)
	} else {
		l.x = numbersOf(op, x)
	}
	if y == nil {
		l.y = f.numbersX(op, nil, rows)
		f.change(func() { f.y.down = true })
	} else {
		l.y = numbersOf(op, y)
	}
	if len(l.x) != cols || len(l.y) != rows {
		reject(op, "z must have the shape [%d, %d] of y and x, but got %v.", len(l.y), len(l.x), t.Shape())
	}
	for _, v := range [][]float64{l.x, l.y} {
		for i := range v {
			if !drawable(v[i]) || i > 0 && v[i] <= v[i-1] {
				reject(op, "x and y must increase, but got %v at index %d.", v[i], i)
			}
		}
	}
	return l
}

// onPoints reports whether the field is given at points, not in cells around them.
func (l *lattice) onPoints() bool { return l.kind == contourLines || l.kind == contourAreas }

// edgesOf returns the borders of cells with these centres.
func edgesOf(v []float64) []float64 {
	if len(v) == 1 {
		return []float64{v[0] - 0.5, v[0] + 0.5}
	}
	e := []float64{v[0] - (v[1]-v[0])/2}
	for i := 1; i < len(v); i++ {
		e = append(e, v[i-1]+(v[i]-v[i-1])/2)
	}
	n := len(v)
	return append(e, v[n-1]+(v[n-1]-v[n-2])/2)
}

func (l *lattice) extent(e *extent) {
	xs, ys := l.x, l.y
	if !l.onPoints() {
		xs, ys = edgesOf(l.x), edgesOf(l.y)
	}
	for _, x := range []float64{xs[0], xs[len(xs)-1]} {
		for _, y := range []float64{ys[0], ys[len(ys)-1]} {
			e.add(x, y)
			e.firmX, e.firmY = append(e.firmX, x), append(e.firmY, y)
		}
	}
}

func (l *lattice) trails() (all []trail) {
	if l.kind == contourLines {
		for _, level := range l.levels {
			for _, line := range l.lines(level) {
				var t trail
				for _, p := range line {
					t.x, t.y = append(t.x, p.X), append(t.y, p.Y)
				}
				all = append(all, t)
			}
		}
	}
	return all
}

func (l *lattice) bar() (scale, bool) {
	switch {
	case l.kind == classCells:
		return scale{}, false
	case l.kind == contourAreas:
		return scale{lo: l.levels[0], hi: l.levels[len(l.levels)-1], levels: &l.levels}, true
	case l.kind == contourLines:
		return l.lineScale(), l.style.Color == "" && !l.above && len(classesOf(l.levels)) > 1
	}
	return newScale(l.z.v), slices.ContainsFunc(l.z.v, drawable)
}

// colours returns a function from numbers to colours.
func (l *lattice) colours() func(v float64) color.NRGBA {
	if l.kind == classCells {
		of := classColours(l.z.v)
		return func(v float64) color.NRGBA {
			if !drawable(v) {
				return color.NRGBA{}
			}
			return of(v).NRGBA
		}
	}
	return newScale(l.z.v).color
}

func (l *lattice) draw(c *canvas) {
	switch l.kind {
	case contourLines:
		l.drawContours(c)
		return
	case contourAreas:
		l.drawAreas(c)
		return
	}
	alpha := l.style.Alpha
	if alpha == 0 && l.kind == classCells {
		alpha = 0.35
	}
	xs, ys, colour := edgesOf(l.x), edgesOf(l.y), l.colours()
	if len(l.z.v) > maxTips {
		whole := c.box(xs[0], ys[0], xs[len(xs)-1], ys[len(ys)-1])[0]
		box := image.Rect(int(whole[0].X), int(whole[0].Y), int(math.Ceil(whole[2].X)), int(math.Ceil(whole[2].Y)))
		seen := image.Rect(int(c.x.from), int(c.y.to), int(math.Ceil(c.x.to)), int(math.Ceil(c.y.from)))
		box = box.Intersect(seen)
		c.add(drawing.Picture{
			X: float64(box.Min.X), Y: float64(box.Min.Y), W: float64(box.Dx()), H: float64(box.Dy()),
			Image: l.sampled(c, box, xs, ys, colour), Opacity: alpha,
		})
		return
	}
	for i, v := range l.z.v {
		r, k := i/l.z.cols, i%l.z.cols
		tip := fmt.Sprintf("%s: %s", c.tip("", l.x[k], l.y[r]), number(v))
		style := drawing.Style{Fill: drawing.Color{NRGBA: colour(v)}, Opacity: alpha}
		box := c.box(xs[k], ys[r], xs[k+1], ys[r+1])
		if alpha == 0 { // covers the seams
			style.Stroke, style.Width = style.Fill, 0.5
		} else { // edges at whole pixels have no seams
			for i, p := range box[0] {
				box[0][i] = drawing.Point{X: math.Round(p.X), Y: math.Round(p.Y)}
			}
		}
		c.add(drawing.Path{Lines: box, Closed: true, Style: style, Tip: tip})
	}
}

// sampled renders the part of the plot in a box pixel by pixel, for any scales of the axes.
func (l *lattice) sampled(c *canvas, box image.Rectangle, xs, ys []float64, colour func(float64) color.NRGBA) image.Image {
	const most = 1 << 20 // pixels of the page
	k := max(1, int(math.Ceil(math.Sqrt(float64(box.Dx()*box.Dy())/most))))
	w, h := max(1, box.Dx()/k), max(1, box.Dy()/k)
	cell := func(edges []float64, v float64) int {
		i, _ := slices.BinarySearch(edges, v)
		return min(max(i-1, 0), len(edges)-2)
	}
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	cols := make([]int, w)
	for x := range cols {
		cols[x] = cell(xs, c.x.number(float64(box.Min.X)+(float64(x)+0.5)*float64(box.Dx())/float64(w)))
	}
	for y := range h {
		row := cell(ys, c.y.number(float64(box.Min.Y)+(float64(y)+0.5)*float64(box.Dy())/float64(h)))
		for x, col := range cols {
			img.SetNRGBA(x, y, colour(l.z.v[row*l.z.cols+col]))
		}
	}
	return img
}

func (l *lattice) lineScale() scale {
	lo, hi := finite(l.levels)
	return scale{lo: lo, hi: hi, lines: true}
}

// drawContours draws lines in the colours of their levels; lines over cells are dark with a light edge.
func (l *lattice) drawContours(c *canvas) {
	s := l.lineScale()
	for _, level := range l.levels {
		stroke := l.style.stroke(0, 1.4)
		switch {
		case l.style.Color != "":
		case l.above:
			stroke.Stroke, stroke.Dash = drawing.Color{NRGBA: ink}, dashes[l.style.Line]
		default:
			stroke.Stroke, stroke.Dash = drawing.Color{NRGBA: s.color(level)}, dashes[l.style.Line]
		}
		var lines [][]drawing.Point
		for _, line := range l.lines(level) {
			var points []drawing.Point
			for _, p := range line {
				if c.shows(p.X, p.Y) {
					points = append(points, c.at(p.X, p.Y))
				}
			}
			if len(points) > 1 {
				lines = append(lines, points)
			}
		}
		if len(lines) > 0 {
			if l.above && l.style.Color == "" {
				rim := drawing.Style{Stroke: drawing.Color{NRGBA: paper}, Width: stroke.Width + 2, Opacity: 0.5}
				c.add(drawing.Path{Lines: lines, Style: rim})
			}
			c.add(drawing.Path{Lines: lines, Style: stroke, Tip: number(level)})
		}
	}
}

// rasterLayer is a raster image between edges.
type rasterLayer struct {
	look
	img            image.Image
	x0, x1, y0, y1 float64
}

func (l *rasterLayer) extent(e *extent) {
	for _, x := range []float64{l.x0, l.x1} {
		for _, y := range []float64{l.y0, l.y1} {
			e.add(x, y)
			e.firmX, e.firmY = append(e.firmX, x), append(e.firmY, y)
		}
	}
}

func (l *rasterLayer) trails() []trail { return nil }

func (l *rasterLayer) draw(c *canvas) {
	box := c.box(l.x0, l.y0, l.x1, l.y1)[0]
	c.add(drawing.Picture{X: box[0].X, Y: box[0].Y, W: box[2].X - box[0].X, H: box[2].Y - box[0].Y, Image: l.img})
}
