package display

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// area returns the area within rings; holes have the opposite direction.
func area(rings [][]drawing.Point) (a float64) {
	for _, ring := range rings {
		for i, p := range ring {
			q := ring[(i+1)%len(ring)]
			a += (p.X*q.Y - q.X*p.Y) / 2
		}
	}
	return a
}

// TestRims checks the area of the part above a level of a field that is linear in each square of a grid, for levels
// through corners, saddles and squares without numbers.
func TestRims(t *testing.T) {
	field := func(z [][]float64) *lattice {
		return NewPlot("").ContourFill(nil, nil, z, []float64{0, 1}).layers[0].(*lattice)
	}
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		z     [][]float64
		level float64
		want  float64
	}{
		{"everything", [][]float64{{1, 2}, {2, 3}}, 0, 1},
		{"nothing", [][]float64{{1, 2}, {2, 3}}, 4, 0},
		{"half a square", [][]float64{{0, 1}, {0, 1}}, 0.5, 0.5},
		{"a corner", [][]float64{{1, 0}, {0, 0}}, 0.5, 0.125},
		{"all but a corner", [][]float64{{0, 1}, {1, 1}}, 0.5, 0.875},
		{"a level through corners", [][]float64{{-1, 0, -1}, {-1, 0, -1}}, 0, 0},
		{"a level through corners, one side above", [][]float64{{1, 0, -1}, {1, 0, -1}}, 0, 1},
		{"minus zero", [][]float64{{1, math.Copysign(0, -1), -1}, {1, 0, -1}}, 0, 1},
		{"a saddle, parts", [][]float64{{1, 0}, {0, 1}}, 0.75, 2 * 0.25 * 0.25 / 2},
		{"a saddle, joined", [][]float64{{1, 0}, {0, 1}}, 0.25, 1 - 2*0.25*0.25/2},
		{"a hill with a hole", [][]float64{{1, 1, 1}, {1, 0, 1}, {1, 1, 1}}, 0.5, 4 - 4*0.125},
		{"a square without a number", [][]float64{{1, 1, 1}, {1, 1, 1}, {1, 1, nan}}, 0, 3},
	} {
		if got := area(field(c.z).rims(c.level)); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: the area is %v, want %v", c.name, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(2, 6).Draw(t, "rows"), rapid.IntRange(2, 6).Draw(t, "cols")
		z := make([][]float64, rows)
		for r := range z {
			for range cols {
				z[r] = append(z[r], float64(rapid.IntRange(-2, 2).Draw(t, "z")))
			}
		}
		l, below := field(z), 0.0
		level := float64(rapid.IntRange(-4, 4).Draw(t, "level")) / 2
		for i := range l.z.v { // what is below a level is above it with the signs exchanged
			below = max(below, math.Abs(l.z.v[i]))
		}
		up := area(l.rims(level))
		if level > below && up != 0 || level < -below && math.Abs(up-float64((rows-1)*(cols-1))) > 1e-9 {
			t.Fatalf("level %v: area %v", level, up)
		}
		for i := range l.z.v {
			l.z.v[i] = -l.z.v[i]
		}
		down := area(l.rims(math.Nextafter(-level, math.Inf(1))))
		if got, want := up+down, float64((rows-1)*(cols-1)); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v: %v above and %v below %v are not %v", z, up, down, level, want)
		}
	})
}
