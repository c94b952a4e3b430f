package sparse

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// CSRTensor is a matrix in compressed sparse row format: mindspore.CSRTensor. Row r has values[indptr[r]:indptr[r+1]]
// in the columns indices[indptr[r]:indptr[r+1]].
type CSRTensor struct {
	indptr, indices, values *tensor.Tensor
	shape                   tensor.Shape
}

// NewCSRTensor returns a CSRTensor. Indptr are integers of shape (rows + 1,), indices integers of shape (n,), values
// of shape (n,). Another shape raises ValueError, indices that are not integers TypeError, columns outside the shape
// IndexError.
func NewCSRTensor(indptr, indices, values *tensor.Tensor, dims ...int) *CSRTensor {
	const class = "CSRTensor"
	checkIntegers(class, "indptr", indptr)
	checkIntegers(class, "indices", indices)
	checkShape(class, dims)
	if len(dims) != 2 {
		tensor.Throw(class, tensor.ValueError, "For 'CSRTensor', the shape must have two sizes, but got %s.", shape.Tuple(dims))
	}
	if indptr.NDim() != 1 || indptr.Dim(0) != dims[0]+1 {
		tensor.Throw(class, tensor.ValueError, "For 'CSRTensor', indptr must have shape (%d,) for %d rows, but got %s.", dims[0]+1, dims[0], indptr.Shape())
	}
	if indices.NDim() != 1 || values.NDim() != 1 || indices.Dim(0) != values.Dim(0) {
		tensor.Throw(class, tensor.ValueError, "For 'CSRTensor', indices and values must have the same length, "+
			"but got %s and %s.", indices.Shape(), values.Shape())
	}
	if at := ints(indptr); at[0] != 0 || at[dims[0]] != int64(values.Dim(0)) || !slices.IsSorted(at) {
		tensor.Throw(class, tensor.ValueError, "For 'CSRTensor', indptr must rise from 0 to the number of values, %d, but got %s.", values.Dim(0), indptr)
	}
	for i, at := range ints(indices) {
		if at < 0 || at >= int64(dims[1]) {
			tensor.Throw(class, tensor.IndexError, "For 'CSRTensor', column %d of value %d is out of range for %d columns.", at, i, dims[1])
		}
	}
	return &CSRTensor{indptr, indices, values, slices.Clone(dims)}
}

// Indptr returns the offsets of the rows in the values, of shape (rows + 1,).
func (x *CSRTensor) Indptr() *tensor.Tensor { return x.indptr }

// Indices returns the columns of the values.
func (x *CSRTensor) Indices() *tensor.Tensor { return x.indices }

// Values returns the values.
func (x *CSRTensor) Values() *tensor.Tensor { return x.values }

// Shape returns the shape of the matrix.
func (x *CSRTensor) Shape() tensor.Shape { return slices.Clone(x.shape) }

// DType returns the dtype of the values.
func (x *CSRTensor) DType() tensor.DType { return x.values.DType() }

// NDim returns the number of axes, 2.
func (x *CSRTensor) NDim() int { return 2 }

// Size returns how many values are kept.
func (x *CSRTensor) Size() int { return x.values.Size() }

// ItemSize returns the bytes of a value.
func (x *CSRTensor) ItemSize() int { return x.values.ItemSize() }

// AsType returns the matrix with values of another dtype.
func (x *CSRTensor) AsType(dt tensor.DType) *CSRTensor {
	return x.Apply(func(v *tensor.Tensor) *tensor.Tensor { return v.AsType(dt) })
}

// Abs returns the matrix with the absolute values.
func (x *CSRTensor) Abs() *CSRTensor { return x.Apply((*tensor.Tensor).Abs) }

// Apply returns the matrix with f applied to the values, whose shape must not change: ops.csr_abs, ops.csr_sin and so
// on are x.Apply((*tensor.Tensor).Abs) and the like. Another shape raises ValueError.
func (x *CSRTensor) Apply(f func(values *tensor.Tensor) *tensor.Tensor) *CSRTensor {
	return &CSRTensor{x.indptr, x.indices, applied("CSRTensor", x.values, f), x.shape}
}

// ToTuple returns indptr, indices, values and shape.
func (x *CSRTensor) ToTuple() py.Tuple { return py.Pack(x.indptr, x.indices, x.values, x.shape) }

// rows returns the row of each value.
func (x *CSRTensor) rows() *tensor.Tensor {
	at, rows := ints(x.indptr), make([]int64, 0, x.Size())
	for r := range x.shape[0] {
		for range at[r+1] - at[r] {
			rows = append(rows, int64(r))
		}
	}
	return tensor.New(rows).AsType(x.indices.DType())
}

// ToCOO returns the matrix as a COOTensor.
func (x *CSRTensor) ToCOO() *COOTensor {
	return &COOTensor{tensor.Stack([]*tensor.Tensor{x.rows(), x.indices}, 1), x.values, x.shape}
}

// ToDense returns all elements.
func (x *CSRTensor) ToDense() *tensor.Tensor { return x.ToCOO().ToDense() }

// MV returns the product with a dense vector of shape (columns, 1); the result has shape (rows, 1): CSRTensor.mv.
// Another shape raises ValueError.
func (x *CSRTensor) MV(v *tensor.Tensor) *tensor.Tensor {
	if v.NDim() != 2 || v.Dim(0) != x.shape[1] || v.Dim(1) != 1 {
		tensor.Throw("CSRTensor.MV", tensor.ValueError, "For 'CSRTensor.MV', the vector must have shape (%d, 1), but got %s.", x.shape[1], v.Shape())
	}
	return x.MM(v)
}

