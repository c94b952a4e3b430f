package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// TestTaps compares maps of planes, one and more, with loops over their cells, in every bit.
func TestTaps(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	pool, adaptive := shape.Windows(9, 5, 3, 2, 1, 1), shape.Adaptive(9, 4)
	scaled := pool
	for range scaled.Cells {
		scaled.Weights = append(scaled.Weights, r.Float64())
	}
	repeat := shape.Taps{In: 3, Out: 7, Row: 7, Width: 1, Cells: []int32{0, 0, 1, 1, -1, 2, 2}}
	twice := shape.Taps{In: 3, Out: 6, Row: 6, Width: 1, Cells: []int32{0, 0, 1, 1, 2, 2}}
	thrice := shape.Taps{In: 70, Out: 210, Row: 210, Width: 1}
	for o := range int32(210) {
		thrice.Cells = append(thrice.Cells, o/3)
	}
	pair, single := shape.Windows(8, 4, 2, 2, 1, 0), shape.Windows(9, 9, 1, 1, 1, 0)
	for _, m := range []shape.Taps{
		pool, adaptive, scaled, pair, single, pool.Times(pool), pool.Times(pair), adaptive.Times(adaptive),
		scaled.Times(pool), repeat.Times(repeat), repeat.Times(single), pool.Times(pool).Columns(),
		shape.Adaptive(9, 1), shape.Adaptive(9, 1).Times(shape.Adaptive(5, 1)), shape.Windows(8, 1, 8, 1, 1, 1),
		shape.Windows(150, 75, 3, 2, 1, 1), shape.Windows(1100, 1100, 5, 1, 2, 4), shape.Windows(200, 66, 3, 3, 1, 0),
		thrice, repeat.Times(thrice), twice.Times(thrice),
		shape.Windows(40, 3, 13, 9, 1, 2), shape.Adaptive(70, 50).Times(shape.Adaptive(90, 60)),
	} {
		for _, planes := range []int{0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 20, 63, 64, 65, 79, 80, 150} {
			x, g := sample(r, planes*m.In), sample(r, planes*m.Out)
			for i := 1; i < len(x); i += 5 {
				x[i] = x[i-1]
			}
			for i, v := range x {
				if v != v && i/m.In%2 == 0 { // planes without NaN, which are computed in another way
					x[i] = 1
				}
			}
			got, want := slices.Repeat([]float32{7}, planes*m.Out), make([]float32, planes*m.Out)
			Tap(got, x, &m)
			back, wantBack := make([]float32, planes*m.In), make([]float32, planes*m.In)
			TapBack(back, g, &m)
			largest, index := make([]float32, planes*m.Out), make([]int64, planes*m.Out)
			TapMax(largest, index, x, &m)
			values := make([]float32, planes*m.Out)
			TapMax(values, nil, x, &m)
			for i := range want {
				in := i / m.Out * m.In
				tapLoop(want[i:i+1], wantBack[in:in+m.In], x[in:in+m.In], g[i], i%m.Out, &m)
				at := firstLargest(x[in:in+m.In], m.Cells[i%m.Out*m.Width:][:m.Width])
				if index[i] != int64(at) || at >= 0 && !same(largest[i], x[in+at]) {
					t.Fatalf("TapMax of %d planes: %d, %v at %d, want %d", planes, index[i], largest[i], i, at)
				}
				if !same(values[i], largest[i]) {
					t.Fatalf("TapMax of %d planes without indices: %v at %d, want %v", planes, values[i], i, largest[i])
				}
			}
			for i, v := range want {
				if !same(got[i], v) {
					t.Fatalf("Tap of %d planes: %v at %d, want %v", planes, got[i], i, v)
				}
			}
			for i, v := range wantBack {
				if !same(back[i], v) {
					t.Fatalf("TapBack of %d planes: %v at %d, want %v", planes, back[i], i, v)
				}
			}
		}
	}
}

// tapLoop writes output o of a plane to y and adds its gradient g to back.
func tapLoop(y, back, x []float32, g float32, o int, m *shape.Taps) {
	div := float32(1)
	if m.Div != nil {
		div = float32(m.Div[o])
	}
	g /= div
	for k := o * m.Width; k < (o+1)*m.Width; k++ {
		c, w := m.Cells[k], float32(1)
		if c < 0 {
			continue
		}
		if m.Weights != nil {
			w = float32(m.Weights[k])
		}
		if y[0] += float32(x[c] * w); m.Width == 1 {
			y[0] = x[c] // which may be -0
		}
		back[c] += float32(g * w)
	}
	y[0] /= div
}

// firstLargest is the first of the largest cells, or of those that are NaN, -1 without any.
func firstLargest(x []float32, cells []int32) int {
	at, most := -1, math.Inf(-1)
	for _, c := range cells {
		if c < 0 {
			continue
		}
		v := float64(x[c])
		if v != v {
			return int(c)
		}
		if at < 0 || v > most {
			at, most = int(c), v
		}
	}
	return at
}
