package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// axisIndex returns an index list that applies indices to one axis.
func (x *Tensor) axisIndex(op string, axis int, indices any) []any {
	return append(slices.Repeat([]any{All()}, x.axis(op, axis)), indices)
}

// IndexSelect returns the slices of x along an axis at the positions in the vector index.
//
//ms:op func=index_select class= types=all
func (x *Tensor) IndexSelect(axis int, index *Tensor) *Tensor {
	if len(index.lay.shape) > 1 {
		Throw("IndexSelect", ValueError, "For 'IndexSelect', the dimension of 'index' must be 0 or 1, but got shape %s.", tupleText(index.lay.shape))
	}
	index.needIntegers("IndexSelect", "index")
	return x.gatherFor("IndexSelect", index.Reshape(-1), axis)
}

// IndexAdd returns x with alpha·source added to the slices along an axis at the positions in the vector index.
// MindSpore's default for alpha is 1.
//
//ms:op func=index_add class=IndexAdd types=all
func (x *Tensor) IndexAdd(axis int, index, source *Tensor, alpha any) *Tensor {
	index.needAxes("IndexAdd", "indices", 1)
	index.needIntegers("IndexAdd", "indices")
	return x.addAtFor("IndexAdd", source.scaled(alpha), x.axisIndex("IndexAdd", axis, index)...)
}

// IndexFill returns x with the slices along an axis at the positions in index set to value, a number or a 0-d tensor.
//
//ms:op func=index_fill class=IndexFill types=all
func (x *Tensor) IndexFill(axis int, index *Tensor, value any) *Tensor {
	index.needIntegers("IndexFill", "index")
	return x.withAtFor("IndexFill", Scalar(value), x.axisIndex("IndexFill", axis, index)...)
}

// IndexPut returns x with values set at the positions given by the tensors of indices, one per axis, which broadcast.
// With accumulate the values are added.
//
//ms:op func=index_put class=IndexPut types=all
func (x *Tensor) IndexPut(indices []*Tensor, values *Tensor, accumulate bool) *Tensor {
	idx := pyrepr.Anys(indices)
	if accumulate {
		return x.addAtFor("IndexPut", values, idx...)
	}
	return x.withAtFor("IndexPut", values, idx...)
}

// Take returns the elements of the flattened x at indices, in the shape of indices.
//
//ms:op func=take class= types=all
func (x *Tensor) Take(indices *Tensor) *Tensor { return x.Reshape(-1).gatherFor("Take", indices, 0) }

// Put returns x with the elements of the flattened x at indices set to values; with accumulate they are added.
// indices and values must have the same size.
//
//ms:op func=put class= types=all
func (x *Tensor) Put(indices, values *Tensor, accumulate bool) *Tensor {
	indices.needIntegers("Put", "indices")
	flat, at, v := x.Reshape(-1), indices.Reshape(-1), values.Reshape(-1)
	if accumulate {
		return flat.addAtFor("Put", v, at).Reshape(x.lay.shape...)
	}
	return flat.withAtFor("Put", v, at).Reshape(x.lay.shape...)
}

// MaskedScatter returns x with the elements where mask is true replaced by those of source, in row-major order; mask
// broadcasts to x. Too few elements in source are a ValueError.
//
//ms:op func=masked_scatter class=MaskedScatter types=all
func (x *Tensor) MaskedScatter(mask, source *Tensor) *Tensor {
	mask.needMask("MaskedScatter")
	checkFits("MaskedScatter", mask.lay.shape, x.lay.shape)
	where := mask.BroadcastTo(x.lay.shape...).Reshape(-1)
	places := nonzero(where)[0]
	if places.lay.size > source.lay.size {
		Throw("MaskedScatter", ValueError, "For 'MaskedScatter', source must have an element for each of the %d places of the mask, but its shape is %s.",
			places.lay.size, tupleText(source.lay.shape))
	}
	return x.Reshape(-1).WithAt(source.Reshape(-1).At(To(places.lay.size)), places).Reshape(x.lay.shape...)
}

