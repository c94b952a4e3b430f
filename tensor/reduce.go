package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// axesSet is the axes of a reduction and whether they remain with length one. No axes means all of them.
type axesSet struct {
	axes     []int
	keepDims bool
}

// mask marks the reduced axes of dims.
func (s axesSet) mask(op string, dims []int) []bool {
	mask := make([]bool, len(dims))
	for _, axis := range s.axes {
		a, ok := shape.Axis(axis, len(dims))
		switch {
		case !ok && len(dims) == 0 && (axis == 0 || axis == -1):
			continue // a 0-d tensor is treated as having one axis here
		case !ok:
			throwAxis(op, axis, max(1, len(dims)))
		case mask[a]:
			Throw(op, ValueError, "For '%s', the axis %d is named twice in %s.", op, axis, tupleText(s.axes))
		}
		mask[a] = true
	}
	if len(s.axes) == 0 {
		for i := range mask {
			mask[i] = true
		}
	}
	return mask
}

// infer is the shape rule of reductions.
func (s axesSet) infer(op string, x Spec, dt DType) Spec {
	return Spec{DType: dt, Shape: shape.Reduce(x.Shape, s.mask(op, x.Shape), s.keepDims)}
}

// count returns the number of elements of a tensor of shape dims per element of the result.
func (s axesSet) count(op string, dims []int) int {
	n := 1
	for i, reduced := range s.mask(op, dims) {
		if reduced {
			n *= dims[i]
		}
	}
	return n
}

// widen returns r, a reduction of x, with the reduced axes restored with length one.
func (s axesSet) widen(op string, x, r *Tensor) *Tensor {
	if s.keepDims {
		return r
	}
	return r.Reshape(shape.Reduce(x.lay.shape, s.mask(op, x.lay.shape), true)...)
}

// reduction is a kernel for a reduction: a loop for one row and the function that combines rows.
type reduction struct {
	rows       *kernels.Reduce
	join       *kernels.Binary
	start      func(y, x *Tensor, mask []bool) // initializes y
	sequential bool                            // uses one processor
}

var (
	sumRows  = reduction{rows: &kernels.Sum, join: &kernels.Add, start: func(_, _ *Tensor, _ []bool) {}}
	prodRows = reduction{rows: &kernels.Prod, join: &kernels.Mul, start: ones}
	maxRows  = reduction{rows: &kernels.Amax, join: &kernels.Maximum, start: firstSlice}
	minRows  = reduction{rows: &kernels.Amin, join: &kernels.Minimum, start: firstSlice}
)

// ones sets y to ones, the initial value of products.
func ones(y, _ *Tensor, _ []bool) { copyElements(y, one(y.dtype), make([]int, y.NDim())) }

// firstSlice sets y to x at index 0 of the reduced axes: the initial value of extremes is an element.
func firstSlice(y, x *Tensor, mask []bool) {
	var strides []int
	for i, reduced := range mask {
		if !reduced {
			strides = append(strides, x.lay.strides[i])
		}
	}
	if y.dtype != x.dtype {
		first := alloc(x.dtype, y.lay)
		copyElements(first, x, strides)
		first.castInto(y)
		return
	}
	copyElements(y, x, strides)
}

// summed returns the dtype in which elements of dt are reduced.
func summed(dt DType) DType {
	if isHalf(dt) {
		return Float32
	}
	return dt
}

// reduce returns x reduced with r over the axes of s. Rows are taken along the axis with the smallest stride; the
// rest is combined in memory order. This is numpy's order, so the digits are equal to numpy's.
func (s axesSet) reduce(op string, r reduction, x *Tensor) *Tensor {
	mask := s.mask(op, x.lay.shape)
	var y *Tensor
	switch {
	case !isHalf(x.dtype):
		y = r.over(op, x, mask)
	case r.rows == &kernels.Prod || x.lay.size < few:
		y = r.over(op, x.as(Float32), mask).cast(x.dtype)
	default:
		y = r.over(op, x.rowMajor(), mask).cast(x.dtype)
	}
	if s.keepDims {
		y.lay = newLayout(shape.Reduce(x.lay.shape, mask, true))
	}
	return y
}

