package tensor

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// rowsOf returns x, untracked, with the given axis moved last and contiguous, and the length of a row.
func (x *Tensor) rowsOf(op string, axis int) (*Tensor, int) {
	x.needRowAxis(op, axis)
	if len(x.lay.shape) == 0 {
		return x.header(newLayout([]int{1}), x.off), 1
	}
	a := x.axis(op, axis)
	return moveLast(x, a).rowMajor(), x.lay.shape[a]
}

// needInt32 throws if an index along axis does not fit in an Int32.
func (x *Tensor) needInt32(op string, axis int) {
	if n := x.alongLength(op, axis); n > math.MaxInt32 {
		Throw(op, ValueError, "For '%s', an axis of 'x' has %d elements, but indices are Int32 and reach at most %d.",
			op, n, math.MaxInt32)
	}
}

// moveLast returns an untracked view of x with axis a last.
func moveLast(x *Tensor, a int) *Tensor {
	dims, strides := slices.Clone(x.lay.shape), slices.Clone(x.lay.strides)
	d, s := dims[a], strides[a]
	dims, strides = append(slices.Delete(dims, a, a+1), d), append(slices.Delete(strides, a, a+1), s)
	return x.header(viewLayout(dims, strides), x.off)
}

// mapRows returns k of every row of x along axis, in the same shape.
func mapRows(op string, k *kernels.Unary, x *Tensor, axis int) *Tensor {
	if isHalf(x.dtype) {
		return mapRows(op, k, x.as(Float32), axis).cast(x.dtype)
	}
	if y := x.mapColumns(op, k, axis); y != nil {
		return y
	}
	rows, n := x.rowsOf(op, axis)
	y := newLike(rows.dtype, rows)
	if !runRows(k, y, rows, n) {
		throwDType(op, x.dtype)
	}
	return y.rowsBack(x, op, axis)
}

// mapColumns is mapRows without moving the axis, if k supports that; otherwise it returns nil.
func (x *Tensor) mapColumns(op string, k *kernels.Unary, axis int) *Tensor {
	if len(x.lay.shape) < 2 || x.dtype != Float32 || !x.lay.contig {
		return nil
	}
	a := x.axis(op, axis)
	inner := shape.Size(x.lay.shape[a+1:])
	if inner == 1 || x.lay.size == 0 || !k.TakesColumns(inner) {
		return nil
	}
	y := newLike(Float32, x)
	k.Columns(flat[float32](y), flat[float32](x), x.lay.shape[a], inner)
	return y
}

// rowsBack moves the last axis of y, which is contiguous, back to its position in x: the inverse of rowsOf.
func (y *Tensor) rowsBack(x *Tensor, op string, axis int) *Tensor {
	if len(x.lay.shape) == 0 {
		return y.header(x.lay, 0)
	}
	a, last := x.axis(op, axis), len(x.lay.shape)-1
	dims := slices.Insert(slices.Clone(y.lay.shape[:last]), a, y.lay.shape[last])
	strides := slices.Insert(slices.Clone(y.lay.strides[:last]), a, y.lay.strides[last])
	return y.header(viewLayout(dims, strides), 0).rowMajor()
}

// CumSum returns the running sum along an axis. Bool is summed as Int64.
//
//ms:op func=cumsum class=CumSum types=all
func (x *Tensor) CumSum(axis int) *Tensor { return apply1(cumSumOp{axis}, x) }

// CumSumAlong is [Tensor.CumSum] with the arguments of mindspore.ops.CumSum: exclusive leaves each element out of its
// own sum, reverse sums from the end.
func (x *Tensor) CumSumAlong(axis int, exclusive, reverse bool) *Tensor {
	return x.runningFrom(axis, exclusive, reverse, (*Tensor).CumSum, 0)
}

// runningFrom adds the options exclusive and reverse to a running op. Exclusive shifts the results by one place,
// beginning with start.
func (x *Tensor) runningFrom(axis int, exclusive, reverse bool, f func(*Tensor, int) *Tensor, start any) *Tensor {
	if reverse {
		x = x.Flip(axis)
	}
	y := f(x, axis)
	if exclusive {
		n := y.Dim(axis)
		first := FullLike(y.Narrow(axis, 0, min(1, n)), start)
		y = Concat([]*Tensor{first, y.Narrow(axis, 0, max(0, n-1))}, axis)
	}
	if reverse {
		y = y.Flip(axis)
	}
	return y
}

type cumSumOp struct{ axis int }