// SliceScatter returns x with the slice start:end:step of an axis set to src. MindSpore's defaults are axis 0, the
// whole axis and step 1.
//
//ms:op func=slice_scatter class= types=all
func (x *Tensor) SliceScatter(src *Tensor, axis, start, end, step int) *Tensor {
	return x.withAtFor("SliceScatter", src, x.axisIndex("SliceScatter", axis, Span(start, end).By(step))...)
}

// SelectScatter returns x with the slice at index of an axis set to src.
//
//ms:op func=select_scatter class= types=all
func (x *Tensor) SelectScatter(src *Tensor, axis, index int) *Tensor {
	return x.withAtFor("SelectScatter", src, x.axisIndex("SelectScatter", axis, index)...)
}

// DiagonalScatter returns x with the diagonal of the matrices in two axes, offset columns to the right, set to src,
// in which it is the last axis.
//
//ms:op func=diagonal_scatter class= types=all
func (x *Tensor) DiagonalScatter(src *Tensor, offset, axis1, axis2 int) *Tensor {
	rows, cols := x.diagonalIndices(offset, axis1, axis2)
	a, b := x.axis("DiagonalScatter", axis1), x.axis("DiagonalScatter", axis2)
	perm := append(otherAxes([]int{a, b}, len(x.lay.shape)), a, b)
	back := make([]int, len(perm))
	for i, p := range perm {
		back[p] = i
	}
	return x.Transpose(perm...).withAtFor("DiagonalScatter", src, Ellipsis, rows, cols).Transpose(back...)
}

// ScatterReduce returns x combined with src at the positions in index along an axis (see [Tensor.GatherElements]):
// reduction is "none" to set, "add", "mul", "max" or "min".
//
//ms:op func=tensor_scatter_elements,scatter class=TensorScatterElements types=ordered
func (x *Tensor) ScatterReduce(axis int, index, src *Tensor, reduction string) *Tensor {
	if x.dtype.IsComplex() {
		throwDType("TensorScatterElements", x.dtype)
	}
	if len(x.lay.shape) > 0 && !slices.Equal(index.lay.shape, src.lay.shape) {
		Throw("TensorScatterElements", ValueError, "For 'TensorScatterElements', indices and updates must have one shape, but got %s and %s.",
			tupleText(index.lay.shape), tupleText(src.lay.shape))
	}
	at := x.along("TensorScatterElements", axis, index)
	switch reduction {
	case "none":
		return x.withAtFor("TensorScatterElements", src, at...)
	case "add":
		return x.addAtFor("TensorScatterElements", src, at...)
	case "mul":
		return x.combineAt(&combineMul, src, at...)
	case "max":
		return x.combineAt(&combineMax, src, at...)
	case "min":
		return x.combineAt(&combineMin, src, at...)
	}
	Throw("TensorScatterElements", ValueError, "For 'TensorScatterElements', reduction must be one of ['none', 'add', 'mul', 'max', 'min'], but got '%s'.", reduction)
	return nil
}

// Nonzero returns, as Int64, a row of indices for every element of x that is not zero, in row-major order: also
// mindspore.ops.argwhere.
//
//ms:op func=nonzero,argwhere class=NonZero types=all grad=no
func (x *Tensor) Nonzero() *Tensor {
	if len(x.lay.shape) == 0 {
		return ZerosOf(Int64, nonzero(x.Reshape(1))[0].lay.size, 0)
	}
	places := nonzero(x)
	if len(places) == 1 {
		return places[0].ExpandDims(1)
	}
	return Stack(places, 1)
}

// CountNonzero returns, as Int64, the number of nonzero elements along the given axes, by default of all elements.
//
//ms:op func=count_nonzero class=CountNonZero types=all grad=no
func (x *Tensor) CountNonzero(axis ...int) *Tensor {
	x.needAxis("CountNonZero", axis...)
	return x.NotEqual(ZerosOf(x.dtype)).Sum(axis...)
}

