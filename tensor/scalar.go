package tensor

import "github.com/msrepl/msrepl/internal/compute/dtype"

// Scalar returns v as a Python number: a 0-d tensor whose dtype gives way to that of the other operand. An int keeps
// the dtype of tensors except Bool; a float makes integer tensors Float32. It prints as the number. 2*x is
// tensor.Scalar(2).Mul(x). v is a bool, an integer, a float, or a tensor, which is returned unchanged.
func Scalar(v any) *Tensor {
	switch v := v.(type) {
	case *Tensor:
		return v
	case float64:
		return num(v)
	case int:
		t := alloc(Int64, scalarLayout)
		near[int64](t)[0] = int64(v)
		t.weak = true
		return t
	}
	t, _ := parse(v)
	if len(t.lay.shape) != 0 {
		Throw("Scalar", TypeError, "For 'Scalar', a number is expected, but got %v.", v)
	}
	if dt := weakType(t.dtype); dt != t.dtype {
		t = t.cast(dt)
	}
	t.weak = true
	return t
}

// weakType returns the dtype that holds a Python number of a Go type. A float keeps full precision and is rounded
// once the dtype of the other operand is known.
func weakType(dt DType) DType {
	switch {
	case dt == dtype.Bool || dt.IsComplex():
		return dt
	case dt.IsInt():
		return Int64
	}
	return Float64
}

// concrete returns the Python number x as an ordinary tensor; floats become Float32.
func (x *Tensor) concrete() *Tensor { return x.cast(x.spec().DType) }
