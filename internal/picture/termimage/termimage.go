// Package termimage encodes pictures for terminals: in the protocols of DEC (sixel), kitty and iTerm2, or as coloured
// half blocks, which any terminal with 24-bit colours shows.
package termimage

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"
	"github.com/charmbracelet/x/ansi/kitty"
)

// Blocks draws img in at most columns columns, one character for two pixels, one above the other. Pixels that are
// more than half transparent show the terminal's background.
func Blocks(img image.Image, columns int) string {
	img = fit(img, columns)
	box := img.Bounds()
	var b strings.Builder
	for y := box.Min.Y; y < box.Max.Y; y += 2 {
		for x := box.Min.X; x < box.Max.X; x++ {
			upper, up := solid(img.At(x, y))
			lower, low := color.NRGBA{}, false
			if y+1 < box.Max.Y {
				lower, low = solid(img.At(x, y+1))
			}
			switch {
			case up && low:
				fmt.Fprintf(&b, "\x1b[38;2;%d;%d;%d;48;2;%d;%d;%dm▀", upper.R, upper.G, upper.B, lower.R, lower.G, lower.B)
			case up:
				fmt.Fprintf(&b, "\x1b[0;38;2;%d;%d;%dm▀", upper.R, upper.G, upper.B)
			case low:
				fmt.Fprintf(&b, "\x1b[0;38;2;%d;%d;%dm▄", lower.R, lower.G, lower.B)
			default:
				b.WriteString("\x1b[0m ")
			}
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String()
}

func solid(c color.Color) (color.NRGBA, bool) {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return n, n.A >= 0x80
}

// fit shrinks img to a width by averaging boxes of pixels.
func fit(img image.Image, width int) image.Image {
	box := img.Bounds()
	if box.Dx() <= width || width < 1 {
		return img
	}
	height := max(1, box.Dy()*width/box.Dx())
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			out.Set(x, y, mean(img, image.Rect(x*box.Dx()/width, y*box.Dy()/height,
				(x+1)*box.Dx()/width, (y+1)*box.Dy()/height).Add(box.Min)))
		}
	}
	return out
}

func mean(img image.Image, box image.Rectangle) color.Color {
	var r, g, b, a, n uint64
	for y := box.Min.Y; y < max(box.Max.Y, box.Min.Y+1); y++ {
		for x := box.Min.X; x < max(box.Max.X, box.Min.X+1); x++ {
			cr, cg, cb, ca := img.At(x, y).RGBA()
			r, g, b, a, n = r+uint64(cr), g+uint64(cg), b+uint64(cb), a+uint64(ca), n+1
		}
	}
	return color.RGBA64{uint16(r / n), uint16(g / n), uint16(b / n), uint16(a / n)}
}

// ITerm encodes img as an inline file of iTerm2, which WezTerm and others support as well.
func ITerm(img image.Image) string {
	var raw bytes.Buffer
	_ = png.Encode(&raw, img) // writes to memory do not fail; an empty picture has no PNG
	size, content := int64(raw.Len()), base64.StdEncoding.AppendEncode(nil, raw.Bytes())
	return ansi.ITerm2(iterm2.File{Inline: true, Size: size, Content: content}) + "\n"
}

// Kitty encodes img in kitty's graphics protocol: PNG, transmitted and shown at once, in chunks of 4096 characters.
// It suppresses the terminal's reply, which would not be read.
func Kitty(img image.Image) string {
	var b strings.Builder
	_ = kitty.EncodeGraphics(&b, img, &kitty.Options{
		Action: kitty.TransmitAndPut, Transmission: kitty.Direct, Format: kitty.PNG, Chunk: true, Quiet: 2,
	})
	return b.String() + "\n"
}
