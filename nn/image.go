package nn

import (
	"math"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// FilterSize sets the side of the Gaussian window of [SSIM] and [MSSSIM] (filter_size).
func FilterSize(n int) Option { return Option{"FilterSize", n} }

// FilterSigma sets the standard deviation of that window (filter_sigma).
func FilterSigma(s float64) Option { return Option{"FilterSigma", s} }

// K1 sets the constant that stabilizes the quotient of the means in [SSIM] and [MSSSIM] (k1).
func K1(k float64) Option { return Option{"K1", k} }

// K2 sets the constant that stabilizes the quotient of the variances in [SSIM] and [MSSSIM] (k2).
func K2(k float64) Option { return Option{"K2", k} }

// PowerFactors sets the exponents of the scales of [MSSSIM], from the finest to the coarsest (power_factors).
func PowerFactors(p ...float64) Option { return Option{"PowerFactors", p} }

// similarityOptions are the options of [SSIM] and [MSSSIM].
type similarityOptions struct {
	maxVal      float64 `default:"1.0" doc:"1.0, the range of the elements"`
	filterSize  int     `default:"11"`
	filterSigma float64 `default:"1.5"`
	k1          float64 `default:"0.01"`
	k2          float64 `default:"0.03"`
}

// similarity compares windows of images.
type similarity struct {
	layer  string
	window *tensor.Tensor // of shape (1, 1, size, size)
	c1, c2 float64
}

func newSimilarity(layer string, o similarityOptions) similarity {
	positive(layer, "filter_size", o.filterSize)
	for _, s := range []struct {
		arg   string
		value float64
	}{{"max_val", o.maxVal}, {"filter_sigma", o.filterSigma}, {"k1", o.k1}, {"k2", o.k2}} {
		if !(s.value > 0) {
			tensor.Throw(layer, tensor.ValueError, "For '%s', the '%s' must be positive, but got %v.", layer, s.arg, s.value)
		}
	}
	n := o.filterSize
	line, sum := make([]float64, n), 0.0
	for i := range line {
		d := float64(i) - float64(n-1)/2
		line[i] = math.Exp(-d * d / (2 * o.filterSigma * o.filterSigma))
		sum += line[i]
	}
	window := make([]float32, n*n)
	for i := range window {
		window[i] = float32(line[i/n] * line[i%n] / (sum * sum))
	}
	square := func(k float64) float64 { return k * o.maxVal * k * o.maxVal }
	return similarity{layer, tensor.New(window).Reshape(1, 1, n, n), square(o.k1), square(o.k2)}
}

// pictures checks two arguments of one shape (N, C, H, W) and converts them to Float32.
func pictures(layer string, a, b *tensor.Tensor) (x, y *tensor.Tensor) {
	if a.NDim() != 4 || !sameShape(b, a.Shape()...) {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the 'img1' and 'img2' must have one shape (N, C, H, W), "+
			"but got %s and %s.", layer, pyShape(a.Shape()), pyShape(b.Shape()))
	}
	if a.DType() != b.DType() {
		tensor.Throw(layer, tensor.TypeError, "For '%s', the 'img1' and 'img2' must have one dtype, but got %s and %s.",
			layer, a.DType(), b.DType())
	}
	return a.AsType(tensor.Float32), b.AsType(tensor.Float32)
}

// compare returns the means over windows of the similarity and of its factor without the means, of shape (N, C).
func (s similarity) compare(a, b *tensor.Tensor) (all, contrast *tensor.Tensor) {
	size, side := a.Shape(), s.window.Dim(-1)
	if min(size[2], size[3]) < side {
		tensor.Throw(
			s.layer, tensor.ValueError, "For '%s', the pictures must be at least as large as 'filter_size' %d, but got %s.",
			s.layer, side, pyShape(size),
		)
	}
	blur := func(x *tensor.Tensor) *tensor.Tensor {
		return ops.Conv2D(x.Reshape(size[0]*size[1], 1, size[2], size[3]), s.window)
	}
	mean := func(x *tensor.Tensor) *tensor.Tensor { return x.Mean(1, 2, 3).Reshape(size[0], size[1]) }
	two := tensor.Scalar(2)
	ma, mb := blur(a), blur(b)
	aa, bb, ab := ma.Square(), mb.Square(), ma.Mul(mb)
	over := func(x, y, sum *tensor.Tensor, c float64) *tensor.Tensor {
		return x.Mul(two).Add(tensor.Scalar(c)).Div(y.Add(sum).Add(tensor.Scalar(c)))
	}
	cs := over(blur(a.Mul(b)).Sub(ab), blur(a.Square()).Sub(aa), blur(b.Square()).Sub(bb), s.c2)
	return mean(over(ab, aa, bb, s.c1).Mul(cs)), mean(cs)
}

// SSIM is mindspore.nn.SSIM: the structural similarity of two images, 1 for equal ones (Wang et al., 2004).
//
//ms:layer layer.image
type SSIM struct {
	Cell
	by similarity
}

// Options that are not positive raise ValueError.
func (s *SSIM) build(o similarityOptions) { s.by = newSimilarity("SSIM", o) }

// Construct takes two pictures of one dtype and shape (N, C, H, W), at least as large as the window, and returns
// Float32 of shape (N).
func (s *SSIM) Construct(img1, img2 *tensor.Tensor) *tensor.Tensor {
	all, _ := s.by.compare(pictures("SSIM", img1, img2))
	return all.Mean(-1)
}

