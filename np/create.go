package np

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// Array returns v as a tensor with numpy's default dtypes: Float64 for Go's float64 and untyped
// floats, Int64 for ints. v is a scalar, a nested slice or array of any depth, or a tensor, which is
// copied. numpy.array.
func Array(v any, dtype ...tensor.DType) *tensor.Tensor {
	if len(dtype) > 0 {
		return tensor.New(v, dtype[0])
	}
	if _, isFloat := v.(float64); isFloat {
		return tensor.New(v, tensor.Float64)
	}
	if hasLooseFloat(v) {
		return tensor.New(v, tensor.Float64)
	}
	return tensor.New(v)
}

// hasLooseFloat says whether v is a list of Go values of mixed types with a float64 among them.
func hasLooseFloat(v any) bool {
	list, ok := v.([]any)
	if !ok {
		_, isFloat := v.(float64)
		return isFloat
	}
	for _, e := range list {
		if hasLooseFloat(e) {
			return true
		}
	}
	return false
}

// Zeros returns Float64 zeros. numpy.zeros.
func Zeros(shape ...int) *tensor.Tensor { return tensor.ZerosOf(tensor.Float64, shape...) }

// Ones returns Float64 ones. numpy.ones.
func Ones(shape ...int) *tensor.Tensor { return tensor.OnesOf(tensor.Float64, shape...) }

// Empty returns a Float64 tensor to be filled; its elements are zeros. numpy.empty.
func Empty(shape ...int) *tensor.Tensor { return Zeros(shape...) }

// Full returns a tensor filled with v: Float64, or Int64 or Bool when v is an int or a bool. v may be a list or tensor that
// broadcasts to the shape. numpy.full.
func Full(shape []int, v any, dtype ...tensor.DType) *tensor.Tensor {
	require("full", len(shape) == 0 || slices.Min(shape) >= 0, "negative dimensions are not allowed")
	return Array(v, dtype...).BroadcastTo(shape...).Clone()
}

// AsArray returns v as a tensor, itself when it is one of that dtype already. See [Array] for what v may be.
// numpy.asarray.
func AsArray(v any, dtype ...tensor.DType) *tensor.Tensor {
	t := tensorOf(v)
	if len(dtype) > 0 && t.DType() != dtype[0] {
		return Array(v, dtype...)
	}
	return t
}

// Copy returns a copy of x. numpy.copy.
func Copy(x any) *tensor.Tensor { return tensorOf(x).Clone() }

// ZerosLike returns zeros of x's shape, and its dtype unless another is given. numpy.zeros_like.
func ZerosLike(x any, dtype ...tensor.DType) *tensor.Tensor {
	t := tensorOf(x)
	return tensor.ZerosOf(dtypeOr(t, dtype), t.Shape()...)
}

// OnesLike returns ones of x's shape, and its dtype unless another is given. numpy.ones_like.
func OnesLike(x any, dtype ...tensor.DType) *tensor.Tensor {
	t := tensorOf(x)
	return tensor.OnesOf(dtypeOr(t, dtype), t.Shape()...)
}

// EmptyLike is ZerosLike. numpy.empty_like.
func EmptyLike(x any, dtype ...tensor.DType) *tensor.Tensor { return ZerosLike(x, dtype...) }

// FullLike returns a tensor of x's shape filled with v, of x's dtype unless another is given. numpy.full_like.
func FullLike(x, v any, dtype ...tensor.DType) *tensor.Tensor {
	t := tensorOf(x)
	return Full(t.Shape(), v, dtypeOr(t, dtype))
}

func dtypeOr(t *tensor.Tensor, dtype []tensor.DType) tensor.DType {
	if len(dtype) > 0 {
		return dtype[0]
	}
	return t.DType()
}
