package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/linalg"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// QR returns orthonormal columns q and an upper triangular r with x = q·r, for the matrices in the last two axes.
// Mode is "reduced" (q has as many columns as x's shorter side), "complete" (q is square) or "r" (q is empty). The
// signs are LAPACK's. The gradient of the complete form requires matrices with at least as many columns as rows.
// Integers give Float32.
//
//ms:op func=qr class=Qr types=float
func (x *Tensor) QR(mode string) (q, r *Tensor) {
	switch mode {
	case "reduced", "complete":
		y := Apply(qrOp{mode == "complete"}, x)
		return y[0], y[1]
	case "r":
		_, r = x.QR("reduced")
		return ZerosOf(r.dtype, 0), r
	}
	Throw("Qr", ValueError, "For 'Qr', mode must be one of ['reduced', 'complete', 'r'], but got '%s'.", mode)
	return nil, nil
}

type qrOp struct{ complete bool }

func (qrOp) Name() string { return "Qr" }
func (o qrOp) columns(m, n int) int {
	if o.complete {
		return m
	}
	return min(m, n)
}

func (o qrOp) Infer(in []Spec) []Spec {
	m, n := needMatrices(o.Name(), in[0], false)
	k := o.columns(m, n)
	return []Spec{stackSpec(in[0], m, k), stackSpec(in[0], k, n)}
}

func (o qrOp) Forward(in []*Tensor) []*Tensor {
	out := o.Infer(specs(in))
	m, n := in[0].Dim(-2), in[0].Dim(-1)
	return mapMatrices(in[0], out, func(a []float64, y [][]float64) { linalg.QR(y[0], y[1], a, m, n, o.columns(m, n)) })
}

// VJP follows Walter, Lehmann and Lamour. For a wide matrix, the left square is factored and the rest is qᵀ times
// it.
func (o qrOp) VJP(in, out, g []*Tensor) []*Tensor {
	x, q, r, gq, gr := in[0], out[0], out[1], g[0], g[1]
	m, n := x.Dim(-2), x.Dim(-1)
	if m > n && o.complete {
		Throw(o.Name(), ValueError, "For 'Qr', the complete form of a matrix with more rows than columns has no gradient: the shape is %s.", tupleText(x.lay.shape))
	}
	if m >= n {
		return []*Tensor{qrGradient(q, r, gq, gr)}
	}
	rest := x.At(Ellipsis, From(m))
	gq = gq.Add(rest.MatMul(gr.At(Ellipsis, From(m)).mT()))
	left := qrGradient(q, r.At(Ellipsis, To(m)), gq, gr.At(Ellipsis, To(m)))
	return []*Tensor{Concat([]*Tensor{left, q.MatMul(gr.At(Ellipsis, From(m)))}, -1)}
}
func (qrOp) keeps() keep { return keepFirst | keepResult }

func qrGradient(q, r, gq, gr *Tensor) *Tensor {
	m := r.MatMul(gr.Triu(0).mT()).Sub(gq.mT().MatMul(q))
	symmetric := m.Tril(0).Add(m.Tril(-1).mT())
	return r.SolveTriangular(gq.Add(q.MatMul(symmetric)).mT(), true, false, false).mT()
}

// SVD returns the singular values of the matrices in the last two axes, largest first, and matrices u and v of
// orthonormal columns with x = u·diag(s)·vᵀ. With fullMatrices u and v are square. The gradient of u and v
// requires distinct, nonzero singular values, and with fullMatrices square matrices. Integers give Float32.
// [Tensor.SVDVals] is MindSpore's compute_uv=False.
//
//ms:op func=svd class=Svd types=float
func (x *Tensor) SVD(fullMatrices bool) (s, u, v *Tensor) {
	y := Apply(svdOp{fullMatrices}, x)
	return y[0], y[1], y[2]
}

// SVDVals returns the singular values of the matrices in the last two axes, largest first: mindspore.ops.svd with
// compute_uv=False.
//
//ms:op func=svdvals class= types=float
func (x *Tensor) SVDVals() *Tensor { return apply1(svdvalsOp{}, x) }

type svdvalsOp struct{}

func (svdvalsOp) Name() string { return "Svd" }
func (o svdvalsOp) infer(x Spec) Spec {
	m, n := needMatrices(o.Name(), x, false)
	return stackSpec(x, min(m, n))
}

