package exchange

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// paint sets the pixels of an image of any type, from row to row.
func paint[I interface {
	image.Image
	Set(x, y int, c color.Color)
}](img I, colors ...color.Color,
) I {
	b := img.Bounds()
	for i, c := range colors {
		img.Set(b.Min.X+i%b.Dx(), b.Min.Y+i/b.Dx(), c)
	}
	return img
}

var (
	red    = color.NRGBA{255, 0, 0, 255}
	blue   = color.NRGBA{0, 0, 255, 255}
	clear  = color.NRGBA{1, 2, 3, 0}
	faint  = color.NRGBA{200, 100, 50, 51}
	middle = color.Gray{128}
	row    = image.Rect(0, 0, 2, 1)
)

func TestFromImage(t *testing.T) {
	big := paint(image.NewNRGBA(image.Rect(0, 0, 4, 3)), red, red, red, red, red, faint, blue)
	for name, c := range map[string]struct {
		img      image.Image
		channels []int
		want     string
	}{
		"gray":          {paint(image.NewGray(row), middle, color.White), nil, "[[[128]\n  [255]]]"},
		"gray16":        {paint(image.NewGray16(row), color.Gray16{0x1234}, color.White), nil, "[[[ 18]\n  [255]]]"},
		"gray as rgb":   {paint(image.NewGray(row), middle, color.White), []int{3}, "[[[128 128 128]\n  [255 255 255]]]"},
		"opaque":        {paint(image.NewNRGBA(row), red, blue), nil, "[[[255   0   0]\n  [  0   0 255]]]"},
		"opaque rgba":   {paint(image.NewRGBA(row), red, blue), nil, "[[[255   0   0]\n  [  0   0 255]]]"},
		"rgb as gray":   {paint(image.NewRGBA(row), color.White, color.Black), []int{1}, "[[[255]\n  [  0]]]"},
		"with alpha":    {paint(image.NewNRGBA(row), faint, blue), nil, "[[[200 100  50  51]\n  [  0   0 255 255]]]"},
		"without alpha": {paint(image.NewNRGBA(row), faint, blue), []int{3}, "[[[200 100  50]\n  [  0   0 255]]]"},
		"rgba":          {paint(image.NewRGBA(row), faint, blue), nil, "[[[200 100  50  51]\n  [  0   0 255 255]]]"},
		"paletted":      {paint(image.NewPaletted(row, color.Palette{red, blue}), blue, red), nil, "[[[  0   0 255]\n  [255   0   0]]]"},
		"paletted, clear": {
			paint(image.NewPaletted(row, color.Palette{blue, clear, faint}), clear, faint), nil,
			"[[[  1   2   3   0]\n  [200 100  50  51]]]",
		},
		"16 bits, clear": {
			paint(image.NewNRGBA64(row), color.NRGBA64{0x8000, 0x4000, 0xffff, 0x1000}, color.NRGBA64{R: 0x1234}),
			[]int{3},
			"[[[128  64 255]\n  [ 18   0   0]]]",
		},
		"clear as gray": {paint(image.NewNRGBA(row), faint, color.NRGBA{77, 77, 77, 0}), []int{1}, "[[[124]\n  [ 77]]]"},
		"part":          {big.SubImage(image.Rect(1, 1, 3, 2)), nil, "[[[200 100  50  51]\n  [  0   0 255 255]]]"},
		"two rows":      {big.SubImage(image.Rect(1, 0, 2, 2)), nil, "[[[255   0   0 255]]\n\n [[200 100  50  51]]]"},
	} {
		if got := FromImage(c.img, c.channels...); got.String() != c.want || got.DType() != tensor.UInt8 {
			t.Errorf("%s: %v\n%v", name, got.DType(), got)
		}
	}
	if got := FromImage(image.NewGray(image.Rect(0, 0, 0, 3))).Size(); got != 0 {
		t.Errorf("an empty image has %d elements", got)
	}
}

func TestFromImageCHW(t *testing.T) {
	got := FromImageCHW(paint(image.NewRGBA(row), red, color.NRGBA{51, 0, 0, 255}))
	if got.String() != "[[[1.  0.2]]\n\n [[0.  0. ]]\n\n [[0.  0. ]]]" || got.DType() != tensor.Float32 || !got.IsContiguous() {
		t.Errorf("got %v %v", got.DType(), got)
	}
}

func TestToImage(t *testing.T) {
	gray := paint(image.NewGray(row), color.Gray{0}, color.Gray{255})
	for name, c := range map[string]struct {
		in   *tensor.Tensor
		want image.Image
	}{
		"hw":      {tensor.New([][]uint8{{0, 255}}), gray},
		"hw1":     {tensor.New([][][]uint8{{{0}, {255}}}), gray},
		"bool":    {tensor.New([][]bool{{false, true}}), gray},
		"clipped": {tensor.New([][]int64{{-3, 300}}), gray},
		"float":   {tensor.New([][]float32{{float32(math.NaN()), 1.5}}), gray},
		"half":    {tensor.New([][]float32{{0.5, 1}}, tensor.Float16), paint(image.NewGray(row), middle, color.White)},
		"hwc":     {tensor.New([][][]uint8{{{255, 0, 0}, {0, 0, 255}}}), paint(image.NewNRGBA(row), red, blue)},
		"hw4":     {tensor.New([][][]uint8{{{200, 100, 50, 51}, {0, 0, 255, 255}}}), paint(image.NewNRGBA(row), faint, blue)},
		"chw":     {tensor.New([][][]float64{{{1, 0}}, {{0, 0}}, {{0, 1}}}), paint(image.NewNRGBA(row), red, blue)},
	} {
		got := ToImage(c.in)
		var a, b bytes.Buffer
		if png.Encode(&a, got) != nil || png.Encode(&b, c.want) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestImageShares(t *testing.T) {
	g := image.NewGray(row)
	FromImage(g).SetAt(tensor.Scalar(9), 0, 1)
	if g.GrayAt(1, 0).Y != 9 {
		t.Errorf("a change in the tensor gives %v", g.Pix)
	}
	x := tensor.ZerosOf(tensor.UInt8, 1, 2, 4)
	ToImage(x).(*image.NRGBA).Set(1, 0, faint)
	if x.String() != "[[[  0   0   0   0]\n  [200 100  50  51]]]" {
		t.Errorf("a change in the image gives %v", x)
	}
}

func TestImageErrors(t *testing.T) {
	for want, f := range map[string]func(){
		"ValueError: For 'FromImage', channels must be 1, 3 or 4, but got [2].": func() { FromImage(image.NewGray(row), 2) },
		"TypeError: For 'ToImage', the dtype must be real, but got Complex64.":  func() { ToImage(tensor.New([][]complex64{{1}})) },
		"ValueError: For 'ToImage', the shape must be [H, W], [H, W, C] or [C, H, W] with C one of 1, 3, 4, but got (2, 5, 2).": func() {
			ToImage(tensor.Ones(2, 5, 2))
		},
	} {
		if err := tensor.Try(f); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
