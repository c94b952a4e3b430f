package ops

import "github.com/msrepl/msrepl/tensor"

// BiasAdd adds the vector b to the channels of x, its axis 1. Their dtypes are promoted.
//
//ms:op func=bias_add class=BiasAdd types=all
func BiasAdd(x, b *tensor.Tensor) *tensor.Tensor {
	if x.NDim() < 2 || b.NDim() != 1 || b.Size() != x.Dim(1) {
		tensor.Throw("BiasAdd", tensor.ValueError, "For 'BiasAdd', bias.shape[0] must be equal to input_x.shape[1], but got x.shape = %s and "+
			"bias.shape = %s.", listText(x.Shape()), listText(b.Shape()))
	}
	return x.Add(perChannel(b, x.NDim()))
}

// perChannel reshapes a vector so that it broadcasts over the channels, axis 1 of ndim.
func perChannel(b *tensor.Tensor, ndim int) *tensor.Tensor {
	dims := make([]int, ndim-1)
	for i := range dims {
		dims[i] = 1
	}
	dims[0] = b.Size()
	return b.Reshape(dims...)
}
