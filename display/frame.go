package display

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// frame is a figure being laid out.
type frame struct {
	f         *Figure
	d         *drawing.Drawing
	x         ruler
	y         []ruler // those of the figure and its twin
	left, top float64 // of the plot in the drawing
	right     float64 // the right edge of what is beside the plot
	bottom    float64
	over      float64 // how far something extends beyond the left edge
}

// Room between the parts of a figure, in pixels.
const (
	gap       = 8.0
	lineRoom  = 15.0 // the height of a line of text
	titleSize = 13.0
	swatch    = 20.0 // beside a name in the legend
)

// draw lays the figure out and draws it; the mutex is held.
func (f *Figure) draw() *frame {
	f = f.base
	f.number()
	fr := &frame{f: f, top: 10, d: &drawing.Drawing{Title: f.title}}
	if f.title != "" {
		fr.top = 26
	}
	fr.left = 10
	fr.measure()
	texts, wide := fr.yTexts(0), 0.0
	if wide = widest(texts); wide > 0 {
		fr.left += wide + 6
	}
	if f.y.caption(fr.y[0]) != "" {
		fr.left += lineRoom
	}
	fr.place()
	fr.axes()
	var spots []drawing.Shape
	for i, half := range f.halves() {
		c := &canvas{x: fr.x, y: fr.y[i], axisX: &f.x, axisY: &half.y, cut: half.cuts()}
		for _, l := range half.layers {
			l.draw(c)
		}
		fr.d.Add(c.shapes...)
		spots = append(spots, c.tips...)
	}
	fr.frameLines()
	fr.d.Add(spots...)
	fr.bars()
	fr.legend()
	if f.title != "" {
		s := shortened(f.title, int(max(f.w, fr.right-fr.left)/7.5))
		fr.d.Add(drawing.Text{At: drawing.Point{X: fr.left, Y: 15}, Anchor: "start", Size: titleSize, S: s, Color: drawing.Ink})
	}
	fr.d.Shapes = drawing.Moved(fr.d.Shapes, fr.over, 0)
	fr.left += fr.over
	fr.d.W, fr.d.H = fr.right+fr.over+8, fr.bottom+6
	return fr
}

// cuts reports whether the user has set limits, beyond which nothing is drawn.
func (f *Figure) cuts() bool {
	return slices.ContainsFunc([]float64{f.x.lo, f.x.hi, f.y.lo, f.y.hi}, func(v float64) bool { return !math.IsNaN(v) })
}

// number assigns colours to the layers, the same to layers of the same name, and arranges the bars.
func (f *Figure) number() {
	next, of := 0, map[string]int{}
	for _, half := range f.halves() {
		for _, l := range half.layers {
			if !coloured(l) {
				continue
			}
			k := l.looks()
			if i, ok := of[k.name]; ok && k.name != "" {
				k.index = i
				continue
			}
			k.index, of[k.name] = next, next
			if d, ok := l.(*distribution); ok {
				k.index = int(d.at)
			}
			next++
		}
		arrange(half.layers, f.stacked, false, f.x.unit())
		arrange(half.layers, f.stacked, true, half.y.unit())
	}
}

// coloured reports whether a layer uses the next colour of the series.
func coloured(l layer) bool {
	switch l := l.(type) {
	case *rule, *note, *lattice, *rasterLayer:
		return false
	case *cloud:
		return l.by == nil
	}
	return true
}

// measure computes the edges of the axes.
func (fr *frame) measure() {
	f := fr.f
	all := newExtent(f.x.logarithmic(), false)
	for _, half := range f.halves() {
		e := newExtent(f.x.logarithmic(), half.y.logarithmic())
		for _, l := range half.layers {
			l.extent(e)
		}
		lo, hi := half.y.edges(e.y, e.firmY)
		fr.y = append(fr.y, ruler{lo: lo, hi: hi, log: half.y.logarithmic()})
		all.x.add(e.x.lo)
		all.x.add(e.x.hi)
		all.x.rooted = all.x.rooted || e.x.rooted
		all.firmX = append(all.firmX, e.firmX...)
	}
	fr.x.lo, fr.x.hi = f.x.edges(all.x, all.firmX)
	fr.x.log = f.x.logarithmic()
}

