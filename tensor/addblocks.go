package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// throughWide adds blocks in another dtype and casts back.
func (t *Tensor) throughWide(dt DType, op string, block *Tensor, p plan) {
	whole := &Tensor{store: t.store, lay: newLayout([]int{t.store.n}), dtype: t.dtype}
	wide := whole.cast(dt)
	wide.addBlocks(op, block.cast(dt), p)
	wide.castInto(whole)
}

func addBlocks[E kernels.Number](t, block *Tensor, p plan, add func(dst, a, b []E)) {
	dst, src := all[E](t), flat[E](block)
	if indexElements(&p, src, dst, kernels.Accumulate[E, int32], kernels.Accumulate[E, int64]) {
		return
	}
	var room [startsAtOnce]int
	c := p.starts.cursor()
	for some := c.next(room[:]); len(src) > 0 && len(some) > 0; some = c.next(room[:]) {
		kernels.ScatterAdd(dst, some, p.strides, src[c.first*p.step:], p.step, p.outStrides, p.dims, add)
	}
}
