package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// segments checks ids against x and returns both without the slices whose id is negative, which are ignored.
func (x *Tensor) segments(op string, ids *Tensor, n int) (slicesOf, kept *Tensor) {
	k := len(ids.lay.shape)
	if k > len(x.lay.shape) || !slices.Equal(ids.lay.shape, x.lay.shape[:k]) {
		Throw(op, ValueError, "For '%s', the shape of segment_ids must lead that of x, but got %s and %s.", op, tupleText(ids.lay.shape), tupleText(x.lay.shape))
	}
	if !ids.dtype.IsInt() {
		ids.needIntegers(op, "segment_ids")
	}
	if n < 0 {
		Throw(op, ValueError, "For '%s', num_segments must not be negative, but got %d.", op, n)
	}
	counted := ids.GreaterEqual(ZerosOf(ids.dtype))
	if k == 0 || counted.All().Bool() {
		return x, ids
	}
	return x.At(counted), ids.At(counted)
}

// UnsortedSegmentMax returns n maxima: the i-th is over the slices of x along the first axes whose id is i, and the
// smallest number of the dtype if there are none. Negative ids count nowhere. Elements that tie share the gradient.
//
//ms:op func=unsorted_segment_max class=UnsortedSegmentMax types=ordered
func (x *Tensor) UnsortedSegmentMax(ids *Tensor, n int) *Tensor {
	return x.unsortedSegment("UnsortedSegmentMax", &combineMax, extreme("UnsortedSegmentMax", x.dtype, false), ids, n)
}

// UnsortedSegmentMin returns n minima: the i-th is over the slices of x along the first axes whose id is i, and the
// largest number of the dtype if there are none. Negative ids count nowhere. Elements that tie share the gradient.
//
//ms:op func=unsorted_segment_min class=UnsortedSegmentMin types=ordered
func (x *Tensor) UnsortedSegmentMin(ids *Tensor, n int) *Tensor {
	return x.unsortedSegment("UnsortedSegmentMin", &combineMin, extreme("UnsortedSegmentMin", x.dtype, true), ids, n)
}

// UnsortedSegmentProd returns n products: the i-th is over the slices of x along the first axes whose id is i, and
// one if there are none. Negative ids count nowhere.
//
//ms:op func=unsorted_segment_prod class=UnsortedSegmentProd types=all
func (x *Tensor) UnsortedSegmentProd(ids *Tensor, n int) *Tensor {
	return x.unsortedSegment("UnsortedSegmentProd", &combineMul, one(x.dtype), ids, n)
}

func (x *Tensor) unsortedSegment(op string, c *combiner, start, ids *Tensor, n int) *Tensor {
	parts, kept := x.segments(op, ids, n)
	dims := append([]int{n}, x.lay.shape[len(ids.lay.shape):]...)
	return filled(start, newLayout(dims)).combineAt(c, parts, kept)
}

// sortedSegments returns the number of segments of ascending ids.
func sortedSegments(op string, ids *Tensor) int {
	ids.needIntegers(op, "segment_ids")
	ids.needAxes(op, "segment_ids", 1)
	v := ids.Int64s()
	if !slices.IsSorted(v) || len(v) > 0 && v[0] < 0 {
		Throw(op, ValueError, "For '%s', segment_ids must be sorted and not negative.", op)
	}
	if len(v) == 0 {
		return 0
	}
	return int(v[len(v)-1]) + 1
}

// SegmentSum returns the sums of the slices of x along the first axis that have the same id; ids ascend. A segment
// that is missing is zero.
//
//ms:op func= class=SegmentSum types=all
func (x *Tensor) SegmentSum(ids *Tensor) *Tensor {
	return x.segmentSum("SegmentSum", ids, sortedSegments("SegmentSum", ids))
}

// SegmentMean returns the means of the slices of x along the first axis that have the same id; ids ascend. A segment
// that is missing is zero.
//
//ms:op func= class=SegmentMean types=inexact
func (x *Tensor) SegmentMean(ids *Tensor) *Tensor {
	n := sortedSegments("SegmentMean", ids)
	sum := x.inexactly().segmentSum("SegmentMean", ids, n)
	count := OnesOf(sum.dtype, shape.Size(ids.lay.shape)).segmentSum("SegmentMean", ids, n)
	dims := slices.Repeat([]int{1}, len(sum.lay.shape))
	dims[0] = -1
	return sum.Div(count.AsType(Float32).Maximum(num(1)).AsType(sum.dtype).Reshape(dims...))
}

// SegmentProd returns the products of the slices of x along the first axis that have the same id; ids ascend. A
// segment that is missing is one.
//
//ms:op func= class=SegmentProd types=all
func (x *Tensor) SegmentProd(ids *Tensor) *Tensor {
	return x.UnsortedSegmentProd(ids, sortedSegments("SegmentProd", ids))
}

// SegmentMax returns the maxima of the slices of x along the first axis that have the same id; ids ascend. A segment
// that is missing is zero.
//
//ms:op func= class=SegmentMax types=ordered
func (x *Tensor) SegmentMax(ids *Tensor) *Tensor {
	y := x.UnsortedSegmentMax(ids, sortedSegments("SegmentMax", ids))
	return y.MaskedFill(missing(ids, y), 0)
}

// SegmentMin returns the minima of the slices of x along the first axis that have the same id; ids ascend. A segment
// that is missing is zero.
//
//ms:op func= class=SegmentMin types=ordered
func (x *Tensor) SegmentMin(ids *Tensor) *Tensor {
	y := x.UnsortedSegmentMin(ids, sortedSegments("SegmentMin", ids))
	return y.MaskedFill(missing(ids, y), 0)
}

// missing returns a mask of the segments of y without an id.
func missing(ids, y *Tensor) *Tensor {
	dims := slices.Repeat([]int{1}, len(y.lay.shape))
	dims[0] = y.lay.shape[0]
	return OnesOf(Bool, dims[0]).WithAt(New(false), ids).Reshape(dims...)
}
