package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// This file passes stacks of matrices to package linalg, one matrix at a time, converted to Float64.

// needMatrices throws unless s describes a stack of matrices of real numbers.
func needMatrices(op string, s Spec, square bool) (m, n int) {
	if s.DType.IsComplex() {
		throwDType(op, s.DType)
	}
	k := len(s.Shape)
	if k < 2 {
		Throw(op, ValueError, "For '%s', the dimension of 'x' must be at least 2, but got %d: the shape is %s.", op, k, tupleText(s.Shape))
	}
	m, n = s.Shape[k-2], s.Shape[k-1]
	if square && m != n {
		Throw(op, ValueError, "For '%s', the last two dimensions of 'x' must be equal, but got %d and %d: the shape is %s.", op, m, n, tupleText(s.Shape))
	}
	return m, n
}

// stackSpec returns the spec of a result for a stack of matrices: the batch axes of x, then dims, in x's dtype or
// Float32.
func stackSpec(x Spec, dims ...int) Spec {
	return Spec{DType: inexact(x.DType), Shape: slices.Concat(x.Shape[:len(x.Shape)-2], dims)}
}

// mapMatrices calls f for every matrix of x, on several processors at once, with a copy that f may overwrite and a
// slice of each result to write to.
func mapMatrices(x *Tensor, out []Spec, f func(a []float64, y [][]float64)) []*Tensor {
	k := len(x.lay.shape) - 2
	src := flat[float64](x.cast(Float64))
	res, data := make([]*Tensor, len(out)), make([][]float64, len(out))
	for i, s := range out {
		res[i] = alloc(Float64, newLayout(s.Shape))
		data[i] = flat[float64](res[i])
	}
	eachMatrix(shape.Size(x.lay.shape[:k]), x.lay.shape[k], x.lay.shape[k+1], func(i int) {
		y := make([][]float64, len(out))
		for j, d := range data {
			y[j] = nth(d, i, shape.Size(out[j].Shape[k:]))
		}
		f(nth(src, i, shape.Size(x.lay.shape[k:])), y)
	})
	for i, s := range out {
		res[i] = res[i].as(s.DType)
	}
	return res
}

// matrixWork is how many multiplications of small matrices are worth giving to another processor.
const matrixWork = 4 << 10

// eachMatrix calls f with 0 to batch-1, on several processors, to compute with as many m×n matrices.
func eachMatrix(batch, m, n int, f func(i int)) {
	par.Range(batch, 1+matrixWork/(1+m*n*min(m, n)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f(i)
		}
	})
}

// nth is the i-th part of n elements of x.
func nth(x []float64, i, n int) []float64 { return x[i*n:][:n:n] }

// mT swaps the last two axes.
func (x *Tensor) mT() *Tensor { return x.SwapAxes(-1, -2) }

// diagMatrix puts the last axis of x on the diagonal of matrices.
func (x *Tensor) diagMatrix() *Tensor { return x.DiagEmbed(0, -2, -1) }

// rightSide returns the right-hand side y of an equation with the n×n matrices x as a stack of matrices. A vector,
// or each of a stack of vectors with x's batch shape, becomes a column.
func (x *Tensor) rightSide(op string, y *Tensor) (columns *Tensor, vector bool) {
	n, k := x.lay.shape[len(x.lay.shape)-1], len(y.lay.shape)
	vector = k == 1 || k > 0 && k == len(x.lay.shape)-1 && slices.Equal(y.lay.shape, x.lay.shape[:k])
	if vector {
		y = y.ExpandDims(-1)
		k++
	}
	if k < 2 || y.lay.shape[k-2] != n {
		Throw(op, ValueError, "For '%s', the rows of the right side must be as many as the matrix has, but got shapes %s and %s.", op,
			tupleText(x.lay.shape), tupleText(y.lay.shape))
	}
	return y, vector
}

// sameBatch broadcasts the batch axes of x and y to one shape.
func sameBatch(op string, x, y *Tensor) (a, b *Tensor) {
	nx, ny := len(x.lay.shape)-2, len(y.lay.shape)-2
	batch := broadcastShapes(op, x.lay.shape[:nx], y.lay.shape[:ny])
	wide := func(t *Tensor, n int) *Tensor {
		if slices.Equal(t.lay.shape[:n], batch) {
			return t
		}
		return t.BroadcastTo(slices.Concat(batch, t.lay.shape[n:])...)
	}
	return wide(x, nx), wide(y, ny)
}
