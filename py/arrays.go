package py

import "github.com/msrepl/msrepl/tensor"

// InPlace is numpy's x op= y, given the result of x op y: it stores the result in the elements of x, also for other
// names and views of x, and returns x. If x is a number (0-d), it is unchanged and the result is returned. A result
// of another shape is a ValueError, a float result for an integer x a TypeError.
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

// Element returns a[i] as numpy does: a view of a, or, if it has no axes, a number that does not change with a.
func Element(x *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 {
		return x.Clone()
	}
	return x
}
