package np

import "github.com/msrepl/msrepl/tensor"

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

// Full returns a tensor filled with v: Float64, or Int64 or Bool when v is an int or a bool. numpy.full.
func Full(shape []int, v any, dtype ...tensor.DType) *tensor.Tensor {
	return Array(v, dtype...).BroadcastTo(shape...).Clone()
}

// Linspace returns n Float64 numbers from start to stop, both included. numpy.linspace.
func Linspace(start, stop float64, n int) *tensor.Tensor {
	v := make([]float64, n)
	for i := range v {
		switch {
		case n > 1 && i == n-1:
			v[i] = stop
		default:
			v[i] = start + float64(float64(i)*((stop-start)/float64(max(n-1, 1))))
		}
	}
	return tensor.New(v)
}

// Eye returns the n×n identity matrix in Float64. numpy.eye.
func Eye(n int) *tensor.Tensor { return tensor.Eye(n, tensor.Float64) }