// MM returns the product with a dense matrix of shape (columns, n); the result has shape (rows, n): CSRTensor.mm.
// Shapes that do not match raise ValueError.
func (x *CSRTensor) MM(y *tensor.Tensor) *tensor.Tensor {
	if y.NDim() != 2 || y.Dim(0) != x.shape[1] {
		tensor.Throw("CSRTensor.MM", tensor.ValueError, "For 'CSRTensor.MM', the matrix must have shape (%d, n), but got %s.", x.shape[1], y.Shape())
	}
	terms := y.Gather(x.indices, 0).Mul(x.values.Reshape(-1, 1))
	return terms.UnsortedSegmentSum(x.rows(), x.shape[0])
}

// Sum returns the sums of the rows, of shape (rows, 1), for axis 1 or -1, and those of the columns, of shape
// (1, columns), for axis 0 or -2: CSRTensor.sum. Another axis raises ValueError.
func (x *CSRTensor) Sum(axis int) *tensor.Tensor {
	switch axis {
	case 1, -1:
		return x.values.UnsortedSegmentSum(x.rows(), x.shape[0]).Reshape(-1, 1)
	case 0, -2:
		return x.values.UnsortedSegmentSum(x.indices, x.shape[1]).Reshape(1, -1)
	}
	tensor.Throw("CSRTensor.Sum", tensor.ValueError, "For 'CSRTensor.Sum', the axis must be in [-2, 1], but got %d.", axis)
	return nil
}

// Add returns alpha·x + beta·y for two matrices of the same shape and dtype: CSRTensor.add. The factors are cast to
// that dtype. Another shape or dtype of y raises ValueError or TypeError.
func (x *CSRTensor) Add(y *CSRTensor, alpha, beta *tensor.Tensor) *CSRTensor {
	sameKind("CSRTensor.Add", x, y)
	scaled := func(m *CSRTensor, f *tensor.Tensor) *COOTensor {
		return m.Apply(func(v *tensor.Tensor) *tensor.Tensor { return v.Mul(f.AsType(v.DType())) }).ToCOO()
	}
	return scaled(x, alpha).Add(scaled(y, beta)).ToCSR()
}

// Mul returns the elementwise product with a dense tensor that broadcasts to the shape: ops.csr_mul. Another shape
// raises ValueError.
func (x *CSRTensor) Mul(dense *tensor.Tensor) *CSRTensor {
	return &CSRTensor{x.indptr, x.indices, x.values.Mul(x.at("CSRTensor.Mul", dense)), x.shape}
}

// Div returns the stored elements divided by those of a dense tensor that broadcasts to the shape: csr / dense.
// Another shape raises ValueError.
func (x *CSRTensor) Div(dense *tensor.Tensor) *CSRTensor {
	return &CSRTensor{x.indptr, x.indices, x.values.Div(x.at("CSRTensor.Div", dense)), x.shape}
}

// at returns the elements of dense at the positions of those of x, for the op.
func (x *CSRTensor) at(op string, dense *tensor.Tensor) *tensor.Tensor {
	if s, ok := shape.Broadcast(dense.Shape(), x.shape); !ok || !slices.Equal(s, x.shape) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the tensor must broadcast to %s, but it has shape %s.",
			op, x.shape, dense.Shape())
	}
	return dense.BroadcastTo(x.shape...).GatherNd(x.ToCOO().indices)
}

// String is the text that MindSpore prints.
func (x *CSRTensor) String() string {
	return "CSRTensor(shape=" + list(x.shape) + ", dtype=" + x.DType().String() + ", indptr=" + part(x.indptr) + ", indices=" + part(x.indices) +
		", values=" + part(x.values) + ")"
}

// Repr is the same text as String.
func (x *CSRTensor) Repr() string { return x.String() }

// RowTensor is a sparse tensor that stores some slices along the first axis: mindspore.RowTensor.
type RowTensor struct {
	indices, values *tensor.Tensor
	shape           tensor.Shape
}

// NewRowTensor returns a RowTensor. Indices are integers of shape (n,), values have shape (n, …), with all sizes of
// the shape but the first. Another shape raises ValueError.
func NewRowTensor(indices, values *tensor.Tensor, dims ...int) *RowTensor {
	checkIntegers("RowTensor", "indices", indices)
	checkShape("RowTensor", dims)
	if indices.NDim() != 1 || values.NDim() != len(dims) || values.Dim(0) != indices.Dim(0) || !slices.Equal(values.Shape()[1:], dims[1:]) {
		tensor.Throw("RowTensor", tensor.ValueError, "For 'RowTensor', indices must have shape (n,) and values (n, …) of a tensor of shape %s, but got %s and %s.",
			shape.Tuple(dims), indices.Shape(), values.Shape())
	}
	return &RowTensor{indices, values, slices.Clone(dims)}
}

// Indices returns the indices of the stored slices.
func (x *RowTensor) Indices() *tensor.Tensor { return x.indices }

// Values returns the stored slices.
func (x *RowTensor) Values() *tensor.Tensor { return x.values }

// DenseShape returns the shape of the tensor: RowTensor.dense_shape.
func (x *RowTensor) DenseShape() tensor.Shape { return slices.Clone(x.shape) }

// ToDense returns all elements.
func (x *RowTensor) ToDense() *tensor.Tensor {
	return tensor.ScatterNd(x.values, x.indices.Reshape(-1, 1), x.shape)
}

// String names the parts.
func (x *RowTensor) String() string {
	return "RowTensor(shape=" + list(x.shape) + ", dtype=" + x.values.DType().String() + ", indices=" + part(x.indices) + ", values=" + part(x.values) + ")"
}

// Repr is the same text as String.
func (x *RowTensor) Repr() string { return x.String() }
