package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// Cdist returns the distances between the rows of x and those of y: (Σ|xᵢ-yᵢ|^p)^(1/p). x has shape (…, n, d),
// y (…, m, d), the result (…, n, m). MindSpore's default for p is 2. Its gradient is zero where rows are equal.
// Neither the result nor the gradient needs memory for the differences of all rows.
//
//ms:op func=cdist class=Cdist types=float
func (x *Tensor) Cdist(y *Tensor, p float64) *Tensor {
	nx, ny := len(x.lay.shape), len(y.lay.shape)
	if nx < 2 || ny < 2 || x.lay.shape[nx-1] != y.lay.shape[ny-1] {
		Throw("Cdist", ValueError,
			"For 'Cdist', both tensors must have 2 or more axes and equal last ones, but got shapes %s and %s.",
			tupleText(x.lay.shape), tupleText(y.lay.shape))
	}
	if p < 0 {
		Throw("Cdist", ValueError, "For 'Cdist', p must not be negative, but got %v.", p)
	}
	x, y = x.inexactly(), y.inexactly()
	if dt := promote("Cdist", x.spec(), y.spec()); p == 2 && dt.IsFloat() && dt != Float64 && x.lay.size*y.lay.size > 0 {
		return apply2(euclidOp{}, x, y)
	}
	n := x.lay.shape[nx-2]
	stack := x.lay.size / max(1, n*x.lay.shape[nx-1]) // the number of matrices in x
	rows := max(1, differencesAtOnce/max(1, stack*y.lay.size))
	if rows >= n {
		return x.distances(y, p)
	}
	parts := make([]*Tensor, 0, (n+rows-1)/rows)
	for at := 0; at < n; at += rows {
		part := x.Narrow(-2, at, min(rows, n-at))
		parts = append(parts, Recompute(func() []*Tensor {
			return []*Tensor{Scope(func() *Tensor { return part.distances(y, p) })}
		})...)
	}
	return Concat(parts, -2)
}

// differencesAtOnce is the number of differences computed before their norms: 512 KB of Float32 fit in the
// second-level cache.
const differencesAtOnce = 128 << 10

// distances returns the p-norms of the differences of rows.
func (x *Tensor) distances(y *Tensor, p float64) *Tensor {
	apart := x.ExpandDims(-2).Sub(y.ExpandDims(-3))
	return ending(apart.VectorNorm(p, []int{-1}, false), apart)
}

// euclidOp is Cdist for p = 2 and dtypes well within the range of Float64: |x-y|² is |x|²+|y|²-2·x·y, so that
// most of the work is a matrix product.
type euclidOp struct{}

func (euclidOp) Name() string { return "Cdist" }
func (o euclidOp) infer(x, y Spec) Spec {
	n, m := len(x.Shape)-2, len(y.Shape)-2
	batch := broadcastShapes(o.Name(), x.Shape[:n], y.Shape[:m])
	return Spec{DType: promote(o.Name(), x, y), Shape: slices.Concat(batch, []int{x.Shape[n], y.Shape[m]})}
}

// cancelled is the fraction of |x|²+|y|² below which |x-y|² has lost too many digits and is computed from
// differences.
const cancelled = 1e-5

func (o euclidOp) forward(x, y *Tensor) *Tensor {
	out := o.infer(x.spec(), y.spec())
	k := len(out.Shape) - 2
	n, m, d := out.Shape[k], out.Shape[k+1], x.lastLength()
	rows := func(t *Tensor, n int) *Tensor {
		return t.cast(Float64).BroadcastTo(slices.Concat(out.Shape[:k], []int{n, d})...).Contiguous()
	}
	x, y = rows(x, n), rows(y, m)
	centre := y.MeanAxes([]int{-2}, true) // far from zero, most digits would cancel
	a, b := x.Sub(centre), y.Sub(centre)
	ofA, ofB := flat[float64](a.Square().Sum(-1)), flat[float64](b.Square().Sum(-1))
	dist := a.MatMul(b.mT())
	to, xs, ys := flat[float64](dist), flat[float64](x), flat[float64](y)
	both, limits := make([]float64, m), make([]float64, m)
	two, part := []float64{2}, []float64{cancelled}
	for i := range len(to) / m { // row norms of x
		interrupt.Check()
		first := i / n * m // row norms of y
		row := to[i*m:][:m]
		kernels.Add.F64(both, ofB[first:][:m], ofA[i:i+1])
		kernels.Mul.F64(limits, both, part)
		kernels.Mul.F64(row, row, two)
		kernels.Sub.F64(row, both, row)
		for j, sq := range row {
			if !(sq > limits[j]) { // true for NaN
				row[j] = apart(xs[i*d:][:d], ys[(first+j)*d:][:d])
			}
		}
		kernels.Sqrt.F64(row, row)
	}
	return dist.as(out.DType)
}

// apart returns |x-y|².
func apart(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64((v - y[i]) * (v - y[i]))
	}
	return sum
}

// da is Σ (x-y)·g/|x-y| over the rows y, in Float64, as the two products of that sum may cancel.
func (o euclidOp) da(x, y, dist, g *Tensor) *Tensor {
	w := g.AsType(Float64).DivNoNan(dist.AsType(Float64))
	x, y = x.AsType(Float64), y.AsType(Float64)
	return x.Mul(w.SumAxes([]int{-1}, true)).Sub(w.MatMul(y)).AsType(g.dtype)
}

func (o euclidOp) db(x, y, dist, g *Tensor) *Tensor { return o.da(y, x, dist.mT(), g.mT()) }
