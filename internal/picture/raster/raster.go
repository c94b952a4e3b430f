// Package raster paints drawings as pixels.
package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"

	"github.com/msrepl/msrepl/internal/picture/drawing"
	"github.com/msrepl/msrepl/internal/picture/typeface"
)

// Image paints a drawing with zoom pixels per pixel of the drawing, text in ink, on paper.
func Image(d *drawing.Drawing, zoom float64, ink, paper color.NRGBA) *image.RGBA {
	w, h := int(math.Ceil(d.W*zoom)), int(math.Ceil(d.H*zoom))
	p := &painter{img: image.NewRGBA(image.Rect(0, 0, w, h)), zoom: zoom, ink: ink}
	p.clip = p.img.Bounds()
	draw.Draw(p.img, p.clip, image.NewUniform(paper), image.Point{}, draw.Src)
	p.all(d.Shapes)
	return p.img
}

type painter struct {
	img  *image.RGBA
	zoom float64
	ink  color.NRGBA
	clip image.Rectangle
}

func (p *painter) all(shapes []drawing.Shape) {
	for _, s := range shapes {
		switch s := s.(type) {
		case drawing.Path:
			p.path(s)
		case drawing.Circle:
			p.circle(s)
		case drawing.Text:
			p.text(s)
		case drawing.Picture:
			p.picture(s)
		case drawing.Clip:
			outer := p.clip
			at := func(x, y float64) image.Point {
				return image.Pt(int(math.Round(x*p.zoom)), int(math.Round(y*p.zoom)))
			}
			p.clip = outer.Intersect(image.Rectangle{Min: at(s.X, s.Y), Max: at(s.X+s.W, s.Y+s.H)})
			p.all(s.Shapes)
			p.clip = outer
		}
	}
}

func (p *painter) path(s drawing.Path) {
	if !s.Style.Fill.None() {
		p.fill(s.Lines, s.Style.Fill, s.Style.Alpha())
	}
	if !s.Style.Stroke.None() {
		lines := s.Lines
		if s.Closed {
			lines = nil
			for _, line := range s.Lines {
				lines = append(lines, append(append([]drawing.Point{}, line...), line[0]))
			}
		}
		p.fill(stroked(lines, s.Style, p.zoom), s.Style.Stroke, s.Style.Alpha())
	}
}

// circle fills a disc; its stroke is the area between two discs.
func (p *painter) circle(s drawing.Circle) {
	if !s.Style.Fill.None() {
		p.fill([][]drawing.Point{disc(s.At, s.R, p.zoom)}, s.Style.Fill, s.Style.Alpha())
	}
	if !s.Style.Stroke.None() {
		hole := disc(s.At, max(s.R-s.Style.Width/2, 0), p.zoom)
		slices.Reverse(hole)
		p.fill([][]drawing.Point{disc(s.At, s.R+s.Style.Width/2, p.zoom), hole}, s.Style.Stroke, s.Style.Alpha())
	}
}

// window returns a rasterizer for the visible part of the polygons and its bounds, or nil if no part is visible.
func (p *painter) window(polygons [][]drawing.Point) (*vector.Rasterizer, image.Rectangle) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, line := range polygons {
		for _, q := range line {
			x0, y0, x1, y1 = min(x0, q.X), min(y0, q.Y), max(x1, q.X), max(y1, q.Y)
		}
	}
	if !(x0 <= x1) {
		return nil, image.Rectangle{}
	}
	whole := func(v float64) int { return int(min(max(v*p.zoom, -1e6), 1e6)) }
	box := image.Rect(whole(x0)-1, whole(y0)-1, whole(x1)+2, whole(y1)+2).Intersect(p.clip)
	if box.Empty() {
		return nil, box
	}
	return vector.NewRasterizer(box.Dx(), box.Dy()), box
}

// fill paints polygons. Points covered by several of them are painted once.
func (p *painter) fill(polygons [][]drawing.Point, c drawing.Color, alpha float64) {
	r, box := p.window(polygons)
	if r == nil {
		return
	}
	for _, line := range polygons {
		for i, q := range line {
			x, y := float32(q.X*p.zoom)-float32(box.Min.X), float32(q.Y*p.zoom)-float32(box.Min.Y)
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	p.flush(r, box, c, alpha)
}

func (p *painter) flush(r *vector.Rasterizer, box image.Rectangle, c drawing.Color, alpha float64) {
	on := c.On(p.ink)
	on.A = uint8(math.Round(float64(on.A) * alpha))
	r.Draw(p.img, box, image.NewUniform(on), image.Point{})
}

func (p *painter) text(t drawing.Text) {
	size := t.Size * p.zoom
	wide := typeface.TextWidth(t.S, size)
	along := map[string]float64{"middle": -wide / 2, "end": -wide}[t.Anchor]
	reach := (wide + 2*size) / p.zoom // at any rotation
	r, box := p.window([][]drawing.Point{{{X: t.At.X - reach, Y: t.At.Y - reach}, {X: t.At.X + reach, Y: t.At.Y + reach}}})
	if r == nil {
		return
	}
	x0, y0 := float64(t.At.X*p.zoom)-float64(box.Min.X), float64(t.At.Y*p.zoom)-float64(box.Min.Y)
	sin, cos := math.Sincos(t.Turn * math.Pi / 180)
	for _, c := range t.S {
		g, _, w := typeface.Of(c)
		typeface.Outline(g, r, func(x, y float64) (float32, float32) {
			x, y = along+float64(x*size/typeface.Em), y*size/typeface.Em
			return float32(x0 + float64(x*cos) - float64(y*sin)), float32(y0 + float64(x*sin) + float64(y*cos))
		})
		along += float64(w * size / typeface.Em)
	}
	p.flush(r, box, t.Color, 1)
}

// picture scales by nearest-neighbour interpolation.
func (p *painter) picture(s drawing.Picture) {
	b := s.Image.Bounds()
	whole := func(v float64) int { return int(math.Round(v * p.zoom)) }
	part := image.Rect(whole(s.X), whole(s.Y), whole(s.X+s.W), whole(s.Y+s.H))
	seen := part.Intersect(p.clip)
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		for x := seen.Min.X; x < seen.Max.X; x++ {
			at := image.Pt(b.Min.X+(x-part.Min.X)*b.Dx()/part.Dx(), b.Min.Y+(y-part.Min.Y)*b.Dy()/part.Dy())
			c := color.NRGBAModel.Convert(s.Image.At(at.X, at.Y)).(color.NRGBA)
			if s.Opacity != 0 {
				c.A = uint8(math.Round(float64(c.A) * s.Opacity))
			}
			switch c.A {
			case 0:
			case 255:
				p.img.SetRGBA(x, y, color.RGBA(c))
			default:
				draw.Draw(p.img, image.Rect(x, y, x+1, y+1), image.NewUniform(c), image.Point{}, draw.Over)
			}
		}
	}
}
