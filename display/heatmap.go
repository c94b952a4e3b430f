package display

import (
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"github.com/msrepl/msrepl/internal/colormap"
	"github.com/msrepl/msrepl/internal/svg"
)

// scale maps numbers to colours: by their sign and size where both signs occur, otherwise from the least to the greatest.
type scale struct {
	lo, hi    float64
	diverging bool
}

func newScale(v []float64) scale {
	lo, hi := finite(v)
	if lo < 0 && hi > 0 {
		m := max(-lo, hi)
		return scale{-m, m, true}
	}
	return scale{lo, hi, false}
}

func (s scale) color(x float64) color.NRGBA {
	switch {
	case s.hi == s.lo && !math.IsNaN(x):
		return colormap.Sequential(0.5)
	case s.diverging:
		return colormap.Diverging(x / s.hi)
	}
	return colormap.Sequential((x - s.lo) / (s.hi - s.lo))
}

// part is where x lies in the scale, from 0 to 1.
func (s scale) part(x float64) float64 {
	if s.hi == s.lo {
		return 0.5
	}
	return min(max((x-s.lo)/(s.hi-s.lo), 0), 1)
}

// Heatmap shows a tensor as coloured cells with the scale beside them: blue to red around zero when numbers of both signs
// occur, otherwise dark to light. NaN has no colour. Of more than two axes it shows the plane with the given leading
// indices, the first without. Large planes are averaged to fit. The tensor must be real.
func Heatmap(t any, at ...int) Bundle {
	p := planeOf("Heatmap", t, at)
	v := reals("Heatmap", p.t)
	m := cells{v, p.rows(), p.cols()}
	shown := m.shrunk(maxCells)
	s := newScale(v)
	d := drawHeat(shown, m, s, p.head)
	return Bundle{Data: map[string]any{
		"text/plain":    heatText(m, s, p.head),
		"text/html":     framed(p.head, d.Inline()),
		"image/svg+xml": d.File(),
		"image/png":     pngOf(heatImage(shown, s)),
	}}
}

// maxCells is the most rows and columns that a heat map draws.
const maxCells = 256

// cells is a matrix of numbers.
type cells struct {
	v          []float64
	rows, cols int
}

// shrunk averages blocks so that neither side exceeds most.
func (m cells) shrunk(most int) cells { return m.boxed(min(m.rows, most), min(m.cols, most)) }

// boxed averages the blocks of a grid of rows by cols.
func (m cells) boxed(rows, cols int) cells {
	if rows == m.rows && cols == m.cols {
		return m
	}
	out := cells{make([]float64, rows*cols), rows, cols}
	for i := range rows {
		for j := range cols {
			out.v[i*cols+j] = m.mean(i*m.rows/rows, (i+1)*m.rows/rows, j*m.cols/cols, (j+1)*m.cols/cols)
		}
	}
	return out
}

// mean is that of the numbers of a block; NaN counts for nothing unless there is nothing else.
func (m cells) mean(top, bottom, left, right int) float64 {
	sum, n := 0.0, 0
	for i := top; i < bottom; i++ {
		for j := left; j < right; j++ {
			if x := m.v[i*m.cols+j]; !math.IsNaN(x) {
				sum += x
				n++
			}
		}
	}
	return sum / float64(n)
}

// cellSize is the side of a cell in pixels: small matrices get large cells.
func cellSize(rows, cols int) float64 {
	return min(max(math.Floor(360/float64(max(rows, cols, 1))), 1), 28)
}

// maxTips is how many cells are drawn one by one, with a tip that tells their number; more are one picture.
const maxTips = 400

func drawHeat(shown, all cells, s scale, title string) *svg.Doc {
	side := cellSize(shown.rows, shown.cols)
	w, h := side*float64(shown.cols), side*float64(shown.rows)
	const left, top, bar = 34, 16, 14
	d := svg.New(left+w+20+bar+60, top+max(h, 60)+10, "heat map of "+title)
	if len(shown.v) <= maxTips {
		for i, x := range shown.v {
			r, c := i/shown.cols, i%shown.cols
			d.Rect(left+side*float64(c), top+side*float64(r), side, side, colormap.Hex(s.color(x)), fmt.Sprintf("[%d, %d] %s", r, c, number(x)))
		}
	} else {
		d.Elem("image", svg.Attr{
			"x", left, "y", top, "width", w, "height", h, "preserveAspectRatio", "none", "style", "image-rendering:pixelated",
			"href", dataURL(heatImage(shown, s)),
		}, "")
	}
	for _, k := range ticksOf(all.cols) {
		d.Text(left+w*(float64(k)+0.5)/float64(all.cols), top-4, "middle", fmt.Sprint(k))
	}
	for _, k := range ticksOf(all.rows) {
		d.Text(left-4, top+h*(float64(k)+0.5)/float64(all.rows)+4, "end", fmt.Sprint(k))
	}
	drawBar(d, s, left+w+20, top, bar, max(h, 60))
	return d
}

// drawBar draws the scale with its numbers.
func drawBar(d *svg.Doc, s scale, x, y, w, h float64) {
	const steps = 48
	for i := range steps {
		at := s.lo + (s.hi-s.lo)*(float64(steps-i)-0.5)/steps
		d.Rect(x, y+h*float64(i)/steps, w, h/steps+0.5, colormap.Hex(s.color(at)), "")
	}
	d.Text(x+w+4, y+8, "start", number(s.hi))
	if s.diverging {
		d.Text(x+w+4, y+h/2+4, "start", "0")
	}
	d.Text(x+w+4, y+h, "start", number(s.lo))
}

// ticksOf returns the indices that are labelled: the first, the last, and some between.
func ticksOf(n int) []int {
	if n < 1 {
		return nil
	}
	step := 1
	for n/step > 8 {
		switch lead(step) {
		case 2:
			step = step / 2 * 5
		default:
			step *= 2
		}
	}
	var at []int
	for k := 0; k < n; k += step {
		at = append(at, k)
	}
	return at
}

// lead is the first digit.
func lead(n int) int {
	for n >= 10 {
		n /= 10
	}
	return n
}

// heatImage is the matrix as a picture of at least 128 pixels, a square of pixels for each cell.
func heatImage(m cells, s scale) image.Image {
	k := max(1, 128/max(m.rows, m.cols, 1))
	img := image.NewNRGBA(image.Rect(0, 0, m.cols*k, m.rows*k))
	for y := range m.rows * k {
		for x := range m.cols * k {
			img.SetNRGBA(x, y, s.color(m.v[y/k*m.cols+x/k]))
		}
	}
	return img
}

func dataURL(img image.Image) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(pngOf(img))
}

// heatText draws the matrix in shades.
func heatText(m cells, s scale, head string) string {
	small := m.boxed(min(m.rows, 24), min(m.cols, 36))
	shades := []rune(" ░▒▓█")
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%c) to %s (%c)\n", head, number(s.lo), '░', number(s.hi), '█')
	for i := range small.rows {
		for _, x := range small.v[i*small.cols : (i+1)*small.cols] {
			c := '·'
			if !math.IsNaN(x) {
				c = shades[1+min(int(s.part(x)*4), 3)]
			}
			b.WriteRune(c)
			b.WriteRune(c)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
