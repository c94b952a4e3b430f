package vision

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// Option is a keyword argument of geometric transformations, made by the function of that name.
type Option func(w *warping)

// warping holds the settings of a geometric transformation.
type warping struct {
	way    Inter
	fill   any
	expand bool
	center []float64
}

// Resample sets the interpolation (resample): Linear, Bicubic, or Nearest, the default.
func Resample(inter Inter) Option { return func(w *warping) { w.way = inter } }

// FillValue sets the colour outside the image (fill_value), as for [NewPad]; the default is 0.
func FillValue(fill any) Option { return func(w *warping) { w.fill = fill } }

// Expand sets whether the result is large enough to hold the whole image (expand); the default is false.
func Expand(expand bool) Option { return func(w *warping) { w.expand = expand } }

// Center sets the fixed point (center); the default is the centre of the image.
func Center(x, y float64) Option { return func(w *warping) { w.center = []float64{x, y} } }

func warpingOf(op string, opts []Option) warping {
	w := warping{way: Nearest}
	for _, o := range opts {
		o(&w)
	}
	checkWay(op, w.way)
	return w
}

// checkWay raises ValueError for a method that cannot interpolate at arbitrary points.
func checkWay(op string, way Inter) {
	if way != Nearest && way != Linear && way != Bicubic {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', the interpolation must be vision.Nearest, vision.Linear or vision.Bicubic, but got '%s'.", op, way)
	}
}

// warp returns an image of height h and width w. For each of its pixels (x, y), matrix times (x, y, 1) is the
// position in the source image, in homogeneous coordinates (u·t, v·t, t).
func (o warping) warp(op string, x, matrix *tensor.Tensor, h, w int) *tensor.Tensor {
	dims := slices.Clone(x.Shape())
	height, width, channels := dims[0], dims[1], x.Size()/max(dims[0]*dims[1], 1)
	dims[0], dims[1] = 1, 1
	from, outside := x.Float64s(), ground(op, x, dims, o.fill).Float64s()
	m, out := matrix.Float64s(), make([]float64, 0, h*w*channels)
	for i := range h {
		for j := range w {
			at := func(k int) float64 { return float64(m[k]*float64(j)) + float64(m[k+1]*float64(i)) + m[k+2] }
			left, across, n := o.shares(at(0) / at(6))
			top, down, _ := o.shares(at(3) / at(6))
			for c := range channels {
				sum := 0.0
				for k := range n * n {
					row, column, v := top+k/n, left+k%n, outside[c]
					if row >= 0 && row < height && column >= 0 && column < width {
						v = from[(row*width+column)*channels+c]
					}
					sum += float64(float64(down[k/n]*across[k%n]) * v)
				}
				out = append(out, sum)
			}
		}
	}
	dims[0], dims[1] = h, w
	return stored(tensor.Share(out, dims...), x.DType())
}

// shares returns the weights of the n pixels from first on for a position between them.
func (o warping) shares(at float64) (first int, shares [4]float64, n int) {
	if !(math.Abs(at) < 1<<30) { // NaN, or too far away for a pixel index
		at = -1 << 30
	}
	if o.way == Nearest { // as OpenCV, which computes positions in units of 1/1024
		return int(math.Floor(float64(math.Round(at*1024)/1024) + 0.5)), [4]float64{1}, 1
	}
	before := math.Floor(at)
	t := at - before
	if o.way == Linear {
		return int(before), [4]float64{1 - t, t}, 2
	}
	for i := range shares { // cubic convolution with a = -3/4, as in OpenCV and PyTorch
		switch d := math.Abs(t + 1 - float64(i)); {
		case d <= 1:
			shares[i] = float64((float64(1.25*d)-2.25)*d*d) + 1
		default:
			shares[i] = float64((float64((float64(-0.75*d)+3.75)*d)-6)*d) + 3
		}
	}
	return int(before) - 1, shares, 4
}

// NewRotate returns an Op that rotates an image by degrees, counterclockwise if positive: vision.Rotate. Options:
// Resample, Expand, Center, FillValue. An unknown interpolation raises ValueError.
func NewRotate(degrees float64, opts ...Option) Op {
	o := warpingOf("Rotate", opts)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return imageOp("Rotate", func(x *tensor.Tensor) *tensor.Tensor {
		h, w := x.Dim(0), x.Dim(1)
		cx, cy := float64(w-1)/2, float64(h-1)/2
		if o.center != nil {
			cx, cy = o.center[0], o.center[1]
		}
		dx, dy := cx, cy
		if o.expand {
			width := math.Abs(float64(w)*cos) + math.Abs(float64(h)*sin)
			height := math.Abs(float64(w)*sin) + math.Abs(float64(h)*cos)
			dx, dy = cx+(width-float64(w))/2, cy+(height-float64(h))/2
			h, w = int(math.RoundToEven(height)), int(math.RoundToEven(width))
		}
		back := tensor.New([][]float64{
			{cos, -sin, cx - float64(cos*dx) + float64(sin*dy)},
			{sin, cos, cy - float64(sin*dx) - float64(cos*dy)},
			{0, 0, 1},
		})
		return o.warp("Rotate", x, back, h, w)
	})
}

