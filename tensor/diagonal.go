package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Diagonal returns the diagonal of the matrices in axes axis1 and axis2 of x, offset columns to the right, as a new
// last axis. It is a copy.
//
//ms:op func=diagonal class= types=all
func (x *Tensor) Diagonal(offset, axis1, axis2 int) *Tensor {
	rows, cols := x.diagonalIndices(offset, axis1, axis2)
	rest := otherAxes([]int{x.axis("Diagonal", axis1), x.axis("Diagonal", axis2)}, len(x.lay.shape))
	moved := x.Transpose(slices.Concat(rest, []int{x.axis("Diagonal", axis1), x.axis("Diagonal", axis2)})...)
	return moved.At(Ellipsis, rows, cols)
}

// diagonalIndices returns the indices of the diagonal along two axes.
func (x *Tensor) diagonalIndices(offset, axis1, axis2 int) (rows, cols *Tensor) {
	a, b := x.axis("Diagonal", axis1), x.axis("Diagonal", axis2)
	if a == b {
		Throw("Diagonal", ValueError, "For 'Diagonal', the two axes must differ, but got %d and %d for shape %s.", axis1, axis2, tupleText(x.lay.shape))
	}
	down, right := max(0, -offset), max(0, offset)
	n := max(0, min(x.lay.shape[a]-down, x.lay.shape[b]-right))
	return Arange(down, down+n, Int64), Arange(right, right+n, Int64)
}

// DiagEmbed returns zeros with the last axis of x on the diagonal, offset columns to the right, of the new axes
// axis1 and axis2.
//
//ms:op func=diag_embed class= types=all
func (x *Tensor) DiagEmbed(offset, axis1, axis2 int) *Tensor {
	k := len(x.lay.shape)
	if k == 0 {
		Throw("DiagEmbed", ValueError, "For 'DiagEmbed', a tensor of at least one axis is needed, but the shape is ().")
	}
	a, ok := shape.Axis(axis1, k+1)
	b, ok2 := shape.Axis(axis2, k+1)
	if !ok || !ok2 || a == b {
		Throw("DiagEmbed", ValueError, "For 'DiagEmbed', dim1 and dim2 must be different axes in [%d, %d), but got %d and %d.", -k-1, k+1, axis1, axis2)
	}
	n := x.lay.shape[k-1] + max(offset, -offset)
	wide := ZerosOf(x.dtype, append(slices.Clone(x.lay.shape[:k-1]), n, n)...)
	rows, cols := wide.diagonalIndices(offset, -2, -1)
	perm := make([]int, k+1)
	rest := otherAxes([]int{a, b}, k+1)
	for i, r := range rest {
		perm[r] = i
	}
	perm[a], perm[b] = k-1, k
	return wide.WithAt(x, Ellipsis, rows, cols).Transpose(perm...)
}

// DiagFlat returns the matrix with the elements of x, flattened, on its diagonal offset columns to the right.
//
//ms:op func=diagflat class= types=all
func (x *Tensor) DiagFlat(offset int) *Tensor { return x.Reshape(-1).DiagEmbed(offset, 0, 1) }

// FillDiagonal returns x, of two or more axes, with the number v where all indices are equal. With wrap, the diagonal
// of a tall matrix starts again below each square block. If there are more than two axes, they must have the same
// length.
//
//ms:op func=fill_diagonal class=FillDiagonal types=all
func (x *Tensor) FillDiagonal(v any, wrap bool) *Tensor {
	n := len(x.lay.shape)
	if n < 2 || n > 2 && slices.Max(x.lay.shape) != slices.Min(x.lay.shape) {
		Throw("FillDiagonal", ValueError, "For 'FillDiagonal', a matrix or a tensor with axes of one length is needed, but the shape is %s.", tupleText(x.lay.shape))
	}
	if n == 2 && wrap {
		i := Arange(0, x.lay.size, x.lay.shape[1]+1, Int64)
		return x.Reshape(-1).WithAt(Scalar(v), i).Reshape(x.lay.shape...)
	}
	i := Arange(slices.Min(x.lay.shape))
	return x.WithAt(Scalar(v), slices.Repeat([]any{i}, n)...)
}

// Vander returns the Vandermonde matrix of the vector x: n columns of powers from n-1 down to 0. MindSpore's default
// for n is the length of x.
//
//ms:op func=vander class= types=number
func (x *Tensor) Vander(n int) *Tensor {
	x.needAxes("Vander", "x", 1)
	notBool("Vander", x)
	if n < 0 {
		Throw("Vander", ValueError, "For 'Vander', N must not be negative, but got %d.", n)
	}
	checkMemory(Int64, []int{max(1, x.lay.size), n}) // a pointer for each column
	columns := make([]*Tensor, n)
	power := OnesLike(x)
	for i := n - 1; i >= 0; i-- {
		columns[i] = power
		power = power.Mul(x)
	}
	if n == 0 {
		return ZerosOf(x.dtype, x.lay.shape[0], 0)
	}
	return Stack(columns, 1)
}

// MatrixBandPart returns x, a stack of matrices, with zeros outside a band: lower diagonals below the main one and
// upper above it. A negative number keeps all.
//
//ms:op func=matrix_band_part class=MatrixBandPart types=all
func (x *Tensor) MatrixBandPart(lower, upper int) *Tensor {
	x.atLeast("MatrixBandPart", 2)
	if lower < 0 && upper < 0 {
		return x.Clone()
	}
	if lower >= 0 {
		x = x.Triu(-lower)
	}
	if upper >= 0 {
		x = x.Tril(upper)
	}
	return x
}

// TrilIndices returns, as two rows of Int64, the row and column of every element of the lower triangle of a rows×cols
// matrix up to the diagonal offset: mindspore.ops.tril_indices.
func TrilIndices(rows, cols, offset int) *Tensor {
	return triangleIndices("TrilIndices", rows, cols, offset, false)
}

// TriuIndices returns, as two rows of Int64, the row and column of every element of the upper triangle of a rows×cols
// matrix from the diagonal offset: mindspore.ops.triu_indices.
func TriuIndices(rows, cols, offset int) *Tensor {
	return triangleIndices("TriuIndices", rows, cols, offset, true)
}

// triangleIndices returns the rows and columns of the elements of a triangle.
func triangleIndices(op string, rows, cols, offset int, upper bool) *Tensor {
	checkShape(op, []int{rows, cols})
	if cols == 0 {
		rows = 0
	}
	offset = max(-rows, min(offset, cols))
	columns := func(i int) (from, to int) {
		if upper {
			return max(0, min(i+offset, cols)), cols
		}
		return 0, max(0, min(i+offset+1, cols))
	}
	n := 0
	for i := range rows {
		from, to := columns(i)
		n += to - from
	}
	checkMemory(Int64, []int{2, n})
	all, at := make([]int64, 2*n), 0
	for i := range rows {
		from, to := columns(i)
		for j := from; j < to; j++ {
			all[at], all[n+at] = int64(i), int64(j)
			at++
		}
	}
	return New(all, Int64).Reshape(2, n)
}
