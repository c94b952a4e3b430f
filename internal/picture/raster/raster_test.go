package raster

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/msrepl/msrepl/internal/picture/drawing"
)

var (
	black = color.NRGBA{A: 255}
	white = color.NRGBA{255, 255, 255, 255}
	red   = drawing.Color{NRGBA: color.NRGBA{R: 255, A: 255}}
)

// covered is how much of a picture is painted black, in pixels.
func covered(img image.Image) float64 {
	sum := 0.0
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			sum += 1 - float64(color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y)/255
		}
	}
	return sum
}

// TestAreas: shapes cover as many pixels as computed, and four times as many at twice the zoom.
func TestAreas(t *testing.T) {
	line := func(s drawing.Style, p ...drawing.Point) drawing.Shape {
		s.Stroke = drawing.Ink
		return drawing.Path{Lines: [][]drawing.Point{p}, Style: s}
	}
	p := func(x, y float64) drawing.Point { return drawing.Point{X: x, Y: y} }
	for name, c := range map[string]struct {
		shape drawing.Shape
		want  float64
	}{
		"rectangle":       {drawing.Path{Lines: drawing.Rectangle(10, 10, 20, 5), Closed: true, Style: drawing.Style{Fill: drawing.Ink}}, 100},
		"half opaque":     {drawing.Path{Lines: drawing.Rectangle(10, 10, 20, 5), Closed: true, Style: drawing.Style{Fill: drawing.Ink, Opacity: 0.5}}, 50},
		"circle":          {drawing.Circle{At: p(50, 50), R: 20, Style: drawing.Style{Fill: drawing.Ink}}, math.Pi * 400},
		"ring":            {drawing.Circle{At: p(50, 50), R: 20, Style: drawing.Style{Stroke: drawing.Ink, Width: 4}}, math.Pi * (22*22 - 18*18)},
		"line":            {line(drawing.Style{Width: 2}, p(10, 20), p(60, 20)), 100},
		"aslant":          {line(drawing.Style{Width: 2}, p(10, 10), p(40, 50)), 100},
		"round ends":      {line(drawing.Style{Width: 10, Round: true}, p(20, 20), p(60, 20)), 400 + math.Pi*25},
		"dot":             {line(drawing.Style{Width: 10, Round: true}, p(20, 20)), math.Pi * 25},
		"back and forth":  {line(drawing.Style{Width: 2, Opacity: 0.5}, p(10, 20), p(60, 20), p(10, 20)), 50},
		"crossing itself": {line(drawing.Style{Width: 2, Opacity: 0.5}, p(10, 20), p(60, 20), p(60, 60), p(35, 60), p(35, 10)), (100+80+50+100-4)/2 + 2},
		"dashes":          {line(drawing.Style{Width: 2, Dash: []float64{6, 4}}, p(10, 20), p(60, 20)), 60},
		"dashed corner":   {line(drawing.Style{Width: 2, Dash: []float64{5, 5}}, p(10, 20), p(17, 20), p(17, 43)), 30},
		"cut":             {drawing.Clip{X: 0, Y: 0, W: 30, H: 100, Shapes: []drawing.Shape{line(drawing.Style{Width: 2}, p(10, 20), p(60, 20))}}, 40},
		"outside":         {line(drawing.Style{Width: 2}, p(-10, -20), p(1e9, -20)), 0},
		"picture":         {drawing.Picture{X: 10, Y: 10, W: 40, H: 20, Image: checks()}, 400},
		"faint picture":   {drawing.Picture{X: 10, Y: 10, W: 40, H: 20, Image: checks(), Opacity: 0.5}, 200},
		"nothing":         {drawing.Path{Lines: drawing.Rectangle(10, 10, 20, 5), Closed: true}, 0},
	} {
		for _, zoom := range []float64{1, 2} {
			d := &drawing.Drawing{W: 100, H: 100, Shapes: []drawing.Shape{c.shape}}
			got := covered(Image(d, zoom, black, white)) / zoom / zoom
			if math.Abs(got-c.want) > 0.02*c.want+1.5 {
				t.Errorf("%s at zoom %v covers %.1f, want %.1f", name, zoom, got, c.want)
			}
		}
	}
}

// checks is black where the sum of coordinates is even.
func checks() image.Image {
	img := image.NewGray(image.Rect(0, 0, 4, 2))
	for i := range img.Pix {
		img.Pix[i] = uint8(255 * ((i + i/4) % 2))
	}
	return img
}

// TestText: letters are black on white where the text is, and turned text is as black.
func TestText(t *testing.T) {
	at := func(anchor string, turn float64) *image.RGBA {
		text := drawing.Text{At: drawing.Point{X: 100, Y: 100}, Anchor: anchor, Size: 11, Turn: turn, S: "mmmm", Color: drawing.Ink}
		return Image(&drawing.Drawing{W: 200, H: 200, Shapes: []drawing.Shape{text}}, 1, black, white)
	}
	whole := covered(at("start", 0))
	if whole < 20 {
		t.Fatalf("letters cover %.1f pixels", whole)
	}
	part := func(img *image.RGBA, r image.Rectangle) float64 { return covered(img.SubImage(r)) / whole }
	for name, c := range map[string]struct {
		img *image.RGBA
		in  image.Rectangle
	}{
		"start": {at("start", 0), image.Rect(100, 90, 150, 101)}, "end": {at("end", 0), image.Rect(50, 90, 100, 101)},
		"middle": {at("middle", 0), image.Rect(75, 90, 125, 101)}, "upwards": {at("start", -90), image.Rect(90, 50, 101, 100)},
	} {
		if got := part(c.img, c.in); got < 0.97 || got > 1.03 {
			t.Errorf("%s: %.2f of the letters are where they belong", name, got)
		}
	}
}

// TestColours: a colour covers what was painted before, as far as it is opaque.
func TestColours(t *testing.T) {
	box := func(o float64) drawing.Shape {
		return drawing.Path{Lines: drawing.Rectangle(0, 0, 10, 10), Closed: true, Style: drawing.Style{Fill: red, Opacity: o}}
	}
	for want, shapes := range map[color.RGBA][]drawing.Shape{
		{255, 0, 0, 255}:     {box(0)},
		{255, 127, 127, 255}: {box(0.5)},
		{255, 63, 63, 255}:   {box(0.5), box(0.5)},
	} {
		got := Image(&drawing.Drawing{W: 10, H: 10, Shapes: shapes}, 1, black, white).RGBAAt(5, 5)
		if math.Abs(float64(got.G)-float64(want.G)) > 1 || got.R != 255 || got.A != 255 {
			t.Errorf("%d boxes are %v, want %v", len(shapes), got, want)
		}
	}
}
