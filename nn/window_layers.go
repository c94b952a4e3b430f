package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Unfold is mindspore.mint.nn.Unfold: the windows of x, of shape (N, C, H, W), as columns, (N, C·KH·KW, L). The older
// mindspore.nn.Unfold has them as (N, C·KH·KW, H', W').
//
//ms:layer layer.basic
type Unfold struct {
	Cell
	kernel any
	set    []ops.Option
}

// foldOptions are the options of [Unfold] and [Fold].
type foldOptions struct {
	stride   []int `default:"1"`
	padding  []int `default:"0"`
	dilation []int `default:"1"`
}

func (o foldOptions) ops() []ops.Option {
	return []ops.Option{ops.Stride(o.stride...), ops.Padding(o.padding...), ops.Dilation(o.dilation...)}
}

// The argument kernelSize is an int or a []int.
func (u *Unfold) build(kernelSize any, o foldOptions) { u.kernel, u.set = kernelSize, o.ops() }

// Construct takes x of shape (N, C, H, W).
func (u *Unfold) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.Unfold(x, u.kernel, u.set...) }

// Fold is mindspore.mint.nn.Fold: the sums of windows, columns of shape (N, C·KH·KW, L), where they overlap in
// pictures of shape (N, C, H, W).
//
//ms:layer layer.basic
type Fold struct {
	Cell
	size, kernel any
	set          []ops.Option
}

// The arguments outputSize, that is (H, W), and kernelSize are ints or []int.
func (f *Fold) build(outputSize, kernelSize any, o foldOptions) {
	f.size, f.kernel, f.set = outputSize, kernelSize, o.ops()
}

// Construct takes x of shape (N, C·KH·KW, L).
func (f *Fold) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Fold(x, f.size, f.kernel, f.set...)
}

// DepthRadius sets the number of neighbouring channels on each side in [LRN] (depth_radius).
func DepthRadius(n int) Option { return Option{"DepthRadius", n} }

// Offset sets the number that [LRN] adds before a power is taken (bias).
func Offset(b float64) Option { return Option{"Offset", b} }

// Exponent sets the exponent of [LRN] (beta).
func Exponent(b float64) Option { return Option{"Exponent", b} }

// LRN is mindspore.nn.LRN: each element divided by the neighbouring channels; see ops.LRN.
//
//ms:layer layer.activation
type LRN struct {
	Cell
	depthRadius int     `default:"5"`
	bias        float64 `default:"1.0"`
	alpha       float64 `default:"1.0"`
	beta        float64 `default:"0.5" option:"Exponent"`
}

// Construct takes x of shape (N, C, H, W).
func (l *LRN) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.LRN(x, ops.DepthRadius(l.depthRadius), ops.Offset(l.bias), ops.Alpha(l.alpha), ops.Exponent(l.beta))
}
