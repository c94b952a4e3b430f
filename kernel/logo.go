package kernel

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The logo is a prompt before a two by two tensor, on a rounded tile. The SVG and the PNG are drawn from the same
// coordinates, in a square of 64 units.

var (
	logoTile = logoRect{x: 2, y: 2, w: 60, h: 60, radius: 14, fill: color.NRGBA{0x0B, 0x72, 0x85, 0xFF}}

	logoPrompt = [3][2]float64{{13, 21}, {24, 32}, {13, 43}} // a polyline
	logoStroke = 5.0

	logoCells = []logoRect{
		{x: 30, y: 20, w: 10, h: 10, radius: 2.5, fill: color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}},
		{x: 43, y: 20, w: 10, h: 10, radius: 2.5, fill: color.NRGBA{0x99, 0xE9, 0xF2, 0xFF}},
		{x: 30, y: 33, w: 10, h: 10, radius: 2.5, fill: color.NRGBA{0x99, 0xE9, 0xF2, 0xFF}},
		{x: 43, y: 33, w: 10, h: 10, radius: 2.5, fill: color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}},
	}
)

const logoUnits = 64

// logoRect is a filled rectangle with round corners.
type logoRect struct {
	x, y, w, h, radius float64
	fill               color.NRGBA
}

func (r logoRect) contains(x, y float64) bool {
	cx := min(max(x, r.x+r.radius), r.x+r.w-r.radius)
	cy := min(max(y, r.y+r.radius), r.y+r.h-r.radius)
	return math.Hypot(x-cx, y-cy) <= r.radius
}

func (r logoRect) svg() string {
	return fmt.Sprintf(`<rect x="%g" y="%g" width="%g" height="%g" rx="%g" fill="#%02X%02X%02X"/>`,
		r.x, r.y, r.w, r.h, r.radius, r.fill.R, r.fill.G, r.fill.B)
}

// logoSVG returns the logo as SVG.
func logoSVG() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">`, logoUnits, logoUnits)
	b.WriteString(logoTile.svg())
	p := logoPrompt
	fmt.Fprintf(&b, `<path d="M%g %gL%g %gL%g %g" fill="none" stroke="#FFFFFF" stroke-width="%g" stroke-linecap="round" stroke-linejoin="round"/>`,
		p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1], logoStroke)
	for _, c := range logoCells {
		b.WriteString(c.svg())
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// logoPNG returns the logo as a PNG of size by size pixels.
func logoPNG(size int) ([]byte, error) {
	m := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			m.SetNRGBA(x, y, logoPixel(x, y, size))
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, m)
	return b.Bytes(), err
}

// logoPixel averages samples of one pixel, which smooths the edges.
func logoPixel(px, py, size int) color.NRGBA {
	const grid = 6
	var r, g, b, covered int
	for i := range grid * grid {
		x := (float64(px) + (float64(i%grid)+0.5)/grid) * logoUnits / float64(size)
		y := (float64(py) + (float64(i/grid)+0.5)/grid) * logoUnits / float64(size)
		if c := logoColor(x, y); c.A > 0 {
			r, g, b, covered = r+int(c.R), g+int(c.G), b+int(c.B), covered+1
		}
	}
	if covered == 0 {
		return color.NRGBA{}
	}
	mean := func(sum int) uint8 { return uint8(sum / covered) }
	return color.NRGBA{mean(r), mean(g), mean(b), uint8(255 * covered / (grid * grid))}
}

func logoColor(x, y float64) color.NRGBA {
	for _, c := range logoCells {
		if c.contains(x, y) {
			return c.fill
		}
	}
	for i := range len(logoPrompt) - 1 {
		if distanceToSegment(x, y, logoPrompt[i], logoPrompt[i+1]) <= logoStroke/2 {
			return color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
		}
	}
	if logoTile.contains(x, y) {
		return logoTile.fill
	}
	return color.NRGBA{}
}

func distanceToSegment(x, y float64, a, b [2]float64) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	t := (float64((x-a[0])*dx) + float64((y-a[1])*dy)) / (float64(dx*dx) + float64(dy*dy))
	t = min(max(t, 0), 1)
	return math.Hypot(x-a[0]-float64(t*dx), y-a[1]-float64(t*dy))
}
