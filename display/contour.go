package display

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// lines returns the lines on which the field equals level. It uses marching squares (Lorensen and Cline, 1987, in the
// plane) with linear interpolation. Squares with a number that is not finite have no lines.
func (l *lattice) lines(level float64) [][]drawing.Point {
	var pieces [][2]drawing.Point
	for r := range l.z.rows - 1 {
		for k := range l.z.cols - 1 {
			pieces = append(pieces, l.square(r, k, level)...)
		}
	}
	return joined(pieces)
}

// corner is a point at which the field is given.
type corner struct{ x, y, z float64 }

func (c corner) point() drawing.Point { return drawing.Point{X: c.x, Y: c.y} }

// corners returns the corners of a square, counterclockwise, and the mean of their numbers.
func (l *lattice) corners(r, k int) (ring [4]corner, middle float64) {
	at := func(r, k int) corner { return corner{l.x[k], l.y[r], l.z.v[r*l.z.cols+k]} }
	ring = [4]corner{at(r, k), at(r, k+1), at(r+1, k+1), at(r+1, k)}
	for _, c := range ring {
		middle += c.z / 4
	}
	return ring, middle
}

// cut returns the point at which a side crosses the level.
func cut(a, b corner, level float64) drawing.Point {
	if a.x > b.x || a.y > b.y { // the squares on both sides compute the same point
		a, b = b, a
	}
	t := part(level, a.z, b.z)
	return drawing.Point{X: between(t, a.x, b.x), Y: between(t, a.y, b.y)}
}

// square returns the line segments in the square above and to the right of a corner.
func (l *lattice) square(r, k int, level float64) (pieces [][2]drawing.Point) {
	ring, middle := l.corners(r, k)
	var cuts []drawing.Point
	for i, a := range ring {
		if b := ring[(i+1)%4]; (a.z >= level) != (b.z >= level) {
			cuts = append(cuts, cut(a, b, level))
		}
	}
	switch {
	case !drawable(middle):
		return nil
	case len(cuts) == 2 && cuts[0] == cuts[1]: // the level is reached only at a corner
		return nil
	case len(cuts) == 2:
		return [][2]drawing.Point{{cuts[0], cuts[1]}}
	case len(cuts) == 4 && (ring[0].z >= level) == (middle >= level):
		return [][2]drawing.Point{{cuts[0], cuts[1]}, {cuts[2], cuts[3]}}
	case len(cuts) == 4:
		return [][2]drawing.Point{{cuts[3], cuts[0]}, {cuts[1], cuts[2]}}
	}
	return nil
}

// joined joins segments with common ends into lines.
func joined(pieces [][2]drawing.Point) (lines [][]drawing.Point) {
	at := map[drawing.Point][]int{}
	for i, p := range pieces {
		at[p[0]], at[p[1]] = append(at[p[0]], i), append(at[p[1]], i)
	}
	used := make([]bool, len(pieces))
	follow := func(line []drawing.Point) []drawing.Point {
		for {
			end, found := line[len(line)-1], false
			for _, i := range at[end] {
				if used[i] {
					continue
				}
				used[i], found = true, true
				next := pieces[i][0]
				if next == end {
					next = pieces[i][1]
				}
				line = append(line, next)
				break
			}
			if !found {
				return line
			}
		}
	}
	for i, p := range pieces {
		if used[i] {
			continue
		}
		used[i] = true
		line := follow([]drawing.Point{p[0], p[1]})
		back := follow([]drawing.Point{p[0]})
		slices.Reverse(back)
		lines = append(lines, append(back, line[1:]...))
	}
	return lines
}

// covering returns about eight round levels, the first at most lo and the last at least hi.
func covering(lo, hi float64) []float64 {
	lo, hi = widened(lo, hi)
	at := niceTicks(lo, hi, 12)
	step := at[1] - at[0]
	if at[0] > lo {
		at = slices.Insert(at, 0, max(at[0]-step, -math.MaxFloat64))
	}
	if last := at[len(at)-1]; last < hi {
		at = append(at, min(last+step, math.MaxFloat64))
	}
	return at
}