func (cumSumOp) Name() string        { return "CumSum" }
func (o cumSumOp) infer(x Spec) Spec { return Spec{DType: countable(x.DType), Shape: x.Shape} }
func (o cumSumOp) forward(x *Tensor) *Tensor {
	return mapRows(o.Name(), &kernels.CumSum, x.as(countable(x.dtype)), o.axis)
}

func (o cumSumOp) vjp(x, _, g *Tensor) *Tensor {
	if len(x.lay.shape) == 0 {
		return g
	}
	return g.Flip(o.axis).CumSum(o.axis).Flip(o.axis)
}
func (cumSumOp) keeps() keep { return keepNothing }

// CumProd returns the running product along an axis. Bool is multiplied as Int64.
//
//ms:op func=cumprod class=CumProd types=all
func (x *Tensor) CumProd(axis int) *Tensor { return apply1(cumProdOp{axis}, x) }

// CumProdAlong is [Tensor.CumProd] with the arguments of [Tensor.CumSumAlong].
func (x *Tensor) CumProdAlong(axis int, exclusive, reverse bool) *Tensor {
	return x.runningFrom(axis, exclusive, reverse, (*Tensor).CumProd, 1)
}

type cumProdOp struct{ axis int }

func (cumProdOp) Name() string        { return "CumProd" }
func (o cumProdOp) infer(x Spec) Spec { return Spec{DType: countable(x.DType), Shape: x.Shape} }
func (o cumProdOp) forward(x *Tensor) *Tensor {
	return mapRows(o.Name(), &kernels.CumProd, x.as(countable(x.dtype)), o.axis)
}

// vjp multiplies the product before each element by the sum of the later terms, g_i + x_i+1·(g_i+1 + x_i+2·…).
// Each iteration doubles the number of terms in the sums; factor is the multiplier of the next ones. There is no
// division, so zeros need no special case.
func (o cumProdOp) vjp(x, _, g *Tensor) *Tensor {
	if len(x.lay.shape) == 0 {
		return g
	}
	a, dt := x.axis(o.Name(), o.axis), g.dtype
	if isHalf(dt) { // rounded once
		x, g = x.AsType(Float32), g.AsType(Float32)
	}
	n := x.lay.shape[a]
	sum, factor := g, x.Narrow(a, min(1, n), max(0, n-1))
	for terms := 1; terms < n; terms *= 2 {
		more := factor.Mul(sum.Narrow(a, terms, n-terms))
		sum = Concat([]*Tensor{sum.Narrow(a, 0, n-terms).Add(more), sum.Narrow(a, n-terms, terms)}, a)
		if rest := n - 2*terms; rest > 0 {
			factor = factor.Narrow(a, 0, rest).Mul(factor.Narrow(a, terms, rest))
		}
	}
	return x.CumProdAlong(a, true, false).Mul(sum).AsType(dt)
}
func (cumProdOp) keeps() keep { return keepFirst }

// Softmax returns exp(x)/Σexp(x) along an axis, the last by default, without overflow. Integers give Float32.
//
//ms:op func=softmax class=Softmax types=float
func (x *Tensor) Softmax(axis ...int) *Tensor {
	return apply1(softmaxOp{optional("Softmax", axis, -1)}, x)
}

type softmaxOp struct{ axis int }

func (softmaxOp) Name() string        { return "Softmax" }
func (o softmaxOp) infer(x Spec) Spec { return floatUnary{}.infer(x) }
func (o softmaxOp) forward(x *Tensor) *Tensor {
	return mapRows(o.Name(), &kernels.Softmax, x.as(inexact(x.dtype)), o.axis)
}

func (o softmaxOp) vjp(_, y, g *Tensor) *Tensor {
	gy := g.Mul(y)
	return gy.Sub(y.Mul(gy.SumAxes([]int{o.axis}, true)))
}
func (softmaxOp) keeps() keep { return keepResult }

func (o softmaxOp) vjpOver(_, y, g *Tensor) bool {
	if !plain(y, g) || len(g.lay.shape) == 0 || g.lay.size == 0 {
		return false
	}
	a := g.axis(o.Name(), o.axis)
	return kernels.SoftmaxBack(flat[float32](g), flat[float32](y), g.lay.shape[a], shape.Size(g.lay.shape[a+1:]))
}

// LogSoftmax returns the logarithm of [Tensor.Softmax] along an axis, the last by default, precise where it is small.
//
//ms:op func=log_softmax class=LogSoftmax types=float
func (x *Tensor) LogSoftmax(axis ...int) *Tensor {
	return apply1(logSoftmaxOp{optional("LogSoftmax", axis, -1)}, x)
}

type logSoftmaxOp struct{ axis int }

