package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// MaxUnpool1D is [MaxUnpool2D] for one axis.
//
//ms:op func=max_unpool1d class= types=floats
func MaxUnpool1D(x, indices *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return maxUnpool("MaxUnpool1D", 1, x, indices, kernelSize, opts)
}

// MaxUnpool2D returns zeros with the elements of x at the positions in indices, as returned by
// [MaxPool2DWithIndices]; both have shape (N, C, H, W) or (C, H, W). The result's spatial shape is (H-1)·stride -
// 2·padding + kernelSize. An index out of range is a ValueError. Options: Stride (the kernel), Padding (0).
//
//ms:op func=max_unpool2d class=MaxUnpool2D types=floats
func MaxUnpool2D(x, indices *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return maxUnpool("MaxUnpool2D", 2, x, indices, kernelSize, opts)
}

// MaxUnpool3D is [MaxUnpool2D] for three axes.
//
//ms:op func=max_unpool3d class=MaxUnpool3D types=floats
func MaxUnpool3D(x, indices *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	return maxUnpool("MaxUnpool3D", 3, x, indices, kernelSize, opts)
}

func maxUnpool(op string, axes int, x, indices *tensor.Tensor, kernelSize any, opts []Option) *tensor.Tensor {
	o := read(op, opts, "Stride", "Padding")
	checkRank(op, "x", x, axes+1, axes+2)
	if !slices.Equal(x.Shape(), indices.Shape()) {
		tensor.Throw(op, tensor.ValueError, "For '%s', x.shape must be equal to argmax.shape, but got %s and %s.", op, listText(x.Shape()), listText(indices.Shape()))
	}
	if !indices.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of 'argmax' must be Int32 or Int64, but got Tensor[%s].", op, indices.DType())
	}
	kernel := positive(op, "KernelSize", sizes(op, "KernelSize", kernelSize, axes))
	stride, padding := kernel, ints(op, o, "Padding", axes, 0)
	if kwargs.Passed[[]int](o, "Stride") != nil {
		stride = positive(op, "Stride", ints(op, o, "Stride", axes, 0))
	}
	plane := slices.Clone(x.Shape()[x.NDim()-axes:])
	for i := range plane {
		plane[i] = (plane[i]-1)*stride[i] - 2*padding[i] + kernel[i]
	}
	positive(op, "OutputSize", plane)
	index := checkIndices(op, indices.Int64s(), plane)
	x = lastOfEach(x, index, perPlane(x, plane), product(plane))
	return spread(op, x, tensor.Share(index, x.Shape()...), plane)
}

// checkIndices raises ValueError unless all indices are within the plane.
func checkIndices(op string, index []int64, plane []int) []int64 {
	for _, i := range index {
		if i < 0 || int(i) >= product(plane) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the value of 'argmax' must be in range [0, %d), but got %d; the output's spatial shape is %s.",
				op, product(plane), i, tupleText(plane))
		}
	}
	return index
}

// lastOfEach returns x with zeros where a later element of the same plane has the same index: overlapping windows
// may select an element twice.
func lastOfEach(x *tensor.Tensor, index []int64, out, n int) *tensor.Tensor {
	last, seen, again := make([]bool, len(index)), map[int]bool{}, false
	for o := len(index) - 1; o >= 0; o-- {
		at := o/out*n + int(index[o])
		last[o] = !seen[at]
		again = again || seen[at]
		seen[at] = true
	}
	if !again {
		return x
	}
	return tensor.Where(tensor.Share(last, x.Shape()...), x, tensor.ZerosOf(x.DType()))
}

// spread returns zeros in planes of the given shape with the elements of x added at indices.
func spread(op string, x, indices *tensor.Tensor, plane []int) *tensor.Tensor {
	return tensor.Apply(spreadOp{op, plane}, x, indices)[0]
}

// spreadOp is (x, indices) → planes; pickOp is its transpose.
type spreadOp struct {
	name  string
	plane []int
}

func (o spreadOp) Name() string    { return o.name }
func (spreadOp) PrivateGradients() {}
func (o spreadOp) Infer(in []tensor.Spec) []tensor.Spec {
	checkFloat(o.name, []string{"x"}, in[0])
	lead := len(in[0].Shape) - len(o.plane)
	return []tensor.Spec{{DType: in[0].DType, Shape: slices.Concat(in[0].Shape[:lead], o.plane)}}
}

func (o spreadOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x, index := engine.Operand(in[0]), engine.Elements(in[1], tensor.Int64).([]int64)
	spec := o.Infer([]tensor.Spec{specOf(x)})[0]
	out, n := perPlane(x, o.plane), product(o.plane)
	return []*tensor.Tensor{inFloats(
		x, spec.Shape,
		func(y, v []float32) { clear(y); kernels.Spread(y, v, index, out, n) },
		func(y, v []float64) { clear(y); kernels.Spread(y, v, index, out, n) },
	)}
}

// perPlane returns the number of elements of x per plane.
func perPlane(x *tensor.Tensor, plane []int) int { return product(x.Shape()[x.NDim()-len(plane):]) }

func (o spreadOp) VJP(in, _, grad []*tensor.Tensor) []*tensor.Tensor {
	return []*tensor.Tensor{tensor.Apply(pickOp{o}, grad[0], in[1])[0], nil}
}

// pickOp is (planes, indices) → x.
type pickOp struct{ spreadOp }

func (o pickOp) Infer(in []tensor.Spec) []tensor.Spec {
	return []tensor.Spec{{DType: in[0].DType, Shape: in[1].Shape}}
}

func (o pickOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x, at := engine.Operand(in[0]), in[1]
	index, out, n := engine.Elements(at, tensor.Int64).([]int64), perPlane(at, o.plane), product(o.plane)
	return []*tensor.Tensor{inFloats(
		x, at.Shape(),
		func(y, v []float32) { kernels.Pick(y, v, index, out, n) },
		func(y, v []float64) { kernels.Pick(y, v, index, out, n) },
	)}
}

func (o pickOp) VJP(in, _, grad []*tensor.Tensor) []*tensor.Tensor {
	return []*tensor.Tensor{spread(o.name, grad[0], in[1], o.plane), nil}
}
