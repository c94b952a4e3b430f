package nn

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// overWindows has ops with a kernel, by number of axes.
type overWindows [4]func(x *tensor.Tensor, kernelSize any, opts ...ops.Option) *tensor.Tensor

var (
	maximum = overWindows{1: ops.MaxPool1D, ops.MaxPool2D, ops.MaxPool3D}
	average = overWindows{1: ops.AvgPool1D, ops.AvgPool2D, ops.AvgPool3D}
	placed  = [...]func(x *tensor.Tensor, kernelSize any, opts ...ops.Option) (y, indices *tensor.Tensor){
		1: ops.MaxPool1DWithIndices, ops.MaxPool2DWithIndices, ops.MaxPool3DWithIndices,
	}
)

// pool has the settings of a pool.
type pool struct {
	op      func(x *tensor.Tensor, kernelSize any, opts ...ops.Option) *tensor.Tensor
	kernel  any
	text    string
	options []ops.Option
}

// newPool checks the arguments common to all pools.
func newPool(of family, op overWindows, kernelSize any, stride []int, padMode string, padding []int,
	opts ...ops.Option,
) pool {
	kernel, mode := perAxis(of.name, "kernel_size", kernelSize, of.dims), strings.ToLower(padMode)
	oneOf(of.name, "pad_mode", mode, "valid", "same", "pad")
	opts = append(opts, ops.Stride(perAxis(of.name, "stride", stride, of.dims)...), ops.PadMode(mode))
	if mode == "pad" {
		opts = append(opts, ops.Padding(padding...))
	} else if strings.Trim(fmt.Sprint(padding), "[0 ]") != "" {
		tensor.Throw(of.name, tensor.ValueError, "For '%s', the padding must be zero when pad_mode is not \"pad\", "+
			"but got padding = %s and pad_mode = \"%s\".", of.name, pyInts(padding), mode)
	}
	text := fmt.Sprintf("kernel_size=%s, stride=%s, pad_mode=%s",
		pyInts(intList(of.name, "kernel_size", kernelSize)), pyInts(stride), strings.ToUpper(mode))
	return pool{op[of.dims], kernel, text, opts}
}

// MaxPool{N}d is mindspore.nn.MaxPool{N}d: the largest elements of windows over {axes} of x, of
// shape (N, C, {spatial}) or (C, {spatial}).
//
//ms:layer layer.pooling dims=1,2,3
type maxPool struct {
	Cell
	pool pool
	dims int
}

// maxPoolOptions are the options of maximum pools.
type maxPoolOptions struct {
	stride   []int  `default:"1"`
	padMode  string `default:"valid"`
	padding  []int  `default:"0" doc:"0, at most half the kernel"`
	dilation []int  `default:"1"`
	ceilMode bool   `default:"false"`
}

// The argument kernelSize is an int or a []int.
func (p *maxPool) build(of family, kernelSize any, o maxPoolOptions) {
	p.dims = of.dims
	p.pool = newPool(of, maximum, kernelSize, o.stride, o.padMode, o.padding,
		ops.Dilation(o.dilation...), ops.CeilMode(o.ceilMode))
}

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}).
func (p *maxPool) Construct(x *tensor.Tensor) *tensor.Tensor {
	return p.pool.op(x, p.pool.kernel, p.pool.options...)
}

// WithIndices also returns the Int64 indices of the elements in the flattened {spatial} (return_indices).
func (p *maxPool) WithIndices(x *tensor.Tensor) (y, indices *tensor.Tensor) {
	return placed[p.dims](x, p.pool.kernel, p.pool.options...)
}

// ExtendRepr is the text of the settings.
func (p *maxPool) ExtendRepr() string { return p.pool.text }

// AvgPool{N}d is mindspore.nn.AvgPool{N}d: the means of windows over {axes} of x, of
// shape (N, C, {spatial}) or (C, {spatial}).
//
//ms:layer layer.pooling dims=1,2,3
type avgPool struct {
	Cell
	pool pool
}

// avgPoolOptions are the options of average pools.
type avgPoolOptions struct {
	stride          []int  `default:"1"`
	padMode         string `default:"valid" doc:"\"valid\"; \"same\" never counts padding"`
	padding         []int  `default:"0"`
	ceilMode        bool   `default:"false"`
	countIncludePad bool   `default:"true"`
	divisorOverride *int   `default:"" dims:"2,3"`
}

// The argument kernelSize is an int or a []int.
func (p *avgPool) build(of family, kernelSize any, o avgPoolOptions) {
	opts := []ops.Option{ops.CeilMode(o.ceilMode), ops.CountIncludePad(o.countIncludePad)}
	if o.divisorOverride != nil {
		opts = append(opts, ops.DivisorOverride(*o.divisorOverride))
	}
	p.pool = newPool(of, average, kernelSize, o.stride, o.padMode, o.padding, opts...)
}

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}).
func (p *avgPool) Construct(x *tensor.Tensor) *tensor.Tensor {
	return p.pool.op(x, p.pool.kernel, p.pool.options...)
}

// ExtendRepr is the text of the settings.
func (p *avgPool) ExtendRepr() string { return p.pool.text }