func (o svdvalsOp) forward(x *Tensor) *Tensor {
	return mapMatrices(x, []Spec{o.infer(x.spec())}, func(a []float64, y [][]float64) {
		linalg.SingularValues(y[0], a, x.Dim(-2), x.Dim(-1))
	})[0]
}

func (svdvalsOp) vjp(x, _, g *Tensor) *Tensor {
	_, u, v := x.SVD(false)
	return u.Mul(g.ExpandDims(-2)).MatMul(v.mT())
}
func (svdvalsOp) keeps() keep { return keepFirst }

type svdOp struct{ full bool }

func (svdOp) Name() string { return "Svd" }
func (o svdOp) Infer(in []Spec) []Spec {
	m, n := needMatrices(o.Name(), in[0], false)
	k := min(m, n)
	p, q := k, k
	if o.full {
		p, q = m, n
	}
	return []Spec{stackSpec(in[0], k), stackSpec(in[0], m, p), stackSpec(in[0], n, q)}
}

func (o svdOp) Forward(in []*Tensor) []*Tensor {
	out := o.Infer(specs(in))
	m, n := in[0].Dim(-2), in[0].Dim(-1)
	q := out[2].Shape[len(out[2].Shape)-1]
	return mapMatrices(in[0], out, func(a []float64, y [][]float64) {
		vt := make([]float64, n*q)
		linalg.SVD(y[1], y[0], vt, a, m, n, o.full)
		for i := range q {
			for j := range n {
				y[2][j*q+i] = vt[i*n+j]
			}
		}
	})
}

// VJP is Townsend's formula: E holds the differences of squared singular values, one on the diagonal.
func (o svdOp) VJP(in, out, g []*Tensor) []*Tensor {
	m, n := in[0].Dim(-2), in[0].Dim(-1)
	if o.full && m != n {
		Throw(o.Name(), ValueError, "For 'Svd', the full matrices of a matrix that is not square have no gradient: the shape is %s.", tupleText(in[0].lay.shape))
	}
	s, u, v, gs, gu, gv := out[0], out[1], out[2], g[0], g[1], g[2]
	sq := s.Square()
	e := sq.ExpandDims(-2).Sub(sq.ExpandDims(-1)).Add(EyeOf(s.dtype, min(m, n)))
	ug, vg := u.mT().MatMul(gu), v.mT().MatMul(gv)
	inner := ratio(ug.Sub(ug.mT()), e).Mul(s.ExpandDims(-2)).Add(ratio(vg.Sub(vg.mT()), e).Mul(s.ExpandDims(-1)))
	inner = inner.Add(gs.diagMatrix())
	res := u.MatMul(inner).MatMul(v.mT())
	if m > n {
		res = res.Add(ratio(gu.Sub(u.MatMul(ug)), s.ExpandDims(-2)).MatMul(v.mT()))
	}
	if n > m {
		res = res.Add(u.MatMul(ratio(gv.Sub(v.MatMul(vg)), s.ExpandDims(-2)).mT()))
	}
	return []*Tensor{res}
}
func (svdOp) keeps() keep { return keepResult }

// ratio returns x / y, zero where both are zero: equal values matter only if a gradient of their vectors is not
// zero.
func ratio(x, y *Tensor) *Tensor {
	return x.Div(Where(y.Equal(num(0)).LogicalAnd(x.Equal(num(0))), num(1), y))
}

// Eigh returns the eigenvalues, ascending, and the eigenvectors, in columns, of the symmetric matrices in the last
// two axes, of which it reads the lower triangle. The gradient of the eigenvectors requires distinct eigenvalues.
// Integers give Float32.
//
//ms:op func=eigh class=SelfAdjointEig types=float
func (x *Tensor) Eigh() (values, vectors *Tensor) {
	y := Apply(eighOp{}, x)
	return y[0], y[1]
}

// EigvalsH returns the eigenvalues, ascending, of the symmetric matrices in the last two axes; see [Tensor.Eigh].
//
//ms:op func=eigvalsh class= types=float
func (x *Tensor) EigvalsH() *Tensor { return apply1(eigvalshOp{}, x) }

type eigvalshOp struct{}

func (eigvalshOp) Name() string { return "SelfAdjointEig" }
func (o eigvalshOp) infer(x Spec) Spec {
	n, _ := needMatrices(o.Name(), x, true)
	return stackSpec(x, n)
}

