package ops

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// The ops in this file change their first argument, a parameter or another tensor, and return it. The ops of package
// tensor with similar names, such as [TensorScatterUpdate], return a new tensor.

// rowsAt checks that updates fit the slices of x along the first axis at indices, and returns indices as rows of one
// index.
func rowsAt(op string, x, indices, updates *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 || !slices.Equal(updates.Shape(), slices.Concat(indices.Shape(), x.Shape()[1:])) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'updates' must be indices.shape + input_x.shape[1:], but got input_x.shape = %s, "+
			"indices.shape = %s and updates.shape = %s.", op, listText(x.Shape()), listText(indices.Shape()), listText(updates.Shape()))
	}
	needIntegers(op, "indices", indices)
	rows := indices.ExpandDims(-1)
	needWithin(op, x, rows)
	return rows
}

// rowsNd checks that indices has rows of indices for the first axes of x and that updates match the selected slices.
func rowsNd(op string, x, indices, updates *tensor.Tensor) *tensor.Tensor {
	n := indices.NDim()
	if n == 0 || indices.Dim(-1) < 1 || indices.Dim(-1) > x.NDim() || !slices.Equal(updates.Shape(), slices.Concat(indices.Shape()[:n-1], x.Shape()[indices.Dim(-1):])) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'updates' must be indices.shape[:-1] + input_x.shape[indices.shape[-1]:], but got input_x.shape = %s, "+
			"indices.shape = %s and updates.shape = %s.", op, listText(x.Shape()), listText(indices.Shape()), listText(updates.Shape()))
	}
	needIntegers(op, "indices", indices)
	needWithin(op, x, indices)
	return indices
}

// ScatterUpdate sets, in place, the slices of x along the first axis at indices to updates, whose shape is that of
// indices and the rest of x's. It returns x.
//
//ms:op func=scatter_update class=ScatterUpdate types=all
func ScatterUpdate(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterUpdate(rowsAt("ScatterUpdate", x, indices, updates), updates))
}

// ScatterAddTo adds updates, in place, to the slices of x along the first axis at indices; see [ScatterUpdate]. It
// returns x. Tensor.scatter_add, which takes positions along any axis and returns a new tensor, is [ScatterAdd].
//
//ms:op func=scatter_add class=ScatterAdd types=all
func ScatterAddTo(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterAdd(rowsAt("ScatterAdd", x, indices, updates), updates))
}

// ScatterSub subtracts updates, in place, from the slices of x along the first axis at indices; see [ScatterUpdate].
// It returns x.
//
//ms:op func=scatter_sub class=ScatterSub types=number
func ScatterSub(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterSub(rowsAt("ScatterSub", x, indices, updates), updates))
}

// ScatterMul multiplies, in place, the slices of x along the first axis at indices by updates; see [ScatterUpdate].
// It returns x.
//
//ms:op func=scatter_mul class=ScatterMul types=all
func ScatterMul(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterMul(rowsAt("ScatterMul", x, indices, updates), updates))
}

// ScatterDiv divides, in place, the slices of x along the first axis at indices by updates; see [ScatterUpdate]. It
// returns x.
//
//ms:op func=scatter_div class=ScatterDiv types=number
func ScatterDiv(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterDiv(rowsAt("ScatterDiv", x, indices, updates), updates))
}

// ScatterMax replaces, in place, the slices of x along the first axis at indices by the maximum with updates; see
// [ScatterUpdate]. It returns x.
//
//ms:op func=scatter_max class=ScatterMax types=ordered
func ScatterMax(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterMax(rowsAt("ScatterMax", x, indices, updates), updates))
}

// ScatterMin replaces, in place, the slices of x along the first axis at indices by the minimum with updates; see
// [ScatterUpdate]. It returns x.
//
//ms:op func=scatter_min class=ScatterMin types=ordered
func ScatterMin(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterMin(rowsAt("ScatterMin", x, indices, updates), updates))
}

// ScatterNdUpdate sets, in place, the slices of x at the rows of indices to updates; see [GatherNd]. It returns x.
//
//ms:op func=scatter_nd_update class=ScatterNdUpdate types=all
func ScatterNdUpdate(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterUpdate(rowsNd("ScatterNdUpdate", x, indices, updates), updates))
}

// ScatterNdAdd adds updates, in place, to the slices of x at the rows of indices; see [GatherNd]. It returns x.
//
//ms:op func=scatter_nd_add class=ScatterNdAdd types=all
func ScatterNdAdd(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterAdd(rowsNd("ScatterNdAdd", x, indices, updates), updates))
}

// ScatterNdSub subtracts updates, in place, from the slices of x at the rows of indices; see [GatherNd]. It returns
// x.
//
//ms:op func=scatter_nd_sub class=ScatterNdSub types=number
func ScatterNdSub(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterSub(rowsNd("ScatterNdSub", x, indices, updates), updates))
}

// ScatterNdMul multiplies, in place, the slices of x at the rows of indices by updates; see [GatherNd]. It returns x.
//
//ms:op func=scatter_nd_mul class=ScatterNdMul types=all
func ScatterNdMul(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterMul(rowsNd("ScatterNdMul", x, indices, updates), updates))
}

// ScatterNdDiv divides, in place, the slices of x at the rows of indices by updates; see [GatherNd]. It returns x.
//
//ms:op func=scatter_nd_div class=ScatterNdDiv types=number
func ScatterNdDiv(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterDiv(rowsNd("ScatterNdDiv", x, indices, updates), updates))
}

// ScatterNdMax replaces, in place, the slices of x at the rows of indices by the maximum with updates; see
// [GatherNd]. It returns x.
//
//ms:op func=scatter_nd_max class=ScatterNdMax types=ordered
func ScatterNdMax(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterMax(rowsNd("ScatterNdMax", x, indices, updates), updates))
}

// ScatterNdMin replaces, in place, the slices of x at the rows of indices by the minimum with updates; see
// [GatherNd]. It returns x.
//
//ms:op func=scatter_nd_min class=ScatterNdMin types=ordered
func ScatterNdMin(x, indices, updates *tensor.Tensor) *tensor.Tensor {
	return x.Assign(x.TensorScatterMin(rowsNd("ScatterNdMin", x, indices, updates), updates))
}
