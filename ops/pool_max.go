package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// MaxPool1D returns the largest elements of windows of kernelSize, an int or a []int, along the last axis of x,
// which has shape (N, C, L) or (C, L). Options: Stride (the kernel), PadMode ("pad"), Padding (0, at most half the
// kernel), Dilation (1), CeilMode.
//
//ms:op func=max_pool1d class= types=floats
func MaxPool1D(x *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return largest(maxPool("MaxPool1D", 1, x, kernelSize, opts), x)
}

// MaxPool2D returns the largest elements of windows of kernelSize, an int or a []int, over the last two axes of x,
// which has shape (N, C, H, W) or (C, H, W); NaN if there is one. The gradient goes to the first of equals. Options
// as of [MaxPool1D].
//
//ms:op func=max_pool2d class=MaxPool types=floats
func MaxPool2D(x *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return largest(maxPool("MaxPool", 2, x, kernelSize, opts), x)
}

// MaxPool3D is [MaxPool2D] over three axes: x has shape (N, C, D, H, W) or (C, D, H, W).
//
//ms:op func=max_pool3d class=MaxPool3D types=floats
func MaxPool3D(x *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return largest(maxPool("MaxPool3D", 3, x, kernelSize, opts), x)
}

// MaxPool1DWithIndices is [MaxPool1D] that also returns the Int64 indices of the elements along the axis.
//
//ms:op func=max_pool1d class= types=floats
func MaxPool1DWithIndices(x *tensor.Tensor, kernelSize any, opts ...Option) (y, indices *tensor.Tensor) {
	return withIndices(maxPool("MaxPool1D", 1, x, kernelSize, opts), x)
}

// MaxPool2DWithIndices is [MaxPool2D] that also returns the Int64 indices of the elements in the flattened plane:
// return_indices=True.
//
//ms:op func= class=MaxPoolWithArgmaxV2 types=floats
func MaxPool2DWithIndices(x *tensor.Tensor, kernelSize any, opts ...Option) (y, indices *tensor.Tensor) {
	return withIndices(maxPool("MaxPoolWithArgmaxV2", 2, x, kernelSize, opts), x)
}

// MaxPool3DWithIndices is [MaxPool3D] that also returns the Int64 indices of the elements in the flattened volume:
// return_indices=True.
//
//ms:op func= class=MaxPool3DWithArgmax types=floats
func MaxPool3DWithIndices(x *tensor.Tensor, kernelSize any, opts ...Option) (y, indices *tensor.Tensor) {
	return withIndices(maxPool("MaxPool3DWithArgmax", 3, x, kernelSize, opts), x)
}

func maxPool(op string, axes int, x *tensor.Tensor, kernelSize any, opts []Option) maxOp {
	o := read(op, opts, "Stride", "PadMode", "Padding", "Dilation", "CeilMode")
	checkRank(op, "x", x, axes+1, axes+2)
	w := poolWindow(op, axes, x, kernelSize, o, 0)
	return maxOp{name: op, lead: x.NDim() - axes, in: w.in, out: w.out, taps: w.taps}
}

// largest returns the largest elements. Without a gradient it computes no indices.
func largest(o maxOp, x *tensor.Tensor) *tensor.Tensor {
	o.bare = !x.Tracked()
	return tensor.Apply(o, x)[0]
}

func withIndices(o maxOp, x *tensor.Tensor) (y, indices *tensor.Tensor) {
	out := tensor.Apply(o, x)
	return out[0], out[1]
}

// AdaptiveMaxPool1D returns the largest elements of size windows that cover the last axis of x, which has shape (N,
// C, L) or (C, L).
//
//ms:op func=adaptive_max_pool1d class= types=floats
func AdaptiveMaxPool1D(x *tensor.Tensor, size int) *tensor.Tensor {
	return largest(adaptiveMaxPool("AdaptiveMaxPool1D", 1, x, size), x)
}

