package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// addBlocks adds the blocks of a selection to t in place. The half types add in Float32; Bool is or.
func (t *Tensor) addBlocks(op string, block *Tensor, p plan) {
	switch t.dtype {
	case Float32:
		addBlocks[float32](t, block, p)
	case Float64:
		addBlocks[float64](t, block, p)
	case Int64:
		addBlocks[int64](t, block, p)
	case Int32:
		addBlocks[int32](t, block, p)
	case Int8:
		addBlocks[int8](t, block, p)
	case UInt8:
		addBlocks[uint8](t, block, p)
	case Int16:
		addBlocks[int16](t, block, p)
	case UInt16:
		addBlocks[uint16](t, block, p)
	case UInt32:
		addBlocks[uint32](t, block, p)
	case UInt64:
		addBlocks[uint64](t, block, p)
	case Complex64:
		addBlocks[complex64](t, block, p)
	case Complex128:
		addBlocks[complex128](t, block, p)
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

func addBlocks[E kernels.Number](t, block *Tensor, p plan) {
	kernels.ScatterAdd(all[E](t), p.picks, p.strides, all[E](block), p.step, p.outStrides, p.dims)
}
