package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// TopKAlong returns the k largest elements along an axis, largest first, or the k smallest, and their indices, as
// Int32. [Tensor.TopK] returns the largest. k must be at most the length of the axis.
//
//ms:op func=topk class= types=ordered
func (x *Tensor) TopKAlong(k, axis int, largest bool) (values, indices *Tensor) {
	a := x.axis("TopK", axis)
	if k < 0 || k > x.lay.shape[a] {
		Throw("TopK", ValueError, "For 'TopK', k must be in range [0, %d], but got %d: the shape is %s.", x.lay.shape[a], k, tupleText(x.lay.shape))
	}
	indices = apply1(argSortOp{axis: a, descending: largest, most: k}, x)
	return x.GatherElements(a, indices), indices
}

// KthValue returns the k-th smallest elements along an axis, k counted from 1, and their indices, as Int64. NaN
// counts as largest. With keepDims the axis stays with length one. A k out of range is a ValueError.
//
//ms:op func=kthvalue class= types=ordered
func (x *Tensor) KthValue(k, axis int, keepDims bool) (values, indices *Tensor) {
	n := x.alongLength("KthValue", axis)
	if k < 1 || k > n {
		Throw("KthValue", ValueError, "For 'KthValue', k must be in range [1, %d], but got %d: the shape is %s.", n, k, tupleText(x.lay.shape))
	}
	if len(x.lay.shape) == 0 {
		return x.withIndex(ZerosOf(Int64), axis, keepDims)
	}
	a := x.axis("KthValue", axis)
	at := x.ArgSort(a).narrow(a, k-1, 1).Squeeze(a).AsType(Int64)
	return x.withIndex(at, axis, keepDims)
}

// Median returns the medians along an axis, the lower one of the two middle elements, and their indices, as Int64.
// The median of a row with NaN is NaN. [Tensor.MedianAll] is MindSpore's global median.
//
//ms:op func=median class=Median types=ordered
func (x *Tensor) Median(axis int, keepDims bool) (values, indices *Tensor) {
	x.needRowAxis("Median", axis)
	if len(x.lay.shape) == 0 {
		return x.withIndex(ZerosOf(Int64), axis, keepDims)
	}
	at := x.medianIndex(axis)
	if x.dtype.IsFloat() {
		nan := x.Detach().IsNaN()
		at = Where(nan.Any(axis), nan.ArgMax(axis), at)
	}
	return x.withIndex(at, axis, keepDims)
}

// MedianAll returns the median of all elements, the lower one of the two middle elements, or NaN if there is one:
// mindspore.ops.Median(global_median=True).
func (x *Tensor) MedianAll() *Tensor {
	values, _ := x.Reshape(-1).Median(0, false)
	return values
}

// NanMedian returns the medians along an axis, ignoring NaN, the lower one of the two middle elements, and their
// indices, as Int64. A row of NaN gives NaN. With keepDims the axis stays with length one.
//
//ms:op func=nanmedian class= types=ordered
func (x *Tensor) NanMedian(axis int, keepDims bool) (values, indices *Tensor) {
	x.needRowAxis("NanMedian", axis)
	if len(x.lay.shape) == 0 {
		return x.withIndex(ZerosOf(Int64), axis, keepDims)
	}
	return x.withIndex(x.medianIndex(axis), axis, keepDims)
}

// medianIndex returns the index of the median of each row's numbers.
func (x *Tensor) medianIndex(axis int) *Tensor {
	a := x.axis("Median", axis)
	n := x.lay.shape[a]
	if n == 0 {
		Throw("Median", ValueError, "For 'Median', a tensor without elements has no median: the shape is %s.", tupleText(x.lay.shape))
	}
	order := x.ArgSort(a)
	if !x.dtype.IsFloat() {
		return order.narrow(a, (n-1)/2, 1).Squeeze(a).AsType(Int64)
	}
	numbers := x.Detach().IsNaN().LogicalNot().AsType(Int64).SumAxes([]int{a}, true)
	middle := numbers.Sub(Scalar(1)).Maximum(Scalar(0)).FloorDiv(Scalar(2))
	return order.GatherElements(a, middle).Squeeze(a).AsType(Int64)
}

