// Package sparse provides sparse tensors: mindspore.COOTensor, mindspore.CSRTensor and mindspore.RowTensor.
//
//	x := sparse.NewCOOTensor(tensor.New([][]int{{0, 1}, {1, 2}}), tensor.New([]float64{1, 2}), 3, 4)
//	x.ToCSR().MM(dense)
//
// Results are computed by ops on the values, so gradients with respect to values and to dense operands work as for
// any tensor.
//
// Misuse panics with a *tensor.Error.
package sparse
