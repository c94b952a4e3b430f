package ops

import (
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// DeformableGroups sets the number of groups of channels with separate offsets (deformable_groups).
func DeformableGroups(n int) Option { return Option{"DeformableGroups", n} }

// Modulated sets whether offsets include a factor for every sample (modulated).
func Modulated(on bool) Option { return Option{"Modulated", on} }

// DeformableConv2D is a convolution whose kernel is read from places moved by offsets, between the elements (Dai and
// others, "Deformable convolutional networks", 2017; Zhu and others, "Deformable ConvNets v2", 2018). x has shape
// (N, C, H, W), weight (O, C/groups, KH, KW), offsets (N, 3·G·KH·KW, H', W'): for G groups of channels, the moves
// along the width, those along the height, the factors. Options: Stride (1), Padding (0), Dilation (1), Groups (1),
// Bias, DeformableGroups (1), Modulated (true; without it there are no factors).
//
//ms:op func=deformable_conv2d class=DeformableOffsets types=floats
func DeformableConv2D(x, weight, offsets *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "DeformableConv2D"
	o := read(op, opts, "Stride", "Padding", "Dilation", "Groups", "Bias", "DeformableGroups", "Modulated")
	checkRank(op, "x", x, 4)
	checkRank(op, "weight", weight, 4)
	checkRank(op, "offsets", offsets, 4)
	checkFloat(op, []string{"x", "weight", "offsets"}, specOf(x), specOf(weight), specOf(offsets))
	w := newWindow(op, o, x.Shape()[2:], weight.Shape()[2:], 1, "pad")
	groups, parts := kwargs.Get(o, "DeformableGroups", 1), 2
	if kwargs.Get(o, "Modulated", true) {
		parts = 3
	}
	n, c, cells := x.Dim(0), x.Dim(1), product(w.kernel)
	if groups < 1 || c%groups != 0 || offsets.Dim(0) != n || offsets.Dim(1) != parts*groups*cells || offsets.Dim(2) != w.out[0] || offsets.Dim(3) != w.out[1] {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'deformable_groups' must divide the channels of 'x' and the shape of 'offsets' be [%d, %d, %d, %d], "+
			"but got deformable_groups = %d, x.shape = %s and offsets.shape = %s.", op, n, parts*groups*cells, w.out[0], w.out[1], groups, listText(x.Shape()), listText(offsets.Shape()))
	}
	moves := offsets.Reshape(n, parts, groups, w.kernel[0], w.kernel[1], w.out[0], w.out[1])
	points := cells * product(w.out)
	place := func(part, axis int) *tensor.Tensor {
		return moves.At(tensor.All(), part).Add(w.grid(axis).AsType(x.DType())).Reshape(n*groups, points)
	}
	s := sampler{
		x:  x.Reshape(n*groups, c/groups, product(w.in)).SwapAxes(1, 2),
		in: w.in, image: tensor.Arange(n * groups).ExpandDims(1), padding: "zeros",
		at: []*tensor.Tensor{place(1, 0), place(0, 1)},
	}
	y := s.linear() // (N·G, points, C/G)
	if parts == 3 {
		y = y.Mul(moves.At(tensor.All(), 2).Reshape(n*groups, points, 1))
	}
	// The samples are side by side, as images whose kernels do not overlap.
	y = y.SwapAxes(1, 2).Reshape(n, c, w.kernel[0], w.kernel[1], w.out[0], w.out[1]).Transpose(0, 1, 4, 2, 5, 3)
	y = y.Reshape(n, c, w.out[0]*w.kernel[0], w.out[1]*w.kernel[1])
	conv := []Option{Stride(w.kernel...), Groups(kwargs.Get(o, "Groups", 1))}
	if b := kwargs.Get[*tensor.Tensor](o, "Bias", nil); b != nil {
		conv = append(conv, Bias(b))
	}
	return Conv2D(y, weight, conv...)
}

// grid returns the positions of the cells of all windows along an axis, in a shape that broadcasts to (kernel…,
// windows…).
func (w *window) grid(axis int) *tensor.Tensor {
	cells := tensor.Arange(w.kernel[axis]).Mul(tensor.Scalar(w.dilation[axis])).ExpandDims(1)
	at := tensor.Arange(w.out[axis]).Mul(tensor.Scalar(w.stride[axis])).Sub(tensor.Scalar(w.low[axis])).Add(cells)
	if axis == 0 {
		return at.Reshape(w.kernel[0], 1, w.out[0], 1)
	}
	return at.Reshape(1, w.kernel[1], 1, w.out[1])
}
