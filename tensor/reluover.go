package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// reluOver computes x.ReLU() in x's memory if possible.
func reluOver(x *Tensor) *Tensor {
	if !x.lay.contig || x.dtype != Float32 || x.store.class == 0 || x.kept() || mixed.Any() || observers.Load() != 0 {
		return x.ReLU()
	}
	y := x.within(x.lay, x.off) // x, which a scope may have, is not used any more
	y.cut = x.cut
	run1(&kernels.Relu, y, y)
	if activeTapes.Load() != 0 {
		record1(reLUOp{}, x, y)
		if y.node != nil {
			y.node.flags &^= sharesMemory // x no longer has the memory
		}
	}
	return y
}

// kept reports whether x is not the result of an op, or of one whose gradient needs the result.
func (x *Tensor) kept() bool {
	n := x.node
	return n != nil && (n.op == nil || n.flags&isOver != 0 || n.out(int(x.out)).value != nil)
}
