// Package vision provides image transforms for data.Dataset.Map: mindspore.dataset.vision.
//
//	ds = ds.Map([]vision.Op{
//		vision.NewRescale(1.0/255, 0),
//		vision.NewNormalize([]float64{0.1307}, []float64{0.3081}),
//		vision.NewHWC2CHW(),
//	}, "image")
//
// An image has shape (height, width, channels), or (height, width) for one channel, and UInt8 elements unless a
// function converts them to Float32. Functions may also be called directly: vision.NewHWC2CHW()(image). Random ones
// use the random streams that tensor.SetSeed seeds.
//
// Misuse panics with a *tensor.Error.
package vision

import (
	"bytes"
	"image"
	_ "image/gif"  // a format that Decode reads
	_ "image/jpeg" // and another
	_ "image/png"  // and another
	"math"
	"slices"

	"github.com/msrepl/msrepl/exchange"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Op is a function of one image.
type Op = transforms.Op

// checkImage raises RuntimeError unless x has the axes of an image.
func checkImage(op string, x *tensor.Tensor) {
	if n := x.NDim(); n != 2 && n != 3 {
		tensor.Throw(op, tensor.RuntimeError, "%s: the image tensor should have at least two dimensions, <H,W> or <H,W,C>, but got shape %s.", op, x.Shape())
	}
}

// imageOp returns an Op for a function of images.
func imageOp(op string, f func(x *tensor.Tensor) *tensor.Tensor) Op {
	return func(x *tensor.Tensor) *tensor.Tensor {
		checkImage(op, x)
		return f(x)
	}
}

// NewDecode returns a function that decodes the bytes of a PNG, JPEG or GIF file, UInt8 of shape (n,), as
// data.ImageFolder reads them: vision.Decode. The result has shape (height, width, 3), without alpha. Other data
// raises RuntimeError, a size that does not fit into memory MemoryError.
func NewDecode() Op {
	return func(x *tensor.Tensor) *tensor.Tensor {
		if x.DType() != tensor.UInt8 || x.NDim() != 1 {
			tensor.Throw("Decode", tensor.RuntimeError, "Decode: the image must be the bytes of a file, UInt8 of shape (n,), but got %s of shape %s.",
				x.DType(), x.Shape())
		}
		file := x.Contiguous().Values().([]uint8)
		if c, _, err := image.DecodeConfig(bytes.NewReader(file)); err == nil {
			// Decode allocates for the declared size, up to 8 bytes per pixel, before it reads any pixel.
			engine.CheckMemory(tensor.UInt8, []int{c.Height, c.Width, 8})
		}
		img, _, err := image.Decode(bytes.NewReader(file))
		if err != nil {
			tensor.Throw("Decode", tensor.RuntimeError, "Decode: image decode failed: %v.", err)
		}
		return exchange.FromImage(img, 3)
	}
}

// NewRescale returns a function that multiplies by a factor and adds a shift, with a Float32 result: vision.Rescale.
func NewRescale(rescale, shift float64) Op {
	return imageOp("Rescale", func(x *tensor.Tensor) *tensor.Tensor {
		return x.AsType(tensor.Float32).Mul(tensor.Scalar(rescale)).Add(tensor.Scalar(shift))
	})
}

// NewNormalize returns a function that subtracts a mean from each channel and divides by a standard deviation, with a
// Float32 result: vision.Normalize. Channels are the last axis, or with isHWC false the first one. There must be one
// mean and deviation in all, or one per channel, otherwise it raises RuntimeError; a standard deviation that is not
// positive raises ValueError.
func NewNormalize(mean, std []float64, isHWC ...bool) Op {
	if len(mean) == 0 || len(mean) != len(std) {
		tensor.Throw("Normalize", tensor.ValueError, "For 'Normalize', the length of mean and std must be equal, but got %d and %d.", len(mean), len(std))
	}
	if slices.ContainsFunc(std, func(s float64) bool { return !(s > 0) }) {
		tensor.Throw("Normalize", tensor.ValueError, "For 'Normalize', std must be positive, but got %v.", std)
	}
	last := kwargs.Optional(isHWC, true)
	m, s := tensor.New(mean, tensor.Float32), tensor.New(std, tensor.Float32)
	return imageOp("Normalize", func(x *tensor.Tensor) *tensor.Tensor {
		mean, std, channels := m, s, 1
		switch {
		case x.NDim() == 3 && last:
			channels = x.Dim(2)
		case x.NDim() == 3:
			channels = x.Dim(0)
			mean, std = m.Reshape(-1, 1, 1), s.Reshape(-1, 1, 1)
		}
		if n := m.Size(); n != 1 && n != channels {
			tensor.Throw("Normalize", tensor.RuntimeError, "Normalize: number of channels does not match the size of mean and std vectors, got channels: %d, "+
				"size of mean: %d, size of std: %d.", channels, n, n)
		}
		return x.AsType(tensor.Float32).Sub(mean).Div(std)
	})
}

// NewHWC2CHW returns a function that moves the channel axis to the front: vision.HWC2CHW. An image with two axes is
// returned unchanged.
func NewHWC2CHW() Op {
	return imageOp("HWC2CHW", func(x *tensor.Tensor) *tensor.Tensor {
		if x.NDim() == 2 {
			return x
		}
		return x.Transpose(2, 0, 1).Contiguous()
	})
}

// NewToTensor returns a function that moves the channel axis to the front and divides by 255: vision.ToTensor. The
// dtype is Float32 by default.
func NewToTensor(dtype ...tensor.DType) Op {
	dt := kwargs.Optional(dtype, tensor.Float32)
	return imageOp("ToTensor", func(x *tensor.Tensor) *tensor.Tensor {
		if x.NDim() == 2 {
			x = x.ExpandDims(2)
		}
		return x.Transpose(2, 0, 1).AsType(tensor.Float32).Div(tensor.Scalar(255.0)).AsType(dt).Contiguous()
	})
}

// Inter is an interpolation method: vision.Inter.
type Inter string

// MindSpore's Inter.LINEAR, Inter.NEAREST, Inter.BICUBIC and Inter.AREA.
const (
	Linear  Inter = "bilinear"
	Nearest Inter = "nearest"
	Bicubic Inter = "bicubic"
	Area    Inter = "area"
)

// NewResize returns a function that resizes an image, with Linear interpolation by default: vision.Resize. A size is
// (height, width), []int, or an int for the shorter side, which keeps the aspect ratio. Integer results are rounded.
// A size that is not positive raises ValueError.
func NewResize(size any, inter ...Inter) Op {
	target, way := sizeOf("Resize", size), kwargs.Optional(inter, Linear)
	return imageOp("Resize", func(x *tensor.Tensor) *tensor.Tensor {
		h, w := x.Dim(0), x.Dim(1)
		switch {
		case len(target) == 2:
			return resize(x, target[0], target[1], way)
		case h < w:
			return resize(x, target[0], int(float64(target[0])*float64(w)/float64(h)), way)
		}
		return resize(x, int(float64(target[0])*float64(h)/float64(w)), target[0], way)
	})
}

// sizeOf returns a size as one or two positive ints.
func sizeOf(op string, size any) []int {
	var dims []int
	switch s := size.(type) {
	case int:
		dims = []int{s}
	case []int:
		dims = s
	case [2]int:
		dims = s[:]
	default:
		tensor.Throw(op, tensor.TypeError, "For '%s', the size must be an int or []int{height, width}, but got %T.", op, size)
	}
	if len(dims) == 0 || len(dims) > 2 || slices.Min(dims) <= 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the size must be one or two positive ints, but got %v.", op, size)
	}
	return dims
}

