// Package linalg computes with single matrices in float64: arguments and results are row-major slices, and the
// algorithms are LAPACK's (gonum). It is independent of tensors. Matrices with NaN or infinity give NaN and are not
// passed to the iterative routines, which might not terminate.
package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// lapackGo has the routines that package lapack64 lacks.
var lapackGo gonum.Implementation

func general(a []float64, m, n int) blas64.General {
	return blas64.General{Rows: m, Cols: n, Stride: max(1, n), Data: a}
}

// finite reports whether a has neither NaN nor infinity.
func finite(a []float64) bool {
	for _, v := range a {
		if v-v != 0 {
			return false
		}
	}
	return true
}

func fillNaN(parts ...[]float64) {
	for _, p := range parts {
		for i := range p {
			p[i] = math.NaN()
		}
	}
}

// LU factors the n×n matrix a in place into P·L·U, the unit diagonal of L not stored. Row i was swapped with row
// pivots[i], counted from zero.
func LU(a []float64, n int) (pivots []int) {
	pivots = make([]int, n)
	switch {
	case n == 0:
	case n < 128 || n%64 != 0:
		lapack64.Getrf(general(a, n, n), pivots)
	default: // the elements of a column share few sets of the L1 cache: a copy has rows that are a line further apart
		ld := n + 8
		room, giveBack := borrow(n * ld)
		defer giveBack()
		kernels.Copy(room, 0, []int{ld, 1}, a, 0, []int{n, 1}, []int{n, n})
		lapack64.Getrf(blas64.General{Rows: n, Cols: n, Stride: ld, Data: room}, pivots)
		kernels.Copy(a, 0, []int{n, 1}, room, 0, []int{ld, 1}, []int{n, n})
	}
	return pivots
}

// SolveLU overwrites the n×k matrix b with the solution of A·X = b, given the factors of A. Zeros on the diagonal of
// U give infinities and NaN.
func SolveLU(lu []float64, pivots []int, b []float64, n, k int) {
	if n > 0 && k > 0 {
		lapack64.Getrs(blas.NoTrans, general(lu, n, n), general(b, n, k), pivots)
	}
}

// Solve overwrites the n×k matrix b with the solution of a·X = b; a is overwritten too.
func Solve(a, b []float64, n, k int) { SolveLU(a, LU(a, n), b, n, k) }

// Inverse writes the inverse of the n×n matrix a, which is overwritten, to dst.
func Inverse(dst, a []float64, n int) {
	clear(dst)
	for i := range n {
		dst[i*n+i] = 1
	}
	Solve(a, dst, n, n)
}

// LogDet returns the sign and the logarithm of the absolute value of the determinant of the n×n matrix a, which is
// overwritten.
func LogDet(a []float64, n int) (sign, log float64) {
	sign = 1
	for i, p := range LU(a, n) {
		d := a[i*n+i]
		if p != i {
			sign = -sign
		}
		if d < 0 {
			sign, d = -sign, -d
		}
		if d == 0 {
			sign = 0
		}
		log += math.Log(d)
	}
	if math.IsNaN(log) && sign != 0 {
		sign = log
	}
	return sign, log
}

// Det returns the determinant of the n×n matrix a, which is overwritten.
func Det(a []float64, n int) float64 {
	det := 1.0
	for i, p := range LU(a, n) {
		det *= a[i*n+i]
		if p != i {
			det = -det
		}
	}
	return det + 0 // avoids negative zero
}

// Cholesky replaces the symmetric n×n matrix a, of which it reads the lower triangle, with the lower triangular L of
// a = L·Lᵀ. It reports whether a is positive definite.
func Cholesky(a []float64, n int) bool {
	if n > 0 {
		if _, ok := lapack64.Potrf(blas64.Symmetric{N: n, Stride: n, Data: a, Uplo: blas.Lower}); !ok {
			return false
		}
	}
	for i := range n {
		clear(a[i*n+i+1 : (i+1)*n])
	}
	return true
}

// Triangle selects a triangle of a matrix and describes how it is used.
type Triangle struct{ Lower, Unit, Transposed bool }

// SolveTriangular overwrites the n×k matrix b with the solution of a·X = b for the triangle t of a.
func SolveTriangular(a []float64, t Triangle, b []float64, n, k int) {
	if n == 0 || k == 0 {
		return
	}
	tri := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: a}
	if t.Lower {
		tri.Uplo = blas.Lower
	}
	if t.Unit {
		tri.Diag = blas.Unit
	}
	trans := blas.NoTrans
	if t.Transposed {
		trans = blas.Trans
	}
	blas64.Trsm(blas.Left, trans, 1, tri, general(b, n, k))
}

