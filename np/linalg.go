package np

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// MatMul returns the matrix product of x and y; axes before the last two broadcast. numpy.matmul.
func MatMul(x, y any) *tensor.Tensor { return tensorOf(x).MatMul(tensorOf(y)) }

// Dot returns the sum of products over the last axis of x and the last but one of y (the only one of a vector); a
// number multiplies. numpy.dot.
func Dot(x, y any) *tensor.Tensor {
	a, b := tensorOf(x), tensorOf(y)
	switch {
	case a.NDim() == 0 || b.NDim() == 0:
		return a.Mul(b)
	case b.NDim() <= 2:
		return a.MatMul(b)
	}
	return contract("dot", a, b, []int{a.NDim() - 1}, []int{b.NDim() - 2})
}

// VDot returns the sum of the products of all elements of x, complex ones conjugated, and y. numpy.vdot.
func VDot(x, y any) *tensor.Tensor { return Dot(Ravel(x).Conj(), Ravel(y)) }

// Inner returns the sum of products over the last axes of x and y. numpy.inner.
func Inner(x, y any) *tensor.Tensor {
	a, b := tensorOf(x), tensorOf(y)
	if a.NDim() == 0 || b.NDim() == 0 {
		return a.Mul(b)
	}
	return contract("inner", a, b, []int{a.NDim() - 1}, []int{b.NDim() - 1})
}

// Outer returns the outer product of x and y, both flattened. numpy.outer.
func Outer(x, y any) *tensor.Tensor { return Ravel(x).ExpandDims(1).Mul(Ravel(y).ExpandDims(0)) }

// TensorDot returns the sum of products over axes of x and y: the last n of x and the first n of y, 2 by default.
// numpy.tensordot.
func TensorDot(x, y any, n ...int) *tensor.Tensor {
	a, b, k := tensorOf(x), tensorOf(y), kwargs.Optional(n, 2)
	require("tensordot", k >= 0 && k <= min(a.NDim(), b.NDim()), "shape-mismatch for sum")
	return contract("tensordot", a, b, shape.UpTo(a.NDim())[a.NDim()-k:], shape.UpTo(k))
}

// TensorDotAxes returns the sum of products over the listed axes of x and of y, pair by pair. numpy.tensordot.
func TensorDotAxes(x, y any, xAxes, yAxes []int) *tensor.Tensor {
	a, b := tensorOf(x), tensorOf(y)
	require("tensordot", len(xAxes) == len(yAxes), "shape-mismatch for sum")
	positive := func(t *tensor.Tensor, axes []int) []int {
		out := make([]int, len(axes))
		for i, k := range axes {
			out[i] = axisOf("tensordot", k, t.NDim())
		}
		return out
	}
	return contract("tensordot", a, b, positive(a, xAxes), positive(b, yAxes))
}

// contract sums over the axes with one matrix product.
func contract(op string, a, b *tensor.Tensor, aAxes, bAxes []int) *tensor.Tensor {
	aFree, aDims, n := free(a, aAxes)
	bFree, bDims, _ := free(b, bAxes)
	for i := range aAxes {
		if a.Dim(aAxes[i]) != b.Dim(bAxes[i]) {
			tensor.Throw(op, tensor.ValueError, "shape-mismatch for sum: axis %d of %s and axis %d of %s",
				aAxes[i], a.Shape(), bAxes[i], b.Shape())
		}
	}
	left := a.Transpose(append(aFree, aAxes...)...).Reshape(shape.Size(aDims), n)
	right := b.Transpose(append(slices.Clone(bAxes), bFree...)...).Reshape(n, shape.Size(bDims))
	return left.MatMul(right).Reshape(append(aDims, bDims...)...)
}

// free returns the axes that are not listed, with their lengths, and the product of the listed lengths.
func free(t *tensor.Tensor, listed []int) (axes, dims []int, n int) {
	n = 1
	for i, d := range t.Shape() {
		if slices.Contains(listed, i) {
			n *= d
			continue
		}
		axes, dims = append(axes, i), append(dims, d)
	}
	return axes, dims, n
}

// MultiDot returns the product of a list of matrices, in the order with the fewest multiplications.
// numpy.linalg.multi_dot.
func MultiDot(xs any) *tensor.Tensor {
	ts := list("multi_dot", xs)
	require("multi_dot", len(ts) > 1, "Expecting at least two arrays.")
	for len(ts) > 1 {
		at := cheapest(ts)
		ts = slices.Replace(slices.Clone(ts), at, at+2, ts[at].MatMul(ts[at+1]))
	}
	return ts[0]
}

// cheapest returns the adjacent pair whose common length is longest: multiplying it first removes that length.
func cheapest(ts []*tensor.Tensor) int {
	best := 0
	for i := range len(ts) - 1 {
		if ts[i].Dim(-1) > ts[best].Dim(-1) {
			best = i
		}
	}
	return best
}

// Kron returns the Kronecker product of x and y: blocks of y, each times an element of x. numpy.kron.
func Kron(x, y any) *tensor.Tensor { return tensorOf(x).Kron(tensorOf(y)) }

// Cross returns the cross product of vectors along the last axis. They must have two or three elements (ValueError);
// a missing third element is zero, and if both have two, only the third element of the product is returned.
// numpy.cross.
func Cross(x, y any) *tensor.Tensor {
	a, b := tensorOf(x), tensorOf(y)
	vectors := func(t *tensor.Tensor) bool { return t.NDim() > 0 && (t.Dim(-1) == 2 || t.Dim(-1) == 3) }
	require("cross", vectors(a) && vectors(b), "incompatible dimensions for cross product (dimension must be 2 or 3)")
	flat := a.Dim(-1) == 2 && b.Dim(-1) == 2
	a, b = inSpace(a), inSpace(b)
	part := func(t *tensor.Tensor, i int) *tensor.Tensor { return t.At(tensor.Ellipsis, i) }
	minor := func(i, j int) *tensor.Tensor {
		return part(a, i).Mul(part(b, j)).Sub(part(a, j).Mul(part(b, i)))
	}
	if flat {
		return minor(0, 1)
	}
	return tensor.Stack([]*tensor.Tensor{minor(1, 2), minor(2, 0), minor(0, 1)}, -1)
}

// inSpace returns vectors of three elements; the third is 0 if there are two.
func inSpace(t *tensor.Tensor) *tensor.Tensor {
	if t.Dim(-1) == 3 {
		return t
	}
	return tensor.Concat([]*tensor.Tensor{t, tensor.ZerosLike(t.Narrow(-1, 0, 1))}, -1)
}

// Norm returns the Euclidean norm over the given axes or over all. numpy.linalg.norm.
func Norm(x any, axis ...int) *tensor.Tensor {
	t := tensorOf(x)
	if t.DType().IsComplex() {
		t = t.Abs()
	}
	return t.Norm(axis...)
}
