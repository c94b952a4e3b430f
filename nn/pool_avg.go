package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

var avgPoolKeywords = []string{"stride", "pad_mode", "padding", "ceil_mode", "count_include_pad"}

// AvgPool1d is mindspore.nn.AvgPool1d: the means of windows over the last axis of x, of
// shape (N, C, L) or (C, L).
type AvgPool1d struct {
	Cell
	pool pool
}

// NewAvgPool1d returns a AvgPool1d layer; kernelSize is an int or a []int. Options are [Stride] (1),
// [PadMode] ("valid"; "same" never counts padding), [Padding] (0), [CeilMode] (false) and
// [CountIncludePad] (true).
func NewAvgPool1d(kernelSize any, opts ...Option) *AvgPool1d {
	p := &AvgPool1d{pool: newPool("AvgPool1d", kernelSize, 1, opts, avgPoolKeywords...)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, L) or (C, L).
func (p *AvgPool1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AvgPool1D(x, p.pool.kernel, p.pool.options...)
}

// ExtendRepr is the text of the settings.
func (p *AvgPool1d) ExtendRepr() string { return p.pool.text }

// AvgPool2d is mindspore.nn.AvgPool2d: the means of windows over the last two axes of x, of
// shape (N, C, H, W) or (C, H, W).
type AvgPool2d struct {
	Cell
	pool pool
}

// NewAvgPool2d returns a AvgPool2d layer; kernelSize is an int or a []int. Options are [Stride] (1),
// [PadMode] ("valid"; "same" never counts padding), [Padding] (0), [CeilMode] (false),
// [CountIncludePad] (true) and [DivisorOverride].
func NewAvgPool2d(kernelSize any, opts ...Option) *AvgPool2d {
	p := &AvgPool2d{pool: newPool("AvgPool2d", kernelSize, 2, opts, append([]string{"divisor_override"}, avgPoolKeywords...)...)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, H, W) or (C, H, W).
func (p *AvgPool2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AvgPool2D(x, p.pool.kernel, p.pool.options...)
}

// ExtendRepr is the text of the settings.
func (p *AvgPool2d) ExtendRepr() string { return p.pool.text }

// AvgPool3d is mindspore.nn.AvgPool3d: the means of windows over the last three axes of x, of
// shape (N, C, D, H, W) or (C, D, H, W).
type AvgPool3d struct {
	Cell
	pool pool
}

// NewAvgPool3d returns a AvgPool3d layer; kernelSize is an int or a []int. Options are [Stride] (1),
// [PadMode] ("valid"; "same" never counts padding), [Padding] (0), [CeilMode] (false),
// [CountIncludePad] (true) and [DivisorOverride].
func NewAvgPool3d(kernelSize any, opts ...Option) *AvgPool3d {
	p := &AvgPool3d{pool: newPool("AvgPool3d", kernelSize, 3, opts, append([]string{"divisor_override"}, avgPoolKeywords...)...)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, D, H, W) or (C, D, H, W).
func (p *AvgPool3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AvgPool3D(x, p.pool.kernel, p.pool.options...)
}

// ExtendRepr is the text of the settings.
func (p *AvgPool3d) ExtendRepr() string { return p.pool.text }
