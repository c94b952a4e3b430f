package ops

import (
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// DepthRadius sets the number of neighbouring channels on each side (depth_radius).
func DepthRadius(n int) Option { return Option{"DepthRadius", n} }

// Offset sets the number added before a power is taken (bias).
func Offset(b float64) Option { return Option{"Offset", b} }

// Exponent sets the exponent of the divisor (beta).
func Exponent(b float64) Option { return Option{"Exponent", b} }

// Alpha sets a factor (alpha).
func Alpha(a float64) Option { return Option{"Alpha", a} }

// LRN normalizes each element of x, of shape (N, C, H, W), by those of the neighbouring channels: x/(bias +
// alpha·Σx²)^beta, the sum over the channels at a distance of at most depth_radius. Options: DepthRadius (5),
// Offset (1), Alpha (1), Exponent (0.5).
//
//ms:op func=lrn class=LRN types=floats
func LRN(x *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "LRN"
	o := read(op, opts, "DepthRadius", "Offset", "Alpha", "Exponent")
	checkRank(op, "x", x, 4)
	checkFloat(op, []string{"x"}, specOf(x))
	r, c := kwargs.Get(o, "DepthRadius", 5), x.Dim(1)
	if r < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'depth_radius' must be non-negative, but got %d.", op, r)
	}
	r = min(r, c)
	taps := func() shape.Taps { return shape.Windows(c, c, 2*r+1, 1, 1, r) }
	sums := planesOp{name: op, lead: 3, in: []int{c}, out: []int{c}, taps: taps}
	return inFull(x, func(x *tensor.Tensor) *tensor.Tensor {
		squares := x.Square().Transpose(0, 2, 3, 1)
		norm := tensor.Apply(sums,
			squares)[0].Mul(number(kwargs.Get(o, "Alpha", 1.0))).Add(number(kwargs.Get(o, "Offset", 1.0)))
		return x.Mul(norm.Pow(number(-kwargs.Get(o, "Exponent", 0.5))).Transpose(0, 3, 1, 2))
	})
}
