package nn

import (
	"github.com/msrepl/msrepl/sparse"
	"github.com/msrepl/msrepl/tensor"
)

// AdjointST transposes the sparse matrix of [SparseTensorDenseMatmul] (adjoint_st).
func AdjointST(on bool) Option { return Option{"AdjointST", on} }

// AdjointDT transposes the other matrix of [SparseTensorDenseMatmul] (adjoint_dt).
func AdjointDT(on bool) Option { return Option{"AdjointDT", on} }

// SparseToDense is mindspore.nn.SparseToDense: a sparse tensor as a dense one.
//
//ms:layer sparse.sparse
type SparseToDense struct{ Cell }

// Construct returns a tensor of the shape and dtype of x, with zeros where x has no element.
func (*SparseToDense) Construct(x *sparse.COOTensor) *tensor.Tensor { return x.ToDense() }

// SparseTensorDenseMatmul is mindspore.nn.SparseTensorDenseMatmul: the product of a sparse matrix and another one.
//
//ms:layer sparse.sparse
type SparseTensorDenseMatmul struct {
	Cell
	adjointST bool `default:"false"`
	adjointDT bool `default:"false"`
}

// Construct takes the places of the elements of the sparse matrix, integers of shape (n, 2), the elements of shape (n),
// its shape, and the other matrix. It returns a matrix of the dtype of the elements.
func (s *SparseTensorDenseMatmul) Construct(
	indices, values *tensor.Tensor,
	shape []int,
	dense *tensor.Tensor,
) *tensor.Tensor {
	matrix := sparse.NewCOOTensor(indices, values, shape...).ToDense()
	if s.adjointST {
		matrix = matrix.T()
	}
	if s.adjointDT {
		dense = dense.T()
	}
	return matrix.MatMul(dense)
}
