package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// Methods that MindSpore has in addition to others with the same function.

// AsNumpy returns t as a constant that shares its elements: Tensor.asnumpy. There is no separate array type:
// functions of package np take tensors.
func (t *Tensor) AsNumpy() *Tensor { return t.Detach() }

// FromNumpy returns a tensor of v, an argument of [New]: Tensor.from_numpy.
func FromNumpy(v any) *Tensor { return New(v) }

// Copy returns a copy with new memory, like [Tensor.Clone]: Tensor.copy.
func (t *Tensor) Copy() *Tensor { return t.Clone() }

// Ravel returns the elements as a vector: Tensor.ravel.
func (t *Tensor) Ravel() *Tensor { return t.Reshape(-1) }

// Repeat repeats elements along an axis or, without one, of the flattened t: Tensor.repeat. repeats is an int, or a
// []int with a number for each element. It is numpy's repeat; PyTorch's is [Tensor.Tile].
func (t *Tensor) Repeat(repeats any, axis ...int) *Tensor {
	return t.RepeatInterleave(repeats, axis...)
}

// ExpandAs broadcasts t to the shape of y: Tensor.expand_as.
func (t *Tensor) ExpandAs(y *Tensor) *Tensor { return t.BroadcastTo(y.lay.shape...) }

// Expand broadcasts t to a shape, in which -1 keeps a length: Tensor.expand.
func (t *Tensor) Expand(shape ...int) *Tensor { return t.BroadcastTo(shape...) }

// ViewAs returns t in the shape of y: Tensor.view_as.
func (t *Tensor) ViewAs(y *Tensor) *Tensor { return t.View(y.lay.shape...) }

// ReshapeAs returns t in the shape of y: Tensor.reshape_as.
func (t *Tensor) ReshapeAs(y *Tensor) *Tensor { return t.Reshape(y.lay.shape...) }

// TypeAs returns t in the dtype of y: Tensor.type_as.
func (t *Tensor) TypeAs(y *Tensor) *Tensor { return t.AsType(y.dtype) }

// To returns t converted to a dtype, like [Tensor.AsType]: Tensor.to.
func (t *Tensor) To(dt DType) *Tensor { return t.AsType(dt) }

// Half returns t in Float16: Tensor.half.
func (t *Tensor) Half() *Tensor { return t.AsType(Float16) }

// Single returns t in Float32: Tensor.float. [Tensor.Float] returns a Go number instead.
func (t *Tensor) Single() *Tensor { return t.AsType(Float32) }

// Double returns t in Float64: Tensor.double.
func (t *Tensor) Double() *Tensor { return t.AsType(Float64) }

// BFloat16 returns t in BFloat16: Tensor.bfloat16.
func (t *Tensor) BFloat16() *Tensor { return t.AsType(BFloat16) }

// Byte returns t in UInt8: Tensor.byte.
func (t *Tensor) Byte() *Tensor { return t.AsType(UInt8) }

// Short returns t in Int16: Tensor.short.
func (t *Tensor) Short() *Tensor { return t.AsType(Int16) }

// Long returns t in Int64: Tensor.long.
func (t *Tensor) Long() *Tensor { return t.AsType(Int64) }

// NewZeros returns zeros of a shape in the dtype of t: Tensor.new_zeros.
func (t *Tensor) NewZeros(shape ...int) *Tensor { return ZerosOf(t.dtype, shape...) }

// NewOnes returns ones of a shape in the dtype of t: Tensor.new_ones.
func (t *Tensor) NewOnes(shape ...int) *Tensor { return OnesOf(t.dtype, shape...) }

// NewEmpty returns a tensor of a shape in the dtype of t: Tensor.new_empty.
func (t *Tensor) NewEmpty(shape ...int) *Tensor { return EmptyOf(t.dtype, shape...) }

// NewFull returns a tensor of a shape in the dtype of t whose elements are v: Tensor.new_full.
func (t *Tensor) NewFull(shape []int, v any) *Tensor { return Full(shape, v, t.dtype) }

// NElement returns the number of elements: Tensor.nelement, Tensor.numel.
func (t *Tensor) NElement() int { return t.lay.size }

// IsFloatingPoint reports whether the dtype is a real floating-point type: Tensor.is_floating_point.
func (t *Tensor) IsFloatingPoint() bool { return t.dtype.IsFloat() }

// IsComplex reports whether the dtype is complex: Tensor.is_complex.
func (t *Tensor) IsComplex() bool { return t.dtype.IsComplex() }

// IsSigned reports whether the dtype has negative numbers: Tensor.is_signed.
func (t *Tensor) IsSigned() bool { return !t.dtype.IsUint() && !t.dtype.IsBool() }

// Stride returns the step of each axis in elements: Tensor.stride. [Tensor.Strides] has bytes.
func (t *Tensor) Stride() Shape { return append(Shape{}, t.lay.strides...) }

// StorageOffset returns the offset of t's first element in its memory, in elements: Tensor.storage_offset.
func (t *Tensor) StorageOffset() int { return t.off }

// Positive returns t: Tensor.positive. Bools raise TypeError.
func (t *Tensor) Positive() *Tensor {
	if t.dtype.IsBool() {
		Throw("Positive", TypeError, "For 'positive', the input must not be Bool.")
	}
	return t
}

// Invert is [Tensor.BitwiseNot]: Tensor.invert.
func (t *Tensor) Invert() *Tensor { return t.BitwiseNot() }

