package ops

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// EditDistance returns the Levenshtein distances between sequences, given as sparse tensors: rows of indices, of
// which the last number is the place in the sequence and the others say which sequence, values, and the shape of the
// whole. With normalize, which is MindSpore's default, they are divided by the length of the truth. The result,
// Float32, has the greater of both shapes without the last axis.
//
//ms:op func= class=EditDistance types=int grad=no
func EditDistance(indices, values *tensor.Tensor, shape []int, truthIndices, truthValues *tensor.Tensor, truthShape []int, normalize bool) *tensor.Tensor {
	const op = "EditDistance"
	if len(shape) == 0 || len(shape) != len(truthShape) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shapes of hypothesis and truth must have the same length, "+
			"but got %s and %s.", op, listText(shape), listText(truthShape))
	}
	n := len(shape) - 1
	dims := make([]int, n)
	for i := range dims {
		dims[i] = max(shape[i], truthShape[i])
	}
	checkDims(op, dims)
	guesses, truths := sequences(op, indices, values, dims), sequences(op, truthIndices, truthValues, dims)
	d := tensor.ZerosOf(tensor.Float64, dims...).Float64s()
	for i := range d {
		d[i] = float64(levenshtein(guesses[i], truths[i]))
		if normalize && d[i] > 0 {
			d[i] /= float64(len(truths[i])) // infinite if truth is empty
		}
	}
	return tensor.New(d, tensor.Float32).Reshape(dims...)
}

// sequences returns the values of every sequence of dims, in the order of their rows.
func sequences(op string, indices, values *tensor.Tensor, dims []int) map[int][]float64 {
	if !indices.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the dtype of the indices must be an integer, but got %v.", op, indices.DType())
	}
	if values.NDim() != 1 || indices.NDim() != 2 || indices.Dim(0) != values.Size() || indices.Dim(1) != len(dims)+1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', indices must have shape (n, %d) and values (n,), but got %s and %s.",
			op, len(dims)+1, listText(indices.Shape()), listText(values.Shape()))
	}
	if !values.DType().IsInt() && !values.DType().IsFloat() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the dtype of the values must be a number's, but got %v.", op, values.DType())
	}
	rows, res := indices.AsType(tensor.Int64).Int64s(), map[int][]float64{}
	for i, v := range values.Float64s() {
		row, at := rows[i*(len(dims)+1):], 0
		for a, d := range dims {
			if row[a] < 0 || row[a] >= int64(d) {
				tensor.Throw(op, tensor.IndexError, "index %d is out of bounds for dimension with size %d: axis %d of shape %s.", row[a], d, a, tupleText(dims))
			}
			at = at*d + int(row[a])
		}
		res[at] = append(res[at], v)
	}
	return res
}

// levenshtein returns the minimum number of insertions, deletions and substitutions that change a to b.
func levenshtein(a, b []float64) int {
	row := shape.UpTo(len(b) + 1)
	for i, x := range a {
		last := slices.Clone(row)
		row[0] = i + 1
		for j, y := range b {
			row[j+1] = min(last[j+1], row[j]) + 1
			if change := last[j]; x == y || math.IsNaN(x) && math.IsNaN(y) {
				row[j+1] = min(row[j+1], change)
			} else {
				row[j+1] = min(row[j+1], change+1)
			}
		}
	}
	return row[len(b)]
}
