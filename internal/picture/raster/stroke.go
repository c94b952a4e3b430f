package raster

import (
	"math"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// disc returns a circle as a polygon, clockwise on the screen, with edges too short to be visible.
func disc(at drawing.Point, r, zoom float64) []drawing.Point {
	n := max(8, int(math.Ceil(2.5*math.Sqrt(r*zoom)*4)))
	ring := make([]drawing.Point, n)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		ring[i] = drawing.Point{X: at.X + float64(r*cos), Y: at.Y + float64(r*sin)}
	}
	return ring
}

// stroked returns the polygons that the lines cover: a box for each segment and a disc at each joint, all clockwise,
// so that overlaps are painted once. A line with one point is a dot.
func stroked(lines [][]drawing.Point, s drawing.Style, zoom float64) (polygons [][]drawing.Point) {
	half := s.Width / 2
	for _, line := range lines {
		if len(line) == 1 {
			polygons = append(polygons, disc(line[0], half, zoom))
		}
		for _, piece := range dashed(line, s.Dash) {
			for i := 1; i < len(piece); i++ {
				if box := thick(piece[i-1], piece[i], half); box != nil {
					polygons = append(polygons, box)
				}
				if i+1 < len(piece) && half*zoom > 0.6 && bends(piece[i-1], piece[i], piece[i+1]) || i+1 == len(piece) && s.Round {
					polygons = append(polygons, disc(piece[i], half, zoom))
				}
			}
			if s.Round {
				polygons = append(polygons, disc(piece[0], half, zoom))
			}
		}
	}
	return polygons
}

// bends reports whether a line turns so much at b that a gap would be visible.
func bends(a, b, c drawing.Point) bool {
	x1, y1, x2, y2 := b.X-a.X, b.Y-a.Y, c.X-b.X, c.Y-b.Y
	return float64(x1*x2)+float64(y1*y2) < 0.97*math.Hypot(x1, y1)*math.Hypot(x2, y2)
}

// thick returns the box around a straight line, or nil for a line of length 0.
func thick(a, b drawing.Point, half float64) []drawing.Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	l := math.Hypot(dx, dy)
	if l == 0 {
		return nil
	}
	nx, ny := float64(-dy/l*half), float64(dx/l*half)
	return []drawing.Point{{X: a.X - nx, Y: a.Y - ny}, {X: b.X - nx, Y: b.Y - ny}, {X: b.X + nx, Y: b.Y + ny}, {X: a.X + nx, Y: a.Y + ny}}
}

// dashed returns the pieces of a line that are drawn with a dash pattern.
func dashed(line []drawing.Point, pattern []float64) (pieces [][]drawing.Point) {
	if len(line) < 2 {
		return nil
	}
	if len(pattern) == 0 {
		return [][]drawing.Point{line}
	}
	k, left := 0, pattern[0]
	piece := []drawing.Point{line[0]}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		for l := math.Hypot(b.X-a.X, b.Y-a.Y); l > left; l = math.Hypot(b.X-a.X, b.Y-a.Y) {
			a = drawing.Point{X: a.X + (b.X-a.X)*left/l, Y: a.Y + (b.Y-a.Y)*left/l}
			if k%2 == 0 {
				pieces = append(pieces, append(piece, a))
			}
			piece = []drawing.Point{a}
			k++
			left = pattern[k%len(pattern)]
		}
		left -= math.Hypot(b.X-a.X, b.Y-a.Y)
		piece = append(piece, b)
	}
	if k%2 == 0 && len(piece) > 1 {
		pieces = append(pieces, piece)
	}
	return pieces
}
