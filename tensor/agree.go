package tensor

import "slices"

// The checks in this file name the composite op that the user called, not the ops that compose it.

// agree throws unless x and y promote to one dtype and broadcast to one shape.
func agree(op string, x, y *Tensor) {
	promote(op, x.spec(), y.spec())
	if x.lay != y.lay && !slices.Equal(x.lay.shape, y.lay.shape) {
		broadcastShapes(op, x.lay.shape, y.lay.shape)
	}
}

// needAxis throws unless x has the axes.
func (x *Tensor) needAxis(op string, axes ...int) {
	for _, a := range axes {
		x.axis(op, a)
	}
}

// needRowAxis is needAxis for ops that treat a 0-d tensor as a row.
func (x *Tensor) needRowAxis(op string, axis int) {
	if n := max(1, len(x.lay.shape)); axis < -n || axis >= n {
		throwAxis(op, axis, n)
	}
}

// needRows throws unless x holds square matrices and y a matching right-hand side.
func (x *Tensor) needRows(op string, y *Tensor) {
	needMatrices(op, x.spec(), true)
	x.rightSide(op, y)
}

// needIntegers throws unless x, an argument of op, holds integers.
func (x *Tensor) needIntegers(op, arg string) {
	if !x.dtype.IsInt() {
		Throw(op, TypeError, "For '%s', the type of '%s' must be an integer, but got Tensor[%s].", op, arg, x.dtype)
	}
}

// needMask throws unless x, the argument mask of op, holds Bool.
func (x *Tensor) needMask(op string) {
	if x.dtype != Bool {
		Throw(op, TypeError, "For primitive[%s], the input argument[mask] must be a type of {Tensor[Bool]}, but got Tensor[%s].", op, x.dtype)
	}
}

// atFor is [Tensor.At] with op named in errors.
func (x *Tensor) atFor(op string, idx ...any) *Tensor {
	return apply1(atOp{resolve(op, x.lay.shape, idx)}, x)
}

// withAtFor is [Tensor.WithAt] with op named in errors.
func (x *Tensor) withAtFor(op string, v *Tensor, idx ...any) *Tensor {
	return apply2(withAtOp{sel: resolve(op, x.lay.shape, idx)}, x, v)
}

// addAtFor is [Tensor.AddAt] with op named in errors.
func (x *Tensor) addAtFor(op string, v *Tensor, idx ...any) *Tensor {
	return apply2(withAtOp{resolve(op, x.lay.shape, idx), true}, x, v)
}
