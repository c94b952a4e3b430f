package tensor

import "slices"

// GatherNd returns the slices of x at the rows of indices: a row along the last axis of indices has an index for each
// of the first axes of x. An index out of range is an IndexError.
//
//ms:op func=gather_nd class=GatherNd types=all
func (x *Tensor) GatherNd(indices *Tensor) *Tensor {
	idx, _ := x.rowIndices("GatherNd", indices)
	return x.atFor("GatherNd", idx...)
}

// rowIndices splits indices into one tensor per axis of x, and returns the shape of the selection.
func (x *Tensor) rowIndices(op string, indices *Tensor) (idx []any, selected []int) {
	n := len(indices.lay.shape)
	if n == 0 || indices.lastLength() > len(x.lay.shape) {
		Throw(op, ValueError, "For '%s', the last dimension of 'indices' must be at most the number of dimensions of 'input_x', but got indices.shape = %s and "+
			"input_x.shape = %s.", op, listText(indices.lay.shape), listText(x.lay.shape))
	}
	if !indices.dtype.IsInt() {
		indices.needIntegers(op, "indices")
	}
	k := indices.lastLength()
	if k == 0 {
		Throw(op, ValueError, "For '%s', the last dimension of 'indices' must not be 0, but got indices.shape = %s.", op, listText(indices.lay.shape))
	}
	for _, part := range indices.Unstack(-1) {
		idx = append(idx, part)
	}
	return idx, slices.Concat(indices.lay.shape[:n-1], x.lay.shape[k:])
}

// rowUpdates is rowIndices with a check of the updates.
func (x *Tensor) rowUpdates(op string, indices, updates *Tensor) []any {
	idx, selected := x.rowIndices(op, indices)
	if !slices.Equal(selected, updates.lay.shape) {
		Throw(op, ValueError, "For '%s', the shape of 'updates' must be indices.shape[:-1] + input_x.shape[indices.shape[-1]:] = %s, but got updates.shape = %s.", op,
			listText(selected), listText(updates.lay.shape))
	}
	return idx
}

// ScatterNd returns zeros of a shape with updates added at the slices at the rows of indices; see [Tensor.GatherNd].
//
//ms:op func=scatter_nd class=ScatterNd types=all
func ScatterNd(updates, indices *Tensor, dims []int) *Tensor {
	return ZerosOf(updates.dtype, dims...).scatterAdd("ScatterNd", indices, updates)
}

func (x *Tensor) scatterAdd(op string, indices, updates *Tensor) *Tensor {
	return x.addAtFor(op, updates, x.rowUpdates(op, indices, updates)...)
}

// TensorScatterUpdate returns x with the slices at the rows of indices set to updates; see [Tensor.GatherNd]. Of
// several updates of the same slice, the last one counts.
//
//ms:op func=tensor_scatter_update class=TensorScatterUpdate types=all
func (x *Tensor) TensorScatterUpdate(indices, updates *Tensor) *Tensor {
	return x.withAtFor("TensorScatterUpdate", updates, x.rowUpdates("TensorScatterUpdate", indices, updates)...)
}

// TensorScatterAdd returns x with updates added to the slices at the rows of indices; see [Tensor.GatherNd].
//
//ms:op func=tensor_scatter_add class=TensorScatterAdd types=all
func (x *Tensor) TensorScatterAdd(indices, updates *Tensor) *Tensor {
	return x.scatterAdd("TensorScatterAdd", indices, updates)
}

// TensorScatterSub returns x with updates subtracted from the slices at the rows of indices; see [Tensor.GatherNd].
//
//ms:op func=tensor_scatter_sub class=TensorScatterSub types=number
func (x *Tensor) TensorScatterSub(indices, updates *Tensor) *Tensor {
	return x.scatterAdd("TensorScatterSub", indices, updates.Neg())
}

// TensorScatterMul returns x with the slices at the rows of indices multiplied by updates; see [Tensor.GatherNd].
//
//ms:op func=tensor_scatter_mul class=TensorScatterMul types=all
func (x *Tensor) TensorScatterMul(indices, updates *Tensor) *Tensor {
	return x.combineAt(&combineMul, updates, x.rowUpdates("TensorScatterMul", indices, updates)...)
}

// TensorScatterDiv returns x with the slices at the rows of indices divided by updates; see [Tensor.GatherNd].
// Integers are divided towards zero.
//
//ms:op func=tensor_scatter_div class=TensorScatterDiv types=number
func (x *Tensor) TensorScatterDiv(indices, updates *Tensor) *Tensor {
	notBool("TensorScatterDiv", x)
	divisor := OnesLike(x).TensorScatterMul(indices, updates)
	if x.dtype.IsInt() {
		q := x.FloorDiv(divisor)
		inexact := x.Sub(q.Mul(divisor)).NotEqual(ZerosOf(x.dtype)) // round down if the quotient is negative
		return Where(inexact.LogicalAnd(x.Less(ZerosOf(x.dtype)).NotEqual(divisor.Less(ZerosOf(x.dtype)))), q.Add(OnesLike(q)), q)
	}
	return x.Div(divisor)
}

// TensorScatterMax returns x with the slices at the rows of indices replaced by the maximum with updates; see
// [Tensor.GatherNd]. Elements that tie share the gradient.
//
//ms:op func=tensor_scatter_max class=TensorScatterMax types=ordered
func (x *Tensor) TensorScatterMax(indices, updates *Tensor) *Tensor {
	return x.combineAt(&combineMax, updates, x.rowUpdates("TensorScatterMax", indices, updates)...)
}

// TensorScatterMin returns x with the slices at the rows of indices replaced by the minimum with updates; see
// [Tensor.GatherNd]. Elements that tie share the gradient.
//
//ms:op func=tensor_scatter_min class=TensorScatterMin types=ordered
func (x *Tensor) TensorScatterMin(indices, updates *Tensor) *Tensor {
	return x.combineAt(&combineMin, updates, x.rowUpdates("TensorScatterMin", indices, updates)...)
}
