package display

import (
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/msrepl/msrepl/internal/picture/svg"
	"github.com/msrepl/msrepl/tensor"
)

// Image shows a tensor as pictures: the shapes [H, W], [C, H, W] and [H, W, C] are one picture, [N, C, H, W] and [N,
// H, W, C] a grid of N, where C is 1 (gray), 3 (red, green, blue) or 4 (with alpha); any other C is drawn as C gray
// pictures. If a shape is ambiguous, channels are last with three axes, as in exchange.ToImage, and second with four.
// UInt8 ranges from 0 to 255, and floats within [0, 1] are used as they are; other values are scaled from the
// smallest to the largest, and constant ones are gray. NaN has no colour. Small pictures are enlarged without
// smoothing. Complex dtypes are a TypeError, other shapes a ValueError.
func Image(t any) Bundle {
	x := tensorOf("Image", t)
	reals("Image", x)
	head := x.DType().String() + " " + x.Shape().String() + oddities(x.Float64s())
	n := batchOf(x)
	tiles, more := min(n.Dim(0), maxTiles), n.Dim(0)-maxTiles
	img := gridOf(n, tiles)
	data := pngOf(img)
	text := fmt.Sprintf("%s: %d picture(s) of %d×%d", head, n.Dim(0), n.Dim(3), n.Dim(2))
	if more > 0 {
		head += fmt.Sprintf(", without the last %d", more)
	}
	html := fmt.Sprintf(`<img alt="%s" src="data:image/png;base64,%s" `+
		`style="image-rendering:pixelated;max-width:100%%;outline:1px solid #8886"/>`,
		escaped(text), base64.StdEncoding.EncodeToString(data))
	if img.Bounds().Dy() > svg.SheetHeight {
		html = `<style>@media print{.msrepl-tall img{max-height:9in}}</style><div class="msrepl-tall">` + html + "</div>"
	}
	return Bundle{
		Data:     map[string]any{"text/plain": text, "image/png": data, "text/html": framed(head, html)},
		Metadata: map[string]any{"image/png": map[string]any{"width": img.Bounds().Dx(), "height": img.Bounds().Dy()}},
	}
}

// maxTiles is the maximum number of pictures in a grid.
const maxTiles = 64

// batchOf returns x as [N, C, H, W] with C 1, 3 or 4.
func batchOf(x *tensor.Tensor) *tensor.Tensor {
	s := x.Shape()
	switch {
	case x.Size() == 0 || len(s) < 2 || len(s) > 4:
		tensor.Throw("Image", tensor.ValueError,
			"For 'Image', the shape must be [H, W], [C, H, W], [H, W, C], [N, C, H, W] or [N, H, W, C] and not empty, but got %v.", s)
	case len(s) == 2:
		return x.Reshape(1, 1, s[0], s[1])
	case len(s) == 3 && channels(s[2]):
		return x.Transpose(2, 0, 1).Reshape(1, s[2], s[0], s[1])
	case len(s) == 3 && channels(s[0]):
		return x.Reshape(1, s[0], s[1], s[2])
	case len(s) == 3:
		return x.Reshape(s[0], 1, s[1], s[2])
	case !channels(s[1]) && channels(s[3]):
		return x.Transpose(0, 3, 1, 2)
	case !channels(s[1]):
		return x.Reshape(s[0]*s[1], 1, s[2], s[3])
	}
	return x
}

func channels(n int) bool { return n == 1 || n == 3 || n == 4 }

// gridOf draws the first tiles pictures, with transparent gaps.
func gridOf(x *tensor.Tensor, tiles int) image.Image {
	c, h, w := x.Dim(1), x.Dim(2), x.Dim(3)
	v := x.Float64s()
	level := levels(x.DType(), v)
	zoom := max(1, 96/max(h, w))
	across := columnsFor(tiles, w*zoom)
	const gap = 4
	img := image.NewNRGBA(image.Rect(0, 0, across*(w*zoom+gap)-gap, (tiles+across-1)/across*(h*zoom+gap)-gap))
	for k := range tiles {
		left, top := k%across*(w*zoom+gap), k/across*(h*zoom+gap)
		for y := range h * zoom {
			for px := range w * zoom {
				img.SetNRGBA(left+px, top+y, pixel(v[k*c*h*w:], c, h*w, y/zoom*w+px/zoom, level))
			}
		}
	}
	return img
}

// columnsFor chooses a grid that is not wider than a page.
func columnsFor(n, width int) int {
	return max(1, min(n, 720/(width+4), int(math.Ceil(math.Sqrt(float64(2*n))))))
}

// pixel returns the colour of one pixel of a picture whose channels are plane elements apart.
func pixel(v []float64, c, plane, at int, level func(float64) uint8) color.NRGBA {
	for k := range c {
		if math.IsNaN(v[k*plane+at]) {
			return color.NRGBA{}
		}
	}
	if c == 1 {
		g := level(v[at])
		return color.NRGBA{g, g, g, 255}
	}
	p := color.NRGBA{level(v[at]), level(v[plane+at]), level(v[2*plane+at]), 255}
	if c == 4 {
		p.A = level(v[3*plane+at])
	}
	return p
}

// levels returns the function that converts numbers to 8 bits.
func levels(dt tensor.DType, v []float64) func(float64) uint8 {
	lo, hi := finite(v)
	switch {
	case dt == tensor.UInt8:
		lo, hi = 0, 255
	case lo >= 0 && hi <= 1 && (dt == tensor.Bool || dt.IsFloat()):
		lo, hi = 0, 1
	}
	return func(x float64) uint8 {
		if hi == lo {
			return 127
		}
		return uint8(math.Round(255 * min(max(part(x, lo, hi), 0), 1)))
	}
}