// place computes the position of the plot in the drawing.
func (fr *frame) place() {
	fr.x.from, fr.x.to = fr.left, fr.left+fr.f.w
	for i := range fr.y {
		fr.y[i].from, fr.y[i].to = fr.top+fr.f.h, fr.top
	}
	fr.right, fr.bottom = fr.x.to, fr.y[0].from
}

// yTexts returns the texts of a y axis.
func (fr *frame) yTexts(i int) []string {
	_, texts, _ := fr.f.halves()[i].y.ticks(fr.y[i], fr.ticksWanted(fr.f.h, plotHeight, yTicks))
	return texts
}

// ticksWanted returns the approximate number of ticks for a length.
func (fr *frame) ticksWanted(length, usual float64, n int) int {
	wanted := int(math.Round(float64(n) * length / usual))
	if length < usual {
		wanted++ // fewer than three are too few
	}
	return max(2, wanted)
}

// axes draws the grid, the ticks and the labels.
func (fr *frame) axes() {
	f := fr.f
	at, texts, fine := f.x.ticks(fr.x, fr.ticksWanted(f.w, plotWidth, xTicks))
	if f.grid {
		for _, v := range at {
			fr.d.Line(fr.x.at(v), fr.top, fr.x.at(v), fr.top+f.h, 0.12)
		}
		for _, v := range fine {
			fr.d.Line(fr.x.at(v), fr.top, fr.x.at(v), fr.top+f.h, 0.06)
		}
	}
	fr.xTexts(at, texts)
	if s := f.x.caption(fr.x); s != "" {
		fr.d.Label(fr.left+f.w/2, fr.bottom+lineRoom, "middle", s)
		fr.bottom += lineRoom + 2
	}
	for i, half := range f.halves() {
		fr.yAxis(i, &half.y)
	}
}

// xTexts draws as many of the texts below the axis as fit, long categories at a slant.
func (fr *frame) xTexts(at []float64, texts []string) {
	const aslant = 40 * math.Pi / 180
	touch := false
	for i := 1; i < len(at); i++ {
		room := math.Abs(fr.x.at(at[i])-fr.x.at(at[i-1])) - letterWidth
		touch = touch || widest(texts[i-1:i])/2+widest(texts[i:i+1])/2 > room
	}
	if fr.f.x.categories != nil && touch && lineRoom*float64(len(texts)) <= fr.f.w {
		for i, v := range at {
			p := drawing.Point{X: fr.x.at(v) + 4, Y: fr.bottom + 12}
			fr.d.Add(drawing.Text{At: p, Anchor: "end", Size: drawing.TextSize, Turn: -40, S: texts[i], Color: drawing.Ink})
			fr.over = max(fr.over, float64(widest(texts[i:i+1])*math.Cos(aslant))-p.X+4)
		}
		fr.bottom += 12 + float64(widest(texts)*math.Sin(aslant))
		return
	}
	every := 1
	if fr.f.x.categories == nil || touch {
		every += int(float64(len(at)) * (widest(texts) + letterWidth) / fr.f.w)
	}
	for i := 0; i < len(at); i += every {
		fr.d.Label(fr.x.at(at[i]), fr.bottom+lineRoom, "middle", texts[i])
		fr.right = max(fr.right, fr.x.at(at[i])+widest(texts[i:i+1])/2)
	}
	if len(at) > 0 {
		fr.bottom += lineRoom + 2
	}
}

