package ops

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// InplaceUpdate returns x with the slices along the first axis at indices set to v, which has a slice for each.
// Despite MindSpore's name, x does not change.
//
//ms:op func=inplace_update class=InplaceUpdateV2 types=all
func InplaceUpdate(x, v *tensor.Tensor, indices []int) *tensor.Tensor {
	checkSlices("InplaceUpdate", x, v, indices)
	return x.WithAt(v, indices)
}

// InplaceAdd returns x with v added to the slices along the first axis at indices. Despite MindSpore's name, x does
// not change.
//
//ms:op func=inplace_add class=InplaceAdd types=all
func InplaceAdd(x, v *tensor.Tensor, indices []int) *tensor.Tensor {
	checkSlices("InplaceAdd", x, v, indices)
	return x.AddAt(v, indices)
}

// InplaceSub returns x with v subtracted from the slices along the first axis at indices. Despite MindSpore's name, x
// does not change.
//
//ms:op func=inplace_sub class=InplaceSub types=number
func InplaceSub(x, v *tensor.Tensor, indices []int) *tensor.Tensor {
	checkSlices("InplaceSub", x, v, indices)
	return x.AddAt(v.Neg(), indices)
}

// checkSlices throws unless v has a slice of x along the first axis for each of the indices.
func checkSlices(op string, x, v *tensor.Tensor, indices []int) {
	if x.NDim() == 0 || !slices.Equal(v.Shape(), append([]int{len(indices)}, x.Shape()[1:]...)) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'v' must be (%d,) + x.shape[1:], but got x.shape = %s and v.shape = %s.", op, len(indices),
			listText(x.Shape()), listText(v.Shape()))
	}
	for _, i := range indices {
		if i < 0 || i >= x.Dim(0) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the 'indices' must be in range [0, %d), but got %d.", op, x.Dim(0), i)
		}
	}
}

// InplaceIndexAdd adds updates, in place, to the slices of x along an axis at the vector indices, and returns x.
//
//ms:op func=inplace_index_add class=InplaceIndexAdd types=all
func InplaceIndexAdd(x, indices, updates *tensor.Tensor, axis int) *tensor.Tensor {
	return x.Assign(x.IndexAdd(axis, indices, updates, 1))
}