// Ptp returns the largest element minus the smallest, along an axis or of all: Tensor.ptp.
func (t *Tensor) Ptp(axis ...int) *Tensor { return t.Max(axis...).Sub(t.Min(axis...)) }

// MSort returns t sorted along the first axis: Tensor.msort.
func (t *Tensor) MSort() *Tensor {
	values, _ := t.Sort(0)
	return values
}

// Pinverse is [Tensor.Pinv] with MindSpore's default for rcond, 1e-15: Tensor.pinverse.
func (t *Tensor) Pinverse() *Tensor { return t.Pinv(1e-15) }

// Select returns the slice of an axis at an index: Tensor.select. [Where] selects by a condition.
func (t *Tensor) Select(axis, index int) *Tensor { return t.At(alongAxis("Select", t, axis, index)...) }

// alongAxis returns indices that take one element of an axis.
func alongAxis(op string, t *Tensor, axis, index int) []any {
	n := len(t.lay.shape)
	if axis < -n || axis >= n {
		Throw(op, ValueError, "For '%s', the axis must be in [%d, %d), but got %d.", op, -n, n, axis)
	}
	at := make([]any, (axis+n)%n+1)
	for i := range at {
		at[i] = All()
	}
	at[len(at)-1] = index
	return at
}

// Choose returns, for each element i of t, the corresponding element of choices[i]: Tensor.choose. All are broadcast;
// numbers out of range are clipped. Without choices it raises ValueError.
func (t *Tensor) Choose(choices ...*Tensor) *Tensor {
	if len(choices) == 0 {
		Throw("Choose", ValueError, "For 'choose', there must be at least one choice.")
	}
	out := choices[0]
	for i, c := range choices[1:] {
		out = Where(t.Greater(New(i)), c, out)
	}
	agree("Choose", t, out)
	all, _ := shape.Broadcast(t.lay.shape, out.lay.shape)
	return out.BroadcastTo(all...)
}

// Fills returns a new tensor like t whose elements are v: Tensor.fill and Tensor.fills. [Tensor.FillAssign] changes
// t.
func (t *Tensor) Fills(v any) *Tensor { return FullLike(t, v) }

// ItemSet returns t with the element at an index set to v; a single integer counts the elements in row-major order:
// Tensor.itemset.
func (t *Tensor) ItemSet(v any, idx ...int) *Tensor {
	if len(idx) == 1 && t.NDim() != 1 {
		return t.Reshape(-1).ItemSet(v, idx...).Reshape(t.lay.shape...)
	}
	return t.WithAt(New(v, t.dtype), pyrepr.Anys(idx)...)
}

// AssignValue makes t a copy of v, with its shape and dtype: Tensor.assign_value. Tensors that shared t's memory do
// not change. A parameter of another shape or dtype raises ValueError. It returns t.
func (t *Tensor) AssignValue(v *Tensor) *Tensor {
	switch {
	case !t.isParam():
		*t = *v.Clone()
		return t
	case !slices.Equal(t.lay.shape, v.lay.shape) || t.dtype != v.dtype:
		Throw("AssignValue", ValueError,
			"For 'assign_value', the value of a Parameter must have its shape %s and dtype %s, but got %s and %s.",
			tupleText(t.lay.shape), t.dtype, tupleText(v.lay.shape), v.dtype)
	}
	return t.Assign(v)
}

// CopyAssign is [Tensor.Assign]: Tensor.copy_.
func (t *Tensor) CopyAssign(v *Tensor) *Tensor { return t.Assign(v) }

// FillAssign sets all elements of t to v in place: Tensor.fill_. It returns t.
func (t *Tensor) FillAssign(v any) *Tensor { return t.Assign(New(v, t.dtype)) }

// ZeroAssign sets all elements of t to 0 in place: Tensor.zero_. It returns t.
func (t *Tensor) ZeroAssign() *Tensor { return t.FillAssign(0) }

// ClampAssign limits the elements of t to two bounds in place, either of which may be nil: Tensor.clamp_. It returns
// t.
func (t *Tensor) ClampAssign(lo, hi any) *Tensor { return t.Assign(t.Clamp(lo, hi)) }

// ReLUAssign sets negative elements of t to 0 in place: Tensor.relu_. It returns t.
func (t *Tensor) ReLUAssign() *Tensor { return t.Assign(t.ReLU()) }

// ExpAssign sets the elements of t to their exponentials in place: Tensor.exp_. It returns t.
func (t *Tensor) ExpAssign() *Tensor { return t.Assign(t.Exp()) }

// PowAssign raises t to a power in place: Tensor.pow_. It returns t.
func (t *Tensor) PowAssign(y *Tensor) *Tensor { return t.assignWith("AssignPow", (*Tensor).Pow, y) }

// MaskedFillAssign sets the elements of t where mask is true to a value in place: Tensor.masked_fill_. It returns t.
func (t *Tensor) MaskedFillAssign(mask *Tensor, v any) *Tensor {
	return t.Assign(t.MaskedFill(mask, v))
}

// IndexCopyAssign sets the slices of an axis at the positions in index to those of source in place:
// Tensor.index_copy_. It returns t.
func (t *Tensor) IndexCopyAssign(axis int, index, source *Tensor) *Tensor {
	at := alongAxis("IndexCopyAssign", t, axis, 0)
	at[len(at)-1] = index
	t.SetAt(source, at...)
	return t
}

// IndexCopy is [Tensor.IndexCopyAssign] on a copy: Tensor.index_copy.
func (t *Tensor) IndexCopy(axis int, index, source *Tensor) *Tensor {
	return t.Clone().IndexCopyAssign(axis, index, source)
}
