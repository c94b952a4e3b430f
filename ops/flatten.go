package ops

import "github.com/msrepl/msrepl/tensor"

// Flatten joins axes of x into one: from the first given, or 1, to the second given, or the last, so that (1, 2, 3,
// 4) becomes (1, 24). A vector or a number gives a vector. The method [tensor.Tensor.Flatten] begins with axis 0
// instead.
//
//ms:op func=flatten class=Flatten types=all
func Flatten(x *tensor.Tensor, startEnd ...int) *tensor.Tensor {
	switch {
	case len(startEnd) == 0 && x.NDim() < 2:
		return x.Reshape(-1)
	case len(startEnd) == 0:
		return x.Flatten(1)
	}
	return x.Flatten(startEnd...)
}
