package display

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/picture/drawing"
)

// scale maps numbers to colours: by sign and magnitude if both signs occur, otherwise from the smallest to the
// largest.
type scale struct {
	lo, hi    float64
	diverging bool
	lines     bool       // for lines, which must be visible on light and on dark pages
	levels    *[]float64 // one colour between adjacent levels, nil for a continuous scale
}

// edges returns the numbers at which a bar of discrete colours changes colour.
func (s scale) edges() (at []float64) {
	const steps = 48
	if s.levels != nil {
		return *s.levels
	}
	for i := range steps + 1 {
		at = append(at, between(float64(i)/steps, s.lo, s.hi))
	}
	return at
}

func newScale(v []float64) scale {
	lo, hi := finite(v)
	if lo < 0 && hi > 0 {
		m := max(-lo, hi)
		return scale{lo: -m, hi: m, diverging: true}
	}
	return scale{lo: lo, hi: hi}
}

func (s scale) color(x float64) color.NRGBA {
	switch {
	case s.levels != nil:
		at := *s.levels
		i, found := slices.BinarySearch(at, x)
		if !found {
			i--
		}
		i = min(max(i, 0), len(at)-2)
		return newScale(at).color(between(0.5, at[i], at[i+1]))
	case s.lines:
		return colormap.Even(s.part(x))
	case s.hi == s.lo && !math.IsNaN(x):
		return colormap.Sequential(0.5)
	case s.diverging:
		return colormap.Diverging(x / s.hi)
	}
	return colormap.Sequential(part(x, s.lo, s.hi))
}

// part returns the position of x in the scale, from 0 to 1.
func (s scale) part(x float64) float64 {
	if s.hi == s.lo {
		return 0.5
	}
	return min(max(part(x, s.lo, s.hi), 0), 1)
}

// Heatmap shows a tensor as coloured cells with the scale beside them: blue to red around zero if there are both
// signs, otherwise dark to light. NaN has no colour; an infinity has the colour at the end of the scale. Of a tensor
// with more than two axes it shows one plane, the first or that of the option [At]. Large planes are averaged to fit.
// The tensor must be real.
func Heatmap(t any, opts ...PlaneOption) Bundle {
	p := planeOf("Heatmap", t, indicesOf(opts))
	v := reals("Heatmap", p.t)
	p.head += oddities(v)
	if !slices.ContainsFunc(v, drawable) {
		return headOnly(p.head + ": no numbers to draw")
	}
	m := cells{v, p.rows(), p.cols()}
	shown := m.boxed(min(m.rows, maxCells), min(m.cols, maxCells))
	s := newScale(v)
	d := drawHeat(shown, m, s, p.head).SVG()
	b := pageBundle(heatText(m, s, p.head), framed(p.head, d.Inline()), d)
	b.Data["image/png"] = pngOf(heatImage(shown, s))
	return b
}

// maxCells is the maximum number of rows and of columns of a heat map.
const maxCells = 256

// cells is a matrix of numbers.
type cells struct {
	v          []float64
	rows, cols int
}

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

// mean returns the mean of the numbers of a block. NaN is ignored unless all are NaN.
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

// cellSizes returns the width and height of a cell in pixels. Cells are square, and larger in small matrices, unless
// few rows or columns would be too thin to see.
func cellSizes(rows, cols int) (w, h float64) {
	const all, thin, most = 360, 48, 28
	side := min(max(math.Floor(all/float64(max(rows, cols))), 1), most)
	atLeast := func(n int) float64 { return max(side, min(math.Floor(thin/float64(n)), most)) }
	return atLeast(cols), atLeast(rows)
}

// maxTips is the maximum number of cells drawn one by one, with their number as a tooltip. More are one image.
const maxTips = 400

func drawHeat(shown, all cells, s scale, title string) *drawing.Drawing {
	cw, ch := cellSizes(shown.rows, shown.cols)
	w, h := float64(cw*float64(shown.cols)), float64(ch*float64(shown.rows))
	const top, bar = 16, 14
	left := 16 + widest(indexTexts(all.rows))
	d := &drawing.Drawing{W: left + w + 20, H: top + max(h, 60) + 10, Title: "heat map of " + title}
	if len(shown.v) <= maxTips {
		for i, x := range shown.v {
			r, c := i/shown.cols, i%shown.cols
			d.Add(tile(left+float64(cw*float64(c)), top+float64(ch*float64(r)), cw, ch, s.color(x),
				fmt.Sprintf("[%d, %d] %s", r, c, number(x))))
		}
	} else {
		d.Add(drawing.Picture{X: left, Y: top, W: w, H: h, Image: heatImage(shown, s)})
	}
	texts := indexTexts(all.cols)
	for i, k := range ticksOf(all.cols) {
		d.Label(left+w*(float64(k)+0.5)/float64(all.cols), top-4, "middle", texts[i])
	}
	texts = indexTexts(all.rows)
	for i, k := range ticksOf(all.rows) {
		d.Label(left-4, top+h*(float64(k)+0.5)/float64(all.rows)+4, "end", texts[i])
	}
	at, labels := []float64{s.lo, s.hi}, make([]string, 2)
	labels[0], labels[1] = span(s.lo, s.hi)
	if s.diverging {
		at, labels = append(at, 0), append(labels, "0")
	}
	d.W += bar + 8 + colourBar(d, s, left+w+20, top, bar, max(h, 60), at, labels)
	return d
}

// tile is a rectangle that leaves no seam between it and its neighbours.
func tile(x, y, w, h float64, colour color.NRGBA, tip string) drawing.Shape {
	fill := drawing.Color{NRGBA: colour}
	return drawing.Path{
		Lines: drawing.Rectangle(x, y, w, h), Closed: true,
		Style: drawing.Style{Fill: fill, Stroke: fill, Width: 0.5}, Tip: tip,
	}
}

// indexTexts returns the labels of ticksOf(n).
func indexTexts(n int) (texts []string) {
	for _, k := range ticksOf(n) {
		texts = append(texts, fmt.Sprint(k))
	}
	return texts
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

// lead returns the first digit of n.
func lead(n int) int {
	for n >= 10 {
		n /= 10
	}
	return n
}

// heatImage returns the matrix as an image of at least 128 pixels in one direction, with a box of pixels per cell.
func heatImage(m cells, s scale) image.Image {
	w, h := cellSizes(m.rows, m.cols)
	k := max(1, int(math.Ceil(128/max(w*float64(m.cols), h*float64(m.rows)))))
	across, down := k*int(w), k*int(h)
	img := image.NewNRGBA(image.Rect(0, 0, m.cols*across, m.rows*down))
	for y := range m.rows * down {
		for x := range m.cols * across {
			img.SetNRGBA(x, y, s.color(m.v[y/down*m.cols+x/across]))
		}
	}
	return img
}

// heatText draws the matrix in shades.
func heatText(m cells, s scale, head string) string {
	small := m.boxed(min(m.rows, 24), min(m.cols, 36))
	shades := []rune(" ░▒▓█")
	var b strings.Builder
	low, high := span(s.lo, s.hi)
	if head != "" {
		head += ": "
	}
	fmt.Fprintf(&b, "%s%s (%c) to %s (%c)\n", head, low, '░', high, '█')
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
