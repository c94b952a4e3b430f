package np

import "github.com/msrepl/msrepl/tensor"

// tensorOf converts an array-like argument to a tensor: a tensor itself, the value of a Parameter, and anything else
// as [Array] does.
func tensorOf(v any) *tensor.Tensor {
	switch x := v.(type) {
	case *tensor.Tensor:
		if x == nil {
			tensor.Throw("Array", tensor.TypeError, "a tensor is nil")
		}
		return x
	case interface{ Value() *tensor.Tensor }:
		return x.Value()
	case tensor.Tuple:
		return tensor.Stack(x, 0)
	case interface {
		IsTuple() bool
		Tensor() *tensor.Tensor
	}: // a gradient
		return x.Tensor()
	}
	return Array(v)
}

// operand is tensorOf for arguments that are combined with others: a number acts as in 2*x and does not widen the
// dtype of a tensor.
func operand(v any) *tensor.Tensor {
	switch v.(type) {
	case bool, int, float64:
		return tensor.Scalar(v)
	}
	return tensorOf(v)
}

// operands returns both arguments of a binary function. If both are numbers, neither is weak.
func operands(a, b any) (x, y *tensor.Tensor) {
	x, y = operand(a), operand(b)
	if x.IsWeak() && y.IsWeak() {
		return tensorOf(a), tensorOf(b)
	}
	return x, y
}

// pairwise returns f of both arguments of a binary function.
func pairwise(f func(a, b *tensor.Tensor) *tensor.Tensor, x, y any) *tensor.Tensor {
	a, b := operands(x, y)
	return f(a, b)
}

// exact reports whether t holds integers or truth values, whose sums can wrap around.
func exact(t *tensor.Tensor) bool { return !t.DType().IsFloat() && !t.DType().IsComplex() }

// inexact returns t, converted to Float32 if its elements are exact.
func inexact(t *tensor.Tensor) *tensor.Tensor {
	if exact(t) {
		return t.AsType(tensor.Float32)
	}
	return t
}

// ordered converts an array-like argument to a tensor of real numbers; complex ones raise TypeError.
func ordered(op string, v any) *tensor.Tensor {
	t := tensorOf(v)
	if t.DType().IsComplex() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of input tensor is not supported: got Tensor[%v].", op, t.DType())
	}
	return t
}

// widest converts the arguments to Float64, or to Complex128 if one of them is complex.
func widest(x, y any) (a, b *tensor.Tensor) {
	a, b = tensorOf(x), tensorOf(y)
	dt := tensor.Float64
	if a.DType().IsComplex() || b.DType().IsComplex() {
		dt = tensor.Complex128
	}
	return a.AsType(dt), b.AsType(dt)
}

// tensors returns a list of array-likes: a slice of any element type, or a tuple.
func tensors(vs []any) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(vs))
	for i, v := range vs {
		out[i] = tensorOf(v)
	}
	return out
}

// axisOf returns axis counted from the front. It raises ValueError if x does not have the axis.
func axisOf(op string, axis, rank int) int {
	if axis < -rank || axis >= rank {
		tensor.Throw(op, tensor.ValueError, "axis %d is out of bounds for array of dimension %d", axis, rank)
	}
	return (axis + rank) % max(rank, 1)
}
