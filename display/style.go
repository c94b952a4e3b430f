package display

import (
	"cmp"
	"image/color"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/picture/drawing"
	"github.com/msrepl/msrepl/tensor"
)

// Style sets how a series is drawn in a [Figure]. Defaults are the next of six colours, a solid line, no marker on
// lines, and a disc for points.
type Style struct {
	// Color is a name (blue, orange, green, red, purple, cyan, gray, black), one of matplotlib's letters b, g, r, c,
	// m, y, k or "C0" to "C5", or "#rrggbb". Named colours are visible on light and on dark pages; black is the
	// colour of the page's text.
	Color string
	// Line is "-", "--", ":", "-." or "none".
	Line string
	// Marker is "o" (disc), "s" (square), "^" and "v" (triangles), "D" (diamond), "x", "+", "*" (star), "." (dot)
	// or "none".
	Marker string
	// Width is the width of lines, in pixels; 1.8 for curves.
	Width float64
	// Size is the diameter of markers, in pixels; 5 for points.
	Size float64
	// Alpha is the opacity, from 0 to 1. 0 means the default.
	Alpha float64
	// By has one number per point of Scatter, which sets its colour: a few distinct integers are classes in the six
	// colours, other numbers are on a scale, which is drawn beside the plot.
	By any
}

// Format returns the style of matplotlib's short form: a colour, a marker and a line, each of them optional, as in
// "r--", "ko" or "C1s:". A marker without a line draws no line. Any other text is a ValueError.
func Format(s string) Style {
	st, rest := Style{}, s
	take := func(words ...string) string {
		for _, w := range words {
			if strings.HasPrefix(rest, w) {
				rest = rest[len(w):]
				return w
			}
		}
		return ""
	}
	for rest != "" {
		before := rest
		if c := take("C0", "C1", "C2", "C3", "C4", "C5", "b", "g", "r", "c", "m", "y", "k"); c != "" {
			st.Color = c
		}
		if l := take("--", "-.", "-", ":"); l != "" {
			st.Line = l
		}
		if m := take("o", "s", "^", "v", "D", "x", "+", "*", "."); m != "" {
			st.Marker = m
		}
		if rest == before {
			reject("Format", "%q has no colour, marker or line at %q.", s, rest)
		}
	}
	if st.Marker != "" && st.Line == "" {
		st.Line = "none"
	}
	return st
}

// merged merges styles, of which later ones take precedence, and checks their fields.
func merged(op string, styles []Style) (out Style) {
	for _, s := range styles {
		out.Color, out.Line, out.Marker = cmp.Or(s.Color, out.Color), cmp.Or(s.Line, out.Line), cmp.Or(s.Marker, out.Marker)
		out.Width, out.Size, out.Alpha = cmp.Or(s.Width, out.Width), cmp.Or(s.Size, out.Size), cmp.Or(s.Alpha, out.Alpha)
		if s.By != nil {
			out.By = s.By
		}
	}
	if out.Color != "" {
		if _, ok := colourNamed(out.Color); !ok {
			reject(op, "the colour %q is neither a name, a letter, C0 to C5 nor #rrggbb.", out.Color)
		}
	}
	if _, ok := dashes[out.Line]; !ok {
		reject(op, "the line must be -, --, :, -. or none, but got %q.", out.Line)
	}
	if out.Marker != "" && out.Marker != "none" && !strings.Contains("o s ^ v D x + * .", out.Marker) {
		reject(op, "the marker must be one of o, s, ^, v, D, x, +, *, . and none, but got %q.", out.Marker)
	}
	if !(out.Width >= 0 && out.Size >= 0 && out.Alpha >= 0 && out.Alpha <= 1) {
		tensor.Throw(op, tensor.ValueError, "For '%s', width and size must not be negative and alpha must be in [0, 1], but got %v, %v and %v.",
			op, out.Width, out.Size, out.Alpha)
	}
	return out
}

var dashes = map[string][]float64{"": nil, "-": nil, "--": {6, 3}, ":": {1.5, 2.5}, "-.": {8, 3, 2, 3}, "none": nil}

// shade returns a colour with the lightness of the colours of series.
func shade(chroma, hue float64) color.NRGBA {
	return colormap.LCh(colormap.SeriesLightness, chroma, hue)
}

