package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// adaptive has the settings of an adaptive pool.
type adaptive struct {
	op   toSize
	size []int
}

// toSize is an op that takes the size of its result.
type toSize func(x *tensor.Tensor, size any) *tensor.Tensor

func newAdaptive(of family, line func(*tensor.Tensor, int) *tensor.Tensor, plane, volume toSize, size any) adaptive {
	along := func(x *tensor.Tensor, size any) *tensor.Tensor { return line(x, size.([]int)[0]) }
	a := adaptive{[...]toSize{1: along, plane, volume}[of.dims], axisNumbers(of.name, "output_size", size, of.dims)}
	if of.dims == 1 {
		positive(of.name, "output_size", a.size[0])
	}
	return a
}

// AdaptiveAvgPool{N}d is mindspore.nn.AdaptiveAvgPool{N}d: the means of as many windows as wanted that cover {axes} of
// x, of shape (N, C, {spatial}) or (C, {spatial}).
//
//ms:layer layer.pooling dims=1,2,3 scalar=outputSize
type adaptiveAvgPool struct {
	Cell
	set adaptive
}

// The argument outputSize is a positive int for one axis (ValueError); for more it is an int or a []int, in which 0
// keeps an axis (None in Python).
func (p *adaptiveAvgPool) build(of family, outputSize any) {
	p.set = newAdaptive(of, ops.AdaptiveAvgPool1D, ops.AdaptiveAvgPool2D, ops.AdaptiveAvgPool3D, outputSize)
}

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}).
func (p *adaptiveAvgPool) Construct(x *tensor.Tensor) *tensor.Tensor { return p.set.op(x, p.set.size) }

// AdaptiveMaxPool{N}d is mindspore.nn.AdaptiveMaxPool{N}d: the largest elements of as many windows as wanted that cover
// {axes} of x, of shape (N, C, {spatial}) or (C, {spatial}).
//
//ms:layer layer.pooling dims=1,2,3 scalar=outputSize
type adaptiveMaxPool struct {
	Cell
	set  adaptive
	dims int
}

// The argument outputSize is a positive int for one axis (ValueError); for more it is an int or a []int, in which 0
// keeps an axis (None in Python).
func (p *adaptiveMaxPool) build(of family, outputSize any) {
	p.dims = of.dims
	p.set = newAdaptive(of, ops.AdaptiveMaxPool1D, ops.AdaptiveMaxPool2D, ops.AdaptiveMaxPool3D, outputSize)
}

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}).
func (p *adaptiveMaxPool) Construct(x *tensor.Tensor) *tensor.Tensor { return p.set.op(x, p.set.size) }

// WithIndices also returns the Int64 indices of the elements in the flattened {spatial} (return_indices).
func (p *adaptiveMaxPool) WithIndices(x *tensor.Tensor) (y, indices *tensor.Tensor) {
	switch p.dims {
	case 3:
		return ops.AdaptiveMaxPool3DWithIndices(x, p.set.size)
	case 2:
		return ops.AdaptiveMaxPool2DWithIndices(x, p.set.size)
	}
	y, indices = ops.AdaptiveMaxPool2DWithIndices(x.ExpandDims(-2), []int{1, p.set.size[0]})
	return y.Squeeze(-2), indices.Squeeze(-2)
}
