package np

import (
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Eye returns an n×m matrix in Float64, ones on the k-th diagonal and zeros elsewhere. mk may hold m (n by default)
// and k (0). numpy.eye.
func Eye(n int, mk ...int) *tensor.Tensor {
	m, k := kwargs.Optional2(mk, n, 0)
	return band(n, m, func(i, j int) bool { return j-i == k })
}

// Identity returns the n×n identity matrix in Float64. numpy.identity.
func Identity(n int) *tensor.Tensor { return Eye(n) }

// Tri returns an n×m matrix in Float64, ones at and below the k-th diagonal and zeros above. mk may hold m (n by
// default) and k (0). numpy.tri.
func Tri(n int, mk ...int) *tensor.Tensor {
	m, k := kwargs.Optional2(mk, n, 0)
	return band(n, m, func(i, j int) bool { return j-i <= k })
}

// band returns a matrix with ones where in returns true.
func band(n, m int, in func(i, j int) bool) *tensor.Tensor {
	require("eye", n >= 0 && m >= 0, "negative dimensions are not allowed")
	v := engine.Slice[float64](n, m)
	for i := range n {
		for j := range m {
			if in(i, j) {
				v[i*m+j] = 1
			}
		}
	}
	return tensor.Share(v, n, m)
}

// Tril returns x with zeros above the k-th diagonal of its last two axes. A vector is every row of a square matrix.
// numpy.tril.
func Tril(x any, k ...int) *tensor.Tensor { return rowsOf(x).Tril(kwargs.Optional(k, 0)) }

// Triu returns x with zeros below the k-th diagonal of its last two axes. A vector counts as every row of a square
// matrix. numpy.triu.
func Triu(x any, k ...int) *tensor.Tensor { return rowsOf(x).Triu(kwargs.Optional(k, 0)) }

func rowsOf(x any) *tensor.Tensor {
	t := tensorOf(x)
	if t.NDim() == 1 {
		return t.BroadcastTo(t.Len(), t.Len())
	}
	return t
}

// Diag returns the k-th diagonal of the matrix x, or the matrix with the vector x on that diagonal. numpy.diag.
func Diag(x any, k ...int) *tensor.Tensor {
	t := tensorOf(x)
	require("diag", t.NDim() == 1 || t.NDim() == 2, "Input must be 1- or 2-d.")
	if t.NDim() == 2 {
		return Diagonal(t, k...)
	}
	return t.DiagFlat(kwargs.Optional(k, 0))
}

// DiagFlat returns the matrix that has the elements of x on its k-th diagonal. numpy.diagflat.
func DiagFlat(x any, k ...int) *tensor.Tensor { return Diag(tensorOf(x).Flatten(), k...) }

// Diagonal returns the k-th diagonal of the first two axes of x, as its last axis. numpy.diagonal.
func Diagonal(x any, k ...int) *tensor.Tensor {
	t := tensorOf(x)
	require("diagonal", t.NDim() >= 2, "diag requires an array of at least two dimensions")
	return t.Diagonal(kwargs.Optional(k, 0), 0, 1)
}

// Trace returns the sum of the k-th diagonal of the first two axes of x. numpy.trace.
func Trace(x any, k ...int) *tensor.Tensor { return Diagonal(x, k...).Sum(-1) }

// Vander returns the matrix whose columns are powers of the vector x: n columns, x's length by default, the highest
// power first. numpy.vander.
func Vander(x any, n ...int) *tensor.Tensor {
	t := tensorOf(x)
	require("vander", t.NDim() == 1, "x must be a one-dimensional array or sequence.")
	cols := kwargs.Optional(n, t.Len())
	return t.ExpandDims(1).Pow(tensor.Arange(cols-1, -1, -1).AsType(t.DType()))
}

// TrilIndices returns the rows and columns of the elements of an n×n matrix at and below the k-th diagonal, as Int32.
// numpy.tril_indices.
func TrilIndices(n int, k ...int) tensor.Tuple {
	return trilIndices(n, n, k)
}

// TriuIndices returns the rows and columns of the elements of an n×n matrix at and above the k-th diagonal, as Int32.
// numpy.triu_indices.
func TriuIndices(n int, k ...int) tensor.Tuple {
	return triuIndices(n, n, k)
}

// TrilIndicesFrom is [TrilIndices] for the shape of the matrix x. numpy.tril_indices_from.
func TrilIndicesFrom(x any, k ...int) tensor.Tuple {
	s := matrixShape("tril_indices_from", x)
	return trilIndices(s[0], s[1], k)
}

// TriuIndicesFrom is [TriuIndices] for the shape of the matrix x. numpy.triu_indices_from.
func TriuIndicesFrom(x any, k ...int) tensor.Tuple {
	s := matrixShape("triu_indices_from", x)
	return triuIndices(s[0], s[1], k)
}

func matrixShape(op string, x any) []int {
	s := tensorOf(x).Shape()
	require(op, len(s) == 2, "input array must be 2-d")
	return s
}

func trilIndices(n, m int, k []int) tensor.Tuple {
	return trueIndices(tensor.OnesOf(tensor.Bool, max(0, n), max(0, m)).Tril(kwargs.Optional(k, 0)))
}

func triuIndices(n, m int, k []int) tensor.Tuple {
	return trueIndices(tensor.OnesOf(tensor.Bool, max(0, n), max(0, m)).Triu(kwargs.Optional(k, 0)))
}

// trueIndices returns the indices of the true elements along each axis, as Int32.
func trueIndices(mask *tensor.Tensor) tensor.Tuple {
	return mask.Nonzero().AsType(tensor.Int32).Unstack(1)
}
