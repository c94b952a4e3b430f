package ops

import (
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// PaddingIdx sets the row of an embedding that gets no gradient (padding_idx); a negative one counts from the end.
func PaddingIdx(i int) Option { return Option{"PaddingIdx", i} }

// Embedding returns the rows of weight, of shape (V, E), at the integers in indices: a result with the shape of
// indices followed by E. An index out of range is an IndexError. Option: PaddingIdx.
//
//ms:op func=embedding class= types=all
func Embedding(indices, weight *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "Embedding"
	o := read(op, opts, "PaddingIdx")
	checkRank(op, "weight", weight, 2)
	if !indices.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of 'input' must be Int32 or Int64, but got Tensor[%s].", op, indices.DType())
	}
	given := kwargs.Passed[int](o, "PaddingIdx")
	if given == nil {
		return weight.Gather(indices, 0)
	}
	pad, rows := *given, weight.Dim(0)
	if pad < -rows || pad >= rows {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'padding_idx' must be in range [-%d, %d), but got %d; weight.shape = %s.",
			op, rows, rows, pad, listText(weight.Shape()))
	}
	isPad := tensor.Arange(rows).Equal(tensor.Scalar((pad + rows) % rows)).ExpandDims(1)
	return tensor.Where(isPad, weight.Detach(), weight).Gather(indices, 0)
}

// EmbeddingLookup returns the rows of params at indices minus offset, and zeros for indices out of range, for a table
// that is distributed over machines.
//
//ms:op func= class=EmbeddingLookup types=all
func EmbeddingLookup(params, indices *tensor.Tensor, offset int) *tensor.Tensor {
	const op = "EmbeddingLookup"
	if params.NDim() == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the dimension of 'input_params' must be at least 1, but got 0.", op)
	}
	if !indices.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of 'input_indices' must be Int32 or Int64, but got Tensor[%s].", op, indices.DType())
	}
	n := params.Dim(0)
	at := indices.AsType(tensor.Int64).Sub(tensor.Scalar(offset))
	valid := at.GreaterEqual(tensor.Scalar(0)).LogicalAnd(at.Less(tensor.Scalar(n)))
	if n == 0 {
		return tensor.ZerosOf(params.DType(), append(indices.Shape(), params.Shape()[1:]...)...)
	}
	rows := params.Gather(at.Clamp(0, n-1), 0)
	return tensor.Where(leading(valid, rows.NDim()), rows, tensor.ZerosOf(params.DType()))
}
