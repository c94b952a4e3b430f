package tensor

import (
	"github.com/msrepl/msrepl/internal/cpu"
	"github.com/msrepl/msrepl/internal/par"
)

// Affine returns x·w + b, where b is added to every row, what a dense layer computes: x.MatMul(w).Add(b), of which the sum takes the
// place of the product.
func Affine(x, w, b *Tensor) *Tensor {
	y := x.MatMul(w)
	n := len(y.lay.shape)
	if y.dtype != Float32 || b.dtype != Float32 || n < 2 || len(b.lay.shape) != 1 || b.lay.shape[0] != y.lay.shape[n-1] ||
		!b.lay.contig || b.lay.size < shortestBias || observers.Load() != 0 || mixed.Any() {
		return y.Add(b)
	}
	y.addRow(flat[float32](b))
	sum := y.header(y.lay, y.off) // nobody else has seen the product, nor does its node keep it
	if activeTapes.Load() != 0 {
		record2(addOp{}, y, b, sum)
	}
	return sum
}

// shortestBias is the length of a row from which on adding to it is worth a call.
const shortestBias = 8

// addRow adds row to each row of y, which is contiguous.
func (y *Tensor) addRow(row []float32) {
	all, n := flat[float32](y), len(row)
	par.Range(len(all)/n, 1+shared/n, func(lo, hi int) {
		for i := lo * n; i < hi*n; i += n {
			cpu.Add.F32(all[i:i+n], all[i:i+n], row)
		}
	})
}
