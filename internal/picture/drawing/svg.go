package drawing

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"strings"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/picture/svg"
)

// SVG returns the drawing as a vector graphic; each shape starts on a new line.
func (d *Drawing) SVG() *svg.Doc {
	doc := svg.New(d.W, d.H, d.Title)
	write(doc, d.Shapes)
	return doc
}

func write(doc *svg.Doc, shapes []Shape) {
	for i := 0; i < len(shapes); i++ {
		switch s := shapes[i].(type) {
		case Path:
			writePath(doc, s)
		case Circle:
			paint := append(svg.Attr{"cx", s.At.X, "cy", s.At.Y, "r", s.R}, s.Style.attr()...)
			element(doc, "circle", paint, s.Tip)
		case Text:
			writeText(doc, s)
		case Picture:
			writePicture(doc, s)
		case Tip:
			first := i
			for i+1 < len(shapes) && isTip(shapes[i+1]) {
				i++
			}
			writeTips(doc, shapes[first:i+1])
		case Clip:
			box := []float64{s.X, s.Y, s.W, s.H}
			doc.Open("svg", svg.Attr{"x", s.X, "y", s.Y, "width", s.W, "height", s.H, "viewBox", numbers(box)})
			write(doc, s.Shapes)
			doc.Close("svg")
		}
	}
}

func isTip(s Shape) bool { _, ok := s.(Tip); return ok }

func element(doc *svg.Doc, tag string, a svg.Attr, tip string) {
	if tip == "" {
		doc.Elem(tag, a, "")
		return
	}
	doc.Titled(tag, a, tip)
}

func numbers(v []float64) string {
	texts := make([]string, len(v))
	for i, x := range v {
		texts[i] = svg.Num(x)
	}
	return strings.Join(texts, " ")
}

// attr returns the attributes of a style, without those that have SVG's defaults.
func (s Style) attr() (a svg.Attr) {
	a = append(a, "fill", paint(s.Fill))
	if !s.Stroke.None() {
		a = append(a, "stroke", paint(s.Stroke), "stroke-width", s.Width)
		if len(s.Dash) > 0 {
			a = append(a, "stroke-dasharray", numbers(s.Dash))
		}
		if s.Round {
			a = append(a, "stroke-linecap", "round", "stroke-linejoin", "round")
		}
	}
	if s.Alpha() != 1 {
		a = append(a, "opacity", s.Alpha())
	}
	return a
}

func paint(c Color) string {
	if c.Page {
		return "currentColor"
	}
	return colormap.Hex(c.NRGBA)
}

func writePath(doc *svg.Doc, p Path) {
	switch {
	case len(p.Lines) == 1 && p.Closed && isBox(p.Lines[0]):
		a, b := p.Lines[0][0], p.Lines[0][2]
		box := svg.Attr{"x", a.X, "y", a.Y, "width", b.X - a.X, "height", b.Y - a.Y}
		element(doc, "rect", append(box, p.Style.attr()...), p.Tip)
	case len(p.Lines) == 1 && !p.Closed && len(p.Lines[0]) == 2 && !p.Style.Round:
		a, b := p.Lines[0][0], p.Lines[0][1]
		element(doc, "line", append(svg.Attr{"x1", a.X, "y1", a.Y, "x2", b.X, "y2", b.Y}, p.Style.attr()...), p.Tip)
	case len(p.Lines) == 1:
		tag := "polyline"
		if p.Closed {
			tag = "polygon"
		}
		element(doc, tag, append(svg.Attr{"points", pairs(p.Lines[0])}, p.Style.attr()...), p.Tip)
	default:
		element(doc, "path", append(svg.Attr{"d", p.data()}, p.Style.attr()...), p.Tip)
	}
}

// isBox reports whether a polygon is a rectangle from its first corner to its third.
func isBox(p []Point) bool {
	return len(p) == 4 && p[0].Y == p[1].Y && p[1].X == p[2].X && p[2].Y == p[3].Y && p[3].X == p[0].X &&
		p[2].X >= p[0].X && p[2].Y >= p[0].Y
}

// perLine is the number of points per line of the document, limited so that a small change gives a small diff.
const perLine = 10

func pairs(points []Point) string {
	var b strings.Builder
	for i, p := range points {
		switch {
		case i > 0 && i%perLine == 0:
			b.WriteByte('\n')
		case i > 0:
			b.WriteByte(' ')
		}
		b.WriteString(svg.Num(p.X) + "," + svg.Num(p.Y))
	}
	return b.String()
}

// data returns the path data of the lines. A line with a single point is a dot.
func (p Path) data() string {
	var b strings.Builder
	for i, line := range p.Lines {
		if i > 0 && (len(line) > 1 || i%perLine == 0) {
			b.WriteByte('\n')
		}
		switch len(line) {
		case 0:
		case 1:
			b.WriteString("M" + pairs(line) + "h0")
		default:
			b.WriteString("M" + pairs(line[:1]) + "L" + pairs(line[1:]))
			if p.Closed {
				b.WriteByte('Z')
			}
		}
	}
	return b.String()
}

func writeText(doc *svg.Doc, t Text) {
	a := svg.Attr{"x", t.At.X, "y", t.At.Y, "text-anchor", t.Anchor, "fill", paint(t.Color)}
	if t.Size != TextSize {
		a = append(a, "font-size", t.Size)
	}
	if t.Turn != 0 {
		a = append(a, "transform", "rotate("+numbers([]float64{t.Turn, t.At.X, t.At.Y})+")")
	}
	doc.Elem("text", a, t.S)
}

func writePicture(doc *svg.Doc, p Picture) {
	var b bytes.Buffer
	_ = png.Encode(&b, p.Image) // writes to memory do not fail, and pictures have pixels
	a := svg.Attr{
		"x", p.X, "y", p.Y, "width", p.W, "height", p.H, "preserveAspectRatio", "none", "style", "image-rendering:pixelated",
		"href", "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()),
	}
	if p.Opacity != 0 {
		a = append(a, "opacity", p.Opacity)
	}
	doc.Elem("image", a, "")
}

// writeTips adds nine-pixel spots that are not painted but receive pointer events.
func writeTips(doc *svg.Doc, tips []Shape) {
	doc.Open("g", svg.Attr{"fill", "none", "stroke-width", 9, "stroke-linecap", "round", "pointer-events", "stroke"})
	for _, s := range tips {
		t := s.(Tip)
		doc.Titled("path", svg.Attr{"d", "M" + svg.Num(t.At.X) + "," + svg.Num(t.At.Y) + "h.01"}, t.S)
	}
	doc.Close("g")
}
