package ops

import (
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// Conv1DTranspose is [Conv2DTranspose] over one axis: x has shape (N, C, L), w (C, O/groups, K).
//
//ms:op func=conv_transpose1d class= types=floats
func Conv1DTranspose(x, w *tensor.Tensor, opts ...Option) *tensor.Tensor {
	return convTranspose("Conv1DTranspose", 1, x, w, opts)
}

// Conv2DTranspose returns the transposed convolution of x, of shape (N, C, H, W), with the kernels w, of shape (C,
// O/groups, KH, KW): the gradient of [Conv2D] with respect to its input. Each axis of the result has (H-1)·stride -
// 2·padding + dilation·(KH-1) + output_padding + 1 elements; with PadMode "same" H·stride. x and w must have the
// same floating-point dtype (TypeError). Options: Bias, Stride (1), PadMode ("pad"), Padding (0), OutputPadding (0),
// Dilation (1), Groups (1).
//
//ms:op func=conv_transpose2d class=Conv2DTranspose types=floats
func Conv2DTranspose(x, w *tensor.Tensor, opts ...Option) *tensor.Tensor {
	return convTranspose("Conv2DTranspose", 2, x, w, opts)
}

// Conv3DTranspose is [Conv2DTranspose] over three axes: x has shape (N, C, D, H, W), w (C, O/groups, KD, KH, KW).
//
//ms:op func=conv3d_transpose class=Conv3DTranspose types=floats
func Conv3DTranspose(x, w *tensor.Tensor, opts ...Option) *tensor.Tensor {
	return convTranspose("Conv3DTranspose", 3, x, w, opts)
}

func convTranspose(op string, axes int, x, w *tensor.Tensor, opts []Option) *tensor.Tensor {
	o := read(op, opts, "Bias", "Stride", "PadMode", "Padding", "OutputPadding", "Dilation", "Groups")
	checkRank(op, "x", x, axes+2)
	checkRank(op, "weight", w, axes+2)
	groups := kwargs.Get(o, "Groups", 1)
	if x.Dim(1) != w.Dim(0) || groups <= 0 || w.Dim(0)%groups != 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the channels of 'x' must be equal to weight.shape[0] and divisible by 'group': %d, "+
			"but got x.shape = %s and weight.shape = %s.", op, groups, listText(x.Shape()), listText(w.Shape()))
	}
	image := append([]int{x.Dim(0), w.Dim(1) * groups}, transposedSize(op, o, x.Shape()[2:], w.Shape()[2:])...)
	if kwargs.Passed[string](o, "PadMode") == nil {
		o.Put("PadMode", "pad")
	}
	g := newGeometry(op, o, image, w.Shape())
	g.out, g.y = x.Shape()[2:], x.Shape() // output_padding may create space for one window more
	return addBias(op, tensor.Apply(convInputOp{g}, x, w)[0], o)
}

// transposedSize returns the spatial shape from which a convolution produces shape y.
func transposedSize(op string, o options, y, kernel []int) []int {
	n := len(y)
	stride, dilation := positive(op, "Stride", ints(op, o, "Stride", n, 1)),
		positive(op, "Dilation", ints(op, o, "Dilation", n, 1))
	extra, size := ints(op, o, "OutputPadding", n, 0), make([]int, n)
	w := window{op: op, in: y, low: make([]int, n), high: make([]int, n)}
	if given := kwargs.Get[[]int](o, "Padding", nil); kwargs.Get(o, "PadMode", "pad") == "pad" {
		w.explicit(given)
	}
	for i := range size {
		size[i] = (y[i]-1)*stride[i] - w.low[i] - w.high[i] + dilation[i]*(kernel[i]-1) + 1 + extra[i]
		if kwargs.Get(o, "PadMode", "pad") == "same" {
			size[i] = y[i] * stride[i]
		}
		if extra[i] < 0 || (extra[i] >= stride[i] && extra[i] >= dilation[i]) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the 'output_padding' must be non-negative and less than stride or dilation, but got %s.",
				op, tupleText(extra))
		}
		if size[i] <= 0 {
			tensor.Throw(op, tensor.ValueError, "For '%s', the output shape must be positive, but got %s for an input of spatial shape %s.",
				op, tupleText(size), tupleText(y))
		}
	}
	return size
}
