package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// ArgSort returns, as Int32, the indices that sort x along an axis, the last by default, in descending order if true
// follows it. Equal elements keep their order; NaN counts as largest.
//
//ms:op func=argsort class= types=ordered grad=no
func (x *Tensor) ArgSort(axisDescending ...any) *Tensor {
	axis, descending := axisAndFlag("ArgSort", axisDescending, -1)
	x.needRowAxis("ArgSort", axis)
	return apply1(argSortOp{axis: axis, descending: descending}, x)
}

type argSortOp struct {
	noGradient1
	axis       int
	descending bool
}

func (argSortOp) Name() string      { return "Sort" }
func (argSortOp) infer(x Spec) Spec { return Spec{DType: Int32, Shape: x.Shape} }

func (o argSortOp) forward(x *Tensor) *Tensor {
	if isHalf(x.dtype) {
		x = x.as(Float32)
	}
	rows, n := x.rowsOf(o.Name(), o.axis)
	y := newLike(Int32, rows)
	if !runOrder(&kernels.ArgSort, flat[int32](y), rows, n, o.descending) {
		throwDType(o.Name(), x.dtype)
	}
	return y.rowsBack(x, o.Name(), o.axis)
}

// Sort returns x sorted along an axis, the last by default, in descending order if true follows it, and, as Int32,
// where its elements were. Equal elements keep their order; NaN counts as largest.
//
//ms:op func=sort class=Sort types=ordered
func (x *Tensor) Sort(axisDescending ...any) (values, indices *Tensor) {
	axis, descending := axisAndFlag("Sort", axisDescending, -1)
	x.needRowAxis("Sort", axis)
	indices = x.ArgSort(axis, descending)
	return x.GatherElements(axis, indices), indices
}

// TopK returns the k largest elements along the last axis, largest first, and, as Int32, where they were.
// MindSpore's further arguments may follow: the axis, largest (true; false for the smallest) and sorted (true; they
// are sorted in any case).
//
//ms:op func=topk class=TopK types=ordered
func (x *Tensor) TopK(k int, dimLargestSorted ...any) (values, indices *Tensor) {
	if len(dimLargestSorted) > 0 {
		a := arguments("TopK", dimLargestSorted, -1, true, true)
		return x.TopKAlong(k, a[0].(int), a[1].(bool))
	}
	if len(x.lay.shape) == 0 || k < 0 || k > x.Dim(-1) {
		Throw("TopK", ValueError, "For 'TopK', k must be in range [0, %d], but got %d: the shape is %s.", x.lastLength(), k, tupleText(x.lay.shape))
	}
	indices = x.ArgSort(-1, true).narrow(len(x.lay.shape)-1, 0, k).Contiguous()
	return x.GatherElements(-1, indices), indices
}

// lastLength is the length of the last axis, 0 of a 0-d tensor.
func (x *Tensor) lastLength() int {
	if len(x.lay.shape) == 0 {
		return 0
	}
	return x.Dim(-1)
}

// MaxWithIndex returns the largest elements along an axis and, as Int64, where they are: the first of equals, which
// gets the whole gradient.
//
//ms:op func=max class=ArgMaxWithValue types=ordered
func (x *Tensor) MaxWithIndex(axis int, keepDims bool) (values, indices *Tensor) {
	x.needRowAxis("ArgMaxWithValue", axis)
	return x.withIndex(x.ArgMax(axis), axis, keepDims)
}

// MinWithIndex returns the smallest elements along an axis and, as Int64, where they are: the first of equals, which
// gets the whole gradient.
//
//ms:op func=min class=ArgMinWithValue types=ordered
func (x *Tensor) MinWithIndex(axis int, keepDims bool) (values, indices *Tensor) {
	x.needRowAxis("ArgMinWithValue", axis)
	return x.withIndex(x.ArgMin(axis), axis, keepDims)
}

func (x *Tensor) withIndex(at *Tensor, axis int, keepDims bool) (values, indices *Tensor) {
	if len(x.lay.shape) == 0 {
		return x, at
	}
	wide := at.ExpandDims(x.axis("ArgMaxWithValue", axis))
	values = x.GatherElements(axis, wide)
	if keepDims {
		return values, wide
	}
	return values.Squeeze(axis), at
}