func (o eigvalshOp) forward(x *Tensor) *Tensor {
	return mapMatrices(x, []Spec{o.infer(x.spec())}, func(a []float64, y [][]float64) {
		linalg.Eigh(y[0], a, x.lastLength(), false)
	})[0]
}

func (eigvalshOp) vjp(x, _, g *Tensor) *Tensor {
	_, v := x.Eigh()
	return v.Mul(g.ExpandDims(-2)).MatMul(v.mT())
}
func (eigvalshOp) keeps() keep { return keepFirst }

type eighOp struct{}

func (eighOp) Name() string { return "SelfAdjointEig" }
func (o eighOp) Infer(in []Spec) []Spec {
	n, _ := needMatrices(o.Name(), in[0], true)
	return []Spec{stackSpec(in[0], n), stackSpec(in[0], n, n)}
}

func (o eighOp) Forward(in []*Tensor) []*Tensor {
	n := in[0].lastLength()
	return mapMatrices(in[0], o.Infer(specs(in)), func(a []float64, y [][]float64) {
		linalg.Eigh(y[0], a, n, true)
		copy(y[1], a)
	})
}

func (eighOp) VJP(_, out, g []*Tensor) []*Tensor {
	w, v := out[0], out[1]
	eye := EyeOf(w.dtype, w.Dim(-1))
	e := w.ExpandDims(-2).Sub(w.ExpandDims(-1)).Add(eye)
	inner := ratio(v.mT().MatMul(g[1]).Mul(num(1).Sub(eye)), e).Add(g[0].diagMatrix())
	res := v.MatMul(inner).MatMul(v.mT())
	return []*Tensor{res.Add(res.mT()).Mul(num(0.5))}
}
func (eighOp) keeps() keep { return keepResult }

// Eig returns the eigenvalues and the eigenvectors, in columns of unit length, of the square matrices in the last two
// axes, as Complex64, or Complex128 for Float64. No gradient flows.
//
//ms:op func=eig class=Eig types=ordered grad=no
func (x *Tensor) Eig() (values, vectors *Tensor) {
	y := Apply(eigOp{}, x)
	return y[0], y[1]
}

type eigOp struct{}

func (eigOp) Name() string { return "Eig" }
func (o eigOp) Infer(in []Spec) []Spec {
	n, _ := needMatrices(o.Name(), in[0], true)
	w, v := stackSpec(in[0], n), stackSpec(in[0], n, n)
	w.DType = Complex64
	if in[0].DType == Float64 {
		w.DType = Complex128
	}
	v.DType = w.DType
	return []Spec{w, v}
}

func (o eigOp) Forward(in []*Tensor) []*Tensor {
	out := o.Infer(specs(in))
	n := in[0].lastLength()
	w, v := alloc(Complex128, newLayout(out[0].Shape)), alloc(Complex128, newLayout(out[1].Shape))
	ws, vs := flat[complex128](w), flat[complex128](v)
	a := flat[float64](in[0].cast(Float64))
	eachMatrix(shape.Size(in[0].lay.shape[:in[0].NDim()-2]), n, n, func(i int) {
		linalg.Eig(ws[i*n:][:n], vs[i*n*n:][:n*n], nth(a, i, n*n), n)
	})
	return []*Tensor{w.as(out[0].DType), v.as(out[1].DType)}
}
func (eigOp) VJP(_, _, _ []*Tensor) []*Tensor { return []*Tensor{nil} }
func (eigOp) constant()                       {}

// Eigvals returns the eigenvalues of the square matrices in the last two axes; see [Tensor.Eig].
//
//ms:op func=eigvals class= types=ordered grad=no
func (x *Tensor) Eigvals() *Tensor {
	values, _ := x.Eig()
	return values
}

// MatrixRank returns, as Int64, the number of singular values above tol of the matrices in the last two axes; tol 0
// means the precision of the dtype.
//
//ms:op func=matrix_rank class= types=ordered grad=no
func (x *Tensor) MatrixRank(tol float64) *Tensor {
	m, n := needMatrices("MatrixRank", x.spec(), false)
	s := x.Detach().SVDVals()
	if min(m, n) == 0 {
		return ZerosOf(Int64, s.lay.shape[:len(s.lay.shape)-1]...)
	}
	limit := num(tol)
	if tol == 0 {
		limit = s.MaxAxes([]int{-1}, true).Mul(num(cutoff(0, s.dtype, m, n)))
	}
	return s.Greater(limit).Sum(-1)
}
