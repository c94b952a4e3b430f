package tensor

// Outer returns the outer product of two vectors: element (i, j) is x[i]·y[j].
//
//ms:op func=outer,ger class=Ger types=all
func (x *Tensor) Outer(y *Tensor) *Tensor {
	if len(x.lay.shape) != 1 || len(y.lay.shape) != 1 {
		Throw("Outer", ValueError, "For 'Outer', both tensors must have one axis, but got shapes %s and %s.", tupleText(x.lay.shape), tupleText(y.lay.shape))
	}
	return x.ExpandDims(1).Mul(y)
}

// Diag returns the matrix with the vector x on its diagonal, or the diagonal of the matrix x.
//
//ms:op func=diag class=Diag,DiagPart types=all
func (x *Tensor) Diag() *Tensor {
	switch len(x.lay.shape) {
	case 1:
		n := x.lay.shape[0]
		return ZerosOf(x.dtype, n, n).WithAt(x, run{axes: 1, n: n}, run{axes: 1, n: n})
	case 2:
		n := min(x.lay.shape[0], x.lay.shape[1])
		return x.At(run{axes: 1, n: n}, run{axes: 1, n: n})
	}
	Throw("Diag", ValueError, "For 'Diag', a vector or a matrix is needed, but the shape is %s.", tupleText(x.lay.shape))
	return nil
}

// Trace returns the sum of the diagonal of the matrix x. Bool is summed as Int64.
//
//ms:op func=trace class=Trace types=all
func (x *Tensor) Trace() *Tensor {
	if len(x.lay.shape) != 2 {
		Throw("Trace", ValueError, "For 'Trace', a matrix is needed, but the shape is %s.", tupleText(x.lay.shape))
	}
	return x.Diag().Sum()
}

// Lerp returns x + weight·(end - x): x at weight 0, end at weight 1, elementwise and broadcast. Integers give
// Float32.
//
//ms:op func=lerp class=Lerp types=inexact
func (x *Tensor) Lerp(end, weight *Tensor) *Tensor {
	x, end = x.inexactly(), end.inexactly()
	agree("Lerp", x, end)
	agree("Lerp", x, weight)
	way := end.Sub(x)
	part := ending(weight.Mul(way), way)
	return ending(x.Add(part), part)
}

// AddCMul returns x + value·a·b elementwise and broadcast.
//
//ms:op func=addcmul class=Addcmul types=all
func (x *Tensor) AddCMul(a, b, value *Tensor) *Tensor {
	agree("Addcmul", a, b)
	agree("Addcmul", x, a)
	part := value.Mul(a)
	all := ending(part.Mul(b), part)
	return ending(x.Add(all), all)
}

// AddCDiv returns x + value·a/b elementwise and broadcast. Integers give Float32.
//
//ms:op func=addcdiv class=Addcdiv types=inexact
func (x *Tensor) AddCDiv(a, b, value *Tensor) *Tensor {
	agree("Addcdiv", a, b)
	agree("Addcdiv", x, a)
	ratio := a.Div(b)
	part := ending(value.Mul(ratio), ratio)
	return ending(x.inexactly().Add(part), part)
}

// Meshgrid returns, for vectors x and y, the two matrices of all pairs (x[i], y[j]): "ij" indexing.
//
//ms:op func=meshgrid class=Meshgrid types=all
func Meshgrid(x, y *Tensor) (rows, columns *Tensor) {
	n, m := x.Flatten(), y.Flatten()
	dims := []int{n.Size(), m.Size()}
	return n.ExpandDims(1).BroadcastTo(dims...).Clone(), m.BroadcastTo(dims...).Clone()
}
