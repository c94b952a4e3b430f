package tensor

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/linalg"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Solve returns the solution of x·y = b for the square matrices x; b is a vector or a matrix of columns, and batch
// axes broadcast. A singular matrix gives infinities and NaN. Integers give Float32.
//
//ms:op func=solve class=MatrixSolve types=float
func (x *Tensor) Solve(b *Tensor) *Tensor {
	needMatrices("MatrixSolve", x.spec(), true)
	b, vector := x.rightSide("MatrixSolve", b)
	x, b = sameBatch("MatrixSolve", x.inexactly(), b.inexactly())
	y := apply2(solveOp{}, x, b)
	if vector {
		return y.Squeeze(-1)
	}
	return y
}

type solveOp struct{}

func (solveOp) Name() string { return "MatrixSolve" }
func (o solveOp) infer(a, b Spec) Spec {
	needMatrices(o.Name(), b, false)
	return Spec{DType: inexact(promote(o.Name(), a, b)), Shape: b.Shape}
}

func (o solveOp) forward(a, b *Tensor) *Tensor {
	return solveStacks(a, b, o.infer(a.spec(), b.spec()), linalg.Solve)
}

// solveStacks calls f with copies of each matrix of a and b, on several processors at once; f overwrites b with the
// result.
func solveStacks(a, b *Tensor, out Spec, f func(a, b []float64, n, k int)) *Tensor {
	n, k := b.Dim(-2), b.Dim(-1)
	left, y := flat[float64](a.cast(Float64)), b.cast(Float64)
	right := flat[float64](y)
	eachMatrix(shape.Size(b.lay.shape[:len(b.lay.shape)-2]), n, max(n, k), func(i int) {
		f(nth(left, i, n*n), nth(right, i, n*k), n, k)
	})
	return y.as(out.DType)
}

func (o solveOp) da(a, _, y, g *Tensor) *Tensor { return a.mT().Solve(g).MatMul(y.mT()).Neg() }
func (solveOp) db(a, _, _, g *Tensor) *Tensor   { return a.mT().Solve(g) }
func (solveOp) keeps() keep                     { return keepFirst | keepResult }

// SolveTriangular returns the solution of x·y = b for triangular matrices x, of which it reads the lower triangle,
// or the upper one with upper; with transposed it solves xᵀ·y = b, and with unit the diagonal is taken as ones. b
// is a vector or a matrix of columns; batch axes broadcast. Integers give Float32:
// mindspore.scipy.linalg.solve_triangular.
//
//ms:op func=solve_triangular class=SolveTriangular,MatrixTriangularSolve types=float
func (x *Tensor) SolveTriangular(b *Tensor, upper, transposed, unit bool) *Tensor {
	needMatrices("SolveTriangular", x.spec(), true)
	b, vector := x.rightSide("SolveTriangular", b)
	x, b = sameBatch("SolveTriangular", x.inexactly(), b.inexactly())
	y := apply2(triangularOp{linalg.Triangle{Lower: !upper, Transposed: transposed, Unit: unit}}, x, b)
	if vector {
		return y.Squeeze(-1)
	}
	return y
}

type triangularOp struct{ linalg.Triangle }

func (triangularOp) Name() string { return "SolveTriangular" }
func (o triangularOp) infer(a, b Spec) Spec {
	needMatrices(o.Name(), b, false)
	return Spec{DType: inexact(promote(o.Name(), a, b)), Shape: b.Shape}
}

func (o triangularOp) forward(a, b *Tensor) *Tensor {
	return solveStacks(a, b, o.infer(a.spec(), b.spec()), func(a, b []float64, n, k int) { linalg.SolveTriangular(a, o.Triangle, b, n, k) })
}

func (o triangularOp) da(a, _, y, g *Tensor) *Tensor {
	da := o.db(a, nil, nil, g).MatMul(y.mT()).Neg()
	if o.Transposed {
		da = da.mT()
	}
	edge := 0
	if o.Unit {
		edge = 1
	}
	if o.Lower {
		return da.Tril(-edge)
	}
	return da.Triu(edge)
}

func (o triangularOp) db(a, _, _, g *Tensor) *Tensor {
	return a.SolveTriangular(g, !o.Lower, !o.Transposed, o.Unit)
}
func (triangularOp) keeps() keep { return keepFirst | keepResult }

// LUFactor returns the factors of x = P·L·U, L below and U on and above the diagonal, and for every row, as Int32
// counted from one, the row that it was swapped with: mindspore.scipy.linalg.lu_factor counts from zero. No gradient
// flows.
//
//ms:op func=lu_factor class=LU types=float grad=no
func (x *Tensor) LUFactor() (lu, pivots *Tensor) {
	y := Apply(luFactorOp{}, x)
	return y[0], y[1]
}

type luFactorOp struct{}

func (luFactorOp) Name() string { return "LU" }
func (o luFactorOp) Infer(in []Spec) []Spec {
	n, _ := needMatrices(o.Name(), in[0], true)
	p := stackSpec(in[0], n)
	p.DType = Int32
	return []Spec{stackSpec(in[0], n, n), p}
}

func (o luFactorOp) Forward(in []*Tensor) []*Tensor {
	n := in[0].lastLength()
	return mapMatrices(in[0], o.Infer(specs(in)), func(a []float64, y [][]float64) {
		for i, p := range linalg.LU(a, n) {
			y[1][i] = float64(p + 1)
		}
		copy(y[0], a)
	})
}
func (luFactorOp) VJP(_, _, _ []*Tensor) []*Tensor { return []*Tensor{nil} }
func (luFactorOp) constant()                       {}

