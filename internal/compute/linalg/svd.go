package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
)

// SVD factors the m×n matrix a, which is overwritten, into u·diag(s)·vt. With full, u is m×m and vt n×n; otherwise
// they have min(m, n) columns and rows.
func SVD(u, s, vt, a []float64, m, n int, full bool) {
	if !finite(a) {
		fillNaN(u, s, vt)
		return
	}
	k := min(m, n)
	uc, vr := k, k
	if full {
		uc, vr = m, n
	}
	if k == 0 {
		identity(u, m, uc)
		identity(vt, vr, n)
		return
	}
	ok, unit := false, tame(a)
	if m >= n {
		ut := make([]float64, uc*m)
		ok = tallSVD(ut, s, vt, a, m, n, uc)
		transpose(u, ut, uc, m)
	} else {
		t, ut := make([]float64, n*m), make([]float64, m*m)
		transpose(t, a, m, n)
		ok = tallSVD(vt, s, ut, t, n, m, vr)
		transpose(u, ut, m, m)
	}
	blas64.Scal(unit, blas64.Vector{N: k, Inc: 1, Data: s})
	if !ok {
		fillNaN(u, s, vt)
	}
}

// tame divides a by a power of two if squares of its elements would overflow or underflow, and returns that power.
func tame(a []float64) float64 {
	largest := math.Abs(a[blas64.Iamax(blas64.Vector{N: len(a), Inc: 1, Data: a})])
	if largest == 0 || largest > 1e-100 && largest < 1e100 {
		return 1
	}
	unit := math.Ldexp(1, math.Ilogb(largest))
	for i := range a {
		a[i] /= unit
	}
	return unit
}

// tallSVD factors the m×n matrix a, where m is not less than n, into utᵀ·diag(s)·vt and reports whether it
// converged. ut has k rows, n or m. For a matrix much taller than wide, the triangle of its QR factors is
// decomposed.
func tallSVD(ut, s, vt, a []float64, m, n, k int) bool {
	if 5*m < 8*n {
		return bidiagonal(ut, s, vt, a, m, n, k)
	}
	q, r, turns := make([]float64, m*k), make([]float64, k*n), make([]float64, n*n)
	QR(q, r, a, m, n, k)
	ok := bidiagonal(turns, s, vt, r[:n*n], n, n, n)
	left := blas64.General{Rows: m, Cols: n, Stride: k, Data: q}
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, general(turns, n, n), left, 0, general(ut, n, m))
	kernels.Copy(ut, n*m, []int{m, 1}, q, n, []int{1, k}, []int{k - n, m})
	return ok
}

// bidiagonal is tallSVD by Householder reflections and QR steps. LAPACK applies the steps to columns of u, which are
// far apart in memory; here they are applied to rows of ut, and to those of vt.
func bidiagonal(ut, s, vt, a []float64, m, n, k int) bool {
	e, tauQ, tauP, query := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, 1)
	lapackGo.Dgebrd(m, n, a, n, s, e, tauQ, tauP, query, -1)
	work := make([]float64, max(int(query[0]), 32*m))
	lapackGo.Dgebrd(m, n, a, n, s, e, tauQ, tauP, work, len(work))
	q := make([]float64, m*k)
	lapackGo.Dlacpy(blas.Lower, m, n, a, n, q, k)
	lapackGo.Dlacpy(blas.Upper, n, n, a, n, vt, n)
	lapackGo.Dorgbr(lapack.GenerateQ, m, k, n, q, k, tauQ, work, len(work))
	lapackGo.Dorgbr(lapack.GeneratePT, n, n, n, vt, n, tauP, work, len(work))
	transpose(ut, q, m, k)
	if n > 2*undivided {
		return halves(s, e[:n-1], vt, ut, m)
	}
	return qrSteps(s, e, vt, n, ut, m, n)
}

// stepColumns is the maximum number of columns to which the QR steps are applied without a check for interrupts.
const stepColumns = 256

// qrSteps diagonalizes the n×n upper bidiagonal matrix of d and e, and applies the steps from the left to the rows
// of ut, which has nu columns, and those from the right to vt, which has nv. The steps depend only on d and e, so
// columns are shared among processors: each computes the steps itself, with the same digits.
func qrSteps(d, e, vt []float64, nv int, ut []float64, nu, n int) bool {
	parts := max(min(par.Workers(), n/32), nu/stepColumns, 1)
	values, ended := make([][]float64, parts), make([]bool, parts)
	par.Do(parts, func(i int) {
		room := make([]float64, 6*n)
		own, above, work := room[:n], room[n:2*n], room[2*n:]
		copy(own, d)
		copy(above, e)
		v, u := nv*i/parts, nu*i/parts
		values[i] = own
		ended[i] = lapackGo.Dbdsqr(blas.Upper, n, nv*(i+1)/parts-v, 0, nu*(i+1)/parts-u, own, above,
			vt[v:], nv, nil, 1, ut[u:], nu, work)
	})
	copy(d, values[0])
	return ended[0]
}

// SingularValues writes those of the m×n matrix a, which is overwritten, to s, largest first.
func SingularValues(s, a []float64, m, n int) {
	none := general(nil, 0, 0)
	if !finite(a) || len(s) > 0 && !singularValues(none, s, general(a, m, n)) {
		fillNaN(s)
	}
}

func singularValues(none blas64.General, s []float64, a blas64.General) bool {
	query := make([]float64, 1)
	lapack64.Gesvd(lapack.SVDNone, lapack.SVDNone, a, none, none, s, query, -1)
	return lapack64.Gesvd(lapack.SVDNone, lapack.SVDNone, a, none, none, s, make([]float64, int(query[0])), int(query[0]))
}

// transpose writes the transpose of the m×n matrix a to dst.
func transpose(dst, a []float64, m, n int) {
	kernels.Copy(dst, 0, []int{m, 1}, a, 0, []int{1, n}, []int{n, m})
}
