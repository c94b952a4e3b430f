package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// combiner is a way to combine a stored element with one scattered to its place.
type combiner struct {
	name   string
	kernel *kernels.Binary
}

var (
	combineMul = combiner{"TensorScatterMul", &kernels.Mul}
	combineMax = combiner{"TensorScatterMax", &kernels.Maximum}
	combineMin = combiner{"TensorScatterMin", &kernels.Minimum}
)

// combineAt returns x with v combined into x[idx…]. An element selected several times is combined several times.
func (x *Tensor) combineAt(c *combiner, v *Tensor, idx ...any) *Tensor {
	return apply2(combineOp{c, resolve(c.name, x.lay.shape, idx)}, x, v)
}

type combineOp struct {
	*combiner
	sel selection
}

func (o combineOp) Name() string { return o.name }

func (o combineOp) infer(x, v Spec) Spec {
	checkFits(o.name, v.Shape, o.sel.apply(o.name, newLayout(x.Shape), 0).out)
	return Spec{DType: x.DType, Shape: x.Shape}
}

func (o combineOp) forward(x, v *Tensor) *Tensor {
	o.infer(x.spec(), v.spec())
	if isHalf(x.dtype) {
		return o.forward(x.as(Float32), v.as(Float32)).cast(x.dtype)
	}
	y := x.changeable()
	p := o.sel.apply(o.name, y.lay, y.off)
	v = v.as(x.dtype).trimmed(len(p.out))
	block := alloc(y.dtype, newLayout(p.out))
	copyElements(block, v, broadcastStrides(v, block))
	if !o.join(y, block, p) {
		throwDType(o.name, x.dtype)
	}
	return y
}

// join runs the kernel for every row of every block.
func (o combineOp) join(y, block *Tensor, p plan) bool {
	var room [startsAtOnce]int
	c := p.starts.cursor()
	for some := c.next(room[:]); len(some) > 0; some = c.next(room[:]) {
		if !o.joinAt(y, block, p, c.first, some) {
			return false
		}
	}
	return true
}

// joinAt is join for the blocks at starts, the first of which has the number first.
func (o combineOp) joinAt(y, block *Tensor, p plan, first int, starts []int) bool {
	for w := shape.NewWalk(p.dims, p.strides, p.outStrides); w.Next(); {
		n, times := w.Inner, 1
		if n > 1 && (w.Step[0] != 1 || w.Step[1] != 1) {
			n, times = 1, n
		}
		for i, at := range starts {
			d, s := at+w.Off[0], (first+i)*p.step+w.Off[1]
			for range times {
				if !run2(o.kernel, y, y, block, span2{d, d, s, n, n, n}) {
					return false
				}
				d, s = d+w.Step[0], s+w.Step[1]
			}
		}
	}
	return true
}

// take returns the elements of t at the places that the op writes to.
func (o combineOp) take(t *Tensor) *Tensor { return apply1(atOp{o.sel}, t) }

func (o combineOp) add(x, v *Tensor) *Tensor { return apply2(withAtOp{o.sel, true}, x, v) }

func (o combineOp) da(x, v, y, g *Tensor) *Tensor {
	if o.combiner == &combineMul {
		return g.Mul(apply2(o, OnesLike(x), v))
	}
	return g.Mul(x.Equal(y).AsType(g.dtype)).Div(o.ties(x, v, y))
}

func (o combineOp) db(x, v, y, g *Tensor) *Tensor {
	if o.combiner == &combineMul {
		return o.take(g.Mul(x)).Mul(o.others(x, v))
	}
	return o.take(g.Div(o.ties(x, v, y))).Mul(v.Equal(o.take(y)).AsType(g.dtype))
}

// ties counts, for each element of the result, the arguments equal to it.
func (o combineOp) ties(x, v, y *Tensor) *Tensor {
	count := o.add(x.Equal(y).AsType(y.dtype), v.Equal(o.take(y)).AsType(y.dtype))
	return count.Maximum(OnesLike(count)) // NaN equals nothing
}

// others returns, for each scattered element, the product of the others at its place. Zeros are counted instead of
// divided by.
func (o combineOp) others(x, v *Tensor) *Tensor {
	zero := v.Equal(num(0))
	ones := Where(zero, num(1), v)
	product := o.take(apply2(o, OnesLike(x), ones)).Div(ones)
	zeros := o.take(o.add(ZerosLike(x), zero.AsType(x.dtype))).Sub(zero.AsType(x.dtype))
	return Where(zeros.Equal(num(0)), product, ZerosOf(x.dtype))
}

func (combineOp) keeps() keep { return keepAll }

// extreme returns the largest or smallest number of dt as a 0-d tensor.
func extreme(op string, dt DType, largest bool) *Tensor {
	ends := map[DType][2]any{
		Bool: {false, true}, Int8: {int8(math.MinInt8), int8(math.MaxInt8)}, UInt8: {uint8(0), uint8(math.MaxUint8)},
		Int16: {int16(math.MinInt16), int16(math.MaxInt16)}, UInt16: {uint16(0), uint16(math.MaxUint16)},
		Int32: {int32(math.MinInt32), int32(math.MaxInt32)}, UInt32: {uint32(0), uint32(math.MaxUint32)},
		Int64: {int64(math.MinInt64), int64(math.MaxInt64)}, UInt64: {uint64(0), uint64(math.MaxUint64)},
		Float16: {-65504.0, 65504.0}, BFloat16: {-0x1.fep127, 0x1.fep127},
		Float32: {float32(-math.MaxFloat32), float32(math.MaxFloat32)}, Float64: {-math.MaxFloat64, math.MaxFloat64},
	}
	pair, ok := ends[dt]
	if !ok {
		throwDType(op, dt)
	}
	if largest {
		return New(pair[1], dt)
	}
	return New(pair[0], dt)
}
