package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// reluOver is x.ReLU() in x's memory, where that can be.
func reluOver(x *Tensor) *Tensor {
	if !x.lay.contig || x.dtype != Float32 || x.store.class == 0 || x.kept() || mixed.Any() || observers.Load() != 0 {
		return x.ReLU()
	}
	y := x.header(x.lay, x.off)
	run1(&kernels.Relu, y, y)
	if activeTapes.Load() != 0 {
		record1(reLUOp{}, x, y)
		if y.node != nil {
			y.node.flags &^= sharesMemory // x has lost it
		}
	}
	return y
}

// kept says whether x is not the result of an op, or one whose gradient looks at the result.
func (x *Tensor) kept() bool {
	n := x.node
	return n != nil && (n.op == nil || n.flags&isOver != 0 || n.out(int(x.out)).value != nil)
}
