package ops

import "github.com/msrepl/msrepl/tensor"

// InplaceUpdate returns x with the slices along the first axis that indices names set to v, which has a slice for each.
// Despite MindSpore's name, x is left as it is.
//
//ms:op func=inplace_update class=InplaceUpdateV2 types=all
func InplaceUpdate(x, v *tensor.Tensor, indices []int) *tensor.Tensor { return x.WithAt(v, indices) }

// InplaceAdd returns x with v added to the slices along the first axis that indices names. Despite MindSpore's name, x is left
// as it is.
//
//ms:op func=inplace_add class=InplaceAdd types=all
func InplaceAdd(x, v *tensor.Tensor, indices []int) *tensor.Tensor { return x.AddAt(v, indices) }

// InplaceSub returns x with v subtracted from the slices along the first axis that indices names. Despite MindSpore's name, x
// is left as it is.
//
//ms:op func=inplace_sub class=InplaceSub types=number
func InplaceSub(x, v *tensor.Tensor, indices []int) *tensor.Tensor { return x.AddAt(v.Neg(), indices) }

// InplaceIndexAdd adds updates, in place, to the slices of x along an axis that the vector indices names, and returns x.
//
//ms:op func=inplace_index_add class=InplaceIndexAdd types=all
func InplaceIndexAdd(x, indices, updates *tensor.Tensor, axis int) *tensor.Tensor {
	return x.Assign(x.IndexAdd(axis, indices, updates, 1))
}
