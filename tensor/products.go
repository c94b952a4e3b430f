package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// needAxes throws unless x has n axes.
func (x *Tensor) needAxes(op, arg string, n int) {
	if len(x.lay.shape) != n {
		Throw(op, ValueError, "For '%s', the dimension of '%s' must be %d, but got %d: the shape is %s.", op, arg, n, len(x.lay.shape), tupleText(x.lay.shape))
	}
}

// Dot returns the sum of products over the last axis of x and the last but one of y (the only one of a vector); the
// result has the other axes of x, then those of y. The numbers of other axes may differ.
//
//ms:op func=dot class= types=number
func (x *Tensor) Dot(y *Tensor) *Tensor {
	if len(x.lay.shape) == 0 || len(y.lay.shape) == 0 {
		return x.Mul(y)
	}
	return TensorDot(x, y, []int{-1}, []int{max(-2, -len(y.lay.shape))})
}

// Inner returns the sum of products over the last axes of x and y; the result has the other axes of x, then those of
// y. A 0-d tensor multiplies.
//
//ms:op func=inner class= types=number
func (x *Tensor) Inner(y *Tensor) *Tensor {
	if len(x.lay.shape) == 0 || len(y.lay.shape) == 0 {
		return x.Mul(y)
	}
	return TensorDot(x, y, []int{-1}, []int{-1})
}

// VecDot returns the sum of products along one axis of x, complex ones conjugated, and y, which broadcast.
//
//ms:op func=vecdot class= types=number
func (x *Tensor) VecDot(y *Tensor, axis int) *Tensor {
	notBool("VecDot", x, y)
	agree("VecDot", x, y)
	p := x.Conj().Mul(y)
	p.needAxis("VecDot", axis)
	return p.Sum(axis)
}

// MV returns the product of the matrix x and the vector y.
//
//ms:op func=mv class= types=number
func (x *Tensor) MV(y *Tensor) *Tensor {
	x.needAxes("MV", "input", 2)
	y.needAxes("MV", "vec", 1)
	return x.MatMul(y)
}

// MM returns the product of the matrices x and y, without broadcasting.
//
//ms:op func=mm class= types=number
func (x *Tensor) MM(y *Tensor) *Tensor {
	x.needAxes("MM", "input", 2)
	y.needAxes("MM", "mat2", 2)
	return x.MatMul(y)
}

// BMM returns the products of the matrices in the last two axes of x and y. The axes before them must agree.
//
//ms:op func=bmm class=BatchMatMul types=number
func (x *Tensor) BMM(y *Tensor) *Tensor {
	n := len(x.lay.shape)
	if n < 3 || len(y.lay.shape) != n || !slices.Equal(x.lay.shape[:n-2], y.lay.shape[:n-2]) {
		Throw("BatchMatMul", ValueError, "For 'BatchMatMul', the inputs must have as many dimensions, 3 or more, and the same batch dimensions, "+
			"but got x.shape = %s and y.shape = %s.", listText(x.lay.shape), listText(y.lay.shape))
	}
	return x.MatMul(y)
}

// TensorDot returns the sum of products over the axes axesX of x and axesY of y, paired in order; the result has the
// other axes of x, then those of y. Pairs of unequal length are a ValueError.
//
//ms:op func=tensor_dot class= types=number
func TensorDot(x, y *Tensor, axesX, axesY []int) *Tensor {
	ax, ay := x.axesOf("TensorDot", axesX), y.axesOf("TensorDot", axesY)
	keptX, keptY := otherAxes(ax, len(x.lay.shape)), otherAxes(ay, len(y.lay.shape))
	sumX, sumY := lengths(x.lay.shape, ax), lengths(y.lay.shape, ay)
	if !slices.Equal(sumX, sumY) {
		Throw("TensorDot", ValueError, "For 'TensorDot', the axes to sum must have equal lengths, but axes %s of x.shape = %s and axes %s of y.shape = %s do not.",
			listText(axesX), listText(x.lay.shape), listText(axesY), listText(y.lay.shape))
	}
	outX, outY := lengths(x.lay.shape, keptX), lengths(y.lay.shape, keptY)
	k := shape.Size(sumX)
	left := x.permuted(slices.Concat(keptX, ax)).Reshape(shape.Size(outX), k)
	right := y.permuted(slices.Concat(ay, keptY)).Reshape(k, shape.Size(outY))
	return left.MatMul(right).Reshape(slices.Concat(outX, outY)...)
}

