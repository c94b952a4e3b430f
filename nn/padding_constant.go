package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// ConstantPad1d is mindspore.nn.ConstantPad1d: x with a value around its last axis.
type ConstantPad1d struct {
	Cell
	padding []int
	value   any
}

// NewConstantPad1d returns a ConstantPad1d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first; negative ones cut off. The value is a number.
func NewConstantPad1d(padding, value any, opts ...Option) *ConstantPad1d {
	readOptions("ConstantPad1d", opts)
	p := &ConstantPad1d{padding: sides("ConstantPad1d", padding, 1), value: value}
	p.Init(p)
	return p
}

// Construct takes x of any shape with these axes.
func (p *ConstantPad1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Value(p.value))
}

// ConstantPad2d is mindspore.nn.ConstantPad2d: x with a value around its last two axes.
type ConstantPad2d struct {
	Cell
	padding []int
	value   any
}

// NewConstantPad2d returns a ConstantPad2d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first; negative ones cut off. The value is a number.
func NewConstantPad2d(padding, value any, opts ...Option) *ConstantPad2d {
	readOptions("ConstantPad2d", opts)
	p := &ConstantPad2d{padding: sides("ConstantPad2d", padding, 2), value: value}
	p.Init(p)
	return p
}

// Construct takes x of any shape with these axes.
func (p *ConstantPad2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Value(p.value))
}

// ConstantPad3d is mindspore.nn.ConstantPad3d: x with a value around its last three axes.
type ConstantPad3d struct {
	Cell
	padding []int
	value   any
}

// NewConstantPad3d returns a ConstantPad3d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first; negative ones cut off. The value is a number.
func NewConstantPad3d(padding, value any, opts ...Option) *ConstantPad3d {
	readOptions("ConstantPad3d", opts)
	p := &ConstantPad3d{padding: sides("ConstantPad3d", padding, 3), value: value}
	p.Init(p)
	return p
}

// Construct takes x of any shape with these axes.
func (p *ConstantPad3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Value(p.value))
}

// ZeroPad2d is mindspore.nn.ZeroPad2d: x with zeros around its last two axes.
type ZeroPad2d struct {
	Cell
	padding []int
}

// NewZeroPad2d returns a ZeroPad2d layer; for the padding see [NewConstantPad2d].
func NewZeroPad2d(padding any, opts ...Option) *ZeroPad2d {
	readOptions("ZeroPad2d", opts)
	p := &ZeroPad2d{padding: sides("ZeroPad2d", padding, 2)}
	p.Init(p)
	return p
}

// Construct takes x of any shape with these axes.
func (p *ZeroPad2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding)
}