// colourNamed parses Style.Color.
func colourNamed(s string) (drawing.Color, bool) {
	of := func(c color.NRGBA) (drawing.Color, bool) { return drawing.Color{NRGBA: c}, true }
	switch s {
	case "black", "k", "white", "w":
		return drawing.Ink, true
	case "gray", "grey":
		return of(shade(0, 0))
	case "magenta", "m", "pink":
		return of(shade(0.14, 340))
	case "yellow", "y", "olive":
		return of(shade(0.12, 100))
	case "brown":
		return of(shade(0.09, 60))
	}
	for i, names := range [...]string{"blue b C0", "orange C1", "green g C2", "red r C3", "purple C4", "cyan c C5"} {
		for name := range strings.FieldsSeq(names) {
			if name == s {
				return of(colormap.Series(i))
			}
		}
	}
	if v, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32); err == nil && len(s) == 7 && s[0] == '#' {
		return of(color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255})
	}
	return drawing.Color{}, false
}

// colour returns the colour of the layer with index i.
func (s Style) colour(i int) drawing.Color {
	if c, ok := colourNamed(s.Color); ok {
		return c
	}
	return drawing.Color{NRGBA: colormap.Series(i)}
}

// stroke returns the style of the lines of layer i. When the colours are used up, the dashes change.
func (s Style) stroke(i int, width float64) drawing.Style {
	dash := dashes[s.Line]
	if s.Line == "" && s.Color == "" {
		dash = dashes[[...]string{"-", "--", ":", "-."}[i/colormap.SeriesColours%4]]
	}
	if s.Width > 0 {
		width = s.Width
	}
	return drawing.Style{Stroke: s.colour(i), Width: width, Dash: dash, Opacity: s.Alpha}
}

// filled returns the style of the areas of layer i.
func (s Style) filled(i int, alpha float64) drawing.Style {
	if s.Alpha > 0 {
		alpha = s.Alpha
	}
	return drawing.Style{Fill: s.colour(i), Opacity: alpha}
}

// markerShape returns a marker of the given diameter at a point.
func markerShape(kind string, at drawing.Point, size float64, paint drawing.Style, tip string) drawing.Shape {
	r := size / 2
	p := func(dx, dy float64) drawing.Point {
		return drawing.Point{X: at.X + float64(dx*r), Y: at.Y + float64(dy*r)}
	}
	polygon := func(points ...drawing.Point) drawing.Shape {
		return drawing.Path{Lines: [][]drawing.Point{points}, Closed: true, Style: paint, Tip: tip}
	}
	strokes := func(lines ...[]drawing.Point) drawing.Shape {
		style := drawing.Style{Stroke: paint.Fill, Opacity: paint.Opacity, Width: max(1.2, size/5)}
		return drawing.Path{Lines: lines, Style: style, Tip: tip}
	}
	switch kind {
	case "s":
		return polygon(p(-0.9, -0.9), p(0.9, -0.9), p(0.9, 0.9), p(-0.9, 0.9))
	case "D":
		return polygon(p(0, -1.2), p(1.2, 0), p(0, 1.2), p(-1.2, 0))
	case "^":
		return polygon(p(0, -1.15), p(1.1, 0.9), p(-1.1, 0.9))
	case "v":
		return polygon(p(0, 1.15), p(1.1, -0.9), p(-1.1, -0.9))
	case "x":
		return strokes([]drawing.Point{p(-0.9, -0.9), p(0.9, 0.9)}, []drawing.Point{p(-0.9, 0.9), p(0.9, -0.9)})
	case "+":
		return strokes([]drawing.Point{p(-1.1, 0), p(1.1, 0)}, []drawing.Point{p(0, -1.1), p(0, 1.1)})
	case "*":
		rising, falling := []drawing.Point{p(-0.95, 0.55), p(0.95, -0.55)}, []drawing.Point{p(-0.95, -0.55), p(0.95, 0.55)}
		return strokes([]drawing.Point{p(0, -1.1), p(0, 1.1)}, rising, falling)
	case ".":
		r = size / 4
	}
	return drawing.Circle{At: at, R: r, Style: paint, Tip: tip}
}
