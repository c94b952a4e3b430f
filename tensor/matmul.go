package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// MatMul returns the matrix product of x and y as numpy.matmul: the last two axes are matrices, those before them
// broadcast, and a vector is a row on the left or a column on the right whose axis disappears. Products are summed
// in order in the element type (the half types in Float32); NaN and infinity propagate through zeros. Shapes that do
// not fit are a ValueError.
//
//ms:op func=matmul class=MatMul types=number
func (x *Tensor) MatMul(y *Tensor) *Tensor { return apply2(matMulOp{}, x, y) }

type matMulOp struct{ keepsOther }

func (o matMulOp) Name() string { return "MatMul" }

func (o matMulOp) infer(a, b Spec) Spec {
	dt := promote(o.Name(), a, b)
	if dt == Bool {
		throwDType(o.Name(), dt)
	}
	_, _, out := matMulShapes(a.Shape, b.Shape)
	return Spec{DType: dt, Shape: out}
}

// matMulShapes returns the arguments' shapes as stacks of matrices and the shape of the result.
func matMulShapes(as, bs []int) (a, b, out []int) {
	fail := func() {
		Throw("MatMul", ValueError, "For 'MatMul', the input dimensions must be equal, but got 'x1_col': %s and 'x2_row': %s: "+
			"x1.shape = %s and x2.shape = %s.", edgeText(as, 1), edgeText(bs, 2), listText(as), listText(bs))
	}
	if len(as) == 0 || len(bs) == 0 {
		fail()
	}
	a, b = as, bs
	if len(as) == 1 {
		a = []int{1, as[0]}
	}
	if len(bs) == 1 {
		b = []int{bs[0], 1}
	}
	na, nb := len(a), len(b)
	if a[na-1] != b[nb-2] {
		fail()
	}
	out = broadcastShapes("MatMul", a[:na-2], b[:nb-2])
	if len(as) > 1 {
		out = append(out, a[na-2])
	}
	if len(bs) > 1 {
		out = append(out, b[nb-1])
	}
	return a, b, out
}

// edgeText describes the length of the axis that is contracted: the last of x1, the last but one of x2.
func edgeText(dims []int, fromEnd int) string {
	if len(dims) == 0 {
		return "none"
	}
	return joinInts(dims[max(0, len(dims)-fromEnd):][:1])
}

func (o matMulOp) forward(a, b *Tensor) *Tensor {
	if y := product2(a, b); y != nil {
		return y
	}
	spec := o.infer(a.spec(), b.spec())
	dt := spec.DType
	if isHalf(dt) {
		return o.forward(a.as(Float32), b.as(Float32)).cast(dt)
	}
	as, bs, _ := matMulShapes(a.lay.shape, b.lay.shape)
	a, b = a.as(dt).matrices(as), b.as(dt).matrices(bs)
	batch := broadcastShapes("MatMul", as[:len(as)-2], bs[:len(bs)-2])
	y := blank(dt, newLayout(slices.Concat(batch, as[len(as)-2:len(as)-1], bs[len(bs)-1:])))
	stack := matrixStack{m: as[len(as)-2], k: as[len(as)-1], n: bs[len(bs)-1]}
	stack.run(y, a, b, batch)
	y.lay = newLayout(spec.Shape)
	return y
}

// product2 returns the product of two Float32 matrices or vectors that need no conversion; nil for other arguments.
func product2(a, b *Tensor) *Tensor {
	la, lb := a.lay, b.lay
	na, nb := len(la.shape), len(lb.shape)
	if a.dtype != Float32 || b.dtype != Float32 || na < 1 || na > 2 || nb < 1 || nb > 2 || la.shape[na-1] != lb.shape[0] {
		return nil
	}
	out := append(append(make([]int, 0, 2), la.shape[:na-1]...), lb.shape[1:]...)
	m, k, n := 1, lb.shape[0], 1
	left := kernels.Matrix[float32]{Data: all[float32](a), Off: a.off, Row: la.strides[0], Col: la.strides[na-1]}
	right := kernels.Matrix[float32]{Data: all[float32](b), Off: b.off, Row: lb.strides[0], Col: lb.strides[nb-1]}
	if na == 2 {
		m = la.shape[0]
	}
	if nb == 2 {
		n = lb.shape[1]
	}
	y := blank(Float32, newLayout(out))
	kernels.MatMul(m, n, k, left, right, flat[float32](y))
	return y
}