func (logSoftmaxOp) Name() string        { return "LogSoftmax" }
func (o logSoftmaxOp) infer(x Spec) Spec { return floatUnary{}.infer(x) }
func (o logSoftmaxOp) forward(x *Tensor) *Tensor {
	return mapRows(o.Name(), &kernels.LogSoftmax, x.as(inexact(x.dtype)), o.axis)
}

func (o logSoftmaxOp) vjp(_, y, g *Tensor) *Tensor {
	return g.Sub(y.Exp().Mul(g.SumAxes([]int{o.axis}, true)))
}
func (logSoftmaxOp) keeps() keep { return keepResult }

// ArgMax returns the index of the largest element along an axis, of all flattened without arguments, as Int64: the
// first of equals, and NaN counts as largest.
//
//ms:op func=argmax class=Argmax types=ordered grad=no
func (x *Tensor) ArgMax(axis ...int) *Tensor {
	return apply1(argOp{axis: axis, name: "Argmax", kernel: &kernels.ArgMax}, x)
}

// ArgMin returns the index of the smallest element along an axis, of all flattened without arguments, as Int64: the
// first of equals, and NaN counts as smallest.
//
//ms:op func=argmin class=Argmin types=ordered grad=no
func (x *Tensor) ArgMin(axis ...int) *Tensor {
	return apply1(argOp{axis: axis, name: "Argmin", kernel: &kernels.ArgMin}, x)
}

type argOp struct {
	noGradient1
	axis   []int
	name   string
	kernel *kernels.Arg
}

func (o argOp) Name() string { return o.name }
func (o argOp) infer(x Spec) Spec {
	if len(o.axis) > 1 {
		Throw(o.name, ValueError, "For '%s', one axis is reduced at most, but got %s.", o.name, tupleText(o.axis))
	}
	return axesSet{axes: o.axis}.infer(o.name, x, Int64)
}

func (o argOp) forward(x *Tensor) *Tensor {
	if isHalf(x.dtype) {
		x = x.as(Float32)
	}
	y := alloc(Int64, newLayout(o.infer(x.spec()).Shape))
	axis := -1
	if len(o.axis) == 0 {
		x = x.rowMajor()
		x = x.header(newLayout([]int{shape.Size(x.lay.shape)}), x.off)
	} else {
		axis = o.axis[0]
	}
	rows, n := x.rowsOf(o.name, axis)
	if n == 0 && y.lay.size > 0 {
		Throw(o.name, ValueError, "For '%s', a tensor without elements has no extreme: the shape is %s.", o.name, tupleText(x.lay.shape))
	}
	if !runArg(o.kernel, flat[int64](y), rows, n) {
		throwDType(o.name, x.dtype)
	}
	return y
}

// Tril returns the lower triangle of the last two axes up to the k-th diagonal, the main one by default, zeros above.
//
//ms:op func=tril class=Tril types=all
func (x *Tensor) Tril(k ...int) *Tensor {
	return Where(x.triangle("Tril", optional("Tril", k, 0), true), x, ZerosOf(x.dtype))
}

// Triu returns the upper triangle of the last two axes from the k-th diagonal, the main one by default, zeros below.
//
//ms:op func=triu class=Triu types=all
func (x *Tensor) Triu(k ...int) *Tensor {
	return Where(x.triangle("Triu", optional("Triu", k, 0), false), x, ZerosOf(x.dtype))
}

// triangle returns a mask of x's last two axes: column minus row is at most k, or at least k.
func (x *Tensor) triangle(op string, k int, lower bool) *Tensor {
	if len(x.lay.shape) < 2 {
		Throw(op, ValueError, "For '%s', a tensor of at least 2 axes is needed, but the shape is %s.", op, tupleText(x.lay.shape))
	}
	n, m := x.Dim(-2), x.Dim(-1)
	mask := alloc(Bool, newLayout([]int{n, m}))
	cells := flat[bool](mask)
	for i := range n {
		row := cells[i*m : (i+1)*m]
		if lower {
			row = row[:min(max(i+k+1, 0), m)]
		} else {
			row = row[min(max(i+k, 0), m):]
		}
		kernels.Fill(row, true)
	}
	return mask
}

// reducedRow returns the number of elements of x per element of the result if they are adjacent, else 0.
func (s axesSet) reducedRow(op string, x *Tensor) int {
	mask := s.mask(op, x.lay.shape)
	first := slices.Index(mask, true)
	if !x.lay.contig || first < 0 || slices.Contains(mask[first:], false) {
		return 0
	}
	return s.count(op, x.lay.shape)
}
