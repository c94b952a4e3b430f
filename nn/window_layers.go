package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Unfold is mindspore.mint.nn.Unfold: the windows of x, of shape (N, C, H, W), as columns, (N, C·KH·KW, L). The older
// mindspore.nn.Unfold has them as (N, C·KH·KW, H', W').
type Unfold struct {
	Cell
	kernel any
	set    []ops.Option
}

// NewUnfold returns an Unfold layer; kernelSize is an int or a []int. Options are [Stride] (1), [Padding] (0) and
// [Dilation] (1).
func NewUnfold(kernelSize any, opts ...Option) *Unfold {
	u := &Unfold{kernel: kernelSize, set: windowOptions("Unfold", opts)}
	u.Init(u)
	return u
}

// windowOptions reads the options of Fold and Unfold.
func windowOptions(layer string, opts []Option) []ops.Option {
	o := readOptions(layer, opts, "stride", "padding", "dilation")
	one := []int{1}
	return []ops.Option{
		ops.Stride(option(o, "stride", one)...), ops.Padding(option(o, "padding", []int{0})...), ops.Dilation(option(o, "dilation", one)...),
	}
}

// Construct takes x of shape (N, C, H, W).
func (u *Unfold) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.Unfold(x, u.kernel, u.set...) }

// Fold is mindspore.mint.nn.Fold: the sums of windows, columns of shape (N, C·KH·KW, L), where they overlap in
// pictures of shape (N, C, H, W).
type Fold struct {
	Cell
	size, kernel any
	set          []ops.Option
}

// NewFold returns a Fold layer; outputSize, that is (H, W), and kernelSize are ints or []int. Options are those of
// [NewUnfold].
func NewFold(outputSize, kernelSize any, opts ...Option) *Fold {
	f := &Fold{size: outputSize, kernel: kernelSize, set: windowOptions("Fold", opts)}
	f.Init(f)
	return f
}

// Construct takes x of shape (N, C·KH·KW, L).
func (f *Fold) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Fold(x, f.size, f.kernel, f.set...)
}

// OutputSize sets how many windows a fractional pool has along each axis (output_size).
func OutputSize(n ...int) Option { return Option{"output_size", n} }

// OutputRatio sets the same as a share of the input, within (0, 1) (output_ratio).
func OutputRatio(r ...float64) Option { return Option{"output_ratio", r} }

// RandomSamples sets the numbers by which the windows of a fractional pool are placed; see ops.RandomSamples
// (_random_samples).
func RandomSamples(u *tensor.Tensor) Option { return Option{"_random_samples", u} }

// fractional has the settings of a fractional pool.
type fractional struct {
	kernel, size any
	set          []ops.Option
}

func newFractional(layer string, kernelSize any, opts []Option) fractional {
	o := readOptions(layer, opts, "output_size", "output_ratio", "_random_samples")
	f := fractional{kernel: kernelSize}
	if size, ok := passed[[]int](o, "output_size"); ok {
		f.size = size
	}
	if ratio, ok := passed[[]float64](o, "output_ratio"); ok {
		f.set = append(f.set, ops.OutputRatio(ratio...))
	}
	if u, ok := passed[*tensor.Tensor](o, "_random_samples"); ok {
		f.set = append(f.set, ops.RandomSamples(u))
	}
	return f
}

// FractionalMaxPool2d is mindspore.nn.FractionalMaxPool2d: the largest elements of windows at random steps; see
// ops.FractionalMaxPool2D.
type FractionalMaxPool2d struct {
	Cell
	set fractional
}

// NewFractionalMaxPool2d returns a FractionalMaxPool2d layer; kernelSize is an int or a []int. Options are
// [OutputSize] or [OutputRatio], of which one must be given and [RandomSamples].
func NewFractionalMaxPool2d(kernelSize any, opts ...Option) *FractionalMaxPool2d {
	f := &FractionalMaxPool2d{set: newFractional("FractionalMaxPool2d", kernelSize, opts)}
	f.Init(f)
	return f
}

// Construct takes x of shape (N, C, H, W) or (C, H, W).
func (f *FractionalMaxPool2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	y, _ := f.WithIndices(x)
	return y
}

// WithIndices returns the places of the elements, too (return_indices).
func (f *FractionalMaxPool2d) WithIndices(x *tensor.Tensor) (y, indices *tensor.Tensor) {
	return ops.FractionalMaxPool2D(x, f.set.kernel, f.set.size, f.set.set...)
}

// FractionalMaxPool3d is [FractionalMaxPool2d] over three axes: mindspore.nn.FractionalMaxPool3d.
type FractionalMaxPool3d struct {
	Cell
	set fractional
}

// NewFractionalMaxPool3d returns a FractionalMaxPool3d layer. Arguments are those of [NewFractionalMaxPool2d].
func NewFractionalMaxPool3d(kernelSize any, opts ...Option) *FractionalMaxPool3d {
	f := &FractionalMaxPool3d{set: newFractional("FractionalMaxPool3d", kernelSize, opts)}
	f.Init(f)
	return f
}

// Construct takes x of shape (N, C, D, H, W) or (C, D, H, W).
func (f *FractionalMaxPool3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	y, _ := f.WithIndices(x)
	return y
}

// WithIndices returns the places of the elements, too (return_indices).
func (f *FractionalMaxPool3d) WithIndices(x *tensor.Tensor) (y, indices *tensor.Tensor) {
	return ops.FractionalMaxPool3D(x, f.set.kernel, f.set.size, f.set.set...)
}

// DepthRadius sets how many neighbours on each side [LRN] counts (depth_radius).
func DepthRadius(n int) Option { return Option{"depth_radius", n} }

// Bias sets what [LRN] adds before a root is taken (bias).
func Bias(b float64) Option { return Option{"bias", b} }

// LRN is mindspore.nn.LRN: each element divided by the neighbouring channels; see ops.LRN.
type LRN struct {
	Cell
	set []ops.Option
}

// NewLRN returns an LRN layer. Options are [DepthRadius] (5), [Bias] (1), [Alpha] (1) and [Beta] (0.5).
func NewLRN(opts ...Option) *LRN {
	o := readOptions("LRN", opts, "depth_radius", "bias", "alpha", "beta")
	l := &LRN{set: []ops.Option{
		ops.DepthRadius(option(o, "depth_radius", 5)), ops.Offset(option(o, "bias", 1.0)), ops.Alpha(option(o, "alpha", 1.0)), ops.Beta(option(o, "beta", 0.5)),
	}}
	l.Init(l)
	return l
}

// Construct takes x of shape (N, C, H, W).
func (l *LRN) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.LRN(x, l.set...) }
