package display

import (
	"math"
	"strconv"

	"github.com/msrepl/msrepl/internal/svg"
)

// axes is the frame of a plot: a rectangle of a picture, and the numbers at its edges.
type axes struct {
	left, top, w, h float64
	x0, x1, y0, y1  float64
	counts          bool // what is drawn upwards are whole numbers
}

// newAxes leaves room for labels, and widens empty ranges.
func newAxes(x0, x1, y0, y1 float64) axes {
	a := axes{left: 62, top: 24, w: 420, h: 220, x0: x0, x1: x1, y0: y0, y1: y1}
	a.x0, a.x1 = widened(x0, x1)
	a.y0, a.y1 = widened(y0, y1)
	return a
}

func widened(lo, hi float64) (float64, float64) {
	if hi > lo {
		return lo, hi
	}
	d := math.Abs(lo) / 2
	if d == 0 {
		d = 0.5
	}
	return lo - d, lo + d
}

func (a axes) x(v float64) float64 { return a.left + a.w*(v-a.x0)/(a.x1-a.x0) }
func (a axes) y(v float64) float64 { return a.top + a.h*(a.y1-v)/(a.y1-a.y0) }

// doc begins a picture with title, grid and labels.
func (a axes) doc(title string) *svg.Doc {
	d := svg.New(a.left+a.w+20, a.top+a.h+30, title)
	d.Elem("text", svg.Attr{"x", a.left, "y", 14, "fill", "currentColor", "font-weight", "bold"}, title)
	for _, t := range niceTicks(a.x0, a.x1, 7) {
		d.Line(a.x(t), a.top, a.x(t), a.top+a.h, 0.12)
		d.Text(a.x(t), a.top+a.h+15, "middle", tickText(t))
	}
	for _, t := range niceTicks(a.y0, a.y1, 6) {
		if a.counts && math.Abs(t-math.Round(t)) > 1e-9 {
			continue
		}
		d.Line(a.left, a.y(t), a.left+a.w, a.y(t), 0.12)
		d.Text(a.left-6, a.y(t)+4, "end", tickText(t))
	}
	d.Line(a.left, a.top+a.h, a.left+a.w, a.top+a.h, 0.6)
	d.Line(a.left, a.top, a.left, a.top+a.h, 0.6)
	return d
}

// niceTicks returns about n round numbers from lo to hi: multiples of 1, 2 or 5 times a power of ten.
func niceTicks(lo, hi float64, n int) (at []float64) {
	if !(hi > lo) || math.IsInf(hi-lo, 0) {
		return []float64{lo}
	}
	raw := (hi - lo) / float64(n)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*0.999 {
			step = m * power
			break
		}
	}
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+1e-9*step; k++ {
		at = append(at, k*step)
	}
	return at
}

// tickText writes a round number without the dust of its binary form.
func tickText(x float64) string {
	s := strconv.FormatFloat(x, 'g', 6, 64)
	if s == "-0" {
		return "0"
	}
	return s
}