// matrices returns a view of x, possibly a vector, with the shape of a stack of matrices.
func (x *Tensor) matrices(dims []int) *Tensor {
	if len(dims) == len(x.lay.shape) {
		return x
	}
	stride := x.lay.strides[0]
	return x.header(viewLayout(dims, []int{stride, stride}), x.off)
}

// matrixStack multiplies stacks of m×k and k×n matrices.
type matrixStack struct{ m, k, n int }

func matMulStack[E kernels.Number](s matrixStack, y, a, b *Tensor, batch []int) {
	na, nb := len(a.lay.shape), len(b.lay.shape)
	as, _ := shape.BroadcastStrides(batch, a.lay.shape[:na-2], a.lay.strides[:na-2])
	bs, _ := shape.BroadcastStrides(batch, b.lay.shape[:nb-2], b.lay.strides[:nb-2])
	left := kernels.Matrix[E]{Data: all[E](a), Row: a.lay.strides[na-2], Col: a.lay.strides[na-1]}
	right := kernels.Matrix[E]{Data: all[E](b), Row: b.lay.strides[nb-2], Col: b.lay.strides[nb-1]}
	one := func(at [3]int) {
		left, right := left, right // copies, so that goroutines do not share variables
		left.Off, right.Off = a.off+at[1], b.off+at[2]
		kernels.MatMul(s.m, s.n, s.k, left, right, all[E](y)[at[0]:])
	}
	count := 1
	for _, d := range batch {
		count *= d
	}
	offsets := make([][3]int, 0, count)
	for w := shape.NewWalk(batch, y.lay.strides[:len(batch)], as, bs); w.Next(); {
		for i := range w.Inner {
			offsets = append(offsets, [3]int{w.Off[0] + i*w.Step[0], w.Off[1] + i*w.Step[1], w.Off[2] + i*w.Step[2]})
		}
	}
	work := max(1, s.m*s.n*s.k)
	par.Range(len(offsets), parallelFrom/work, func(lo, hi int) {
		for _, at := range offsets[lo:hi] {
			one(at)
		}
	})
}

// parallelFrom is the minimum number of multiplications in a piece that is worth giving to another processor.
const parallelFrom = 64 * 64 * 64

func (o matMulOp) da(a, b, _, g *Tensor) *Tensor {
	if len(b.lay.shape) == 1 { // the result lacks y's column axis
		g, b = g.ExpandDims(-1), b.ExpandDims(-1)
	}
	if len(a.lay.shape) == 1 {
		return b.MatMul(g.ExpandDims(-1)).Squeeze(-1)
	}
	return g.MatMul(b.SwapAxes(-1, -2))
}

func (o matMulOp) db(a, b, _, g *Tensor) *Tensor {
	if len(a.lay.shape) == 1 { // the result lacks x's row axis
		if len(b.lay.shape) == 1 {
			return g.Mul(a)
		}
		g, a = g.ExpandDims(-2), a.ExpandDims(0)
	}
	if len(b.lay.shape) == 1 {
		return a.SwapAxes(-1, -2).MatMul(g.ExpandDims(-1)).Squeeze(-1)
	}
	// b is wᵀ: computes the gradient of w row by row
	if s := b.lay.strides; s[len(s)-2] == 1 && len(a.lay.shape) == len(s) {
		return g.SwapAxes(-1, -2).MatMul(a).SwapAxes(-1, -2)
	}
	return a.SwapAxes(-1, -2).MatMul(g)
}