// Quantile returns the quantiles q, a number or a vector of numbers in [0, 1] (a tensor or a slice such as
// []float64), along an axis, of all elements without one, by linear interpolation; a vector adds a first axis. A row
// with NaN gives NaN. Integers give Float32.
//
//ms:op func=quantile class=Quantile types=float
func (x *Tensor) Quantile(q any, axis ...int) *Tensor { return x.QuantileAxes(q, axis, false) }

// QuantileAxes is [Tensor.Quantile] along the one axis of a list, nil for all elements; with keepDims the axis stays
// with length one.
func (x *Tensor) QuantileAxes(q any, axes []int, keepDims bool) *Tensor {
	return x.quantile("Quantile", q, axesSet{axes, keepDims}, false)
}

// NanQuantile is [Tensor.Quantile] of the elements that are numbers; a row of NaN gives NaN.
//
//ms:op func=nanquantile class= types=float
func (x *Tensor) NanQuantile(q any, axis ...int) *Tensor { return x.NanQuantileAxes(q, axis, false) }

// NanQuantileAxes is [Tensor.NanQuantile] with the arguments of [Tensor.QuantileAxes].
func (x *Tensor) NanQuantileAxes(q any, axes []int, keepDims bool) *Tensor {
	return x.quantile("Quantile", q, axesSet{axes, keepDims}, true)
}

func (x *Tensor) quantile(op string, q any, s axesSet, skip bool) *Tensor {
	if x.dtype.IsComplex() {
		throwDType(op, x.dtype)
	}
	if len(s.axes) > 1 || x.lay.size == 0 {
		Throw(op, ValueError, "For '%s', one axis with elements is needed, but got axis %s and shape %s.", op, listText(s.axes), tupleText(x.lay.shape))
	}
	at := quantiles(op, q)
	if at.lay.size > 0 && at.Less(num(0)).LogicalOr(at.Greater(num(1))).Any().Bool() || len(at.lay.shape) > 1 {
		Throw(op, ValueError, "For '%s', q must be a number or a vector of numbers in [0, 1], but got %v.", op, at)
	}
	kept := s.infer(op, x.spec(), x.dtype).Shape
	rows := x.inexactly()
	if len(s.axes) == 0 {
		rows = rows.Reshape(1, -1)
	} else {
		a := x.axis(op, s.axes[0])
		rows = rows.permuted(append(otherAxes([]int{a}, len(x.lay.shape)), a))
		rows = rows.Reshape(-1, rows.Dim(-1))
	}
	y := rows.rowQuantiles(at.Reshape(-1), skip)
	if len(at.lay.shape) == 1 {
		kept = slices.Insert(kept, 0, at.lay.size)
	}
	return y.Reshape(kept...)
}

// quantiles parses q: a number, a tensor, or any argument of New.
func quantiles(op string, q any) *Tensor {
	if t, ok := q.(*Tensor); ok {
		return t
	}
	if dt := New(q).dtype; dt == Bool || dt.IsComplex() {
		throwDType(op, dt)
	}
	return New(q, Float64)
}

// rowQuantiles returns the quantiles q of every row; the first axis of the result is that of q.
func (x *Tensor) rowQuantiles(q *Tensor, skip bool) *Tensor {
	sorted, _ := x.Sort()
	nan := x.Detach().IsNaN()
	numbers := nan.LogicalNot().AsType(Float64).SumAxes([]int{1}, true) // (rows, 1)
	place := numbers.Sub(num(1)).Maximum(num(0)).Mul(q.AsType(Float64)) // (rows, q)
	low := place.Floor()
	a := sorted.GatherElements(1, low.AsType(Int64))
	b := sorted.GatherElements(1, place.Ceil().AsType(Int64))
	y := a.Add(b.Sub(a).Mul(place.Sub(low).AsType(x.dtype)))
	if !skip {
		y = Where(nan.Any(1).ExpandDims(1), x.Max(1).ExpandDims(1), y)
	}
	return y.T()
}

