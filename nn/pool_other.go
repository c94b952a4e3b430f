package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// unpool has the settings of the inverse of a maximum pool.
type unpool struct {
	kernel, stride, padding []int
}

func newUnpool(layer string, kernelSize any, axes int, opts []Option) unpool {
	o := readOptions(layer, opts, "stride", "padding")
	u := unpool{kernel: perAxis(layer, "kernel_size", kernelSize, axes), padding: axisNumbers(layer, "padding", option(o, "padding", []int{0}), axes)}
	u.stride = perAxis(layer, "stride", option(o, "stride", u.kernel), axes)
	return u
}

func (u unpool) options() []ops.Option {
	return []ops.Option{ops.Stride(u.stride...), ops.Padding(u.padding...)}
}

// MaxUnpool1d is mindspore.nn.MaxUnpool1d: zeros with the elements of x at the places that indices
// names. Both have shape (N, C, L) or (C, L).
type MaxUnpool1d struct {
	Cell
	set unpool
}

// NewMaxUnpool1d returns a MaxUnpool1d layer; kernelSize is an int or a []int. Options are [Stride] (the
// kernel) and [Padding] (0).
func NewMaxUnpool1d(kernelSize any, opts ...Option) *MaxUnpool1d {
	m := &MaxUnpool1d{set: newUnpool("MaxUnpool1d", kernelSize, 1, opts)}
	m.Init(m)
	return m
}

// Construct takes x and indices of one shape, (N, C, L) or (C, L).
func (m *MaxUnpool1d) Construct(x, indices *tensor.Tensor) *tensor.Tensor {
	return ops.MaxUnpool1D(x, indices, m.set.kernel, m.set.options()...)
}

// MaxUnpool2d is mindspore.nn.MaxUnpool2d: zeros with the elements of x at the places that indices
// names. Both have shape (N, C, H, W) or (C, H, W).
type MaxUnpool2d struct {
	Cell
	set unpool
}

// NewMaxUnpool2d returns a MaxUnpool2d layer; kernelSize is an int or a []int. Options are [Stride] (the
// kernel) and [Padding] (0).
func NewMaxUnpool2d(kernelSize any, opts ...Option) *MaxUnpool2d {
	m := &MaxUnpool2d{set: newUnpool("MaxUnpool2d", kernelSize, 2, opts)}
	m.Init(m)
	return m
}

// Construct takes x and indices of one shape, (N, C, H, W) or (C, H, W).
func (m *MaxUnpool2d) Construct(x, indices *tensor.Tensor) *tensor.Tensor {
	return ops.MaxUnpool2D(x, indices, m.set.kernel, m.set.options()...)
}

// MaxUnpool3d is mindspore.nn.MaxUnpool3d: zeros with the elements of x at the places that indices
// names. Both have shape (N, C, D, H, W) or (C, D, H, W).
type MaxUnpool3d struct {
	Cell
	set unpool
}

// NewMaxUnpool3d returns a MaxUnpool3d layer; kernelSize is an int or a []int. Options are [Stride] (the
// kernel) and [Padding] (0).
func NewMaxUnpool3d(kernelSize any, opts ...Option) *MaxUnpool3d {
	m := &MaxUnpool3d{set: newUnpool("MaxUnpool3d", kernelSize, 3, opts)}
	m.Init(m)
	return m
}

// Construct takes x and indices of one shape, (N, C, D, H, W) or (C, D, H, W).
func (m *MaxUnpool3d) Construct(x, indices *tensor.Tensor) *tensor.Tensor {
	return ops.MaxUnpool3D(x, indices, m.set.kernel, m.set.options()...)
}

// LPPool1d is mindspore.nn.LPPool1d: the roots of the sums of powers, (Σ xᵖ)^(1/p), of windows of x, of
// shape (N, C, L) or (C, L).
type LPPool1d struct {
	Cell
	norm           float64
	kernel, stride []int
	ceil           bool
}

// NewLPPool1d returns an LPPool1d layer with the exponent normType; kernelSize is an int or a []int.
// Options are [Stride] (the kernel) and [CeilMode] (false).
func NewLPPool1d(normType float64, kernelSize any, opts ...Option) *LPPool1d {
	o := readOptions("LPPool1d", opts, "stride", "ceil_mode")
	l := &LPPool1d{norm: normType, kernel: perAxis("LPPool1d", "kernel_size", kernelSize, 1), ceil: option(o, "ceil_mode", false)}
	l.stride = perAxis("LPPool1d", "stride", option(o, "stride", l.kernel), 1)
	l.Init(l)
	return l
}

// Construct takes x of shape (N, C, L) or (C, L).
func (l *LPPool1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.LpPool1D(x, l.norm, l.kernel, ops.Stride(l.stride...), ops.CeilMode(l.ceil))
}

// LPPool2d is mindspore.nn.LPPool2d: the roots of the sums of powers, (Σ xᵖ)^(1/p), of windows of x, of
// shape (N, C, H, W) or (C, H, W).
type LPPool2d struct {
	Cell
	norm           float64
	kernel, stride []int
	ceil           bool
}

// NewLPPool2d returns an LPPool2d layer with the exponent normType; kernelSize is an int or a []int.
// Options are [Stride] (the kernel) and [CeilMode] (false).
func NewLPPool2d(normType float64, kernelSize any, opts ...Option) *LPPool2d {
	o := readOptions("LPPool2d", opts, "stride", "ceil_mode")
	l := &LPPool2d{norm: normType, kernel: perAxis("LPPool2d", "kernel_size", kernelSize, 2), ceil: option(o, "ceil_mode", false)}
	l.stride = perAxis("LPPool2d", "stride", option(o, "stride", l.kernel), 2)
	l.Init(l)
	return l
}

// Construct takes x of shape (N, C, H, W) or (C, H, W).
func (l *LPPool2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.LpPool2D(x, l.norm, l.kernel, ops.Stride(l.stride...), ops.CeilMode(l.ceil))
}
