package nn

import (
	"slices"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// PaddingMode sets what [Pad] pads with (mode): "CONSTANT", "REFLECT" or "SYMMETRIC".
func PaddingMode(mode string) Option { return Option{"PaddingMode", mode} }

// sides parses the padding of a layer over the given number of axes: one number for all sides, or two per axis, the
// last axis first.
func sides(layer string, padding any, axes int) []int {
	p := intList(layer, "padding", padding)
	if len(p) == 1 {
		return slices.Repeat(p, 2*axes)
	}
	if len(p) > 2*axes || len(p)%2 != 0 {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the length of parameter 'padding' with tuple type must be %d, but got %d.",
			layer, 2*axes, len(p))
	}
	return p
}

// Pad is mindspore.nn.Pad: x with elements added before and after every axis.
//
//ms:layer layer.basic
type Pad struct {
	Cell
	paddings [][]int
	mode     string
}

// padOptions are the options of [Pad].
type padOptions struct {
	mode string `default:"CONSTANT" option:"PaddingMode" doc:"\"CONSTANT\" for zeros, \"REFLECT\" without the edge, \"SYMMETRIC\" with it"`
}

// The argument paddings has a pair for every axis of x (ValueError).
func (p *Pad) build(paddings [][]int, o padOptions) {
	p.paddings, p.mode = paddings, o.mode
	oneOf("Pad", "mode", p.mode, "CONSTANT", "REFLECT", "SYMMETRIC")
	for _, side := range paddings {
		if len(side) != 2 {
			tensor.Throw("Pad", tensor.ValueError, "For 'Pad', the 'paddings' must be pairs, but got %s.", pyShape(side))
		}
	}
}

// Construct takes x with as many axes as there are paddings.
func (p *Pad) Construct(x *tensor.Tensor) *tensor.Tensor {
	if p.mode != "CONSTANT" {
		return ops.MirrorPad(x, p.paddings, p.mode)
	}
	checkDims("Pad", x, len(p.paddings))
	var flat []int
	for i := len(p.paddings) - 1; i >= 0; i-- {
		flat = append(flat, p.paddings[i]...)
	}
	return ops.Pad(x, flat)
}

// ConstantPad{N}d is mindspore.nn.ConstantPad{N}d: x with a value around {axes}.
//
//ms:layer layer.padding dims=1,2,3
type constantPad struct {
	Cell
	padding []int
	value   any
}

// The padding is an int or a []int with two numbers per axis, the last axis first; negative numbers crop. The value is
// a number.
func (p *constantPad) build(of family, padding, value any) {
	p.padding, p.value = sides(of.name, padding, of.dims), value
}

// Construct takes x of any shape with these axes.
func (p *constantPad) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Value(p.value))
}

// ZeroPad2d is mindspore.nn.ZeroPad2d: x with zeros around its last two axes.
//
//ms:layer layer.padding
type ZeroPad2d struct {
	Cell
	padding []int
}

// The padding is that of [NewConstantPad2d].
func (p *ZeroPad2d) build(padding any) { p.padding = sides("ZeroPad2d", padding, 2) }

// Construct takes x of any shape with these axes.
func (p *ZeroPad2d) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.Pad(x, p.padding) }

// NewZeroPad1d returns a layer that puts zeros around the last axis: mindspore.mint.nn.ZeroPad1d. See
// [NewConstantPad1d].
func NewZeroPad1d(padding any, opts ...Option) *ConstantPad1d {
	return NewConstantPad1d(padding, 0, opts...)
}

// NewZeroPad3d returns a layer that puts zeros around the last three axes: mindspore.mint.nn.ZeroPad3d. See
// [NewConstantPad3d].
func NewZeroPad3d(padding any, opts ...Option) *ConstantPad3d {
	return NewConstantPad3d(padding, 0, opts...)
}

// ReflectionPad{N}d is mindspore.nn.ReflectionPad{N}d: x mirrored at the edges, which are not repeated, along {axes}.
//
//ms:layer layer.padding dims=1,2,3
type reflectionPad struct {
	Cell
	padding []int
}

// The padding is an int or a []int with two numbers per axis, the last axis first.
func (p *reflectionPad) build(of family, padding any) { p.padding = sides(of.name, padding, of.dims) }

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}).
func (p *reflectionPad) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.PaddingMode("reflect"))
}

// ReplicationPad{N}d is mindspore.nn.ReplicationPad{N}d: x with its edges repeated along {axes}.
//
//ms:layer layer.padding dims=1,2,3
type replicationPad struct {
	Cell
	padding []int
}

// The padding is an int or a []int with two numbers per axis, the last axis first.
func (p *replicationPad) build(of family, padding any) { p.padding = sides(of.name, padding, of.dims) }

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}).
func (p *replicationPad) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.PaddingMode("replicate"))
}