// AdaptiveMaxPool2D returns the largest elements of windows that cover the last two axes of x, which has shape (N,
// C, H, W) or (C, H, W). The result's spatial shape is size, an int or a []int, where 0 keeps an axis (None in
// Python); the windows are those of [AdaptiveAvgPool2D].
//
//ms:op func=adaptive_max_pool2d class=AdaptiveMaxPool2D types=floats
func AdaptiveMaxPool2D(x *tensor.Tensor, size any) *tensor.Tensor {
	return largest(adaptiveMaxPool("AdaptiveMaxPool2D", 2, x, size), x)
}

// AdaptiveMaxPool2DWithIndices is [AdaptiveMaxPool2D] that also returns the Int64 indices of the elements in the
// flattened plane: return_indices=True.
//
//ms:op func=adaptive_max_pool2d class= types=floats
func AdaptiveMaxPool2DWithIndices(x *tensor.Tensor, size any) (y, indices *tensor.Tensor) {
	return withIndices(adaptiveMaxPool("AdaptiveMaxPool2D", 2, x, size), x)
}

// AdaptiveMaxPool3D is [AdaptiveMaxPool2D] over three axes.
//
//ms:op func=adaptive_max_pool3d class=AdaptiveMaxPool3D types=floats
func AdaptiveMaxPool3D(x *tensor.Tensor, size any) *tensor.Tensor {
	return largest(adaptiveMaxPool("AdaptiveMaxPool3D", 3, x, size), x)
}

// AdaptiveMaxPool3DWithIndices is [AdaptiveMaxPool3D] that also returns the Int64 indices of the elements in the
// flattened volume: return_indices=True.
//
//ms:op func=adaptive_max_pool3d class= types=floats
func AdaptiveMaxPool3DWithIndices(x *tensor.Tensor, size any) (y, indices *tensor.Tensor) {
	return withIndices(adaptiveMaxPool("AdaptiveMaxPool3D", 3, x, size), x)
}

func adaptiveMaxPool(op string, axes int, x *tensor.Tensor, size any) maxOp {
	in, out := adaptiveShape(op, axes, x, size)
	taps := func() shape.Taps { return adaptiveTaps(in, out) }
	return maxOp{name: op, lead: x.NDim() - axes, in: in, out: out, taps: taps}
}

// maxOp is x → (y, indices), or x → y.
type maxOp struct {
	name    string
	lead    int // number of axes before the planes
	in, out []int
	taps    func() shape.Taps
	bare    bool // without indices, and so without a gradient
}

func (o maxOp) Name() string              { return o.name }
func (maxOp) Keeps() (args, results bool) { return false, true }
func (maxOp) PrivateGradients()           {}
func (o maxOp) Infer(in []tensor.Spec) []tensor.Spec {
	checkFloat(o.name, []string{"x"}, in[0])
	dims := slices.Concat(in[0].Shape[:o.lead], o.out)
	specs := []tensor.Spec{{DType: in[0].DType, Shape: dims}, {DType: tensor.Int64, Shape: dims}}
	if o.bare {
		return specs[:1]
	}
	return specs
}

func (o maxOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x := engine.Operand(in[0])
	spec := o.Infer([]tensor.Spec{specOf(x)})[0]
	m := o.taps()
	var at []int64
	results := make([]*tensor.Tensor, 1, 2)
	if !o.bare {
		index := tensor.EmptyOf(tensor.Int64, spec.Shape...)
		at, results = engine.Blank(index).([]int64), append(results, index)
	}
	results[0] = inFloats(
		x, spec.Shape,
		func(y, v []float32) { kernels.TapMax(y, at, v, &m) },
		func(y, v []float64) { kernels.TapMax(y, at, v, &m) },
	)
	return results
}

func (o maxOp) VJP(_, out, grad []*tensor.Tensor) []*tensor.Tensor {
	return []*tensor.Tensor{spread(o.name, grad[0], out[1], o.in)}
}