// yAxis draws the grid, the ticks and the label of one half; that of the twin is on the right.
func (fr *frame) yAxis(i int, a *axis) {
	f, r := fr.f, fr.y[i]
	at, texts, fine := a.ticks(r, fr.ticksWanted(f.h, plotHeight, yTicks))
	if i == 0 && f.grid {
		for _, v := range at {
			fr.d.Line(fr.left, r.at(v), fr.left+f.w, r.at(v), 0.12)
		}
		for _, v := range fine {
			fr.d.Line(fr.left, r.at(v), fr.left+f.w, r.at(v), 0.06)
		}
	}
	label := drawing.Text{Anchor: "middle", Size: drawing.TextSize, S: a.caption(r), Turn: -90, Color: drawing.Ink}
	label.At.Y = fr.top + f.h/2
	every := 1 // more if not all names fit
	if a.categories != nil {
		every += int(lineRoom * float64(len(at)-1) / f.h)
	}
	if i == 0 {
		for k := 0; k < len(at); k += every {
			fr.d.Label(fr.left-6, r.at(at[k])+4, "end", texts[k])
		}
		label.At.X = 14
	} else {
		for k := 0; k < len(at); k += every {
			fr.d.Label(fr.right+6, r.at(at[k])+4, "start", texts[k])
		}
		fr.right += 6 + widest(texts)
		if label.S != "" {
			fr.right += lineRoom
			label.At.X = fr.right
		}
	}
	if label.S != "" {
		fr.d.Add(label)
	}
}

// frameLines draws the axes themselves, on top of the layers.
func (fr *frame) frameLines() {
	x, y := fr.left+fr.f.w, fr.top+fr.f.h
	fr.d.Line(fr.left, y, x, y, 0.6)
	fr.d.Line(fr.left, fr.top, fr.left, y, 0.6)
	if fr.f.twin != nil {
		fr.d.Line(x, fr.top, x, y, 0.6)
	}
}

// bars draws the scales of colours beside the plot.
func (fr *frame) bars() {
	const wide = 14
	var seen []scale
	for _, half := range fr.f.halves() {
		for _, l := range half.layers {
			b, ok := l.(barred)
			if !ok {
				continue
			}
			s, ok := b.bar()
			if !ok || slices.Contains(seen, s) {
				continue
			}
			seen = append(seen, s)
			fr.right += 2 * gap
			at := niceTicks(s.lo, s.hi, 5)
			fr.right += colourBar(fr.d, s, fr.right, fr.top, wide, fr.f.h, at, tickTexts(at)) + wide
		}
	}
}

// colourBar draws a scale with labels at some of its numbers, or at its only one, and returns their width.
func colourBar(d *drawing.Drawing, s scale, x, y, w, h float64, at []float64, texts []string) float64 {
	edges := s.edges()
	for i := len(edges) - 1; i > 0; i-- {
		top, bottom := h*(1-part(edges[i], s.lo, s.hi)), h*(1-part(edges[i-1], s.lo, s.hi))
		if s.lo == s.hi {
			top, bottom = h*float64(len(edges)-1-i)/float64(len(edges)-1), h*float64(len(edges)-i)/float64(len(edges)-1)
		}
		d.Add(tile(x, y+top, w, bottom-top, s.color(between(0.5, edges[i-1], edges[i])), ""))
	}
	if s.lo == s.hi {
		low, _ := span(s.lo, s.hi)
		d.Label(x+w+4, y+h/2+4, "start", low)
		return 4 + widest([]string{low})
	}
	for i, v := range at {
		d.Label(x+w+4, y+float64(h*(1-s.part(v)))+4, "start", texts[i])
	}
	return 4 + widest(texts)
}

// entry is a line of the legend: the layers of one name, or one class of points.
type entry struct {
	name   string
	layers []layer
	class  drawing.Color
}

// maxLegend is the maximum number of letters of a name in the legend.
const maxLegend = 40

func (fr *frame) entries() (all []entry) {
	for _, half := range fr.f.halves() {
		for _, l := range half.layers {
			name := l.looks().name
			if name == "" {
				continue
			}
			if c, ok := l.(*cloud); ok && c.classes {
				of := classColours(c.by)
				for _, v := range classesOf(c.by) {
					all = append(all, entry{name + " " + number(v), []layer{l}, of(v)})
				}
				continue
			}
			i := slices.IndexFunc(all, func(e entry) bool { return e.name == name })
			if i < 0 {
				i = len(all)
				all = append(all, entry{name: name})
			}
			all[i].layers = append(all[i].layers, l)
		}
	}
	return all
}