// over returns x reduced over the axes of a mask, contiguous; for a half type, in Float32.
func (r reduction) over(op string, x *Tensor, mask []bool) *Tensor {
	if r.rows == &kernels.Sum && !x.lay.contig && x.lay.size >= few {
		if y := sumView(op, x, mask); y != nil {
			return y
		}
	}
	if !slices.Contains(mask, false) && x.lay.contig && x.lay.size*x.dtype.Size() >= sharedRow {
		if y := r.halves(op, x); y != nil {
			return y
		}
	}
	y := alloc(summed(x.dtype), newLayout(shape.Reduce(x.lay.shape, mask, false)))
	if y.lay.size > 0 {
		if x.lay.size == 0 && r.rows != &kernels.Sum && r.rows != &kernels.Prod {
			Throw(op, ValueError, "For '%s', a tensor without elements has no extreme: the shape is %s.", op, tupleText(x.lay.shape))
		}
		r.start(y, x, mask)
		r.run(op, y, x, mask)
	}
	return y
}

func (r reduction) run(op string, y, x *Tensor, mask []bool) {
	to := make([]int, len(mask)) // strides of y over x's axes
	next := 0
	for i, reduced := range mask {
		if !reduced {
			to[i] = y.lay.strides[next]
			next++
		}
	}
	strides := x.lay.row().strides
	cut := bandsOf(x)
	if cut != nil && cut.band == nil && r.rows == &kernels.Sum {
		strides = x.lay.strides // each row is summed separately
	}
	w := shape.NewWalk(x.lay.shape, to, strides)
	if x.lay.contig && r.rows == &kernels.Sum && x.dtype == Float32 && x.lay.size > 0 && w.Step[0] == 0 && y.lay.size*w.Inner == x.lay.size {
		kernels.SumRows(flat[float32](y), flat[float32](x), w.Inner)
		return
	}
	f32 := x.dtype == Float32 && x.lay.size >= few
	joined := f32 && w.Step[0] == 1 && x.lay.size >= sharedJoins // kernels share only long rows
	if joined && r.parts(op, y, x, mask) || f32 && r.inPlace(y, x, to, w.Inner) || r.parts(op, y, x, mask) {
		cut.giveBack()
		return
	}
	if cut == nil || r.rows == &kernels.Prod && w.Inner > cut.size() {
		x, cut = x.rowMajor(), nil
	}
	join := r.join
	if r.rows != &kernels.Sum && cut == nil && w.Step[0] == 0 && y.lay.size*w.Inner == x.lay.size {
		if r.byRows(y, x, w.Inner) {
			return
		}
		join = &kernels.Binary{} // each row gives one element of y
	}
	if !runReduce(r.rows, join, y, x, cut, w) {
		throwDType(op, x.dtype)
	}
	cut.giveBack()
}

// sharedJoins is the number of Float32 elements from which parts of the first axis are shared among processors where
// rows are combined.
const sharedJoins = 128 << 10

// sharedRow is the size in bytes of a row of which half is worth giving to another processor.
const sharedRow = 256 << 10

// halves reduces the halves of x, a single row, on two processors and combines them, as the sum of a row does; it
// returns nil if the digits would differ or the kernel shares the row itself.
func (r reduction) halves(op string, x *Tensor) *Tensor {
	switch {
	case r.sequential, par.Workers() == 1, isHalf(x.dtype), x.dtype == Bool,
		r.rows == &kernels.Prod, r.rows == &kernels.Sum && x.dtype == Float32:
		return nil
	}
	n := x.lay.size
	row, half := x.within(newLayout([]int{n}), x.off), n/16*8
	r.sequential = par.Workers() < 4 // splitting into quarters costs more than it gains
	var parts [2]*Tensor
	par.Do(2, func(i int) { parts[i] = r.over(op, row.part(0, i*half, half+i*(n-2*half)), []bool{true}) })
	return map2(op, r.join, parts[0], parts[1], x.dtype)
}

// parts reduces parts of x on several processors, if its first axis is not reduced and is long enough. Each element
// of y is computed within one part, so the digits are the same. Parts of columns would have to be copied, which
// takes longer.
func (r reduction) parts(op string, y, x *Tensor, mask []bool) bool {
	axis := slices.IndexFunc(x.lay.shape, func(n int) bool { return n > 1 })
	if r.sequential || x.lay.size < 2*sharedRows || mask[axis] || par.Workers() == 1 {
		return false
	}
	n, to := x.lay.shape[axis], 0 // axis of y
	for _, reduced := range mask[:axis] {
		if !reduced {
			to++
		}
	}
	x.allocate()
	r.sequential = true
	par.Range(n, max(2, 1+sharedRows/(x.lay.size/n)), func(lo, hi int) {
		r.run(op, y.part(to, lo, hi-lo), x.part(axis, lo, hi-lo), mask)
	})
	return true
}

// byRows reduces each row of n elements of x to an element of y, if there is a kernel for many rows.
func (r reduction) byRows(y, x *Tensor, n int) bool {
	f := r.rows.F32Rows
	if f == nil || x.dtype != Float32 || x.lay.size == 0 {
		return false
	}
	f(flat[float32](y), flat[float32](x), n)
	return true
}

