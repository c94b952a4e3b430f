package exchange

import (
	"gonum.org/v1/gonum/mat"

	"github.com/msrepl/msrepl/tensor"
)

// ToMat returns the elements of t as a gonum matrix: t is 2-d, or 1-d for one column. It shares the memory of a
// contiguous Float64 tensor, other real dtypes are converted. Other ranks and empty tensors, which gonum does not
// support, are a ValueError, complex dtypes a TypeError.
func ToMat(t *tensor.Tensor) *mat.Dense {
	shape := t.Shape()
	if len(shape) == 1 {
		shape = append(shape, 1)
	}
	switch {
	case t.DType().IsComplex():
		tensor.Throw("ToMat", tensor.TypeError, "For 'ToMat', the dtype must be real, but got %v.", t.DType())
	case len(shape) != 2:
		tensor.Throw("ToMat", tensor.ValueError, "For 'ToMat', the tensor must have one or two axes, but got shape %v.", t.Shape())
	case t.Size() == 0:
		tensor.Throw("ToMat", tensor.ValueError, "For 'ToMat', the tensor must have elements, but got shape %v.", t.Shape())
	}
	return mat.NewDense(shape[0], shape[1], t.Float64s())
}

// FromMat returns m as a Float64 tensor of shape [rows, columns]. It shares the memory of a *mat.Dense with
// contiguous rows; other matrices are copied.
func FromMat(m mat.Matrix) *tensor.Tensor {
	r, c := m.Dims()
	if d, ok := m.(*mat.Dense); ok && !d.IsEmpty() {
		if raw := d.RawMatrix(); raw.Stride == c || r == 1 {
			return tensor.Share(raw.Data[:r*c], r, c)
		}
	}
	data := make([]float64, 0, r*c)
	for i := range r {
		for j := range c {
			data = append(data, m.At(i, j))
		}
	}
	return tensor.Share(data, r, c)
}
