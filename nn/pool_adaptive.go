package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// AdaptiveAvgPool1d is mindspore.nn.AdaptiveAvgPool1d: the means of
// that many windows that cover the last axis of x,
// of shape (N, C, L) or (C, L).
type AdaptiveAvgPool1d struct {
	Cell
	size int
}

// NewAdaptiveAvgPool1d returns an AdaptiveAvgPool1d layer. A size that is not positive raises ValueError.
func NewAdaptiveAvgPool1d(outputSize int, opts ...Option) *AdaptiveAvgPool1d {
	readOptions("AdaptiveAvgPool1d", opts)
	positive("AdaptiveAvgPool1d", "output_size", outputSize)
	p := &AdaptiveAvgPool1d{size: outputSize}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, L) or (C, L).
func (p *AdaptiveAvgPool1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AdaptiveAvgPool1D(x, p.size)
}

// AdaptiveAvgPool2d is mindspore.nn.AdaptiveAvgPool2d: the means of
// windows that cover the last two axes of x,
// of shape (N, C, H, W) or (C, H, W).
type AdaptiveAvgPool2d struct {
	Cell
	size []int
}

// NewAdaptiveAvgPool2d returns an AdaptiveAvgPool2d layer. outputSize is an int or a
// []int, in which 0 keeps an axis (None in Python).
func NewAdaptiveAvgPool2d(outputSize any, opts ...Option) *AdaptiveAvgPool2d {
	readOptions("AdaptiveAvgPool2d", opts)
	p := &AdaptiveAvgPool2d{size: axisNumbers("AdaptiveAvgPool2d", "output_size", outputSize, 2)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, H, W) or (C, H, W).
func (p *AdaptiveAvgPool2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AdaptiveAvgPool2D(x, p.size)
}

// AdaptiveAvgPool3d is mindspore.nn.AdaptiveAvgPool3d: the means of
// windows that cover the last three axes of x,
// of shape (N, C, D, H, W) or (C, D, H, W).
type AdaptiveAvgPool3d struct {
	Cell
	size []int
}

// NewAdaptiveAvgPool3d returns an AdaptiveAvgPool3d layer. outputSize is an int or a
// []int, in which 0 keeps an axis (None in Python).
func NewAdaptiveAvgPool3d(outputSize any, opts ...Option) *AdaptiveAvgPool3d {
	readOptions("AdaptiveAvgPool3d", opts)
	p := &AdaptiveAvgPool3d{size: axisNumbers("AdaptiveAvgPool3d", "output_size", outputSize, 3)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, D, H, W) or (C, D, H, W).
func (p *AdaptiveAvgPool3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AdaptiveAvgPool3D(x, p.size)
}

// AdaptiveMaxPool1d is mindspore.nn.AdaptiveMaxPool1d: the largest elements of
// that many windows that cover the last axis of x,
// of shape (N, C, L) or (C, L).
type AdaptiveMaxPool1d struct {
	Cell
	size int
}

// NewAdaptiveMaxPool1d returns an AdaptiveMaxPool1d layer. A size that is not positive raises ValueError.
func NewAdaptiveMaxPool1d(outputSize int, opts ...Option) *AdaptiveMaxPool1d {
	readOptions("AdaptiveMaxPool1d", opts)
	positive("AdaptiveMaxPool1d", "output_size", outputSize)
	p := &AdaptiveMaxPool1d{size: outputSize}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, L) or (C, L).
func (p *AdaptiveMaxPool1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AdaptiveMaxPool1D(x, p.size)
}

// AdaptiveMaxPool2d is mindspore.nn.AdaptiveMaxPool2d: the largest elements of
// windows that cover the last two axes of x,
// of shape (N, C, H, W) or (C, H, W).
type AdaptiveMaxPool2d struct {
	Cell
	size []int
}

// NewAdaptiveMaxPool2d returns an AdaptiveMaxPool2d layer. outputSize is an int or a
// []int, in which 0 keeps an axis (None in Python).
func NewAdaptiveMaxPool2d(outputSize any, opts ...Option) *AdaptiveMaxPool2d {
	readOptions("AdaptiveMaxPool2d", opts)
	p := &AdaptiveMaxPool2d{size: axisNumbers("AdaptiveMaxPool2d", "output_size", outputSize, 2)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, H, W) or (C, H, W).
func (p *AdaptiveMaxPool2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AdaptiveMaxPool2D(x, p.size)
}

// AdaptiveMaxPool3d is mindspore.nn.AdaptiveMaxPool3d: the largest elements of
// windows that cover the last three axes of x,
// of shape (N, C, D, H, W) or (C, D, H, W).
type AdaptiveMaxPool3d struct {
	Cell
	size []int
}

// NewAdaptiveMaxPool3d returns an AdaptiveMaxPool3d layer. outputSize is an int or a
// []int, in which 0 keeps an axis (None in Python).
func NewAdaptiveMaxPool3d(outputSize any, opts ...Option) *AdaptiveMaxPool3d {
	readOptions("AdaptiveMaxPool3d", opts)
	p := &AdaptiveMaxPool3d{size: axisNumbers("AdaptiveMaxPool3d", "output_size", outputSize, 3)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, D, H, W) or (C, D, H, W).
func (p *AdaptiveMaxPool3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.AdaptiveMaxPool3D(x, p.size)
}