// Unique returns the distinct elements of x in order of appearance and, as Int32 in the shape of x, the index of each
// element among them.
//
//ms:op func=unique class=Unique types=ordered
func (x *Tensor) Unique() (values, inverse *Tensor) {
	ids := x.classes("Unique", false)
	return x.Reshape(-1).At(firstOf(ids)), ids.Reshape(x.lay.shape...)
}

// UniqueWithPad is [Tensor.Unique] of a vector with the result padded with a number to the length of x.
//
//ms:op func=unique_with_pad class=UniqueWithPad types=ordered
func (x *Tensor) UniqueWithPad(padding any) (values, inverse *Tensor) {
	x.needAxes("UniqueWithPad", "x", 1)
	values, inverse = x.Unique()
	rest := x.padded("UniqueWithPad", padding, []int{x.lay.size - values.lay.size})
	return Concat([]*Tensor{values, rest}, 0), inverse
}

// UniqueConsecutive returns the flattened x without elements that equal their predecessor; as Int64 in the shape of
// x, the index of each element in that result; and the lengths of the runs.
//
//ms:op func=unique_consecutive class=UniqueConsecutive types=ordered
func (x *Tensor) UniqueConsecutive() (values, inverse, counts *Tensor) {
	ids := x.classes("UniqueConsecutive", true)
	values = x.Reshape(-1).At(firstOf(ids))
	return values, ids.AsType(Int64).Reshape(x.lay.shape...), ids.countClasses(values.lay.size)
}

// UniqueConsecutiveAlong is [Tensor.UniqueConsecutive] of the slices along an axis.
func (x *Tensor) UniqueConsecutiveAlong(axis int) (values, inverse, counts *Tensor) {
	if x.dtype.IsComplex() {
		throwDType("UniqueConsecutive", x.dtype)
	}
	a := x.axis("UniqueConsecutive", axis)
	n := x.lay.shape[a]
	rows := x.MoveAxis(a, 0).Detach().Reshape(n, shape.Size(x.lay.shape)/max(1, n))
	changes := rows.narrow(0, min(1, n), max(0, n-1)).NotEqual(rows.narrow(0, 0, max(0, n-1))).Any(1).AsType(Int32)
	ids := Concat([]*Tensor{ZerosOf(Int32, min(1, n)), changes}, 0).CumSum(0)
	values = x.At(x.axisIndex("UniqueConsecutive", a, firstOf(ids))...)
	return values, ids.AsType(Int64), ids.countClasses(values.lay.shape[a])
}

// classes numbers the distinct elements of the flattened x.
func (x *Tensor) classes(op string, runs bool) *Tensor {
	row := x.Detach().Reshape(-1)
	return orderRows(op, &kernels.Classes, row, 0, runs)
}

// firstOf returns, for class numbers in order of appearance, the index at which each first appears.
func firstOf(ids *Tensor) *Tensor {
	var first []int64
	for i, c := range flat[int32](ids) {
		if int(c) == len(first) {
			first = append(first, int64(i))
		}
	}
	return New(first, Int64)
}

// countClasses returns the number of elements in each of n classes, as Int64.
func (x *Tensor) countClasses(n int) *Tensor {
	if x.lay.size == 0 {
		return OnesOf(Int64, 0).UnsortedSegmentSum(x, n) // it validates n
	}
	y := alloc(Int64, newLayout([]int{n}))
	if x.dtype == Int32 {
		count(flat[int64](y), flat[int32](x.rowMajor()))
	} else {
		count(flat[int64](y), flat[int64](x.as(Int64).rowMajor()))
	}
	return y
}

func count[I int32 | int64](counts []int64, classes []I) {
	for _, class := range classes {
		counts[class]++
	}
}

// ListDiff returns the elements of the vector x that are not in y and their indices, as Int32.
//
//ms:op func= class=ListDiff types=ordered
func (x *Tensor) ListDiff(y *Tensor) (values, indices *Tensor) {
	x.needAxes("ListDiff", "x", 1)
	x.needInt32("ListDiff", 0)
	y.needAxes("ListDiff", "y", 1)
	if x.dtype.IsComplex() {
		throwDType("ListDiff", x.dtype)
	}
	found := x.ExpandDims(1).Equal(y).Any(1)
	at := nonzero(found.LogicalNot())[0]
	return x.At(at), at.as(Int32)
}
