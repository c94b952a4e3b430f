package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/linalg"
)

// Geqrf returns the QR decomposition of the matrices in the last two axes in LAPACK's packed form: r on and above the
// diagonal, the vectors of the reflections whose product is q below it, and their factors. [Tensor.Orgqr] computes q
// from both. No gradient flows; use [Tensor.QR] for gradients. Integers give Float32.
//
//ms:op func=geqrf class=Geqrf types=float grad=no
func (x *Tensor) Geqrf() (packed, tau *Tensor) {
	y := Apply(geqrfOp{}, x)
	return y[0], y[1]
}

type geqrfOp struct{}

func (geqrfOp) Name() string { return "Geqrf" }
func (o geqrfOp) Infer(in []Spec) []Spec {
	m, n := needMatrices(o.Name(), in[0], false)
	return []Spec{stackSpec(in[0], m, n), stackSpec(in[0], min(m, n))}
}

func (o geqrfOp) Forward(in []*Tensor) []*Tensor {
	out := o.Infer(specs(in))
	m, n := in[0].Dim(-2), in[0].Dim(-1)
	return mapMatrices(in[0], out, func(a []float64, y [][]float64) {
		linalg.Reflections(a, y[1], m, n)
		copy(y[0], a)
	})
}
func (geqrfOp) VJP(_, _, _ []*Tensor) []*Tensor { return []*Tensor{nil} }
func (geqrfOp) constant()                       {}

// Orgqr returns the first columns of the product of Householder reflections, as many as x has: x holds their vectors
// below the diagonal, tau their factors, as [Tensor.Geqrf] returns them.
//
//ms:op func=orgqr class=Orgqr types=float
func (x *Tensor) Orgqr(tau *Tensor) *Tensor {
	m, n := x.reflections("Orgqr", tau)
	return x.reflect(tau, EyeOf(inexact(x.dtype), m, n), false)
}

// Ormqr returns the product of the square q of Householder reflections (see [Tensor.Orgqr]) and other: q·other with
// left, otherwise other·q; with transpose, qᵀ instead of q.
//
//ms:op func=ormqr class=Ormqr types=float
func (x *Tensor) Ormqr(tau, other *Tensor, left, transpose bool) *Tensor {
	m, _ := x.reflections("Ormqr", tau)
	if !left {
		return x.Ormqr(tau, other.atLeast("Ormqr", 2).mT(), true, !transpose).mT()
	}
	if other.atLeast("Ormqr", 2).Dim(-2) != m {
		Throw("Ormqr", ValueError, "For 'Ormqr', the side of other that meets q must be %d, but got shapes %s and %s.", m, tupleText(x.lay.shape), tupleText(other.lay.shape))
	}
	return x.reflect(tau, other.inexactly(), transpose)
}

// reflections checks packed reflections and their factors.
func (x *Tensor) reflections(op string, tau *Tensor) (m, n int) {
	m, n = needMatrices(op, x.spec(), false)
	if k := len(tau.lay.shape); k != len(x.lay.shape)-1 || tau.lay.shape[k-1] > n || n > m {
		Throw(op, ValueError, "For '%s', x must be as tall as wide or taller and have a column per element of tau, but got shapes %s and %s.", op,
			tupleText(x.lay.shape), tupleText(tau.lay.shape))
	}
	return m, n
}

// reflect applies the reflections H = I - tau·v·vᵀ to y, the last first, or the first first for the transpose.
func (x *Tensor) reflect(tau, y *Tensor, transpose bool) *Tensor {
	x, tau = x.inexactly(), tau.inexactly()
	vectors := x.Tril(-1).Add(EyeOf(x.dtype, x.Dim(-2), x.Dim(-1)))
	n := tau.Dim(-1)
	for k := range n {
		i := n - 1 - k
		if transpose {
			i = k
		}
		v := vectors.At(Ellipsis, Span(i, i+1))
		y = y.Sub(v.Mul(tau.At(Ellipsis, Span(i, i+1)).ExpandDims(-1)).MatMul(v.mT().MatMul(y)))
	}
	return y
}

// MatrixExp returns the exponential Σxⁿ/n! of the square matrices in the last two axes. Integers give Float32.
//
//ms:op func=matrix_exp class=MatrixExp types=float
func (x *Tensor) MatrixExp() *Tensor {
	n, _ := needMatrices("MatrixExp", x.spec(), true)
	if x.lay.size == 0 {
		return x.inexactly()
	}
	dt := inexact(x.dtype)
	// Scaling and squaring: x is halved until the series converges within 18 terms in Float64; the result is squared
	// as often.
	a := x.AsType(Float64)
	norm := a.Detach().Abs().Sum(-2).Max().Float()
	if norm-norm != 0 {
		return a.MatMul(a).Mul(num(math.NaN())).AsType(dt)
	}
	halvings := 0
	for ; norm > 0.5; norm /= 2 {
		halvings++
	}
	a = a.Mul(num(math.Ldexp(1, -halvings)))
	eye := EyeOf(Float64, n)
	y := eye.BroadcastTo(x.lay.shape...)
	for k := 18; k > 0; k-- { // Horner's method
		y = eye.Add(a.MatMul(y).Div(num(float64(k))))
	}
	for range halvings {
		y = y.MatMul(y)
	}
	return y.AsType(dt)
}
