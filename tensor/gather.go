package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// Gather returns the slices of x at indices along an axis; in the result the axis is replaced by the shape of
// indices. An index out of range is an IndexError.
//
//ms:op func=gather class=Gather types=all
func (x *Tensor) Gather(indices *Tensor, axis int) *Tensor {
	return x.gatherFor("Gather", indices, axis)
}

func (x *Tensor) gatherFor(op string, indices *Tensor, axis int) *Tensor {
	indices.needIntegers(op, "input_indices")
	return x.atFor(op, x.axisIndex(op, axis, indices)...)
}

// GatherElements returns, for every position in index, the element of x at the same position except along the given
// axis, where index gives the position.
//
//ms:op func=gather_elements,gather_d,gather_ext class=GatherD types=all
func (x *Tensor) GatherElements(axis int, index *Tensor) *Tensor {
	if len(x.lay.shape) == 0 && len(index.lay.shape) == 0 {
		return x.ExpandDims(0).GatherElements(axis, index.ExpandDims(0)).Squeeze(0)
	}
	return x.atFor("GatherD", x.along("GatherD", axis, index)...)
}

// ScatterAdd returns x with src added at the positions in index along an axis; see [Tensor.GatherElements].
//
//ms:op func=scatter_add class= types=all
func (x *Tensor) ScatterAdd(axis int, index, src *Tensor) *Tensor {
	return x.addAtFor("TensorScatterElements", src, x.places(axis, index, src)...)
}

// Scatter returns x with src set at the positions in index along an axis; see [Tensor.GatherElements].
//
//ms:op func=tensor_scatter_elements class=TensorScatterElements types=all
func (x *Tensor) Scatter(axis int, index, src *Tensor) *Tensor {
	return x.withAtFor("TensorScatterElements", src, x.places(axis, index, src)...)
}

// places is along for a scatter of src, whose shape it checks.
func (x *Tensor) places(axis int, index, src *Tensor) []any {
	at := x.along("TensorScatterElements", axis, index)
	checkFits("TensorScatterElements", src.lay.shape, index.lay.shape)
	return at
}

// along returns indices that select by index along one axis and are the element's own place along the others.
func (x *Tensor) along(op string, axis int, index *Tensor) []any {
	n := len(x.lay.shape)
	if len(index.lay.shape) != n {
		Throw(op, ValueError, "For '%s', index must have as many axes as x, but got shapes %s and %s.", op, tupleText(index.lay.shape), tupleText(x.lay.shape))
	}
	a := x.axis(op, axis)
	index.needIntegers(op, "index")
	idx := make([]any, n)
	for i := range idx {
		if i != a && index.lay.shape[i] > x.lay.shape[i] {
			Throw(op, ValueError, "For '%s', index must not be longer than x except on axis %d, but got shapes %s and %s.", op, axis,
				tupleText(index.lay.shape), tupleText(x.lay.shape))
		}
		if i == a {
			idx[i] = index
			continue
		}
		idx[i] = run{axis: i, axes: n, n: index.lay.shape[i]}
	}
	return idx
}

// UnsortedSegmentSum returns n sums: the i-th is over the slices of x along the first axes whose id is i. Negative
// ids count nowhere.
//
//ms:op func=unsorted_segment_sum class=UnsortedSegmentSum types=all
func (x *Tensor) UnsortedSegmentSum(ids *Tensor, n int) *Tensor {
	return x.segmentSum("UnsortedSegmentSum", ids, n)
}

func (x *Tensor) segmentSum(op string, ids *Tensor, n int) *Tensor {
	parts, kept := x.segments(op, ids, n)
	return ZerosOf(x.dtype, append([]int{n}, x.lay.shape[len(ids.lay.shape):]...)...).addAtFor(op, parts, kept)
}

