package tensor

import (
	"slices"
	"strings"
)

// A band of a matrix is stored as rows of diagonals, the uppermost first. Shorter diagonals are padded on the side
// that align names: for "RIGHT_LEFT", those above the main one end at the right, those below begin at the left.

// band is the diagonals lo to hi of rows×cols matrices.
type band struct {
	op                   string
	lo, hi, rows, cols   int
	aboveRight, lowRight bool
}

func newBand(op string, lo, hi, rows, cols int, align string) band {
	above, below, ok := strings.Cut(align, "_")
	side := []string{"LEFT", "RIGHT"}
	if !ok || !slices.Contains(side, above) || !slices.Contains(side, below) {
		Throw(op, ValueError, "For '%s', align must be one of ['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'], but got '%s'.", op, align)
	}
	if lo > hi || rows >= 0 && lo <= -max(rows, 1) || cols >= 0 && hi >= max(cols, 1) {
		Throw(op, ValueError, "For '%s', the diagonals %d to %d must ascend and lie within the matrix of shape (%d, %d).", op, lo, hi, rows, cols)
	}
	return band{op, lo, hi, rows, cols, above == "RIGHT", below == "RIGHT"}
}

// length is the number of elements of diagonal d.
func (b band) length(d int) int { return max(0, min(b.rows+min(d, 0), b.cols-max(d, 0))) }

// width is the number of columns in which the diagonals are stored.
func (b band) width() int { return max(0, min(b.rows+min(b.hi, 0), b.cols-max(b.lo, 0))) }

// places returns, for every element of the band, where it is in the stored diagonals and in the matrix, both
// flattened.
func (b band) places() (stored, matrix *Tensor) {
	var from, to []int64
	for d := b.hi; d >= b.lo; d-- {
		n, start := b.length(d), (b.hi-d)*b.width()
		if d >= 0 && b.aboveRight || d < 0 && b.lowRight {
			start += b.width() - n
		}
		for i := range n {
			from = append(from, int64(start+i))
			to = append(to, int64((i+max(-d, 0))*b.cols+i+max(d, 0)))
		}
	}
	return New(from, Int64), New(to, Int64)
}

// storedShape is the shape of the diagonals of a stack of matrices; a single one has no axis of its own.
func (b band) storedShape(batch []int) []int {
	if b.lo == b.hi {
		return append(slices.Clone(batch), b.width())
	}
	return append(slices.Clone(batch), b.hi-b.lo+1, b.width())
}

// MatrixDiagPart returns the diagonals lo to hi of the matrices in the last two axes as rows, the uppermost first; a
// single diagonal has no such axis. Shorter ones are padded with a number on the side given by align: "RIGHT_LEFT",
// MindSpore's default, puts those above the main diagonal to the right, those below to the left.
//
//ms:op func=matrix_diag_part class=MatrixDiagPartV3 types=all
func (x *Tensor) MatrixDiagPart(lo, hi int, padding any, align string) *Tensor {
	k := len(x.atLeast("MatrixDiagPart", 2).lay.shape) - 2
	b := newBand("MatrixDiagPart", lo, hi, x.lay.shape[k], x.lay.shape[k+1], align)
	stored, matrix := b.places()
	batch := x.lay.shape[:k]
	values := x.Reshape(slices.Concat(batch, []int{b.rows * b.cols})...).At(Ellipsis, matrix)
	y := x.padded("MatrixDiagPart", padding, slices.Concat(batch, []int{(hi - lo + 1) * b.width()}))
	return y.WithAt(values, Ellipsis, stored).Reshape(b.storedShape(batch)...)
}

// padded returns a tensor of x's dtype filled with the number v.
func (x *Tensor) padded(op string, v any, dims []int) *Tensor {
	n := Scalar(v)
	if n.lay.size != 1 {
		Throw(op, ValueError, "For '%s', padding_value must be one number, but its shape is %s.", op, tupleText(n.lay.shape))
	}
	return filled(n.AsType(x.dtype).Detach(), newLayout(dims))
}

// MatrixSetDiag returns x with the diagonals lo to hi of the matrices in the last two axes set to those of diagonal,
// which are stored as [Tensor.MatrixDiagPart] returns them.
//
//ms:op func=matrix_set_diag class=MatrixSetDiagV3 types=all
func (x *Tensor) MatrixSetDiag(diagonal *Tensor, lo, hi int, align string) *Tensor {
	k := len(x.atLeast("MatrixSetDiag", 2).lay.shape) - 2
	return x.setBand(diagonal, newBand("MatrixSetDiag", lo, hi, x.lay.shape[k], x.lay.shape[k+1], align))
}

func (x *Tensor) setBand(diagonal *Tensor, b band) *Tensor {
	batch := x.lay.shape[:len(x.lay.shape)-2]
	if want := b.storedShape(batch); !slices.Equal(diagonal.lay.shape, want) {
		Throw(b.op, ValueError, "For '%s', the diagonals %d to %d of shape %s have shape %s, but got %s.", b.op, b.lo, b.hi, tupleText(x.lay.shape),
			tupleText(want), tupleText(diagonal.lay.shape))
	}
	stored, matrix := b.places()
	values := diagonal.Reshape(slices.Concat(batch, []int{(b.hi - b.lo + 1) * b.width()})...).At(Ellipsis, stored)
	return x.Reshape(slices.Concat(batch, []int{b.rows * b.cols})...).WithAt(values, Ellipsis, matrix).Reshape(x.lay.shape...)
}

// MatrixDiag returns matrices with the diagonals lo to hi of x, stored as [Tensor.MatrixDiagPart] returns them, and a
// number elsewhere. A negative number of rows or columns means the smallest possible one; if both are negative, the
// matrices are square.
//
//ms:op func=matrix_diag class=MatrixDiagV3 types=all
func (x *Tensor) MatrixDiag(lo, hi, rows, cols int, padding any, align string) *Tensor {
	axes := 2
	if lo == hi {
		axes = 1
	}
	k := len(x.atLeast("MatrixDiag", axes).lay.shape) - axes
	if axes == 2 && x.lay.shape[k] != hi-lo+1 {
		Throw("MatrixDiag", ValueError, "For 'MatrixDiag', the diagonals %d to %d need as many rows, but the shape is %s.", lo, hi, tupleText(x.lay.shape))
	}
	n := x.lastLength()
	leastRows, leastCols := n-min(hi, 0), n+max(lo, 0)
	switch {
	case rows < 0 && cols < 0:
		rows, cols = max(leastRows, leastCols), max(leastRows, leastCols)
	case rows < 0:
		rows = leastRows
	case cols < 0:
		cols = leastCols
	}
	b := newBand("MatrixDiag", lo, hi, rows, cols, align)
	y := x.padded("MatrixDiag", padding, slices.Concat(x.lay.shape[:k], []int{rows, cols}))
	return y.setBand(x, b)
}
