package display

import (
	"fmt"
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// bars is a layer of rectangles that begin at zero, or at the bars below.
type bars struct {
	look
	x, y   []float64 // positions and lengths
	base   []float64 // nil for zero
	width  float64   // in units of x
	offset float64   // of the middle from x
	flat   bool      // the positions are on the y axis
}

// barRoom is the fraction of the distance between positions that bars occupy.
const barRoom = 0.8

// arrange sets the widths and positions of the bars of one direction, and places error bars on the bars of the same
// name. A single position has a width of one unit of its axis.
func arrange(layers []layer, stacked, flat bool, unit float64) {
	var all []*bars
	var places []float64
	for _, l := range layers {
		if b, ok := l.(*bars); ok && b.flat == flat {
			all = append(all, b)
			places = append(places, b.x...)
		}
	}
	room := barRoom * unit
	if places = classesOf(places); len(places) > 1 {
		least := math.Inf(1)
		for i := 1; i < len(places); i++ {
			least = min(least, places[i]-places[i-1])
		}
		room = barRoom * min(least, math.MaxFloat64/8)
	}
	tops := [2]map[float64]float64{{}, {}} // the ends of the bars stacked upwards and downwards
	for i, b := range all {
		b.width, b.offset, b.base = room/float64(len(all)), room*((float64(i)+0.5)/float64(len(all))-0.5), nil
		if !stacked {
			continue
		}
		b.width, b.offset = room, 0
		for k, x := range b.x {
			top := tops[0]
			if b.y[k] < 0 {
				top = tops[1]
			}
			b.base = append(b.base, top[x])
			if drawable(b.y[k]) {
				top[x] += b.y[k]
			}
		}
	}
	for _, l := range layers {
		w, ok := l.(*whiskers)
		if !ok || w.flat != flat {
			continue
		}
		i := slices.IndexFunc(all, func(b *bars) bool { return b.name == w.name })
		w.offset, w.onBars = 0, i >= 0
		if i >= 0 {
			w.offset = all[i].offset
		}
	}
}

// hasFlatBars reports whether a figure has horizontal bars with the given name.
func (f *Figure) hasFlatBars(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return name != "" && slices.ContainsFunc(f.layers, func(l layer) bool {
		b, ok := l.(*bars)
		return ok && b.flat && b.name == name
	})
}

func (l *bars) from(i int) float64 {
	if l.base == nil {
		return 0
	}
	return l.base[i]
}

func (l *bars) extent(e *extent) {
	places, lengths, firm := &e.x, &e.y, &e.firmY
	if l.flat {
		places, lengths, firm = &e.y, &e.x, &e.firmX
	}
	lengths.root(firm)
	for i, x := range l.x {
		if !places.shows(x) || !drawable(l.y[i]) {
			continue
		}
		places.add(x + l.offset - l.width/2)
		places.add(x + l.offset + l.width/2)
		lengths.add(l.from(i))
		lengths.add(l.from(i) + l.y[i])
	}
}

func (l *bars) trails() (all []trail) {
	for i, x := range l.x {
		if l.y[i] == 0 {
			continue
		}
		const lines = 61 // side by side, they fill the bar
		for k := range lines {
			at := x + l.offset + float64((float64(k)/(lines-1)-0.5)*l.width*0.9)
			t := trail{x: []float64{at, at}, y: []float64{l.from(i), l.from(i) + l.y[i]}, rooted: true}
			all = append(all, turned(l.flat, t))
		}
	}
	return all
}

func (l *bars) draw(c *canvas) {
	for i, x := range l.x {
		a, b, from, to := x+l.offset-l.width/2, x+l.offset+l.width/2, l.from(i), l.from(i)+l.y[i]
		if !drawable(a) || !drawable(b) || !drawable(to) {
			continue
		}
		box, tip := c.box(a, from, b, to), c.tip(l.name, x, l.y[i])
		if l.flat {
			box, tip = c.box(from, a, to, b), c.tip(l.name, l.y[i], x)
		}
		c.add(drawing.Path{Lines: box, Closed: true, Style: l.style.filled(l.index, 0), Tip: tip})
	}
}

// turned swaps the axes if flat is set.
func turned(flat bool, t trail) trail {
	if flat {
		t.x, t.y = t.y, t.x
	}
	return t
}

// steps is a histogram.
type steps struct {
	look
	h    hist
	gaps bool // leave gaps between bins that are wide enough; set if the figure has no other layer
}

func (l *steps) extent(e *extent) {
	if !l.h.empty() {
		e.y.root(&e.firmY)
		for k, n := range l.h.counts {
			e.add(l.h.edge(k), float64(n))
			e.add(l.h.edge(k+1), float64(n))
		}
	}
}

func (l *steps) trails() (all []trail) {
	for k, n := range l.h.counts {
		at := between((float64(k)+0.5)/float64(len(l.h.counts)), l.h.lo, l.h.hi)
		all = append(all, trail{x: []float64{at, at}, y: []float64{0, float64(n)}, rooted: true})
	}
	return all
}

func (l *steps) draw(c *canvas) {
	alpha := 0.6 // another histogram may be below
	if l.gaps {
		alpha = 0
	}
	for k, n := range l.h.counts {
		box := c.box(l.h.edge(k), 0, l.h.edge(k+1), float64(n))
		if w := box[0][1].X - box[0][0].X; w > 3 {
			box = drawing.Rectangle(box[0][0].X+0.5, box[0][0].Y, w-1, box[0][2].Y-box[0][0].Y)
		}
		tip := fmt.Sprintf("%s to %s: %d", number(l.h.edge(k)), number(l.h.edge(k+1)), n)
		c.add(drawing.Path{Lines: box, Closed: true, Style: l.style.filled(l.index, alpha), Tip: tip})
	}
}

// distribution is a box plot or a violin.
type distribution struct {
	look
	at     float64
	v      []float64 // finite numbers, sorted
	violin bool
}

// quantile returns a quantile with linear interpolation, as numpy.percentile does.
func (l *distribution) quantile(q float64) float64 {
	at := float64(q * float64(len(l.v)-1))
	i := min(int(at), len(l.v)-2)
	if i < 0 {
		return l.v[0]
	}
	return between(at-float64(i), l.v[i], l.v[i+1])
}

// ends returns the ends of the whiskers.
func (l *distribution) ends() (lo, hi float64) {
	q1, q3 := l.quantile(0.25), l.quantile(0.75)
	reach := float64(1.5 * (q3 - q1))
	lo, hi = q1, q3
	for _, x := range l.v {
		if x >= q1-reach && x <= q3+reach {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	return lo, hi
}

func (l *distribution) extent(e *extent) {
	e.x.add(l.at - 0.5)
	e.x.add(l.at + 0.5)
	for _, x := range l.v {
		e.y.add(x)
	}
}

func (l *distribution) trails() (all []trail) {
	if len(l.v) == 0 {
		return nil
	}
	lo, hi := l.ends()
	q1, q3 := l.quantile(0.25), l.quantile(0.75)
	w := 0.25
	a, b := l.at-w, l.at+w
	m := l.quantile(0.5)
	return []trail{
		{x: []float64{a, b, b, a, a}, y: []float64{q1, q1, q3, q3, q1}},
		{x: []float64{a, b}, y: []float64{m, m}},
		{x: []float64{l.at, l.at}, y: []float64{lo, q1}},
		{x: []float64{l.at, l.at}, y: []float64{q3, hi}},
	}
}

func (l *distribution) draw(c *canvas) {
	if len(l.v) == 0 || c.y.log && l.v[0] <= 0 {
		return
	}
	q1, median, q3 := l.quantile(0.25), l.quantile(0.5), l.quantile(0.75)
	tip := fmt.Sprintf("%d numbers, quartiles %s, %s, %s", len(l.v), number(q1), number(median), number(q3))
	fill, line := l.style.filled(l.index, 0.6), drawing.Style{Stroke: drawing.Ink, Width: 1.2}
	level := func(y, half float64) []drawing.Point { return []drawing.Point{c.at(l.at-half, y), c.at(l.at+half, y)} }
	if l.violin {
		c.add(drawing.Path{Lines: [][]drawing.Point{l.outline(c)}, Closed: true, Style: fill, Tip: tip})
		upright := []drawing.Point{c.at(l.at, q1), c.at(l.at, q3)}
		c.add(drawing.Path{Lines: [][]drawing.Point{upright}, Style: drawing.Style{Stroke: drawing.Ink, Width: 4}})
		c.add(drawing.Path{Lines: [][]drawing.Point{level(median, 0.1)}, Style: line})
		return
	}
	lo, hi := l.ends()
	c.add(drawing.Path{Lines: c.box(l.at-0.25, q1, l.at+0.25, q3), Closed: true, Style: fill, Tip: tip})
	c.add(drawing.Path{Style: line, Lines: [][]drawing.Point{
		{c.at(l.at, q1), c.at(l.at, lo)}, {c.at(l.at, q3), c.at(l.at, hi)}, level(lo, 0.12), level(hi, 0.12),
	}})
	c.add(drawing.Path{Lines: [][]drawing.Point{level(median, 0.25)}, Style: drawing.Style{Stroke: drawing.Ink, Width: 2}})
	for _, x := range l.v {
		if x < lo || x > hi {
			style := drawing.Style{Stroke: l.style.colour(l.index), Width: 1.2}
			c.add(drawing.Circle{At: c.at(l.at, x), R: 2.5, Style: style, Tip: number(x)})
		}
	}
}

// outline returns the density of the numbers on both sides of the middle, at most 0.4 wide, at a hundred points from
// the smallest number to the largest.
func (l *distribution) outline(c *canvas) (ring []drawing.Point) {
	const places, most = 100, 0.4
	n := float64(len(l.v))
	mean, squares := 0.0, 0.0
	for _, x := range l.v {
		mean += x / n
	}
	for _, x := range l.v {
		squares += float64((x - mean) * (x - mean))
	}
	h := math.Sqrt(squares/max(n-1, 1)) * math.Pow(n, -0.2) // Scott, "Multivariate Density Estimation", 1992
	if !(h > 0) || math.IsInf(h, 0) {
		return []drawing.Point{c.at(l.at-most, l.v[0]), c.at(l.at+most, l.v[0])} // all are equal
	}
	width := float64(2 * float64(h*h))
	var at, density [places]float64
	greatest := 0.0
	for k := range at {
		at[k] = between(float64(float64(k)/(places-1)), l.v[0], l.v[len(l.v)-1])
		for _, x := range l.v {
			density[k] += math.Exp(-(at[k] - x) * (at[k] - x) / width)
		}
		greatest = max(greatest, density[k])
	}
	for k := range at {
		ring = append(ring, c.at(l.at+most*density[k]/greatest, at[k]))
	}
	for k := places - 1; k >= 0; k-- {
		ring = append(ring, c.at(l.at-most*density[k]/greatest, at[k]))
	}
	return ring
}