// rowsAtOnce is the number of rows passed to a kernel at a time; shortestJoined is the length of rows from which a
// kernel that combines several is faster.
const (
	rowsAtOnce     = 2048
	shortestJoined = 4
)

// inPlace combines rows of n elements of x, or their sums, into y without copying, if kernels can read such rows.
// The strides of y over x's axes are to.
func (r reduction) inPlace(y, x *Tensor, to []int, n int) bool {
	w := shape.NewWalk(x.lay.shape, to, x.lay.strides)
	if w.Inner != n {
		return false
	}
	rows := x.lay.size / n
	stepped := w.Step[1] > 1 && n >= longRow && y.lay.size == n // all rows are combined into one
	switch {
	case r.rows == &kernels.Sum && w.Step[0] == 0 && kernels.SumsStep(w.Step[1]):
		sums := make([]float32, min(rowsAtOnce, rows))
		dst, src := flat[float32](y), all[float32](x)
		rowRuns(w, rows, x.off, func(to []int, first, apart int) {
			kernels.RowSums(sums[:len(to)], src[first:], n, apart, w.Step[1])
			for i, d := range to {
				dst[d] += sums[i]
			}
		})
	case w.Step[0] == 1 && (w.Step[1] == 1 && n >= shortestJoined || stepped):
		dst, src := flat[float32](y), all[float32](x)
		rowRuns(w, rows, x.off, func(to []int, first, apart int) {
			for some := 0; len(to) > 0; to, first = to[some:], first+some*apart {
				for some = 1; some < len(to) && to[some] == to[0]; {
					some++
				}
				kernels.JoinRows(r.join, dst[to[0]:to[0]+n], src[first:], some, apart, w.Step[1])
			}
		})
	default:
		return false
	}
	return true
}

// rowRuns calls f for the rows of w, grouped so that those of one call are equally far apart in the second operand:
// to holds their offsets in the first operand, first the offset of the first row in the second operand, where w
// begins at off.
func rowRuns(w *shape.Walk, rows, off int, f func(to []int, first, apart int)) {
	to := make([]int, 0, min(rowsAtOnce, rows))
	first, apart := 0, 0
	for run, ok := w.NextRun(); ok; run, ok = w.NextRun() {
		most, step := rowsAtOnce, run.Step[1]
		if step < 0 { // kernels need positive strides
			most, step = 1, 0
		}
		for at, d := off+run.Off[1], run.Off[0]; run.Rows > 0; {
			if n := len(to); n >= most || n > 0 && (step != apart || at != first+n*apart) {
				f(to, first, apart)
				to = to[:0]
			}
			if len(to) == 0 {
				first, apart = at, step
			}
			some := min(run.Rows, most-len(to))
			for range some {
				to = append(to, d)
				d += run.Step[0]
			}
			at += some * run.Step[1]
			run.Rows -= some
		}
	}
	f(to, first, apart)
}

// Sum returns the sum over the given axes, over all without arguments. Rows are added pairwise as numpy does, in the
// order of the elements in memory, so the sum of a transposed view has the same digits as that of its base. Bool is
// summed as Int64; other dtypes are kept, the half types summed in Float32.
//
//ms:op func=sum class=ReduceSum types=all
func (x *Tensor) Sum(axis ...int) *Tensor { return x.SumAxes(axis, false) }

// SumAxes is [Tensor.Sum] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) SumAxes(axes []int, keepDims bool) *Tensor {
	if len(axes) == 0 && !keepDims {
		return apply1(sumOfAll, x)
	}
	return apply1(sumOp{axesSet{axes, keepDims}}, x)
}

// sumOfAll is the most common sum, converted to an interface once.
var sumOfAll unaryOp = sumOp{}

// sumTo sums the axes along which x was broadcast from the shape to.
func (x *Tensor) sumTo(to []int) *Tensor {
	if axes := shape.ReducedAxes(x.lay.shape, to); axes != nil {
		x = x.SumAxes(axes, false)
	}
	if slices.Equal(x.lay.shape, to) {
		return x
	}
	if shape.Size(to) == x.lay.size {
		return x.Reshape(to...)
	}
	return x.BroadcastTo(to...) // a rule may return fewer axes than the argument has
}

type sumOp struct{ axesSet }

