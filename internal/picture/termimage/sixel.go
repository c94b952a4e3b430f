package termimage

import (
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"strings"
)

// sixelWidth is the widest picture that is sent without shrinking it.
const sixelWidth = 800

// Sixel encodes img as graphics of DEC's VT340: bands of six rows, with a layer for each colour of a band.
// Transparent pixels are not painted.
func Sixel(img image.Image) string {
	img = fit(img, sixelWidth)
	box := img.Bounds()
	pal := image.NewPaletted(box, palette.WebSafe)
	draw.FloydSteinberg.Draw(pal, box, img, box.Min)
	var b strings.Builder
	fmt.Fprintf(&b, "\x1bP0;1q\"1;1;%d;%d", box.Dx(), box.Dy())
	for i, c := range palette.WebSafe {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		fmt.Fprintf(&b, "#%d;2;%d;%d;%d", i, percent(n.R), percent(n.G), percent(n.B))
	}
	for top := box.Min.Y; top < box.Max.Y; top += 6 {
		band(&b, img, pal, top)
		b.WriteByte('-')
	}
	b.WriteString("\x1b\\\n")
	return b.String()
}

func percent(v uint8) int { return (int(v)*100 + 127) / 255 }

// band writes six rows of pixels.
func band(b *strings.Builder, img image.Image, pal *image.Paletted, top int) {
	box := img.Bounds()
	layers := map[uint8][]byte{}
	for y := top; y < min(top+6, box.Max.Y); y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if _, ok := solid(img.At(x, y)); !ok {
				continue
			}
			c := pal.ColorIndexAt(x, y)
			if layers[c] == nil {
				layers[c] = make([]byte, box.Dx())
			}
			layers[c][x-box.Min.X] |= 1 << (y - top)
		}
	}
	for c := range len(pal.Palette) {
		if layer := layers[uint8(c)]; layer != nil {
			fmt.Fprintf(b, "#%d", c)
			runs(b, layer)
			b.WriteByte('$')
		}
	}
}

// runs writes a layer with runs of four or more equal characters as "!count".
func runs(b *strings.Builder, layer []byte) {
	for i := 0; i < len(layer); {
		n := 1
		for i+n < len(layer) && layer[i+n] == layer[i] {
			n++
		}
		c := string(rune('?' + layer[i]))
		if n > 3 {
			fmt.Fprintf(b, "!%d%s", n, c)
		} else {
			b.WriteString(strings.Repeat(c, n))
		}
		i += n
	}
}