// NewAffine returns an Op that rotates an image by degrees, clockwise if positive, scales and shears it around its
// centre and then translates it: vision.Affine. translate has the fractions of width and height to translate by,
// shear the degrees along x and y. A scale that is not positive raises ValueError. Options: Resample, FillValue.
func NewAffine(degrees float64, translate [2]float64, scale float64, shear [2]float64, opts ...Option) Op {
	o := warpingOf("Affine", opts)
	if !(scale > 0) || math.IsInf(scale, 1) {
		tensor.Throw("Affine", tensor.ValueError, "For 'Affine', the scale must be positive, but got %v.", scale)
	}
	radians := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	a, sx, sy := radians(degrees), radians(shear[0]), -radians(shear[1])
	sin, cos := math.Sincos(a + sy)
	m := [][]float64{
		{scale * cos / math.Cos(sy), -scale * (float64(cos*math.Tan(sx))/math.Cos(sy) + math.Sin(a)), 0},
		{scale * sin / math.Cos(sy), -scale * (float64(sin*math.Tan(sx))/math.Cos(sy) - math.Cos(a)), 0},
		{0, 0, 1},
	}
	return imageOp("Affine", func(x *tensor.Tensor) *tensor.Tensor {
		h, w := x.Dim(0), x.Dim(1)
		cx, cy := float64(float64(w-1)/2), float64(float64(h-1)/2)
		shift := func(x, y float64) *tensor.Tensor { return tensor.New([][]float64{{1, 0, x}, {0, 1, y}, {0, 0, 1}}) }
		there := shift(cx+float64(translate[0]*float64(w)), cy+float64(translate[1]*float64(h))).
			MatMul(tensor.New(m)).MatMul(shift(-cx, -cy))
		return o.warp("Affine", x, there.Inverse(), h, w)
	})
}

// NewPerspective returns an Op that applies the perspective transformation that maps four points of an image, (x, y)
// in any order, to four others: vision.Perspective. Interpolation is linear by default. Other numbers of points, and
// three points on a line, raise ValueError.
func NewPerspective(start, end [][]float64, inter ...Inter) Op {
	o := warping{way: orUsual(inter, Linear)}
	checkWay("Perspective", o.way)
	var rows [][]float64
	var places []float64
	for i := range min(len(start), len(end)) {
		if len(start[i]) != 2 || len(end[i]) != 2 {
			break
		}
		x, y, u, v := end[i][0], end[i][1], start[i][0], start[i][1]
		rows = append(rows, []float64{x, y, 1, 0, 0, 0, -u * x, -u * y}, []float64{0, 0, 0, x, y, 1, -v * x, -v * y})
		places = append(places, u, v)
	}
	if len(places) != 8 || len(start) != 4 || len(end) != 4 {
		tensor.Throw("Perspective", tensor.ValueError,
			"For 'Perspective', there must be four points (x, y) and where they go, but got %v and %v.",
			start, end)
	}
	solution := tensor.New(rows).Solve(tensor.New(places).Reshape(8, 1)).Reshape(-1)
	back := tensor.Concat([]*tensor.Tensor{solution, tensor.New([]float64{1})}, 0)
	return imageOp("Perspective", func(x *tensor.Tensor) *tensor.Tensor {
		return o.warp("Perspective", x, back, x.Dim(0), x.Dim(1))
	})
}

// NewGaussianBlur returns an Op that blurs an image: vision.GaussianBlur. The kernel size is an odd number, or two
// for width and height, []int; any other raises ValueError. sigma is one number, or one for width and one for height;
// if it is 0 or omitted, it is 0.15·size + 0.35. Beyond its border the image is mirrored.
func NewGaussianBlur(kernelSize any, sigma ...float64) Op {
	size := sizeOf("GaussianBlur", kernelSize)
	kernel := func(i int) []float64 {
		n, s := size[min(i, len(size)-1)], 0.0
		if len(sigma) > 0 {
			s = sigma[min(i, len(sigma)-1)]
		}
		if n%2 == 0 || !(s >= 0) {
			tensor.Throw("GaussianBlur", tensor.ValueError,
				"For 'GaussianBlur', the kernel_size must be odd and sigma not negative, but got %v and %v.",
				kernelSize, sigma)
		}
		if s == 0 {
			s = float64(0.15*float64(n)) + 0.35
		}
		k, sum := make([]float64, n), 0.0
		for i := range k {
			k[i] = math.Exp(-float64((i-n/2)*(i-n/2)) / (2 * s * s))
			sum += k[i]
		}
		for i := range k {
			k[i] /= sum
		}
		return k
	}
	width, height := kernel(0), kernel(1)
	return imageOp("GaussianBlur", func(x *tensor.Tensor) *tensor.Tensor {
		return inPlanes(x, func(y *tensor.Tensor) *tensor.Tensor {
			rows, columns := spread(y.Dim(1), height).AsType(y.DType()), spread(y.Dim(2), width).AsType(y.DType())
			return rows.MatMul(y).MatMul(columns.T())
		})
	})
}

// spread returns the weights of n pixels, in a row for each of the blurred ones.
func spread(n int, kernel []float64) *tensor.Tensor {
	out := make([]float64, n*n)
	for i := range n {
		for k, share := range kernel {
			j := i + k - len(kernel)/2
			for n > 1 && (j < 0 || j >= n) {
				j = max(-j, min(j, 2*(n-1)-j))
			}
			if n == 1 {
				j = 0
			}
			out[i*n+j] += share
		}
	}
	return tensor.Share(out, n, n)
}
