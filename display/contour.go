package display

import (
	"slices"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// lines are those on which the field has a value: marching squares (Lorensen and Cline, 1987, in the plane), linear
// between neighbours, the pieces joined. Squares with a number that is not finite have none.
func (l *lattice) lines(level float64) [][]drawing.Point {
	var pieces [][2]drawing.Point
	for r := range l.z.rows - 1 {
		for k := range l.z.cols - 1 {
			pieces = append(pieces, l.square(r, k, level)...)
		}
	}
	return joined(pieces)
}

// square returns the pieces in the square above and to the right of a corner.
func (l *lattice) square(r, k int, level float64) (pieces [][2]drawing.Point) {
	type corner struct{ x, y, z float64 }
	at := func(r, k int) corner { return corner{l.x[k], l.y[r], l.z.v[r*l.z.cols+k]} }
	ring := [4]corner{at(r, k), at(r, k+1), at(r+1, k+1), at(r+1, k)}
	var cuts []drawing.Point
	middle := 0.0
	for i, a := range ring {
		if !drawable(a.z) {
			return nil
		}
		middle += a.z / 4
		b := ring[(i+1)%4]
		if (a.z >= level) == (b.z >= level) {
			continue
		}
		if a.x > b.x || a.y > b.y { // neighbours see the same number
			a, b = b, a
		}
		t := part(level, a.z, b.z)
		cuts = append(cuts, drawing.Point{X: between(t, a.x, b.x), Y: between(t, a.y, b.y)})
	}
	switch {
	case len(cuts) == 2 && cuts[0] == cuts[1]: // at a corner that has the level
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

// joined makes lines of pieces that have ends in common.
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