// MSSSIM is mindspore.nn.MSSSIM: the structural similarity of two images at several scales, 1 for equal ones (Wang et
// al., 2003).
//
//ms:layer layer.image
type MSSSIM struct {
	Cell
	by      similarity
	factors []float64
}

// scalesOptions are the options of [MSSSIM].
type scalesOptions struct {
	similarityOptions
	powerFactors *[]float64 `default:"" doc:"0.0448, 0.2856, 0.3001, 0.2363, 0.1333"`
}

// Options that are not positive raise ValueError.
func (m *MSSSIM) build(o scalesOptions) {
	m.by, m.factors = newSimilarity("MSSSIM", o.similarityOptions), []float64{0.0448, 0.2856, 0.3001, 0.2363, 0.1333}
	if o.powerFactors != nil {
		m.factors = *o.powerFactors
	}
	positive("MSSSIM", "len(power_factors)", len(m.factors))
}

// Construct takes two pictures of one dtype and shape (N, C, H, W), at the coarsest scale, where each side is halved
// once for every further factor, at least as large as the window. It returns Float32 of shape (N).
func (m *MSSSIM) Construct(img1, img2 *tensor.Tensor) *tensor.Tensor {
	a, b := pictures("MSSSIM", img1, img2)
	var product *tensor.Tensor
	for i, p := range m.factors {
		if i > 0 {
			a, b = ops.AvgPool2D(a, 2, ops.Stride(2)), ops.AvgPool2D(b, 2, ops.Stride(2))
		}
		factor, contrast := m.by.compare(a, b)
		if i < len(m.factors)-1 {
			factor = contrast
		}
		factor = factor.ReLU().Pow(tensor.Scalar(p))
		if product == nil {
			product = factor
		} else {
			product = product.Mul(factor)
		}
	}
	return product.Mean(-1)
}

// PSNR is mindspore.nn.PSNR: the peak signal-to-noise ratio of two pictures, 10·log₁₀(maxVal²/mean((x-y)²)) in dB.
//
//ms:layer layer.image
type PSNR struct {
	Cell
	max float64
}

// peakOptions are the options of [PSNR].
type peakOptions struct {
	maxVal float64 `default:"1.0" doc:"1.0, the range of the elements"`
}

// A range that is not positive raises ValueError.
func (p *PSNR) build(o peakOptions) {
	if p.max = o.maxVal; !(p.max > 0) {
		tensor.Throw("PSNR", tensor.ValueError, "For 'PSNR', the 'max_val' must be positive, but got %v.", p.max)
	}
}

// Construct takes two pictures of one dtype and shape (N, C, H, W) and returns Float32 of shape (N), +Inf for equal
// ones.
func (p *PSNR) Construct(img1, img2 *tensor.Tensor) *tensor.Tensor {
	a, b := pictures("PSNR", img1, img2)
	noise := a.Sub(b).Square().Mean(-3, -2, -1)
	return tensor.Scalar(p.max * p.max).Div(noise).Log10().Mul(tensor.Scalar(10))
}

// CentralCrop is mindspore.nn.CentralCrop: the centre of images.
//
//ms:layer layer.image
type CentralCrop struct {
	Cell
	fraction float64
}

// The argument centralFraction is the share of each side that is kept, within (0, 1] (ValueError).
func (c *CentralCrop) build(centralFraction float64) {
	if !(centralFraction > 0 && centralFraction <= 1) {
		tensor.Throw(
			"CentralCrop", tensor.ValueError, "For 'CentralCrop', the 'central_fraction' must be in (0.0, 1.0], but got %v.",
			centralFraction,
		)
	}
	c.fraction = centralFraction
}

// Construct takes pictures of shape (N, C, H, W) or (C, H, W) (ValueError). As many rows and columns are left out at
// the end as at the beginning.
func (c *CentralCrop) Construct(image *tensor.Tensor) *tensor.Tensor {
	if n := image.NDim(); n != 3 && n != 4 {
		tensor.Throw("CentralCrop", tensor.ValueError, "For 'CentralCrop', the dimension of 'image' must be 3 or 4, "+
			"but got shape %s.", pyShape(image.Shape()))
	}
	for _, axis := range []int{-2, -1} {
		n := image.Dim(axis)
		from := int((float64(n) - float64(float64(n)*c.fraction)) / 2)
		image = image.Narrow(axis, from, n-2*from)
	}
	return image
}

// ImageGradients is mindspore.nn.ImageGradients: the differences of adjacent pixels of images.
//
//ms:layer layer.image
type ImageGradients struct{ Cell }

// Construct takes pictures of shape (N, C, H, W) (ValueError) and returns, in that shape, the difference of each
// element and the one below it, and the one to its right; the last row or column is zero.
func (*ImageGradients) Construct(images *tensor.Tensor) (dy, dx *tensor.Tensor) {
	if images.NDim() != 4 {
		tensor.Throw("ImageGradients", tensor.ValueError, "For 'ImageGradients', the dimension of 'images' must be 4, "+
			"but got shape %s.", pyShape(images.Shape()))
	}
	along := func(axis int) *tensor.Tensor {
		last := tensor.ZerosLike(images.Narrow(axis, 0, 1))
		return tensor.Concat([]*tensor.Tensor{images.Diff(1, axis), last}, axis)
	}
	return along(2), along(3)
}
