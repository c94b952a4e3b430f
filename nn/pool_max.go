package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// MaxPool1d is mindspore.nn.MaxPool1d: the largest elements of windows over the last axis of x, of
// shape (N, C, L) or (C, L).
type MaxPool1d struct {
	Cell
	pool pool
}

// NewMaxPool1d returns a MaxPool1d layer; kernelSize is an int or a []int. Options are [Stride] (1),
// [PadMode] ("valid"), [Padding] (0, at most half the kernel), [Dilation] (1) and [CeilMode] (false).
func NewMaxPool1d(kernelSize any, opts ...Option) *MaxPool1d {
	p := &MaxPool1d{pool: newPool("MaxPool1d", kernelSize, 1, opts, maxPoolKeywords...)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, L) or (C, L).
func (p *MaxPool1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.MaxPool1D(x, p.pool.kernel, p.pool.options...)
}

// ExtendRepr is the text of the settings.
func (p *MaxPool1d) ExtendRepr() string { return p.pool.text }

// MaxPool2d is mindspore.nn.MaxPool2d: the largest elements of windows over the last two axes of x, of
// shape (N, C, H, W) or (C, H, W).
type MaxPool2d struct {
	Cell
	pool pool
}

// NewMaxPool2d returns a MaxPool2d layer; kernelSize is an int or a []int. Options are [Stride] (1),
// [PadMode] ("valid"), [Padding] (0, at most half the kernel), [Dilation] (1) and [CeilMode] (false).
func NewMaxPool2d(kernelSize any, opts ...Option) *MaxPool2d {
	p := &MaxPool2d{pool: newPool("MaxPool2d", kernelSize, 2, opts, maxPoolKeywords...)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, H, W) or (C, H, W).
func (p *MaxPool2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.MaxPool2D(x, p.pool.kernel, p.pool.options...)
}

// ExtendRepr is the text of the settings.
func (p *MaxPool2d) ExtendRepr() string { return p.pool.text }

// MaxPool3d is mindspore.nn.MaxPool3d: the largest elements of windows over the last three axes of x, of
// shape (N, C, D, H, W) or (C, D, H, W).
type MaxPool3d struct {
	Cell
	pool pool
}

// NewMaxPool3d returns a MaxPool3d layer; kernelSize is an int or a []int. Options are [Stride] (1),
// [PadMode] ("valid"), [Padding] (0, at most half the kernel), [Dilation] (1) and [CeilMode] (false).
func NewMaxPool3d(kernelSize any, opts ...Option) *MaxPool3d {
	p := &MaxPool3d{pool: newPool("MaxPool3d", kernelSize, 3, opts, maxPoolKeywords...)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, D, H, W) or (C, D, H, W).
func (p *MaxPool3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.MaxPool3D(x, p.pool.kernel, p.pool.options...)
}

// ExtendRepr is the text of the settings.
func (p *MaxPool3d) ExtendRepr() string { return p.pool.text }
