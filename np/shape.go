package np

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// Shape returns the shape of x. numpy.shape.
func Shape(x any) tensor.Shape { return tensorOf(x).Shape() }

// NDim returns the number of axes of x. numpy.ndim.
func NDim(x any) int { return tensorOf(x).NDim() }

// Size returns the number of elements of x, or the length of an axis. numpy.size.
func Size(x any, axis ...int) int {
	if len(axis) > 0 {
		return tensorOf(x).Dim(axis[0])
	}
	return tensorOf(x).Size()
}

// Reshape returns x's elements in row-major order with another shape; one length may be -1. numpy.reshape.
func Reshape(x any, shape ...int) *tensor.Tensor { return tensorOf(x).Reshape(shape...) }

// Ravel returns the flattened x. numpy.ravel.
func Ravel(x any) *tensor.Tensor { return tensorOf(x).Reshape(-1) }

// Transpose returns x with its axes in the given order, by default reversed. numpy.transpose.
func Transpose(x any, axes ...int) *tensor.Tensor { return tensorOf(x).Transpose(axes...) }

// SwapAxes returns x with two axes swapped. numpy.swapaxes.
func SwapAxes(x any, i, j int) *tensor.Tensor { return tensorOf(x).SwapAxes(i, j) }

// MoveAxis returns x with one or several axes moved to other positions: from and to are numbers, or lists of distinct
// axes of the same length (ValueError). numpy.moveaxis.
func MoveAxis(x, from, to any) *tensor.Tensor {
	t := tensorOf(x)
	f, d := axesOf("moveaxis", from, t.NDim()), axesOf("moveaxis", to, t.NDim())
	require("moveaxis", len(f) == len(d), "`source` and `destination` arguments must have the same number of elements")
	order := slices.DeleteFunc(shape.UpTo(t.NDim()), func(axis int) bool { return slices.Contains(f, axis) })
	for at := range t.NDim() {
		if i := slices.Index(d, at); i >= 0 {
			order = slices.Insert(order, at, f[i])
		}
	}
	return t.Transpose(order...)
}

// axesOf returns an axis or a list of distinct axes, counted from the front.
func axesOf(op string, v any, rank int) []int {
	var axes []int
	for _, n := range tensorOf(v).Reshape(-1).Int64s() {
		axis := axisOf(op, int(n), rank)
		require(op, !slices.Contains(axes, axis), "repeated axis")
		axes = append(axes, axis)
	}
	return axes
}

// RollAxis returns x with an axis moved in front of another, the first by default. numpy.rollaxis.
func RollAxis(x any, axis int, start ...int) *tensor.Tensor {
	t := tensorOf(x)
	n := t.NDim()
	axis, to := axisOf("rollaxis", axis, n), kwargs.Optional(start, 0)
	require("rollaxis", to >= -n && to <= n, "start is out of bounds")
	if to < 0 {
		to += n
	}
	if to > axis {
		to--
	}
	return MoveAxis(t, axis, to)
}

// ExpandDims returns x with a new axis of length one. numpy.expand_dims.
func ExpandDims(x any, axis int) *tensor.Tensor { return tensorOf(x).ExpandDims(axis) }

// Squeeze returns x without the given axes of length one, or without all such axes. numpy.squeeze.
func Squeeze(x any, axes ...int) *tensor.Tensor { return tensorOf(x).Squeeze(axes...) }

// BroadcastTo returns x broadcast to a shape. numpy.broadcast_to.
func BroadcastTo(x any, shape ...int) *tensor.Tensor { return tensorOf(x).BroadcastTo(shape...) }

// BroadcastArrays returns xs broadcast to their common shape, each with its own dtype. numpy.broadcast_arrays.
func BroadcastArrays(xs ...any) []*tensor.Tensor {
	ts := tensors(xs)
	var common []int
	for _, t := range ts {
		s, ok := shape.Broadcast(common, t.Shape())
		require("broadcast_arrays", ok, "shape mismatch: objects cannot be broadcast to a single shape")
		common = s
	}
	for i, t := range ts {
		ts[i] = t.BroadcastTo(common...)
	}
	return ts
}

// AtLeast1D returns x with one axis at least. numpy.atleast_1d.
func AtLeast1D(x any) *tensor.Tensor { return tensorOf(x).AtLeast1D() }

// AtLeast2D returns x with at least two axes; new ones are in front. numpy.atleast_2d.
func AtLeast2D(x any) *tensor.Tensor { return tensorOf(x).AtLeast2D() }

// AtLeast3D returns x with at least three axes: a vector gets one on both sides, a matrix one at the end.
// numpy.atleast_3d.
func AtLeast3D(x any) *tensor.Tensor { return tensorOf(x).AtLeast3D() }

// Flip reverses x along the given axes, by default all. numpy.flip.
func Flip(x any, axes ...int) *tensor.Tensor { return tensorOf(x).Flip(axes...) }

// FlipLR reverses x along its second axis. numpy.fliplr.
func FlipLR(x any) *tensor.Tensor { return tensorOf(x).Flip(1) }

// FlipUD reverses x along its first axis. numpy.flipud.
func FlipUD(x any) *tensor.Tensor { return tensorOf(x).Flip(0) }

// Rot90 rotates x by k·90 degrees in the plane of two axes, from the first to the second. kAxes may hold k (1 by
// default) and the axes (0 and 1). numpy.rot90.
func Rot90(x any, kAxes ...int) *tensor.Tensor {
	t := tensorOf(x)
	require("rot90", t.NDim() >= 2, "Array must be at least 2-d.")
	if len(kAxes) == 3 {
		return t.Rot90(kAxes[0], kAxes[1], kAxes[2])
	}
	return t.Rot90(kwargs.Optional(kAxes, 1), 0, 1)
}

// Roll returns x with its elements shifted cyclically along axes, by default as if it were flat. n is a number of
// positions, or a list with one per axis. numpy.roll.
func Roll(x, n any, axes ...int) *tensor.Tensor {
	if places, ok := n.(int); ok && len(axes) > 1 {
		n = slices.Repeat([]int{places}, len(axes))
	}
	return tensorOf(x).Roll(n, axes...)
}

// Tile repeats x the given number of times along each axis. numpy.tile.
func Tile(x any, reps ...int) *tensor.Tensor { return tensorOf(x).Tile(reps...) }

// Repeat repeats each element along an axis, by default of the flattened x. A number applies to all elements, a list
// has one for each. numpy.repeat.
func Repeat(x, repeats any, axis ...int) *tensor.Tensor {
	t, a := flatUnless(x, axis)
	return t.RepeatInterleave(repeats, a)
}
