package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/linalg"
)

// Inverse returns the inverse of the square matrices in the last two axes; MindSpore's ops.inv is
// [Tensor.Reciprocal]. A singular matrix gives infinities and NaN. Integers give Float32.
//
//ms:op func=inverse class=MatrixInverse types=float
func (x *Tensor) Inverse() *Tensor { return apply1(inverseOp{}, x) }

type inverseOp struct{ keepsResult }

func (inverseOp) Name() string { return "MatrixInverse" }
func (o inverseOp) infer(x Spec) Spec {
	n, _ := needMatrices(o.Name(), x, true)
	return stackSpec(x, n, n)
}

func (o inverseOp) forward(x *Tensor) *Tensor {
	out := o.infer(x.spec())
	return mapMatrices(x, []Spec{out}, func(a []float64, y [][]float64) { linalg.Inverse(y[0], a, x.Dim(-1)) })[0]
}
func (inverseOp) vjp(_, y, g *Tensor) *Tensor { return y.mT().MatMul(g).MatMul(y.mT()).Neg() }

// Det returns the determinant of the square matrices in the last two axes. Its gradient needs matrices that are not
// singular. Integers give Float32.
//
//ms:op func=det class=MatrixDeterminant types=float
func (x *Tensor) Det() *Tensor { return apply1(detOp{}, x) }

type detOp struct{}

func (detOp) Name() string { return "MatrixDeterminant" }
func (o detOp) infer(x Spec) Spec {
	needMatrices(o.Name(), x, true)
	return stackSpec(x)
}

func (o detOp) forward(x *Tensor) *Tensor {
	out := o.infer(x.spec())
	return mapMatrices(x, []Spec{out}, func(a []float64, y [][]float64) { y[0][0] = linalg.Det(a, x.Dim(-1)) })[0]
}

func (detOp) vjp(x, y, g *Tensor) *Tensor {
	return x.Inverse().mT().Mul(g.Mul(y).ExpandDims(-1).ExpandDims(-1))
}
func (detOp) keeps() keep { return keepFirst | keepResult }

// SlogDet returns the sign of the determinant of the square matrices in the last two axes and the logarithm of its
// absolute value; 0 and -inf where it is 0. Integers give Float32.
//
//ms:op func=slogdet class=LogMatrixDeterminant types=float
func (x *Tensor) SlogDet() (sign, log *Tensor) {
	y := Apply(slogDetOp{}, x)
	return y[0], y[1]
}

type slogDetOp struct{ keepsFirst }

func (slogDetOp) Name() string { return "LogMatrixDeterminant" }
func (o slogDetOp) Infer(in []Spec) []Spec {
	needMatrices(o.Name(), in[0], true)
	return []Spec{stackSpec(in[0]), stackSpec(in[0])}
}

func (o slogDetOp) Forward(in []*Tensor) []*Tensor {
	return mapMatrices(in[0], o.Infer(specs(in)), func(a []float64, y [][]float64) {
		y[0][0], y[1][0] = linalg.LogDet(a, in[0].Dim(-1))
	})
}

// VJP ignores the sign, which is constant.
func (slogDetOp) VJP(in, _, g []*Tensor) []*Tensor {
	return []*Tensor{in[0].Inverse().mT().Mul(g[1].ExpandDims(-1).ExpandDims(-1))}
}

// LogDet returns the logarithm of the determinant of the square matrices in the last two axes, NaN where that is
// negative. Integers give Float32.
//
//ms:op func=logdet class= types=float
func (x *Tensor) LogDet() *Tensor {
	sign, log := x.SlogDet()
	return Where(sign.Less(num(0)), Full(nil, math.NaN(), log.dtype), log)
}

// Cholesky returns the lower triangular L with x = L·Lᵀ of the symmetric, positive definite matrices in the last two
// axes, of which it reads the lower triangle; with upper its transpose. Another matrix is a ValueError. Integers give
// Float32.
//
//ms:op func=cholesky class=Cholesky types=float
func (x *Tensor) Cholesky(upper bool) *Tensor {
	y := apply1(choleskyOp{}, x)
	if upper {
		return y.mT()
	}
	return y
}

type choleskyOp struct{ keepsResult }

func (choleskyOp) Name() string { return "Cholesky" }
func (o choleskyOp) infer(x Spec) Spec {
	n, _ := needMatrices(o.Name(), x, true)
	return stackSpec(x, n, n)
}

func (o choleskyOp) forward(x *Tensor) *Tensor {
	out := o.infer(x.spec())
	return mapMatrices(x, []Spec{out}, func(a []float64, y [][]float64) {
		if !linalg.Cholesky(a, x.Dim(-1)) {
			Throw(o.Name(), ValueError, "For 'Cholesky', the input matrix is not positive definite: the shape is %s.", tupleText(x.lay.shape))
		}
		copy(y[0], a)
	})[0]
}

// vjp is Murray's formula: Φ takes the lower triangle and halves its diagonal.
func (choleskyOp) vjp(_, y, g *Tensor) *Tensor {
	p := y.mT().MatMul(g.Tril(0))
	p = p.Tril(0).Sub(p.Diagonal(0, -2, -1).diagMatrix().Mul(num(0.5)))
	inv := y.Inverse()
	s := inv.mT().MatMul(p).MatMul(inv)
	return s.Add(s.mT()).Mul(num(0.5))
}

// CholeskyInverse returns the inverse of L·Lᵀ for triangular x = L, or of UᵀU for x = U with upper.
//
//ms:op func=cholesky_inverse class=CholeskyInverse types=float
func (x *Tensor) CholeskyInverse(upper bool) *Tensor {
	n, _ := needMatrices("CholeskyInverse", x.spec(), true)
	return EyeOf(inexact(x.dtype), n).CholeskySolve(x, upper)
}

// CholeskySolve returns the solution of L·Lᵀ·y = x for triangular l = L, or of UᵀU·y = x for l = U with upper.
//
//ms:op func=cholesky_solve class=CholeskySolve types=float
func (x *Tensor) CholeskySolve(l *Tensor, upper bool) *Tensor {
	l.needRows("CholeskySolve", x)
	if upper {
		return l.SolveTriangular(l.SolveTriangular(x, true, true, false), true, false, false)
	}
	return l.SolveTriangular(l.SolveTriangular(x, false, false, false), false, true, false)
}

// MatrixPower returns the n-th power of the square matrices in the last two axes; a negative one is that of the
// inverse. Integers give Float32 for negative powers.
//
//ms:op func=matrix_power class=MatrixPower types=number
func (x *Tensor) MatrixPower(n int) *Tensor {
	m := len(x.lay.shape)
	if m < 2 || x.lay.shape[m-1] != x.lay.shape[m-2] {
		Throw("MatrixPower", ValueError, "For 'MatrixPower', the last two dimensions of 'x' must be equal, but the shape is %s.", tupleText(x.lay.shape))
	}
	if x.dtype == Bool {
		throwDType("MatrixPower", x.dtype)
	}
	if n < 0 {
		x, n = x.Inverse(), -n
	}
	y := EyeOf(x.dtype, x.lay.shape[m-1])
	if n == 0 {
		return y.BroadcastTo(x.lay.shape...).Clone()
	}
	if n == 1 {
		return x.Clone()
	}
	for first := true; n > 0; n >>= 1 {
		if n&1 == 1 && first {
			y, first = x, false
		} else if n&1 == 1 {
			y = y.MatMul(x)
		}
		if n > 1 {
			x = x.MatMul(x)
		}
	}
	return y
}
