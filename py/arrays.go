package py

import "github.com/msrepl/msrepl/tensor"

// InPlace is what x op= y of numpy does with the result of x op y: it becomes the elements of x, which other names and
// views see, and x is returned. A number, an x without axes, stays as it is, and the result is returned. A result of
// another shape is a ValueError, one of floats for an x of integers a TypeError.
func InPlace(x, result *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 {
		return result
	}
	if result.DType().IsFloat() && !x.DType().IsFloat() {
		tensor.Throw("InPlace", tensor.TypeError,
			"For 'InPlace', the result of %v does not fit an array of %v.", result.DType(), x.DType())
	}
	return x.Assign(result)
}

// Element returns x = a[i] as numpy does: a number, if it has no axes, which does not change with a, and a view of a
// otherwise.
func Element(x *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 {
		return x.Clone()
	}
	return x
}