// legend draws the legend at the position that the user has chosen.
func (fr *frame) legend() {
	entries := fr.entries()
	if len(entries) == 0 || fr.f.legend == "none" {
		return
	}
	var names []string
	for _, e := range entries {
		names = append(names, shortened(e.name, maxLegend))
	}
	wide, high := swatch+widest(names), float64(lineRoom*float64(len(entries)))
	x, y := fr.right+gap, fr.top+12
	switch where := fr.f.legend; where {
	case "right":
		fr.right += gap + wide
		fr.bottom = max(fr.bottom, y+high-lineRoom+4)
	case "below":
		fr.below(entries, names)
		return
	default:
		x, y = fr.left+gap, fr.top+14
		if where == "upper right" || where == "lower right" {
			x = fr.left + fr.f.w - gap - wide
		}
		if where == "lower left" || where == "lower right" {
			y = fr.top + fr.f.h - gap - high + lineRoom - 4
		}
	}
	for i, e := range entries {
		fr.entry(e, names[i], x, y+float64(lineRoom*float64(i)))
	}
}

// below writes the legend in rows under the plot.
func (fr *frame) below(entries []entry, names []string) {
	x := fr.left
	fr.bottom += lineRoom
	for i, e := range entries {
		wide := swatch + widest(names[i:i+1]) + 2*gap
		if x > fr.left && x+wide > fr.left+fr.f.w {
			x = fr.left
			fr.bottom += lineRoom
		}
		fr.entry(e, names[i], x, fr.bottom)
		x += wide
		fr.right = max(fr.right, x-2*gap)
	}
}

// entry draws a name with a sample of its layers beside it.
func (fr *frame) entry(e entry, name string, x, y float64) {
	for _, l := range e.layers {
		fr.d.Add(sample(l, x, y-3.5, e.class)...)
	}
	fr.d.Label(x+swatch, y, "start", name)
}

// sample returns a small picture of a layer, 16 pixels wide and centred at height y, in the colour of class if given.
func sample(l layer, x, y float64, class drawing.Color) []drawing.Shape {
	k := l.looks()
	middle := drawing.Point{X: x + 8, Y: y}
	line := func(paint drawing.Style) drawing.Shape {
		return drawing.Path{Lines: [][]drawing.Point{{{X: x, Y: y}, {X: x + 16, Y: y}}}, Style: paint}
	}
	area := func(alpha float64) drawing.Shape {
		return drawing.Path{Lines: drawing.Rectangle(x, y-4.5, 16, 9), Closed: true, Style: k.style.filled(k.index, alpha)}
	}
	fill := drawing.Style{Fill: k.style.colour(k.index), Opacity: k.style.Alpha}
	switch l := l.(type) {
	case *curve:
		var s []drawing.Shape
		if l.kind == aboveZero {
			s = append(s, area(0.3))
		}
		if k.style.Line != "none" {
			s = append(s, line(k.style.stroke(k.index, 2.5)))
		}
		if k.style.Marker != "" && k.style.Marker != "none" {
			s = append(s, markerShape(k.style.Marker, middle, k.style.size(6), fill, ""))
		}
		return s
	case *cloud:
		switch {
		case l.classes:
			fill.Fill = class
		case l.by != nil:
			fill.Fill = drawing.Ink
		}
		return []drawing.Shape{markerShape(k.style.Marker, middle, 7, fill, "")}
	case *whiskers:
		if l.onBars {
			return nil
		}
		upright := [][]drawing.Point{{{X: x + 8, Y: y - 6}, {X: x + 8, Y: y + 6}}}
		bar := drawing.Path{Lines: upright, Style: drawing.Style{Stroke: fill.Fill, Width: 1.2}}
		return []drawing.Shape{bar, markerShape(k.style.Marker, middle, 5, fill, "")}
	case *band:
		return []drawing.Shape{area(0.25)}
	case *rule:
		return []drawing.Shape{line(l.paint())}
	case *steps:
		return []drawing.Shape{area(0.6)}
	}
	return []drawing.Shape{area(0)}
}