// square returns a size as two sides, which are equal for an int.
func square(op string, size any) (height, width int) {
	dims := sizeOf(op, size)
	return dims[0], dims[len(dims)-1]
}

func resize(x *tensor.Tensor, h, w int, way Inter) *tensor.Tensor {
	return inPlanes(x, func(y *tensor.Tensor) *tensor.Tensor {
		if y = planes(y, h, w, way); x.DType().IsFloat() {
			return y
		}
		return y.Add(tensor.Scalar(0.5)).Floor()
	})
}

// inPlanes applies a function to the channels of an image, of shape (C, H, W) and the dtype that between returns.
func inPlanes(x *tensor.Tensor, f func(x *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	hwc := x
	if x.NDim() == 2 {
		hwc = x.ExpandDims(2)
	}
	y := stored(f(hwc.Transpose(2, 0, 1).AsType(between(x.DType()))).Transpose(1, 2, 0), x.DType())
	if x.NDim() == 2 {
		return y.Squeeze(2)
	}
	return y
}

// stored converts computed elements back to the dtype of an image, rounding them for integer types.
func stored(x *tensor.Tensor, dt tensor.DType) *tensor.Tensor {
	if !dt.IsFloat() {
		x = x.Round()
	}
	if dt == tensor.UInt8 {
		x = x.Clamp(0.0, 255.0)
	}
	return x.AsType(dt).Contiguous()
}

// between returns the dtype in which elements of dtype dt are computed.
func between(dt tensor.DType) tensor.DType {
	if dt.Size() > 2 && dt != tensor.Float32 { // Float32 cannot represent all integers of 32 bits
		return tensor.Float64
	}
	return tensor.Float32
}

// planes resizes the last two axes of x, of shape (C, H, W).
func planes(x *tensor.Tensor, h, w int, way Inter) *tensor.Tensor {
	if way != Area {
		return ops.Interpolate(x.ExpandDims(0), ops.OutputSize(h, w), ops.Interpolation(string(way))).Squeeze(0)
	}
	weights := shares
	if h > x.Dim(1) || w > x.Dim(2) {
		weights = blends
	}
	rows, columns := weights(x.Dim(1), h).AsType(x.DType()), weights(x.Dim(2), w).AsType(x.DType())
	return rows.MatMul(x).MatMul(columns.T())
}

// shares returns the weights of n pixels, in a row for each of fewer pixels that cover the same length: the fraction
// of it that each covers. This is OpenCV's INTER_AREA.
func shares(n, fewer int) *tensor.Tensor {
	out := make([]float64, fewer*n)
	step := float64(n) / float64(fewer)
	for i := range fewer {
		from, to := float64(i)*step, float64(i+1)*step
		for j := range n {
			out[i*n+j] = max(0, min(to, float64(j+1))-max(from, float64(j))) / step
		}
	}
	return tensor.New(out).Reshape(fewer, n)
}

// blends returns the weights of INTER_AREA for a side that grows: pixels are repeated, and a new pixel over two of
// the n blends them by the fraction it covers of the second.
func blends(n, size int) *tensor.Tensor {
	out := make([]float64, size*n)
	for i := range size {
		j := i * n / size
		second := float64(i+1) - float64(j+1)*float64(size)/float64(n)
		second = max(0, second)
		if second -= math.Floor(second); j == n-1 {
			second = 0
		}
		out[i*n+j] = 1 - second
		if second > 0 {
			out[i*n+j+1] = second
		}
	}
	return tensor.New(out).Reshape(size, n)
}