func (sumOp) Name() string        { return "ReduceSum" }
func (o sumOp) infer(x Spec) Spec { return o.axesSet.infer(o.Name(), x, countable(x.DType)) }
func (o sumOp) forward(x *Tensor) *Tensor {
	if n := x.lay.size; len(o.axes) == 0 && !o.keepDims && x.dtype == Float32 && x.lay.contig && n > 0 && n < few {
		y := alloc(Float32, scalarLayout)
		kernels.SumRows(flat[float32](y), flat[float32](x), n)
		return y
	}
	if x.dtype == Bool {
		if n := o.reducedRow(o.Name(), x); n > 0 {
			y := blank(Int64, newLayout(o.infer(x.spec()).Shape))
			counts, truth := flat[int64](y), flat[bool](x)
			par.Range(len(counts), 1+shared/n, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					counts[i] = int64(kernels.CountTrue(truth[i*n:][:n]))
				}
			})
			return y
		}
	}
	return o.reduce(o.Name(), sumRows, x.as(countable(x.dtype)))
}

func (o sumOp) vjp(x, _, g *Tensor) *Tensor {
	if len(o.axes) > 0 {
		g = o.widen(o.Name(), x, g)
	}
	return g.BroadcastTo(x.lay.shape...)
}
func (sumOp) keeps() keep { return keepNothing }

// few is the number of elements up to which the overhead of an op matters.
const few = 4096

// countable returns the dtype in which dt is summed.
func countable(dt DType) DType {
	if dt == Bool {
		return Int64
	}
	return dt
}

// Mean returns the mean over the given axes, over all without arguments. Integers and Bool give Float32.
//
//ms:op func=mean class=ReduceMean types=inexact
func (x *Tensor) Mean(axis ...int) *Tensor { return x.MeanAxes(axis, false) }

// MeanAxes is [Tensor.Mean] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) MeanAxes(axes []int, keepDims bool) *Tensor {
	x = x.AsType(inexact(x.dtype))
	n := x.lay.size
	if len(axes) > 0 {
		n = axesSet{axes: axes}.count("ReduceMean", x.lay.shape)
	}
	return roundedOnce(x, func(x *Tensor) *Tensor { return x.SumAxes(axes, keepDims).Div(num(float64(n))) })
}

// NanSum is [Tensor.Sum] with NaN as 0.
//
//ms:op func=nansum class= types=all
func (x *Tensor) NanSum(axis ...int) *Tensor { return x.NanSumAxes(axis, false) }

// NanSumAxes is [Tensor.NanSum] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) NanSumAxes(axes []int, keepDims bool) *Tensor {
	if x.dtype.IsFloat() {
		x = Where(x.Equal(x), x, ZerosOf(x.dtype))
	}
	return x.SumAxes(axes, keepDims)
}

// NanMean is [Tensor.Mean] of the elements that are not NaN, or NaN if there are none.
//
//ms:op func=nanmean class= types=inexact
func (x *Tensor) NanMean(axis ...int) *Tensor { return x.NanMeanAxes(axis, false) }

// NanMeanAxes is [Tensor.NanMean] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) NanMeanAxes(axes []int, keepDims bool) *Tensor {
	if !x.dtype.IsFloat() {
		return x.MeanAxes(axes, keepDims)
	}
	return roundedOnce(x, func(x *Tensor) *Tensor {
		numbers := x.Equal(x).SumAxes(axes, keepDims).AsType(x.dtype)
		return x.NanSumAxes(axes, keepDims).Div(numbers)
	})
}

// Prod returns the product over the given axes, over all without arguments. Bool is multiplied as Int64.
//
//ms:op func=prod class=ReduceProd types=all
func (x *Tensor) Prod(axis ...int) *Tensor { return x.ProdAxes(axis, false) }

// ProdAxes is [Tensor.Prod] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) ProdAxes(axes []int, keepDims bool) *Tensor {
	return apply1(prodOp{axesSet{axes, keepDims}}, x)
}

type prodOp struct{ axesSet }

func (prodOp) Name() string        { return "ReduceProd" }
func (o prodOp) infer(x Spec) Spec { return o.axesSet.infer(o.Name(), x, countable(x.DType)) }
func (o prodOp) forward(x *Tensor) *Tensor {
	return o.reduce(o.Name(), prodRows, x.as(countable(x.dtype)))
}

// vjp multiplies the elements before and after each one, so that zeros need no special case.
func (o prodOp) vjp(x, _, g *Tensor) *Tensor {
	mask := o.mask(o.Name(), x.lay.shape)
	perm := make([]int, 0, len(mask))
	for _, reduced := range []bool{false, true} {
		for i, m := range mask {
			if m == reduced {
				perm = append(perm, i)
			}
		}
	}
	moved := x.Transpose(perm...)
	kept := shape.Reduce(x.lay.shape, mask, false)
	rows := moved.Reshape(append(slices.Clone(kept), o.count(o.Name(), x.lay.shape))...)
	others := rows.exclusiveProd(false).Mul(rows.exclusiveProd(true))
	back := make([]int, len(perm))
	for i, p := range perm {
		back[p] = i
	}
	return others.Reshape(moved.lay.shape...).Transpose(back...).Mul(o.widen(o.Name(), x, g))
}