// permuted is Transpose that accepts an empty list for a 0-d tensor.
func (x *Tensor) permuted(axes []int) *Tensor {
	if len(axes) == 0 {
		return x
	}
	return x.Transpose(axes...)
}

// axesOf converts negative axes and checks the range.
func (x *Tensor) axesOf(op string, axes []int) []int {
	res := make([]int, len(axes))
	for i, a := range axes {
		res[i] = x.axis(op, a)
	}
	return res
}

// otherAxes lists the axes below n that are not in axes.
func otherAxes(axes []int, n int) []int {
	var rest []int
	for i := range n {
		if !slices.Contains(axes, i) {
			rest = append(rest, i)
		}
	}
	return rest
}

func lengths(dims, at []int) []int {
	res := make([]int, len(at))
	for i, a := range at {
		res[i] = dims[a]
	}
	return res
}

// BatchDot returns, for every index of the first axis, the sum of products over axis axisX of x and axis axisY of y;
// the result has that first axis, the other axes of x, then those of y. MindSpore's default axes are the last of x
// and the last but one of y.
//
//ms:op func=batch_dot class= types=number
func (x *Tensor) BatchDot(y *Tensor, axisX, axisY int) *Tensor {
	ax, ay := x.axis("BatchDot", axisX), y.axis("BatchDot", axisY)
	if ax == 0 || ay == 0 || x.lay.shape[0] != y.lay.shape[0] || x.lay.shape[ax] != y.lay.shape[ay] {
		Throw("BatchDot", ValueError, "For 'BatchDot', the batch axes and the axes %d and %d to sum must have equal lengths, but got x1.shape = %s and x2.shape = %s.",
			axisX, axisY, listText(x.lay.shape), listText(y.lay.shape))
	}
	keptX, keptY := otherAxes([]int{0, ax}, len(x.lay.shape)), otherAxes([]int{0, ay}, len(y.lay.shape))
	outX, outY := lengths(x.lay.shape, keptX), lengths(y.lay.shape, keptY)
	b, k := x.lay.shape[0], x.lay.shape[ax]
	left := x.Transpose(slices.Concat([]int{0}, keptX, []int{ax})...).Reshape(b, shape.Size(outX), k)
	right := y.Transpose(slices.Concat([]int{0, ay}, keptY)...).Reshape(b, k, shape.Size(outY))
	return left.MatMul(right).Reshape(slices.Concat([]int{b}, outX, outY)...)
}

// MultiDot returns the matrix product of two or more matrices, in the order with the fewest multiplications. The
// first and the last may be vectors.
//
//ms:op func=multi_dot class= types=number
func MultiDot(xs []*Tensor) *Tensor {
	if len(xs) < 2 {
		Throw("MultiDot", ValueError, "For 'MultiDot', at least two tensors are needed, but got %d.", len(xs))
	}
	for len(xs) > 2 { // contract the longest inner axis first
		at, longest := 0, -1
		for i, x := range xs[:len(xs)-1] {
			if n := x.lastLength(); n > longest {
				at, longest = i, n
			}
		}
		xs = slices.Concat(xs[:at], []*Tensor{xs[at].MatMul(xs[at+1])}, xs[at+2:])
	}
	return xs[0].MatMul(xs[1])
}

// blend returns beta·x + alpha·y, the last step of the addmm family.
func (x *Tensor) blend(y *Tensor, beta, alpha any) *Tensor {
	return x.scaled(beta).Add(y.scaled(alpha))
}

