package ops

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// This file has optimizer steps whose gradient covers only some rows of the variable: indices, a vector of integers,
// has the row of the variable for each row of the gradient. Gradients of the same row are added.

// rowsOf returns the distinct rows in indices, and their gradients.
func rowsOf(op string, variable, gradient, indices *tensor.Tensor) (rows, sums *tensor.Tensor) {
	checkIntegers(op, indices)
	checkRank(op, "indices", indices, 1)
	want := slices.Clone(variable.Shape())
	if len(want) > 0 {
		want[0] = indices.Len()
	}
	if len(want) == 0 || !slices.Equal(gradient.Shape(), want) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the gradient must have the shape of the variable with one row "+
			"for each of %d indices, but got %s and %s.", op, indices.Len(), gradient.Shape(), variable.Shape())
	}
	rows, inverse := indices.Unique()
	want[0] = rows.Len()
	return rows, tensor.ZerosOf(gradient.DType(), want...).IndexAdd(0, inverse, gradient, 1)
}

// onRows applies a step to some rows of tensors, which it changes in place.
func onRows(
	op string,
	kept []*tensor.Tensor,
	gradient, indices *tensor.Tensor,
	do func(kept []*tensor.Tensor, g *tensor.Tensor),
) {
	step(op, kept, func() {
		rows, g := rowsOf(op, kept[0], gradient, indices)
		parts := make([]*tensor.Tensor, len(kept))
		for i, t := range kept {
			parts[i] = t.Gather(rows, 0)
		}
		do(parts, g)
		for i, t := range kept {
			t.IndexCopyAssign(0, rows, parts[i])
		}
	})
}

// FusedSparseAdam is [Adam] with a gradient of the rows at the vector indices; it is 0 elsewhere, so all rows change
// by their moments. Options: Nesterov (false). mindspore.ops.FusedSparseAdam.
func FusedSparseAdam(
	variable, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, gradient, indices *tensor.Tensor, opts ...Option,
) (newVariable, newM, newV *tensor.Tensor) {
	rows, sums := rowsOf("FusedSparseAdam", variable, gradient.Detach(), indices)
	all := tensor.ZerosLike(variable).Detach().IndexAdd(0, rows, sums, 1)
	return Adam(variable, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, all, opts...)
}

// FusedSparseLazyAdam is [Adam] on the rows at the vector indices; the others do not change. Options: Nesterov
// (false). mindspore.ops.FusedSparseLazyAdam.
func FusedSparseLazyAdam(
	variable, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, gradient, indices *tensor.Tensor, opts ...Option,
) (newVariable, newM, newV *tensor.Tensor) {
	kept := []*tensor.Tensor{variable, m, v}
	onRows("FusedSparseLazyAdam", kept, gradient, indices, func(part []*tensor.Tensor, g *tensor.Tensor) {
		Adam(part[0], part[1], part[2], beta1Power, beta2Power, lr, beta1, beta2, epsilon, g, opts...)
	})
	return variable, m, v
}

// FusedSparseProximalAdagrad is [ApplyProximalAdagrad] on the rows at the vector indices; the others do not change.
// mindspore.ops.FusedSparseProximalAdagrad.
func FusedSparseProximalAdagrad(
	variable, accumulation, lr, l1, l2, gradient, indices *tensor.Tensor,
) (newVariable, newAccumulation *tensor.Tensor) {
	kept := []*tensor.Tensor{variable, accumulation}
	onRows("FusedSparseProximalAdagrad", kept, gradient, indices, func(part []*tensor.Tensor, g *tensor.Tensor) {
		ApplyProximalAdagrad(part[0], part[1], lr, l1, l2, g)
	})
	return variable, accumulation
}
