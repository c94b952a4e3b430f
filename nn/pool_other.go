package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

var (
	unpoolings = [...]func(x, indices *tensor.Tensor, kernelSize any, opts ...ops.Option) *tensor.Tensor{
		1: ops.MaxUnpool1D, ops.MaxUnpool2D, ops.MaxUnpool3D,
	}
	powerPools = [...]func(x *tensor.Tensor, norm float64, kernelSize any, opts ...ops.Option) *tensor.Tensor{
		1: ops.LpPool1D, ops.LpPool2D,
	}
	fractional = [...]func(x *tensor.Tensor, kernelSize, outputSize any, opts ...ops.Option) (y, indices *tensor.Tensor){
		2: ops.FractionalMaxPool2D, ops.FractionalMaxPool3D,
	}
)

// kernelAndStride returns both with a number for each axis; the default stride is the kernel.
func kernelAndStride(of family, kernelSize any, stride *[]int) (kernel, step []int) {
	kernel = perAxis(of.name, "kernel_size", kernelSize, of.dims)
	if stride == nil {
		return kernel, kernel
	}
	return kernel, perAxis(of.name, "stride", *stride, of.dims)
}

// MaxUnpool{N}d is mindspore.nn.MaxUnpool{N}d: zeros with the elements of x at the places that indices
// names. Both have shape (N, C, {spatial}) or (C, {spatial}).
//
//ms:layer layer.pooling dims=1,2,3
type maxUnpool struct {
	Cell
	of      family
	kernel  []int
	options []ops.Option
}

// maxUnpoolOptions are the options of the inverses of maximum pools.
type maxUnpoolOptions struct {
	stride  *[]int `default:"" doc:"the kernel"`
	padding []int  `default:"0"`
}

// The argument kernelSize is an int or a []int.
func (m *maxUnpool) build(of family, kernelSize any, o maxUnpoolOptions) {
	kernel, stride := kernelAndStride(of, kernelSize, o.stride)
	m.of, m.kernel = of, kernel
	m.options = []ops.Option{ops.Stride(stride...), ops.Padding(axisNumbers(of.name, "padding", o.padding, of.dims)...)}
}

// Construct takes x and indices of one shape, (N, C, {spatial}) or (C, {spatial}).
func (m *maxUnpool) Construct(x, indices *tensor.Tensor) *tensor.Tensor {
	return unpoolings[m.of.dims](x, indices, m.kernel, m.options...)
}

// LPPool{N}d is mindspore.nn.LPPool{N}d: the roots of the sums of powers, (Σ xᵖ)^(1/p), of windows of x, of
// shape (N, C, {spatial}) or (C, {spatial}).
//
//ms:layer layer.pooling dims=1,2
type lpPool struct {
	Cell
	of      family
	norm    float64
	kernel  []int
	options []ops.Option
}

// lpPoolOptions are the options of power pools.
type lpPoolOptions struct {
	stride   *[]int `default:"" doc:"the kernel"`
	ceilMode bool   `default:"false"`
}

// The argument normType is the exponent; kernelSize is an int or a []int.
func (l *lpPool) build(of family, normType float64, kernelSize any, o lpPoolOptions) {
	kernel, stride := kernelAndStride(of, kernelSize, o.stride)
	l.of, l.norm, l.kernel = of, normType, kernel
	l.options = []ops.Option{ops.Stride(stride...), ops.CeilMode(o.ceilMode)}
}

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}).
func (l *lpPool) Construct(x *tensor.Tensor) *tensor.Tensor {
	return powerPools[l.of.dims](x, l.norm, l.kernel, l.options...)
}

// OutputSize sets the spatial shape of the result of [Upsample] and of fractional pools (output_size, size), one number
// for all axes or one per axis.
func OutputSize(n ...int) Option { return Option{"OutputSize", n} }

// OutputRatio sets the output shape as a fraction of the input's, within (0, 1) (output_ratio).
func OutputRatio(r ...float64) Option { return Option{"OutputRatio", r} }

// RandomSamples sets the numbers that determine the windows of a fractional pool; see ops.RandomSamples
// (_random_samples).
func RandomSamples(u *tensor.Tensor) Option { return Option{"RandomSamples", u} }

// FractionalMaxPool{N}d is mindspore.nn.FractionalMaxPool{N}d: the largest elements of windows at random steps over
// {axes}; see ops.FractionalMaxPool{N}D.
//
//ms:layer layer.pooling dims=2,3
type fractionalMaxPool struct {
	Cell
	of           family
	kernel, size any
	options      []ops.Option
}

// fractionalOptions are the options of fractional pools.
type fractionalOptions struct {
	outputSize    *[]int         `default:""`
	outputRatio   *[]float64     `default:"" doc:"one of the two must be given"`
	randomSamples *tensor.Tensor `default:"" doc:"drawn again by each call"`
}

// The argument kernelSize is an int or a []int.
func (f *fractionalMaxPool) build(of family, kernelSize any, o fractionalOptions) {
	f.of, f.kernel = of, kernelSize
	if o.outputSize != nil {
		f.size = *o.outputSize
	}
	if o.outputRatio != nil {
		f.options = append(f.options, ops.OutputRatio(*o.outputRatio...))
	}
	if o.randomSamples != nil {
		f.options = append(f.options, ops.RandomSamples(o.randomSamples))
	}
}

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}).
func (f *fractionalMaxPool) Construct(x *tensor.Tensor) *tensor.Tensor {
	y, _ := fractional[f.of.dims](x, f.kernel, f.size, f.options...)
	return y
}

// WithIndices also returns the indices of the elements (return_indices).
func (f *fractionalMaxPool) WithIndices(x *tensor.Tensor) (y, indices *tensor.Tensor) {
	return fractional[f.of.dims](x, f.kernel, f.size, f.options...)
}