// scaled returns x times the number v. An integer is converted to x's dtype, even if that is unsigned.
func (x *Tensor) scaled(v any) *Tensor {
	s := Scalar(v)
	if s.dtype == Int64 {
		s = s.AsType(x.dtype)
	}
	return s.Mul(x)
}

// notBool throws if all arguments are Bool.
func notBool(op string, xs ...*Tensor) {
	if !slices.ContainsFunc(xs, func(x *Tensor) bool { return x.dtype != Bool }) {
		throwDType(op, Bool)
	}
}

// AddMM returns beta·x + alpha·a·b for matrices a and b; x broadcasts to the product. MindSpore's defaults are 1.
//
//ms:op func=addmm class= types=number
func (x *Tensor) AddMM(a, b *Tensor, beta, alpha any) *Tensor { return x.blend(a.MM(b), beta, alpha) }

// AddMV returns beta·x + alpha·a·b for a matrix a and a vector b. MindSpore's defaults are 1.
//
//ms:op func=addmv class= types=number
func (x *Tensor) AddMV(a, b *Tensor, beta, alpha any) *Tensor { return x.blend(a.MV(b), beta, alpha) }

// AddR returns beta·x + alpha·a⊗b for vectors a and b: their outer product. MindSpore's defaults are 1.
//
//ms:op func=addr class= types=all
func (x *Tensor) AddR(a, b *Tensor, beta, alpha any) *Tensor {
	return x.blend(a.Outer(b), beta, alpha)
}

// BAddBMM returns beta·x + alpha·a·b for stacks a and b of matrices. MindSpore's defaults are 1.
//
//ms:op func=baddbmm class= types=number
func (x *Tensor) BAddBMM(a, b *Tensor, beta, alpha any) *Tensor {
	return x.blend(a.BMM(b), beta, alpha)
}

// AddBMM returns beta·x + alpha·Σa·b: the products of stacks of matrices, summed over the stack. Two plain matrices
// are multiplied and their product summed over its rows. MindSpore's defaults are 1.
//
//ms:op func=addbmm class= types=number
func (x *Tensor) AddBMM(a, b *Tensor, beta, alpha any) *Tensor {
	if len(a.lay.shape) == 2 && len(b.lay.shape) == 2 {
		return x.blend(a.MatMul(b).Sum(0), beta, alpha)
	}
	return x.blend(a.BMM(b).Sum(0), beta, alpha)
}

// Kron returns the Kronecker product: blocks of y multiplied by every element of x. Axes are added in front as
// needed.
//
//ms:op func=kron class= types=all
func (x *Tensor) Kron(y *Tensor) *Tensor {
	n := max(len(x.lay.shape), len(y.lay.shape))
	dx := append(slices.Repeat([]int{1}, n-len(x.lay.shape)), x.lay.shape...)
	dy := append(slices.Repeat([]int{1}, n-len(y.lay.shape)), y.lay.shape...)
	var wideX, wideY, final []int
	for i := range n {
		wideX, wideY, final = append(wideX, dx[i], 1), append(wideY, 1, dy[i]), append(final, dx[i]*dy[i])
	}
	return x.Reshape(wideX...).Mul(y.Reshape(wideY...)).Reshape(final...)
}

// Cross returns the cross product of vectors of length 3 along an axis of x and y, which broadcast.
//
//ms:op func=cross class=Cross types=number
func (x *Tensor) Cross(y *Tensor, axis int) *Tensor {
	dims := broadcastShapes("Cross", x.lay.shape, y.lay.shape)
	a, ok := shape.Axis(axis, len(dims))
	if !ok {
		throwAxis("Cross", axis, len(dims))
	}
	if dims[a] != 3 {
		Throw("Cross", ValueError, "For 'Cross', the length of axis %d must be 3, but got shapes %s and %s.", axis, tupleText(x.lay.shape), tupleText(y.lay.shape))
	}
	x, y = x.BroadcastTo(dims...), y.BroadcastTo(dims...)
	return x.Roll(-1, a).Mul(y.Roll(-2, a)).Sub(x.Roll(-2, a).Mul(y.Roll(-1, a)))
}