// QR factors the m×n matrix a, which is overwritten, into q (m×k, orthonormal columns) and r (k×n, upper triangular).
func QR(q, r, a []float64, m, n, k int) {
	if !finite(a) {
		fillNaN(q, r)
		return
	}
	p := min(m, n)
	tau := make([]float64, p)
	Reflections(a, tau, m, n)
	for i := range min(k, m) {
		for j := range n {
			if r[i*n+j] = 0; j >= i {
				r[i*n+j] = a[i*n+j]
			}
		}
	}
	clear(q)
	for i := range m {
		copy(q[i*k:i*k+min(p, k)], a[i*n:i*n+min(p, k)])
	}
	if k > 0 {
		query := make([]float64, 1)
		lapack64.Orgqr(general(q, m, k), tau, query, -1)
		lapack64.Orgqr(general(q, m, k), tau, make([]float64, int(query[0])), int(query[0]))
	}
}

// Pinv writes the pseudoinverse of the m×n matrix a, which is overwritten, to dst. Singular values up to rcond times
// the largest one count as zero.
func Pinv(dst, a []float64, m, n int, rcond float64) {
	k := min(m, n)
	if k == 0 || pinvByQR(dst, a, m, n, rcond) {
		return
	}
	u, s, vt := make([]float64, m*k), make([]float64, k), make([]float64, k*n)
	SVD(u, s, vt, a, m, n, false)
	for i, v := range s {
		f := 1 / v
		if v <= rcond*s[0] {
			f = 0
		}
		blas64.Scal(f, blas64.Vector{N: n, Inc: 1, Data: vt[i*n:]})
	}
	blas64.Gemm(blas.Trans, blas.Trans, 1, general(vt, k, n), general(u, m, k), 0, general(dst, n, m))
}

// pinvByQR is Pinv for matrices of which no singular value counts as zero. It reports whether that is certain, and
// leaves a as it is. The Frobenius norms of a matrix and its inverse are at least as large as its largest singular
// value and the inverse of its smallest one. This takes an eighth of the time of a decomposition by singular values.
func pinvByQR(dst, a []float64, m, n int, rcond float64) bool {
	tall, k := max(m, n), min(m, n)
	copied, q := make([]float64, m*n), make([]float64, m*n)
	r, inverse := make([]float64, k*k), make([]float64, k*k)
	if m < n {
		kernels.Copy(copied, 0, []int{m, 1}, a, 0, []int{1, n}, []int{n, m})
	} else {
		copy(copied, a)
	}
	QR(q, r, copied, tall, k, k)
	identity(inverse, k, k)
	SolveTriangular(r, Triangle{}, inverse, k, k)
	norm := func(a []float64) float64 { return blas64.Nrm2(blas64.Vector{N: len(a), Inc: 1, Data: a}) }
	if !(norm(r)*norm(inverse)*rcond < 1) {
		return false
	}
	if m < n {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, general(q, n, k), general(inverse, k, k), 0, general(dst, n, m))
	} else {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, general(inverse, k, k), general(q, m, k), 0, general(dst, n, m))
	}
	return true
}

func identity(a []float64, m, n int) {
	clear(a)
	for i := range min(m, n) {
		a[i*n+i] = 1
	}
}

// Eig writes the eigenvalues of the n×n matrix a, which is overwritten, to w and the eigenvectors to the columns of
// v.
func Eig(w, v []complex128, a []float64, n int) {
	if n == 0 {
		return
	}
	re, im, right := make([]float64, n), make([]float64, n), make([]float64, n*n)
	ok := finite(a)
	if ok {
		query := make([]float64, 1)
		g, r := general(a, n, n), general(right, n, n)
		lapack64.Geev(lapack.LeftEVNone, lapack.RightEVCompute, g, re, im, general(nil, n, n), r, query, -1)
		work := make([]float64, int(query[0]))
		ok = lapack64.Geev(lapack.LeftEVNone, lapack.RightEVCompute, g, re, im, general(nil, n, n), r, work, len(work)) == 0
	}
	if !ok {
		fillNaN(re, im, right)
	}
	for j := range n {
		w[j] = complex(re[j], im[j])
		for i := range n {
			v[i*n+j] = eigenvector(right[i*n:(i+1)*n], im, j)
		}
	}
}

// eigenvector returns element j of a row of eigenvectors: LAPACK stores a conjugate pair as real and imaginary part
// in adjacent columns.
func eigenvector(row, im []float64, j int) complex128 {
	switch {
	case im[j] > 0:
		return complex(row[j], row[j+1])
	case im[j] < 0:
		return complex(row[j-1], -row[j])
	}
	return complex(row[j], 0)
}

// Reflections replaces the m×n matrix a with R above the diagonal and, below it, the vectors of the reflections
// whose product is Q; tau receives their min(m, n) factors.
func Reflections(a, tau []float64, m, n int) {
	if !finite(a) {
		fillNaN(a, tau)
		return
	}
	if len(tau) > 0 {
		query := make([]float64, 1)
		lapack64.Geqrf(general(a, m, n), tau, query, -1)
		lapack64.Geqrf(general(a, m, n), tau, make([]float64, int(query[0])), int(query[0]))
	}
}
