package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// addBlocks adds the blocks of a selection to t in place. The half types add in Float32; Bool is or.
func (t *Tensor) addBlocks(op string, block *Tensor, p plan) {
	switch t.dtype {
	case Float32:
		addBlocks(t, block, p, kernels.Add.F32)
	case Float64:
		addBlocks(t, block, p, kernels.Add.F64)
	case Int64:
		addBlocks(t, block, p, kernels.Add.I64)
	case Int32:
		addBlocks(t, block, p, kernels.Add.I32)
	case Int8:
		addBlocks(t, block, p, kernels.Add.I8)
	case UInt8:
		addBlocks(t, block, p, kernels.Add.U8)
	case Int16:
		addBlocks(t, block, p, kernels.Add.I16)
	case UInt16:
		addBlocks(t, block, p, kernels.Add.U16)
	case UInt32:
		addBlocks(t, block, p, kernels.Add.U32)
	case UInt64:
		addBlocks(t, block, p, kernels.Add.U64)
	case Complex64:
		addBlocks(t, block, p, kernels.Add.C64)
	case Complex128:
		addBlocks(t, block, p, kernels.Add.C128)
	case Bool:
		whole := Tensor{store: t.store, lay: newLayout([]int{t.store.n}), dtype: Bool}
		t.throughWide(&whole, UInt8, op, block, p)
	default:
		whole := Tensor{store: t.store, lay: newLayout([]int{t.store.n}), dtype: t.dtype}
		t.throughWide(&whole, Float32, op, block, p)
	}
}

// throughWide adds in another dtype and casts back.
func (t *Tensor) throughWide(whole *Tensor, dt DType, op string, block *Tensor, p plan) {
	wide := whole.cast(dt)
	wide.addBlocks(op, block.cast(dt), p)
	wide.castInto(whole)
}

func addBlocks[E kernels.Number](t, block *Tensor, p plan, add func(dst, a, b []E)) {
	dst, src := all[E](t), flat[E](block)
	if singles(&p, src, dst, kernels.Accumulate[E, int32], kernels.Accumulate[E, int64]) {
		return
	}
	var room [startsAtOnce]int
	c := p.starts.cursor()
	for some := c.next(room[:]); len(src) > 0 && len(some) > 0; some = c.next(room[:]) {
		kernels.ScatterAdd(dst, some, p.strides, src[c.first*p.step:], p.step, p.outStrides, p.dims, add)
	}
}
