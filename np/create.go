package np

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// Array returns v as a tensor: Float64 for Go's float64 and untyped floats, Int32 for ints as in mindspore.numpy, or
// Int64 where one of them is beyond Int32. Other Go types keep their dtype: []int64 gives Int64. v is a scalar, a
// nested slice or array of any depth, or a tensor, which is copied. numpy.array.
func Array(v any, dtype ...tensor.DType) *tensor.Tensor {
	if len(dtype) > 0 {
		return tensor.New(v, dtype[0])
	}
	if hasLooseFloat(v) {
		return tensor.New(v, tensor.Float64)
	}
	t := tensor.New(v)
	if t.DType() == tensor.Int64 && onlyInts(reflect.ValueOf(v)) {
		return shortened(t)
	}
	return t
}

// onlyInts reports whether v consists of Go's int, however nested: a type of fixed size specifies the dtype.
func onlyInts(v reflect.Value) bool {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return v.Kind() == reflect.Int
	}
	elem := v.Type().Elem()
	for elem.Kind() == reflect.Slice || elem.Kind() == reflect.Array {
		elem = elem.Elem()
	}
	if elem.Kind() != reflect.Interface {
		return elem.Kind() == reflect.Int
	}
	for i := range v.Len() {
		if !onlyInts(v.Index(i)) {
			return false
		}
	}
	return true
}

// shortened converts integers to Int32, unless one does not fit.
func shortened(t *tensor.Tensor) *tensor.Tensor {
	for _, n := range t.Int64s() {
		if int64(int32(n)) != n {
			return t
		}
	}
	return t.AsType(tensor.Int32)
}

// hasLooseFloat reports whether v is a list of Go values of mixed types with a float64 among them.
func hasLooseFloat(v any) bool {
	list, ok := v.([]any)
	if !ok {
		_, isFloat := v.(float64)
		return isFloat
	}
	return slices.ContainsFunc(list, hasLooseFloat)
}

// Zeros returns a Float64 tensor of zeros of the given shape. numpy.zeros.
func Zeros(shape ...int) *tensor.Tensor { return tensor.ZerosOf(tensor.Float64, shape...) }

// Ones returns a Float64 tensor of ones of the given shape. numpy.ones.
func Ones(shape ...int) *tensor.Tensor { return tensor.OnesOf(tensor.Float64, shape...) }

// Empty returns a Float64 tensor of the given shape, initialized with zeros. numpy.empty.
func Empty(shape ...int) *tensor.Tensor { return Zeros(shape...) }

// Full returns a tensor filled with v, of the dtype that [Array] gives v: Float64 for a float64, Int32 for an int,
// Bool for a bool. v may be a list or tensor that broadcasts to the shape. numpy.full.
func Full(shape []int, v any, dtype ...tensor.DType) *tensor.Tensor {
	require("full", len(shape) == 0 || slices.Min(shape) >= 0, "negative dimensions are not allowed")
	return Array(v, dtype...).BroadcastTo(shape...).Clone()
}

// AsArray returns v as a tensor; a tensor of that dtype is returned unchanged. See [Array] for v. numpy.asarray.
func AsArray(v any, dtype ...tensor.DType) *tensor.Tensor {
	t := tensorOf(v)
	if len(dtype) > 0 && t.DType() != dtype[0] {
		return Array(v, dtype...)
	}
	return t
}

// Copy returns a copy of x. numpy.copy.
func Copy(x any) *tensor.Tensor { return tensorOf(x).Clone() }

// ZerosLike returns zeros of x's shape and, by default, its dtype. numpy.zeros_like.
func ZerosLike(x any, dtype ...tensor.DType) *tensor.Tensor {
	t := tensorOf(x)
	return tensor.ZerosOf(kwargs.Optional(dtype, t.DType()), t.Shape()...)
}

// OnesLike returns ones of x's shape and, by default, its dtype. numpy.ones_like.
func OnesLike(x any, dtype ...tensor.DType) *tensor.Tensor {
	t := tensorOf(x)
	return tensor.OnesOf(kwargs.Optional(dtype, t.DType()), t.Shape()...)
}

// EmptyLike is [ZerosLike]. numpy.empty_like.
func EmptyLike(x any, dtype ...tensor.DType) *tensor.Tensor { return ZerosLike(x, dtype...) }

// FullLike returns a tensor of x's shape filled with v, by default of x's dtype. numpy.full_like.
func FullLike(x, v any, dtype ...tensor.DType) *tensor.Tensor {
	t := tensorOf(x)
	return Full(t.Shape(), v, kwargs.Optional(dtype, t.DType()))
}
