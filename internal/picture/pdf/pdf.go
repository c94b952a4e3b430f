// Package pdf writes drawings as a page of PDF 1.7 (ISO 32000-1), embedding the letters that occur in them.
package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"github.com/msrepl/msrepl/internal/picture/drawing"
	"github.com/msrepl/msrepl/internal/picture/svg"
	"github.com/msrepl/msrepl/internal/picture/typeface"
)

// pointsPerPixel is the ratio of 1/96 inch to 1/72 inch.
const pointsPerPixel = 0.75

// Document returns a drawing as a one-page document of the same size, with text in ink.
func Document(d *drawing.Drawing, ink color.NRGBA) []byte {
	c := &content{ink: ink, used: map[typeface.Glyph]rune{}}
	c.printf("%s 0 0 %s 0 %s cm\n", num(pointsPerPixel), num(-pointsPerPixel), num(d.H*pointsPerPixel))
	c.all(d.Shapes)
	var f file
	f.begin()
	pictures := make([]int, len(c.pictures))
	for i, img := range c.pictures {
		pictures[i] = f.picture(img)
	}
	var resources strings.Builder
	fmt.Fprintf(&resources, "<</Font<</F %d 0 R>>/ExtGState<<", f.font(c.used))
	for i, a := range c.alphas {
		fmt.Fprintf(&resources, "/A%d<</ca %s/CA %s>>", i, num(a), num(a))
	}
	resources.WriteString(">>/XObject<<")
	for i, id := range pictures {
		fmt.Fprintf(&resources, "/P%d %d 0 R", i, id)
	}
	resources.WriteString(">>>>")
	body := f.stream("", c.Bytes())
	f.end(d, body, resources.String())
	return f.Bytes()
}

// num formats a number without an exponent, which PDF does not support.
func num(v float64) string { return svg.Num(v) }

// content is the content stream of the page.
type content struct {
	bytes.Buffer
	ink      color.NRGBA
	used     map[typeface.Glyph]rune
	alphas   []float64
	pictures []image.Image
}

func (c *content) printf(format string, a ...any) { fmt.Fprintf(c, format, a...) }

func (c *content) all(shapes []drawing.Shape) {
	for _, s := range shapes {
		switch s := s.(type) {
		case drawing.Path:
			c.begin(s.Style)
			for _, line := range s.Lines {
				c.line(line, s.Closed)
			}
			c.paint(s.Style)
		case drawing.Circle:
			c.begin(s.Style)
			c.circle(s.At, s.R)
			c.paint(s.Style)
		case drawing.Text:
			c.text(s)
		case drawing.Picture:
			c.begin(drawing.Style{Opacity: s.Opacity})
			c.printf("%s 0 0 %s %s %s cm /P%d Do Q\n", num(s.W), num(-s.H), num(s.X), num(s.Y+s.H), len(c.pictures))
			c.pictures = append(c.pictures, s.Image)
		case drawing.Clip:
			c.printf("q %s %s %s %s re W n\n", num(s.X), num(s.Y), num(s.W), num(s.H))
			c.all(s.Shapes)
			c.printf("Q\n")
		}
	}
}

// begin saves the graphics state and applies a style.
func (c *content) begin(s drawing.Style) {
	c.printf("q ")
	if a := s.Alpha(); a != 1 {
		at := -1
		for i, b := range c.alphas {
			if a == b {
				at = i
			}
		}
		if at < 0 {
			at = len(c.alphas)
			c.alphas = append(c.alphas, a)
		}
		c.printf("/A%d gs ", at)
	}
	if !s.Fill.None() {
		c.printf("%s rg ", c.rgb(s.Fill))
	}
	if s.Stroke.None() {
		return
	}
	c.printf("%s RG %s w ", c.rgb(s.Stroke), num(s.Width))
	if s.Round {
		c.printf("1 J 1 j ")
	}
	if len(s.Dash) > 0 {
		texts := make([]string, len(s.Dash))
		for i, d := range s.Dash {
			texts[i] = num(d)
		}
		c.printf("[%s] 0 d ", strings.Join(texts, " "))
	}
}

func (c *content) rgb(col drawing.Color) string {
	on := col.On(c.ink)
	part := func(v uint8) string { return fmt.Sprintf("%.4g", float64(v)/255) }
	return part(on.R) + " " + part(on.G) + " " + part(on.B)
}

// paint paints the current path and restores the graphics state.
func (c *content) paint(s drawing.Style) {
	switch {
	case !s.Fill.None() && !s.Stroke.None():
		c.printf("B Q\n")
	case !s.Fill.None():
		c.printf("f Q\n")
	case !s.Stroke.None():
		c.printf("S Q\n")
	default:
		c.printf("n Q\n")
	}
}

func (c *content) line(line []drawing.Point, closed bool) {
	for i, p := range line {
		op := "l"
		if i == 0 {
			op = "m"
		}
		c.printf("%s %s %s ", num(p.X), num(p.Y), op)
	}
	if len(line) == 1 {
		c.printf("%s %s l ", num(line[0].X), num(line[0].Y)) // round ends make it a dot
	}
	if closed {
		c.printf("h ")
	}
}

// circle draws four cubic curves; the factor is the best one for a quarter circle.
func (c *content) circle(at drawing.Point, r float64) {
	const k = 0.5522847498
	x, y := func(t float64) string { return num(at.X + float64(t*r)) },
		func(t float64) string { return num(at.Y + float64(t*r)) }
	c.printf("%s %s m ", x(1), y(0))
	for _, q := range [][6]float64{{1, k, k, 1, 0, 1}, {-k, 1, -1, k, -1, 0}, {-1, -k, -k, -1, 0, -1}, {k, -1, 1, -k, 1, 0}} {
		c.printf("%s %s %s %s %s %s c ", x(q[0]), y(q[1]), x(q[2]), y(q[3]), x(q[4]), y(q[5]))
	}
	c.printf("h ")
}

func (c *content) text(t drawing.Text) {
	along := map[string]float64{"middle": 0.5, "end": 1}[t.Anchor] * typeface.TextWidth(t.S, t.Size)
	sin, cos := math.Sincos(t.Turn * math.Pi / 180)
	x, y := t.At.X-float64(along*cos), t.At.Y-float64(along*sin)
	fine := func(v float64) string { return strings.TrimSuffix(fmt.Sprintf("%.5f", v), ".00000") }
	c.printf("BT %s rg /F %s Tf %s %s %s %s %s %s Tm <", c.rgb(t.Color), num(t.Size), fine(cos), fine(sin), fine(sin), fine(-cos), num(x), num(y))
	for _, r := range t.S {
		g, _, _ := typeface.Of(r)
		c.used[g] = r
		c.printf("%04X", int(g))
	}
	c.printf("> Tj ET\n")
}

// packed compresses data for the filter FlateDecode.
func packed(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(data) // writes to memory do not fail
	_ = w.Close()
	return b.Bytes()
}
