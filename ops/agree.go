package ops

import (
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// The checks in this file name the composite op that the user called, not the ops that compose it.

// agree throws unless a and b broadcast.
func agree(op string, a, b *tensor.Tensor) {
	if _, ok := shape.Broadcast(a.Shape(), b.Shape()); !ok {
		tensor.Throw(op, tensor.ValueError, "%s", shape.Mismatch(op, a.Shape(), b.Shape()))
	}
}

// needAxis throws unless x has the axis.
func needAxis(op string, x *tensor.Tensor, axis int) {
	if n := x.NDim(); axis < -n || axis >= n {
		tensor.Throw(op, tensor.ValueError, "For '%s', the axis must be in range [%d, %d), but got %d.", op, -n, n, axis)
	}
}

// needIntegers throws unless x, an argument of op, holds integers.
func needIntegers(op, arg string, x *tensor.Tensor) {
	if !x.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of '%s' must be an integer, but got Tensor[%s].", op, arg, x.DType())
	}
}

// needWithin throws unless each number in the rows of indices is within its axis of x.
func needWithin(op string, x, rows *tensor.Tensor) {
	k := rows.Dim(-1)
	for at, i := range rows.AsType(tensor.Int64).Int64s() {
		axis := at % k
		if n := int64(x.Dim(axis)); i < -n || i >= n {
			tensor.Throw(op, tensor.IndexError, "For '%s', index %d is out of bounds for dimension with size %d: axis %d of shape %s.", op, i, n, axis, tupleText(x.Shape()))
		}
	}
}
