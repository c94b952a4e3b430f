package display

import (
	"image/color"
	"math"
	"strconv"

	"github.com/msrepl/msrepl/internal/text/table"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/picture/drawing"
	"github.com/msrepl/msrepl/tensor"
)

// Confusion returns a figure of a confusion matrix: rows are the true classes, columns the predicted ones, with
// counts in the cells, coloured by their share of the row. Without names, classes are numbered from 0. It takes the
// result of package train's ConfusionMatrix. A matrix that is not square, or a wrong number of names, is a
// ValueError.
func Confusion(matrix any, names ...string) *Figure {
	t := tensorOf("Confusion", matrix)
	if t.NDim() != 2 || t.Dim(0) != t.Dim(1) || t.Size() == 0 {
		reject("Confusion", "the matrix must be square and not empty, but got the shape %v.", t.Shape())
	}
	n := t.Dim(0)
	if len(names) != 0 && len(names) != n {
		reject("Confusion", "there must be %d class names, but got %d.", n, len(names))
	}
	v := reals("Confusion", t)
	share := make([]float64, len(v))
	for r := range n {
		sum := 0.0
		for _, x := range v[r*n : (r+1)*n] {
			sum += x
		}
		for k := r * n; k < (r+1)*n; k++ {
			if share[k] = v[k] / sum; sum == 0 {
				share[k] = 0
			}
		}
	}
	side := min(max(float64(34*n), 120), 480)
	f := NewPlot("").Grid(false).Size(side, side).XLabel("predicted").YLabel("true")
	places := make([]float64, n)
	for i := range places {
		places[i] = float64(i)
	}
	f.Heat(places, places, tensor.New(share).Reshape(n, n))
	f.y.down = true
	if names == nil {
		f.XTicks(places).YTicks(places)
	} else {
		f.x.categories, f.y.categories = names, names
	}
	f.plain = confusionText(t, names)
	if most := 20; n > most {
		return f // no room for numbers
	}
	for k, x := range v {
		col := newScale(share).color(share[k])
		l := &note{s: number(x), x: float64(k % n), y: float64(k / n), colour: legible(col)}
		if x == math.Trunc(x) && math.Abs(x) < 1e7 { // a count that fits in the cell
			l.s = strconv.FormatInt(int64(x), 10)
		}
		f.add(l)
	}
	return f
}

// confusionText returns the matrix as a table.
func confusionText(t *tensor.Tensor, names []string) string {
	texts, n := elementTexts(t), t.Dim(0)
	out := table.Table{Title: "rows are true, columns predicted", Head: []string{""}, Left: 1}
	for r := range n {
		name := strconv.Itoa(r)
		if names != nil {
			name = names[r]
		}
		out.Head = append(out.Head, name)
		out.Rows = append(out.Rows, append([]string{name}, texts[r*n:(r+1)*n]...))
	}
	return out.String()
}

// legible returns black or white, whichever has the greater contrast to a colour (WCAG 2.2).
func legible(ground color.NRGBA) drawing.Color {
	black, white := color.NRGBA{A: 255}, color.NRGBA{255, 255, 255, 255}
	if colormap.Contrast(ground, white) > colormap.Contrast(ground, black) {
		return drawing.Color{NRGBA: white}
	}
	return drawing.Color{NRGBA: black}
}
