// Package drawing represents pictures as lists of shapes. Its method SVG and the packages raster and pdf write them.
// Coordinates are pixels from the upper left corner, 96 per inch.
package drawing

import (
	"image"
	"image/color"
)

// Drawing is a picture.
type Drawing struct {
	W, H   float64
	Title  string // for screen readers
	Shapes []Shape
}

// Shape is one of [Path], [Circle], [Text], [Picture] and [Clip].
type Shape interface{ shape() }

// Color is a colour. With Page, it is that of the text of the page that shows the drawing.
type Color struct {
	color.NRGBA
	Page bool
}

// Ink is the colour of the page's text.
var Ink = Color{Page: true}

// On returns the colour on a page whose text has the colour ink.
func (c Color) On(ink color.NRGBA) color.NRGBA {
	if c.Page {
		return ink
	}
	return c.NRGBA
}

// None reports whether nothing is painted.
func (c Color) None() bool { return !c.Page && c.A == 0 }

// Style is how a shape is painted. The zero Color paints nothing.
type Style struct {
	Fill, Stroke Color
	Opacity      float64 // of both; 0 means opaque
	Width        float64 // of the stroke
	Dash         []float64
	Round        bool // ends of lines
}

// Alpha returns the opacity as a factor from 0 to 1.
func (s Style) Alpha() float64 {
	if s.Opacity == 0 {
		return 1
	}
	return s.Opacity
}

// Point is a position in a drawing.
type Point struct{ X, Y float64 }

// Path is a set of lines through points, or of polygons.
type Path struct {
	Lines  [][]Point
	Closed bool
	Style  Style
	Tip    string // shown when hovering
}

// Circle is a disc.
type Circle struct {
	At    Point
	R     float64
	Style Style
	Tip   string
}

// Text is one line of text. Anchor is "start", "middle" or "end"; Turn is in degrees, clockwise.
type Text struct {
	At     Point
	Anchor string
	Size   float64
	Turn   float64
	S      string
	Color  Color
}

// Picture is a raster image that is stretched without smoothing.
type Picture struct {
	X, Y, W, H float64
	Image      image.Image
	Opacity    float64 // 0 means opaque
}

// Tip is an invisible spot that shows text when hovered over.
type Tip struct {
	At Point
	S  string
}

// Clip is a group of shapes clipped to a rectangle.
type Clip struct {
	X, Y, W, H float64
	Shapes     []Shape
}

func (Path) shape()    {}
func (Circle) shape()  {}
func (Text) shape()    {}
func (Picture) shape() {}
func (Tip) shape()     {}
func (Clip) shape()    {}

// Add adds shapes on top of the others.
func (d *Drawing) Add(s ...Shape) { d.Shapes = append(d.Shapes, s...) }

// Line adds a straight line in the page's text colour.
func (d *Drawing) Line(x1, y1, x2, y2, opacity float64) {
	d.Add(Path{Lines: [][]Point{{{x1, y1}, {x2, y2}}}, Style: Style{Stroke: Ink, Opacity: opacity, Width: 1}})
}

// Label adds a text of size TextSize in the page's text colour.
func (d *Drawing) Label(x, y float64, anchor, s string) {
	d.Add(Text{At: Point{x, y}, Anchor: anchor, Size: TextSize, S: s, Color: Ink})
}

// TextSize is the size of labels, in pixels.
const TextSize = 11

// Rectangle returns the polygon of a rectangle.
func Rectangle(x, y, w, h float64) [][]Point {
	return [][]Point{{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}}
}

// Moved returns the shapes moved by dx and dy.
func Moved(shapes []Shape, dx, dy float64) []Shape {
	to := func(p Point) Point { return Point{p.X + dx, p.Y + dy} }
	out := make([]Shape, len(shapes))
	for i, s := range shapes {
		switch s := s.(type) {
		case Path:
			lines := make([][]Point, len(s.Lines))
			for k, line := range s.Lines {
				for _, p := range line {
					lines[k] = append(lines[k], to(p))
				}
			}
			s.Lines = lines
			out[i] = s
		case Circle:
			s.At = to(s.At)
			out[i] = s
		case Text:
			s.At = to(s.At)
			out[i] = s
		case Tip:
			s.At = to(s.At)
			out[i] = s
		case Picture:
			s.X, s.Y = s.X+dx, s.Y+dy
			out[i] = s
		case Clip:
			s.X, s.Y, s.Shapes = s.X+dx, s.Y+dy, Moved(s.Shapes, dx, dy)
			out[i] = s
		}
	}
	return out
}
