package np

import (
	"slices"

	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Ix returns the vectors xs, each along a separate axis, so that together they select a block of elements:
// x[np.Ix(rows, columns)]. A Bool vector counts as the indices where it is true. numpy.ix_.
func Ix(xs ...any) tensor.Tuple {
	at := slices.Clone(xs)
	for i, x := range xs {
		if t := tensorOf(x); t.DType() == tensor.Bool && t.NDim() == 1 {
			at[i] = NonZero(t)[0]
		}
	}
	return OGrid(at...)
}

// OGrid returns an open grid of ranges such as np.Arange(0, 5) or np.Linspace(-1, 1, 5), each along a separate axis.
// numpy.ogrid.
func OGrid(ranges ...any) tensor.Tuple {
	out := make(tensor.Tuple, len(ranges))
	for i, x := range ranges {
		t := tensorOf(x)
		require("ix_", t.NDim() == 1, "Cross index must be 1 dimensional")
		shape := slices.Repeat([]int{1}, len(ranges))
		shape[i] = t.Len()
		out[i] = t.Reshape(shape...)
	}
	return out
}

// MGrid returns a full grid of ranges such as np.Arange(0, 5) or np.Linspace(-1, 1, 5), the coordinates of each
// axis along a new first axis. numpy.mgrid.
func MGrid(ranges ...any) *tensor.Tensor {
	return tensor.Stack(BroadcastArrays(pyrepr.Anys(OGrid(ranges...))...), 0)
}

// Indices returns the coordinates of all elements of a shape: for each axis an Int32 tensor of that shape, as in
// mindspore.numpy. tensor.Stack of them is numpy's one array. numpy.indices.
func Indices(shape ...int) []*tensor.Tensor {
	ranges := make([]any, len(shape))
	for i, n := range shape {
		ranges[i] = Arange(n, tensor.Int32)
	}
	return MeshgridIJ(ranges...)
}

// Meshgrid returns the coordinates of all pairs (triples, …) of elements of the vectors xs. The first vector runs
// along the second axis, as in pictures: numpy.meshgrid with indexing "xy".
func Meshgrid(xs ...any) tensor.Tuple {
	if len(xs) < 2 {
		return MeshgridIJ(xs...)
	}
	out := MeshgridIJ(append([]any{xs[1], xs[0]}, xs[2:]...)...)
	out[0], out[1] = out[1], out[0]
	return out
}

// MeshgridIJ returns the coordinates of all pairs (triples, …) of elements of the vectors xs, each vector along the
// axis of its own number: numpy.meshgrid with indexing "ij".
func MeshgridIJ(xs ...any) tensor.Tuple {
	out := BroadcastArrays(pyrepr.Anys(OGrid(xs...))...)
	for i, x := range out {
		out[i] = x.Clone()
	}
	return out
}
