package exchange

import (
	"image"
	"image/color"
	"image/draw"
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// FromImage returns the pixels of img as a UInt8 tensor of shape [height, width, channels], as numpy.array of a PIL
// image does. channels may be 1, 3 or 4; the default is one for a gray image, three (red, green, blue) for an opaque
// one and four otherwise. Alpha is not premultiplied, and 16-bit images are reduced to 8 bits. The values are 0 to
// 255: [FromImageCHW] not only has other axes, it also divides by 255. A gray image with one channel and a
// *image.NRGBA with four share their memory if their rows are contiguous; others are copied.
func FromImage(img image.Image, channels ...int) *tensor.Tensor {
	c := channelsOf(img, channels)
	b := img.Bounds()
	h, w := b.Dy(), b.Dx()
	var pix []uint8
	switch c {
	case 1:
		pix = grayPixels(img)
	case 3:
		pix = rgbPixels(img)
	default:
		pix = nrgbaPixels(img)
	}
	return tensor.Share(pix, h, w, c)
}

// FromImageCHW returns the pixels of img as a Float32 tensor of shape [channels, height, width], divided by 255, so
// that values are from 0 to 1: mindspore.dataset.vision.ToTensor. Do not divide again, and do not use it with
// Rescale(1/255, 0). See [FromImage], whose values are 0 to 255, for the channels.
func FromImageCHW(img image.Image, channels ...int) *tensor.Tensor {
	x := FromImage(img, channels...).Transpose(2, 0, 1).AsType(tensor.Float32)
	return x.Div(tensor.Scalar(255)).Contiguous()
}

func channelsOf(img image.Image, channels []int) int {
	if len(channels) > 1 || len(channels) == 1 && channels[0] != 1 && channels[0] != 3 && channels[0] != 4 {
		tensor.Throw("FromImage", tensor.ValueError, "For 'FromImage', channels must be 1, 3 or 4, but got %v.", channels)
	}
	if len(channels) == 1 {
		return channels[0]
	}
	if m := img.ColorModel(); m == color.GrayModel || m == color.Gray16Model {
		return 1
	}
	if opaque(img) {
		return 3
	}
	return 4
}

func opaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// tight returns the pixels of rows that are adjacent, from offset on.
func tight(pix []uint8, offset, stride, rowBytes, rows int) ([]uint8, bool) {
	if rows*rowBytes == 0 || rows > 1 && stride != rowBytes {
		return nil, false
	}
	return pix[offset : offset+rows*rowBytes], true
}

func grayPixels(img image.Image) []uint8 {
	b := img.Bounds()
	if g, ok := img.(*image.Gray); ok {
		if pix, ok := tight(g.Pix, g.PixOffset(b.Min.X, b.Min.Y), g.Stride, b.Dx(), b.Dy()); ok {
			return pix
		}
	}
	dst := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	if !opaque(img) { // whose colours draw would darken
		solid := slices.Clone(nrgbaPixels(img))
		for i := 3; i < len(solid); i += 4 {
			solid[i] = 255
		}
		img, b = &image.NRGBA{Pix: solid, Stride: 4 * b.Dx(), Rect: dst.Rect}, dst.Rect
	}
	draw.Draw(dst, dst.Bounds(), img, b.Min, draw.Src)
	return dst.Pix
}

func nrgbaPixels(img image.Image) []uint8 {
	b := img.Bounds()
	if n, ok := img.(*image.NRGBA); ok {
		if pix, ok := tight(n.Pix, n.PixOffset(b.Min.X, b.Min.Y), n.Stride, 4*b.Dx(), b.Dy()); ok {
			return pix
		}
	}
	dst := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	switch img.(type) {
	case *image.NRGBA64, *image.Paletted: // draw premultiplies, which leaves nothing of colours without opacity
		for y := range b.Dy() {
			for x := range b.Dx() {
				dst.SetNRGBA(x, y, nrgba(img.At(b.Min.X+x, b.Min.Y+y)))
			}
		}
	default:
		draw.Draw(dst, dst.Bounds(), img, b.Min, draw.Src)
	}
	return dst.Pix
}

func nrgba(c color.Color) color.NRGBA {
	if c, ok := c.(color.NRGBA64); ok {
		return color.NRGBA{uint8(c.R >> 8), uint8(c.G >> 8), uint8(c.B >> 8), uint8(c.A >> 8)}
	}
	return color.NRGBAModel.Convert(c).(color.NRGBA)
}

// rgbPixels drops alpha. Opaque images, the common case, go through RGBA, for which draw has fast paths.
func rgbPixels(img image.Image) []uint8 {
	b := img.Bounds()
	var four []uint8
	if opaque(img) {
		dst := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
		draw.Draw(dst, dst.Bounds(), img, b.Min, draw.Src)
		four = dst.Pix
	} else {
		four = nrgbaPixels(img)
	}
	pix := make([]uint8, 0, len(four)/4*3)
	for i := 0; i < len(four); i += 4 {
		pix = append(pix, four[i:i+3]...)
	}
	return pix
}

// ToImage returns t as an image. Its shape is [height, width], or [height, width, channels] or [channels, height,
// width] with 1, 3 or 4 channels; if both are possible the channels are last. UInt8 ranges from 0 to 255, other
// integers are clipped to that; floats from 0 to 1, clipped, NaN as 0; Bool is black and white. A contiguous UInt8
// tensor of one or four channels last shares its memory with the image. Other shapes are a ValueError, complex dtypes
// a TypeError.
func ToImage(t *tensor.Tensor) image.Image {
	t = bytesLast(t)
	h, w, c := t.Dim(0), t.Dim(1), t.Dim(2)
	pix := t.Values().([]uint8)
	r := image.Rect(0, 0, w, h)
	switch c {
	case 1:
		return &image.Gray{Pix: pix, Stride: w, Rect: r}
	case 4:
		return &image.NRGBA{Pix: pix, Stride: 4 * w, Rect: r}
	}
	img := image.NewNRGBA(r)
	for i, j := 0, 0; i < len(pix); i, j = i+3, j+4 {
		copy(img.Pix[j:], pix[i:i+3])
		img.Pix[j+3] = 255
	}
	return img
}

// bytesLast returns t as a UInt8 tensor with channels last.
func bytesLast(t *tensor.Tensor) *tensor.Tensor {
	s := t.Shape()
	switch {
	case len(s) == 2:
		t = t.Reshape(s[0], s[1], 1)
	case len(s) == 3 && isChannels(s[2]):
	case len(s) == 3 && isChannels(s[0]):
		t = t.Transpose(1, 2, 0)
	default:
		tensor.Throw("ToImage", tensor.ValueError,
			"For 'ToImage', the shape must be [H, W], [H, W, C] or [C, H, W] with C one of 1, 3, 4, but got %v.", s)
	}
	t = t.Detach()
	dt := t.DType()
	switch {
	case dt == tensor.UInt8:
		return t
	case dt.IsComplex():
		tensor.Throw("ToImage", tensor.TypeError, "For 'ToImage', the dtype must be real, but got %v.", dt)
	}
	scale := 1.0
	if dt.IsFloat() || dt == tensor.Bool {
		scale = 255
	}
	v := t.AsType(tensor.Float64).Contiguous().Float64s()
	pix := make([]uint8, len(v))
	for i, x := range v {
		pix[i] = clip(float64(x * scale))
	}
	return tensor.Share(pix, t.Shape()...)
}

func isChannels(n int) bool { return n == 1 || n == 3 || n == 4 }

// clip rounds x to the nearest of 0 … 255.
func clip(x float64) uint8 {
	switch {
	case !(x > 0): // NaN too
		return 0
	case x >= 255:
		return 255
	}
	return uint8(x + 0.5)
}