// MaskedFill returns x with value, a number or a 0-d tensor, where mask is true; the two broadcast. The value is
// cast to x's dtype.
//
//ms:op func=masked_fill class=MaskedFill types=all
func (x *Tensor) MaskedFill(mask *Tensor, value any) *Tensor {
	mask.needMask("MaskedFill")
	broadcastShapes("MaskedFill", x.lay.shape, mask.lay.shape)
	return Where(mask, Scalar(value).AsType(x.dtype), x)
}

// MaskedSelect returns the elements of x where mask is true, as a vector; the two broadcast.
//
//ms:op func=masked_select class=MaskedSelect types=all
func (x *Tensor) MaskedSelect(mask *Tensor) *Tensor {
	mask.needMask("MaskedSelect")
	if len(x.lay.shape) == 0 && len(mask.lay.shape) == 0 {
		x, mask = x.Reshape(1), mask.Reshape(1)
	}
	dims := broadcastShapes("MaskedSelect", x.lay.shape, mask.lay.shape)
	return x.BroadcastTo(dims...).Reshape(-1).At(mask.BroadcastTo(dims...).Reshape(-1))
}

// OneHot returns, for integers x, a new last axis of length depth with 1 at position x and 0 elsewhere, as Int64; an
// integer out of range gives only zeros. [Tensor.OneHotOf] supports other values and positions of the axis.
//
//ms:op func=one_hot,one_hot_ext class=OneHot types=int grad=no
func (x *Tensor) OneHot(depth int) *Tensor { return x.OneHotOf(depth, 1, 0, -1) }

// OneHotOf is [Tensor.OneHot] with the numbers on and off instead of 1 and 0, and the new axis at position axis, -1
// for last. The dtype is that of on.
func (x *Tensor) OneHotOf(depth int, on, off any, axis int) *Tensor {
	if !x.dtype.IsInt() {
		throwDType("OneHot", x.dtype)
	}
	if depth < 0 {
		Throw("OneHot", ValueError, "For 'OneHot', the 'depth' must be non-negative, but got %d.", depth)
	}
	if n := len(x.lay.shape) + 1; axis < -n || axis >= n {
		throwAxis("OneHot", axis, n)
	}
	hot := New(on)
	cold := New(off).AsType(hot.dtype)
	if hot.lay.size != 1 || cold.lay.size != 1 || hot.Tracked() || cold.Tracked() {
		y := Where(x.AsType(Int64).ExpandDims(-1).Equal(Arange(depth)), hot, cold)
		return y.MoveAxis(-1, axis)
	}
	y := apply1(oneHotOp{depth: depth, on: hot, off: cold}, x)
	if axis == -1 || axis == len(x.lay.shape) {
		return y
	}
	return y.MoveAxis(-1, axis)
}

// oneHotOp adds an axis of length depth to integers, with the number on at the place that each integer gives.
type oneHotOp struct {
	noGradient1
	depth   int
	on, off *Tensor
}

func (oneHotOp) Name() string { return "OneHot" }
func (o oneHotOp) infer(x Spec) Spec {
	return Spec{DType: o.on.dtype, Shape: append(slices.Clone(x.Shape), o.depth)}
}

func (o oneHotOp) forward(x *Tensor) *Tensor {
	if x.dtype != Int32 {
		x = x.as(Int64)
	}
	x = x.rowMajor()
	dims := o.infer(x.spec()).Shape
	checkMemory(o.on.dtype, dims)
	y := filled(o.off, newLayout(dims))
	switch y.dtype.Size() {
	case 1:
		mark[uint8](y, x, o.on)
	case 2:
		mark[uint16](y, x, o.on)
	case 4:
		mark[uint32](y, x, o.on)
	case 8:
		mark[uint64](y, x, o.on)
	default:
		mark[[2]uint64](y, x, o.on)
	}
	return y
}

func mark[E any](y, x, on *Tensor) {
	v := all[E](on)[on.off]
	if x.dtype == Int32 {
		kernels.Mark(flat[E](y), flat[int32](x), v)
	} else {
		kernels.Mark(flat[E](y), flat[int64](x), v)
	}
}