// text returns the figure as text, drawn in dots.
func (f *Figure) text() string {
	const w, h = 60, 14
	f = f.base
	f.number()
	fr := &frame{f: f}
	head := fr.head()
	if f.plain != "" {
		return head + f.plain
	}
	if z, ok := f.onlyField(); ok {
		return head + heatText(z, newScale(z.v), "")
	}
	fr.measure()
	c := newDots(w, h)
	x, rows := fr.bare(&f.x, fr.x, false, 0), make([]ruler, len(fr.y))
	for i, half := range f.halves() {
		rows[i] = fr.bare(&half.y, fr.y[i], true, i)
		for _, l := range half.layers {
			for _, t := range l.trails() {
				dotted(c, t, x, rows[i])
			}
		}
	}
	bottom, top := f.y.ends(rows[0], w/3)
	left, right := f.x.ends(x, w/2)
	return head + c.framed(bottom, top, left, right)
}

// ends returns the texts at the two ends of an axis; categories are truncated to width wide.
func (a *axis) ends(r ruler, wide int) (low, high string) {
	n := len(a.categories)
	switch {
	case n > 1:
		return ansi.Truncate(a.categories[0], wide-1, "…"), ansi.Truncate(a.categories[n-1], wide, "…")
	case n == 1:
		return ansi.Truncate(a.categories[0], wide-1, "…"), ""
	case a.timed(r.lo, r.hi):
		return a.text(r.lo), a.text(r.hi)
	}
	return span(r.lo, r.hi)
}

// head returns the line above a figure drawn as text: its title and the names of its series.
func (fr *frame) head() string {
	var names []string
	for _, e := range fr.entries() {
		names = append(names, e.name)
	}
	if s := strings.TrimSpace(fr.f.title + "  " + strings.Join(names, ", ")); s != "" {
		return s + "\n"
	}
	return ""
}

// onlyField returns the cells of a figure without lines or points, the top row first.
func (f *Figure) onlyField() (z cells, found bool) {
	for _, half := range f.halves() {
		for _, l := range half.layers {
			if len(l.trails()) > 0 {
				return cells{}, false
			}
			if field, ok := l.(*lattice); ok && field.kind != contourLines {
				z, found = field.z, true
			}
		}
	}
	if !found || f.y.down {
		return z, found
	}
	up := cells{nil, z.rows, z.cols}
	for r := z.rows - 1; r >= 0; r-- {
		up.v = append(up.v, z.v[r*z.cols:(r+1)*z.cols]...)
	}
	return up, true
}

// bare returns the ruler without a margin, which is not needed when drawing in dots.
func (fr *frame) bare(a *axis, r ruler, upwards bool, half int) ruler {
	e := newExtent(fr.f.x.logarithmic(), fr.f.halves()[half].y.logarithmic())
	for i, f := range fr.f.halves() {
		if upwards && i != half {
			continue
		}
		for _, l := range f.layers {
			l.extent(e)
		}
	}
	b := e.x
	if upwards {
		b = e.y
	}
	if b.lo > b.hi {
		return r
	}
	b = b.grounded()
	lo, hi := b.lo, b.hi
	switch {
	case lo == hi && r.log:
		lo, hi = r.lo, r.hi
	case lo == hi:
		lo, hi = a.widened(lo, hi)
	}
	if a.down {
		lo, hi = hi, lo
	}
	r.lo, r.hi = a.limited(lo, hi)
	return r
}

// on returns the position of a number of a trail on an axis. A logarithmic axis has no zero; its lower edge is used.
func (t trail) on(r ruler, v float64) float64 {
	if t.rooted && r.log && v == 0 {
		return min(r.lo, r.hi)
	}
	return v
}

// dotted draws a trail in dots; the rulers span the picture.
func dotted(c *dots, t trail, x, y ruler) {
	x.from, x.to, y.from, y.to = 0, float64(2*c.w-1), float64(4*c.h-1), 0
	px, py, joined := 0, 0, false
	for i := range t.x {
		u, v := t.on(x, t.x[i]), t.on(y, t.y[i])
		if !x.shows(u) || !y.shows(v) {
			joined = false
			continue
		}
		at, up := int(math.Round(x.at(u))), int(math.Round(y.at(v)))
		if joined && !t.points {
			c.line(px, py, at, up)
		}
		c.set(at, up)
		px, py, joined = at, up, true
	}
}
