// Package sparse has tensors of which only some elements are kept: mindspore.COOTensor, mindspore.CSRTensor and
// mindspore.RowTensor.
//
//	x := sparse.NewCOOTensor(tensor.New([][]int{{0, 1}, {1, 2}}), tensor.New([]float64{1, 2}), 3, 4)
//	x.ToCSR().MM(dense)
//
// What is made of values is made by ops on them, so gradients with respect to values and to dense operands are those
// of any tensor.
//
// Misuse panics with a *tensor.Error.
package sparse
