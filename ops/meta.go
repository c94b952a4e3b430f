package ops

import (
	"github.com/msrepl/msrepl/tensor"
)

// This file has queries of tensors, and assignment.

// Shape returns the lengths of x's axes: mindspore.ops.shape, mindspore.ops.Shape.
func Shape(x *tensor.Tensor) tensor.Shape { return x.Shape() }

// Rank returns the number of x's axes: mindspore.ops.rank, mindspore.ops.Rank.
func Rank(x *tensor.Tensor) int { return x.NDim() }

// Numel returns the number of x's elements: mindspore.ops.numel, mindspore.ops.size, mindspore.ops.Size.
func Numel(x *tensor.Tensor) int { return x.Size() }

// DType returns the dtype of x: mindspore.ops.dtype, mindspore.ops.DType.
func DType(x *tensor.Tensor) tensor.DType { return x.DType() }

// Cast is [tensor.Tensor.AsType] under MindSpore's name: mindspore.ops.cast, mindspore.ops.Cast.
func Cast(x *tensor.Tensor, dt tensor.DType) *tensor.Tensor { return x.AsType(dt) }

// Fill is [tensor.Full] with MindSpore's order of arguments, of the given dtype: mindspore.ops.fill and
// mindspore.ops.Fill.
func Fill(dt tensor.DType, shape []int, v any) *tensor.Tensor { return tensor.Full(shape, v, dt) }

// Identity returns a copy of x; gradients flow through it: mindspore.ops.identity, mindspore.ops.deepcopy.
func Identity(x *tensor.Tensor) *tensor.Tensor { return x.Clone() }

// IsTensor reports whether v is a tensor: mindspore.ops.is_tensor.
func IsTensor(v any) bool {
	_, ok := v.(*tensor.Tensor)
	return ok
}

// IsFloatingPoint reports whether the dtype of x is a real floating-point type: mindspore.ops.is_floating_point.
func IsFloatingPoint(x *tensor.Tensor) bool { return x.DType().IsFloat() }

// IsComplex reports whether the dtype of x is complex: mindspore.ops.is_complex.
func IsComplex(x *tensor.Tensor) bool { return x.DType().IsComplex() }

// IsNonzero reports whether x, which must have one element (ValueError), is not zero: mindspore.ops.is_nonzero.
func IsNonzero(x *tensor.Tensor) bool { return x.Bool() }

// TypeOf returns MindSpore's description of x's type, Tensor[Float32]: mindspore.ops.typeof.
func TypeOf(x *tensor.Tensor) string { return "Tensor[" + x.DType().String() + "]" }

// Depend returns value; in eager mode expr has already been computed. mindspore.ops.depend, mindspore.ops.Depend.
func Depend(value, _ *tensor.Tensor) *tensor.Tensor { return value }

// ScalarToTensor returns a number as a 0-d tensor: mindspore.ops.scalar_to_tensor. Without a dtype, the number's
// Python default.
func ScalarToTensor(v any, dtype ...tensor.DType) *tensor.Tensor { return tensor.New(v, dtype...) }

// TupleToArray returns numbers as a vector: mindspore.ops.tuple_to_array.
func TupleToArray(v any) *tensor.Tensor { return tensor.New(v) }

// Assign sets p's elements to v in place, cast to p's dtype, and returns p: mindspore.ops.assign,
// mindspore.ops.Assign. For a Parameter, pass its Tensor.
func Assign(p, v *tensor.Tensor) *tensor.Tensor { return p.Assign(v) }

// AssignAdd adds v to p in place and returns p: mindspore.ops.assign_add, mindspore.ops.AssignAdd.
func AssignAdd(p, v *tensor.Tensor) *tensor.Tensor { return p.AddAssign(v) }

// AssignSub subtracts v from p in place and returns p: mindspore.ops.assign_sub, mindspore.ops.AssignSub.
func AssignSub(p, v *tensor.Tensor) *tensor.Tensor { return p.SubAssign(v) }