// outline collects the sides of polygons to find the outline of their union: a side that two polygons share is not
// part of it. A side may occur several times, where a level goes through corners.
type outline struct {
	open  map[[2]drawing.Point]int
	order [][2]drawing.Point
}

func (o *outline) add(polygon ...drawing.Point) {
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		switch {
		case p == q:
		case o.open[[2]drawing.Point{q, p}] > 0:
			o.open[[2]drawing.Point{q, p}]--
		default:
			o.open[[2]drawing.Point{p, q}]++
			o.order = append(o.order, [2]drawing.Point{p, q})
		}
	}
}

// rings joins the remaining sides.
func (o *outline) rings() (rings [][]drawing.Point) {
	next := map[drawing.Point][]drawing.Point{}
	for _, side := range o.order {
		if o.open[side] > 0 {
			o.open[side]--
			next[side[0]] = append(next[side[0]], side[1])
		}
	}
	for _, side := range o.order {
		var ring []drawing.Point
		for at := side[0]; len(next[at]) > 0; {
			ring = append(ring, at)
			ends := next[at]
			at, next[at] = ends[0], ends[1:]
		}
		if len(ring) > 2 {
			rings = append(rings, ring)
		}
	}
	return rings
}

// rims returns the outlines of the areas in which the field is at least level. Outer outlines and those of holes have
// opposite directions.
func (l *lattice) rims(level float64) [][]drawing.Point {
	o := outline{open: map[[2]drawing.Point]int{}}
	for r := range l.z.rows - 1 {
		for k := range l.z.cols - 1 {
			ring, middle := l.corners(r, k)
			if !drawable(middle) {
				continue
			}
			var polygon, cuts []drawing.Point
			for i, a := range ring {
				if a.z >= level {
					polygon = append(polygon, a.point())
				}
				if b := ring[(i+1)%4]; (a.z >= level) != (b.z >= level) {
					cuts = append(cuts, cut(a, b, level))
					polygon = append(polygon, cuts[len(cuts)-1])
				}
			}
			switch {
			case len(cuts) < 4 || middle >= level:
				o.add(polygon...)
			case ring[0].z >= level:
				o.add(cuts[3], ring[0].point(), cuts[0])
				o.add(cuts[1], ring[2].point(), cuts[2])
			default:
				o.add(cuts[0], ring[1].point(), cuts[1])
				o.add(cuts[2], ring[3].point(), cuts[3])
			}
		}
	}
	return o.rings()
}

// drawAreas draws each area on top of the one of the next lower level, which continues below it, so that no seam
// shows. Translucent areas do not overlap.
func (l *lattice) drawAreas(c *canvas) {
	s, _ := l.bar()
	last := l.rims(l.levels[len(l.levels)-1])
	for i, level := range l.levels[:len(l.levels)-1] {
		above := last
		if l.style.Alpha > 0 {
			above = l.rims(l.levels[i+1])
		}
		var rings [][]drawing.Point
		for _, ring := range l.rims(level) {
			rings = append(rings, c.ring(ring))
		}
		for _, ring := range above {
			hole := c.ring(ring)
			slices.Reverse(hole)
			rings = append(rings, hole)
		}
		if len(rings) > 0 {
			fill := drawing.Style{Fill: drawing.Color{NRGBA: s.color(level)}, Opacity: l.style.Alpha}
			tip := number(level) + " to " + number(l.levels[i+1])
			c.add(drawing.Path{Lines: rings, Closed: true, Style: fill, Tip: tip})
		}
	}
}

// ring maps a ring to pixels, omitting points within horizontal and vertical sides.
func (c *canvas) ring(points []drawing.Point) (ring []drawing.Point) {
	for _, p := range points {
		if !c.shows(p.X, p.Y) {
			continue
		}
		at, n := c.at(p.X, p.Y), len(ring)
		if n > 1 &&
			(ring[n-2].X == ring[n-1].X && ring[n-1].X == at.X || ring[n-2].Y == ring[n-1].Y && ring[n-1].Y == at.Y) {
			ring = ring[:n-1]
		}
		ring = append(ring, at)
	}
	return ring
}