// exclusiveProd returns the product of the elements before each one along the last axis, or after it if reverse is
// set.
func (x *Tensor) exclusiveProd(reverse bool) *Tensor {
	if reverse {
		return x.Flip(-1).exclusiveProd(false).Flip(-1)
	}
	n := x.lay.shape[len(x.lay.shape)-1]
	if n == 0 {
		return x
	}
	first := alloc(x.dtype, newLayout(append(slices.Clone(x.lay.shape[:len(x.lay.shape)-1]), 1)))
	copyElements(first, one(x.dtype), make([]int, first.NDim()))
	return Concat([]*Tensor{first, x.At(Ellipsis, To(n-1))}, -1).CumProd(-1)
}

// Max returns the largest element along the given axes, of all without arguments; NaN if there is one. Elements that
// tie share the gradient.
//
//ms:op func=amax class=ReduceMax types=ordered
func (x *Tensor) Max(axis ...int) *Tensor { return x.MaxAxes(axis, false) }

// MaxAxes is [Tensor.Max] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) MaxAxes(axes []int, keepDims bool) *Tensor {
	return apply1(extremeOp{axesSet{axes, keepDims}, "ReduceMax", maxRows}, x)
}

// Min returns the smallest element along the given axes, of all without arguments; NaN if there is one. Elements that
// tie share the gradient.
//
//ms:op func=amin class=ReduceMin types=ordered
func (x *Tensor) Min(axis ...int) *Tensor { return x.MinAxes(axis, false) }

// MinAxes is [Tensor.Min] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) MinAxes(axes []int, keepDims bool) *Tensor {
	return apply1(extremeOp{axesSet{axes, keepDims}, "ReduceMin", minRows}, x)
}

type extremeOp struct {
	axesSet
	name string
	rows reduction
}

func (o extremeOp) Name() string              { return o.name }
func (o extremeOp) infer(x Spec) Spec         { return o.axesSet.infer(o.name, x, x.DType) }
func (o extremeOp) forward(x *Tensor) *Tensor { return o.reduce(o.name, o.rows, x) }
func (o extremeOp) vjp(x, y, g *Tensor) *Tensor {
	at := x.Equal(o.widen(o.name, x, y)).AsType(g.dtype)
	return at.Div(at.SumAxes(o.axes, true)).Mul(o.widen(o.name, x, g))
}
func (extremeOp) keeps() keep { return keepFirst | keepResult }

// All returns whether all elements along the given axes are true, as Bool.
//
//ms:op func=all class=ReduceAll types=all grad=no
func (x *Tensor) All(axis ...int) *Tensor { return x.AllAxes(axis, false) }

// AllAxes is [Tensor.All] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) AllAxes(axes []int, keepDims bool) *Tensor {
	return apply1(truthOp{axesSet{axes, keepDims}, "ReduceAll", minRows}, x)
}

// Any returns whether an element along the given axes is true, as Bool.
//
//ms:op func=any class=ReduceAny types=all grad=no
func (x *Tensor) Any(axis ...int) *Tensor { return x.AnyAxes(axis, false) }

// AnyAxes is [Tensor.Any] over a list of axes; with keepDims they stay with length one.
func (x *Tensor) AnyAxes(axes []int, keepDims bool) *Tensor {
	return apply1(truthOp{axesSet{axes, keepDims}, "ReduceAny", maxRows}, x)
}

type truthOp struct {
	axesSet
	name string
	rows reduction
}

func (o truthOp) Name() string              { return o.name }
func (o truthOp) infer(x Spec) Spec         { return o.axesSet.infer(o.name, x, Bool) }
func (truthOp) vjp(_, _, _ *Tensor) *Tensor { return nil }
func (truthOp) constant()                   {}
func (o truthOp) forward(x *Tensor) *Tensor {
	mask := o.mask(o.name, x.lay.shape)
	if x.lay.size == 0 { // All of no elements is true, Any false
		y := alloc(Bool, newLayout(shape.Reduce(x.lay.shape, mask, o.keepDims)))
		kernels.Fill(flat[bool](y), o.name == "ReduceAll")
		return y
	}
	return o.reduce(o.name, o.rows, x.as(Bool))
}