// SequenceMask returns, for integers x, a new last axis of length n that is true before position x; n 0 means the
// largest of x.
//
//ms:op func=sequence_mask class= types=int grad=no
func (x *Tensor) SequenceMask(n int) *Tensor {
	if !x.dtype.IsInt() {
		throwDType("SequenceMask", x.dtype)
	}
	if n == 0 && x.lay.size > 0 {
		n = x.Max().Int()
	}
	return Arange(n).Less(x.AsType(Int64).ExpandDims(-1))
}

// ReverseSequence returns x with the first lengths[i] elements along seqAxis reversed, for every i along batchAxis.
//
//ms:op func=reverse_sequence class=ReverseSequence types=all
func (x *Tensor) ReverseSequence(lengths *Tensor, seqAxis, batchAxis int) *Tensor {
	s, b := x.axis("ReverseSequence", seqAxis), x.axis("ReverseSequence", batchAxis)
	lengths.needAxes("ReverseSequence", "seq_lengths", 1)
	if s == b || lengths.lay.size != x.lay.shape[b] {
		Throw("ReverseSequence", ValueError, "For 'ReverseSequence', seq_dim and batch_dim must differ and seq_lengths must have the length of batch_dim, but got %d, %d and shapes %s, %s.",
			seqAxis, batchAxis, tupleText(lengths.lay.shape), tupleText(x.lay.shape))
	}
	n := x.lay.shape[s]
	limit := lengths.AsType(Int64).ExpandDims(1)
	if limit.Greater(num(float64(n))).Any().Bool() || limit.Less(num(0)).Any().Bool() {
		Throw("ReverseSequence", ValueError, "For 'ReverseSequence', the lengths must be in [0, %d].", n)
	}
	i := Arange(n)
	at := Where(i.Less(limit), limit.Sub(Scalar(1)).Sub(i), i) // (batch, n)
	dims := slices.Repeat([]int{1}, len(x.lay.shape))
	dims[b], dims[s] = x.lay.shape[b], n
	if b > s {
		at = at.T()
	}
	return x.GatherElements(s, at.Reshape(dims...).BroadcastTo(x.lay.shape...))
}

// InvertPermutation returns the inverse of a permutation x, a vector that contains every integer below its length
// once.
//
//ms:op func=invert_permutation class=InvertPermutation types=int grad=no
func (x *Tensor) InvertPermutation() *Tensor {
	x.needAxes("InvertPermutation", "input_x", 1)
	if !x.dtype.IsInt() {
		throwDType("InvertPermutation", x.dtype)
	}
	i := Arange(x.lay.size)
	if !x.AsType(Int64).At(x.AsType(Float64).ArgSort(0)).Equal(i).All().Bool() {
		Throw("InvertPermutation", ValueError, "For 'InvertPermutation', the input must hold every integer below %d once.", x.lay.size)
	}
	return ZerosOf(x.dtype, x.lay.size).WithAt(i.AsType(x.dtype), x.AsType(Int64))
}

// UnravelIndex returns, as Int64, the multi-dimensional indices of flat indices x into a tensor of the given shape:
// one row per axis, in which the other axes are those of x.
//
//ms:op func= class=UnravelIndex types=int grad=no
func (x *Tensor) UnravelIndex(dims ...int) *Tensor {
	if !x.dtype.IsInt() {
		throwDType("UnravelIndex", x.dtype)
	}
	checkShape("UnravelIndex", dims)
	if len(dims) == 0 {
		Throw("UnravelIndex", ValueError, "For 'UnravelIndex', the shape must have at least one axis.")
	}
	rest, size := x.Detach().AsType(Int64), 1
	rows := make([]*Tensor, len(dims))
	for _, d := range dims {
		size *= d
	}
	if x.lay.size > 0 && (rest.Min().Int() < 0 || rest.Max().Int() >= size) {
		Throw("UnravelIndex", ValueError, "For 'UnravelIndex', the indices must be in [0, %d): the shape is %s.", size, tupleText(dims))
	}
	for i, d := range slices.Backward(dims) {
		n := Scalar(max(d, 1))
		rows[i], rest = rest.Mod(n), rest.FloorDiv(n)
	}
	return Stack(rows, 0)
}
