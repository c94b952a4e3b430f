package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// ArgSort returns, as Int32, the indices that sort x along an axis, the last by default. Equal elements keep their
// order; NaN counts as largest. [Tensor.ArgSortAlong] sorts in descending order, too.
//
//ms:op func=argsort class= types=ordered grad=no
func (x *Tensor) ArgSort(axis ...int) *Tensor {
	return x.ArgSortAlong(optional("ArgSort", axis, -1), false)
}

// ArgSortAlong is [Tensor.ArgSort] with MindSpore's argument descending.
func (x *Tensor) ArgSortAlong(axis int, descending bool) *Tensor {
	x.needRowAxis("ArgSort", axis)
	return apply1(argSortOp{axis: axis, descending: descending, most: x.alongLength("Sort", axis)}, x)
}

// alongLength returns the length of an axis, 1 for a 0-d tensor.
func (x *Tensor) alongLength(op string, axis int) int {
	x.needRowAxis(op, axis)
	if len(x.lay.shape) == 0 {
		return 1
	}
	return x.lay.shape[x.axis(op, axis)]
}

type argSortOp struct {
	noGradient1
	axis       int
	descending bool
	most       int // the number of indices needed per row
}

func (argSortOp) Name() string { return "Sort" }

func (o argSortOp) infer(x Spec) Spec {
	dims := slices.Clone(x.Shape)
	if len(dims) > 0 {
		dims[(o.axis+len(dims))%len(dims)] = o.most
	}
	return Spec{DType: Int32, Shape: dims}
}

func (o argSortOp) forward(x *Tensor) *Tensor {
	x.needInt32(o.Name(), o.axis)
	if isHalf(x.dtype) {
		x = x.as(Float32)
	}
	rows, n := x.rowsOf(o.Name(), o.axis)
	dims := slices.Clone(rows.lay.shape)
	dims[len(dims)-1] = o.most
	y := alloc(Int32, newLayout(dims))
	if !runOrder(&kernels.ArgSort, flat[int32](y), rows, n, o.descending) {
		throwDType(o.Name(), x.dtype)
	}
	return y.rowsBack(x, o.Name(), o.axis)
}

// Sort returns x sorted along an axis, the last by default, and the original indices, as Int32. Equal elements keep
// their order; NaN counts as largest. [Tensor.SortAlong] sorts in descending order, too.
//
//ms:op func=sort class=Sort types=ordered
func (x *Tensor) Sort(axis ...int) (values, indices *Tensor) {
	return x.SortAlong(optional("Sort", axis, -1), false)
}

// SortAlong is [Tensor.Sort] with MindSpore's argument descending.
func (x *Tensor) SortAlong(axis int, descending bool) (values, indices *Tensor) {
	x.needRowAxis("Sort", axis)
	indices = x.ArgSortAlong(axis, descending)
	return x.GatherElements(axis, indices), indices
}

// TopK returns the k largest elements along an axis, the last by default, largest first, and their indices, as Int32.
// [Tensor.TopKAlong] also returns the smallest.
//
//ms:op func=topk class=TopK types=ordered
func (x *Tensor) TopK(k int, axis ...int) (values, indices *Tensor) {
	if len(axis) > 0 {
		return x.TopKAlong(k, optional("TopK", axis, -1), true)
	}
	if len(x.lay.shape) == 0 || k < 0 || k > x.Dim(-1) {
		Throw("TopK", ValueError, "For 'TopK', k must be in range [0, %d], but got %d: the shape is %s.", x.lastLength(), k, tupleText(x.lay.shape))
	}
	indices = apply1(argSortOp{axis: -1, descending: true, most: k}, x)
	return x.GatherElements(-1, indices), indices
}

// lastLength returns the length of the last axis, 0 for a 0-d tensor.
func (x *Tensor) lastLength() int {
	if len(x.lay.shape) == 0 {
		return 0
	}
	return x.Dim(-1)
}

// MaxWithIndex returns the largest elements along an axis and their indices, as Int64, the first of equals, which
// gets the whole gradient. With keepDims the axis stays with length one.
//
//ms:op func=max class=ArgMaxWithValue types=ordered
func (x *Tensor) MaxWithIndex(axis int, keepDims bool) (values, indices *Tensor) {
	x.needRowAxis("ArgMaxWithValue", axis)
	return x.withIndex(x.ArgMax(axis), axis, keepDims)
}

// MinWithIndex returns the smallest elements along an axis and their indices, as Int64, the first of equals, which
// gets the whole gradient. With keepDims the axis stays with length one.
//
//ms:op func=min class=ArgMinWithValue types=ordered
func (x *Tensor) MinWithIndex(axis int, keepDims bool) (values, indices *Tensor) {
	x.needRowAxis("ArgMinWithValue", axis)
	return x.withIndex(x.ArgMin(axis), axis, keepDims)
}

func (x *Tensor) withIndex(at *Tensor, axis int, keepDims bool) (values, indices *Tensor) {
	if len(x.lay.shape) == 0 {
		return x.Clone(), at
	}
	wide := at.ExpandDims(x.axis("ArgMaxWithValue", axis))
	values = x.GatherElements(axis, wide)
	if keepDims {
		return values, wide
	}
	return values.Squeeze(axis), at
}