// LUSolve returns the solution of P·L·U·y = x, given the factors as [Tensor.LUFactor] returns them.
//
//ms:op func=lu_solve class=LuSolve types=float
func (x *Tensor) LUSolve(lu, pivots *Tensor) *Tensor {
	lu.needRows("LuSolve", x)
	p, l, u := lu.LUUnpack(pivots)
	return u.SolveTriangular(l.SolveTriangular(p.mT().MatMul(x.inexactly()), false, false, true), true, false, false)
}

// LUUnpack returns the matrices P, L and U of factors as [Tensor.LUFactor] returns them: x is the packed L and U.
//
//ms:op func=lu_unpack class=LuUnpack types=float
func (x *Tensor) LUUnpack(pivots *Tensor) (p, l, u *Tensor) {
	n, _ := needMatrices("LuUnpack", x.spec(), true)
	if k := len(pivots.lay.shape); k == 0 || !slices.Equal(pivots.lay.shape, x.lay.shape[:len(x.lay.shape)-1]) {
		Throw("LuUnpack", ValueError, "For 'LuUnpack', the pivots must have the shape of LU_data without the last axis, but got %s and %s.",
			tupleText(pivots.lay.shape), tupleText(x.lay.shape))
	}
	x = x.inexactly()
	eye := EyeOf(x.dtype, n)
	rows := flat[int64](permutations(pivots.cast(Int64), n))
	p = eye.At(New(rows)).Reshape(x.lay.shape...).mT()
	return p, x.Tril(-1).Add(eye), x.Triu(0)
}

// permutations replaces, in place, each row of pivots, counted from one, by the order of rows that they produce.
func permutations(pivots *Tensor, n int) *Tensor {
	all := flat[int64](pivots)
	for b := 0; n > 0 && b < len(all); b += n {
		perm := make([]int64, n)
		for i := range perm {
			perm[i] = int64(i)
		}
		for i, p := range all[b : b+n] {
			if p < 1 || p > int64(n) {
				Throw("LuUnpack", ValueError, "For 'LuUnpack', the pivots must be in [1, %d], but got %d.", n, p)
			}
			perm[i], perm[p-1] = perm[p-1], perm[i]
		}
		copy(all[b:], perm)
	}
	return pivots
}

// Pinv returns the pseudo-inverse of the matrices in the last two axes. Singular values below rcond times the largest
// count as zero; rcond 0 is the precision of the dtype. The gradient requires matrices of full rank. Integers give
// Float32.
//
//ms:op func=pinv class= types=float
func (x *Tensor) Pinv(rcond float64) *Tensor { return apply1(pinvOp{rcond}, x) }

type pinvOp struct{ rcond float64 }

func (pinvOp) Name() string { return "Pinv" }
func (o pinvOp) infer(x Spec) Spec {
	m, n := needMatrices(o.Name(), x, false)
	return stackSpec(x, n, m)
}

func (o pinvOp) forward(x *Tensor) *Tensor {
	out := o.infer(x.spec())
	m, n := x.Dim(-2), x.Dim(-1)
	rcond := cutoff(o.rcond, out.DType, m, n)
	return mapMatrices(x, []Spec{out}, func(a []float64, y [][]float64) { linalg.Pinv(y[0], a, m, n, rcond) })[0]
}

// cutoff returns the threshold below which singular values count as zero, relative to the largest: rcond, or numpy's
// default for x's dtype.
func cutoff(rcond float64, dt DType, m, n int) float64 {
	if rcond > 0 {
		return rcond
	}
	eps := map[DType]float64{Float64: 0x1p-52, Float32: 0x1p-23, Float16: 0x1p-10, BFloat16: 0x1p-7}[dt]
	return eps * math.Max(float64(m), float64(n))
}

// vjp is Golub and Pereyra's derivative.
func (pinvOp) vjp(x, p, g *Tensor) *Tensor {
	m, n := x.Dim(-2), x.Dim(-1)
	left := EyeOf(x.dtype, m).Sub(x.MatMul(p)).MatMul(g.mT()).MatMul(p.MatMul(p.mT()))
	right := p.mT().MatMul(p).MatMul(g.mT()).MatMul(EyeOf(x.dtype, n).Sub(p.MatMul(x)))
	return left.Add(right).Sub(p.mT().MatMul(g).MatMul(p.mT()))
}
func (pinvOp) keeps() keep { return keepFirst | keepResult }

// Lstsq returns the least squares solution y of x·y = b, the one with the smallest norm if there are several; b is a
// vector or a matrix of columns. Integers give Float32.
//
//ms:op func=lstsq class=Lstsq types=float
func (x *Tensor) Lstsq(b *Tensor) *Tensor {
	m, n := needMatrices("Lstsq", x.spec(), false)
	if k := len(b.lay.shape); k == 0 || b.lay.shape[max(0, k-2)] != m {
		Throw("Lstsq", ValueError, "For 'Lstsq', the rows of both tensors must be as many, but got shapes %s and %s.", tupleText(x.lay.shape), tupleText(b.lay.shape))
	}
	dt := inexact(promote("Lstsq", x.spec(), b.spec()))
	wide := x.AsType(dt).AsType(Float64) // multiplying by the rounded inverse would lose digits
	return wide.Pinv(cutoff(0, dt, m, n)).MatMul(b.AsType(Float64)).AsType(dt)
}
