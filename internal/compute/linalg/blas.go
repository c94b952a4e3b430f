package linalg

import (
	"unsafe"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/msrepl/msrepl/internal/compute/gemm"
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// LAPACK does its work through BLAS calls, so BLAS determines its speed and is the place where an interrupt can stop
// it.
func init() { blas64.Use(routines{}) }

// routines is BLAS with the vectorized products of package gemm. An interrupt stops it: it checks for one in each
// call that LAPACK repeats, and splits calls that would take long.
type routines struct{ gonum.Implementation }

const (
	most  = 1 << 28 // multiplications per call, a tenth of a second without vectors
	least = 1 << 13 // multiplications from which package gemm is worthwhile
	block = 64      // products are split into multiples of it
	order = 24      // of a triangle that is not split
	wide  = 1 << 18 // right-hand sides of such a triangle per call
)

// Dgemm implements blas.Float64. LAPACK uses no beta other than 0 and 1.
func (r routines) Dgemm(tA, tB blas.Transpose, m, n, k int,
	alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int,
) {
	if m*n*k < least || beta != 0 && beta != 1 {
		interrupt.Check()
		r.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	if rows := max(block, most/(n*k)/block*block); m > rows {
		for i := 0; i < m; i += rows {
			r.Dgemm(tA, tB, min(rows, m-i), n, k, alpha, from(a, lda, i, tA), lda, b, ldb, beta, c[i*ldc:], ldc)
		}
		return
	}
	interrupt.Check()
	if alpha == 1 {
		gemm.Mul(m, n, k, matrix(tA, a, lda), matrix(tB, b, ldb), &c[0], ldc, beta == 1)
		return
	}
	room, giveBack := borrow(min(m, n) * k)
	defer giveBack()
	if m < n {
		gemm.Mul(m, n, k, scaled(room, alpha, tA, a, lda, m, k), matrix(tB, b, ldb), &c[0], ldc, beta == 1)
	} else {
		gemm.Mul(m, n, k, matrix(tA, a, lda), scaled(room, alpha, tB, b, ldb, k, n), &c[0], ldc, beta == 1)
	}
}

// borrow returns memory for n elements, with undefined contents, until giveBack is called.
func borrow(n int) (s []float64, giveBack func()) {
	p, class, _ := mempool.Get(8 * n)
	return unsafe.Slice((*float64)(p), n), func() { mempool.Put(p, class) }
}

func matrix(t blas.Transpose, a []float64, lda int) gemm.Matrix[float64] {
	if t == blas.NoTrans {
		return gemm.Matrix[float64]{First: &a[0], Row: lda, Col: 1}
	}
	return gemm.Matrix[float64]{First: &a[0], Row: 1, Col: lda}
}

// scaled returns the m×n matrix in a times alpha, stored in room.
func scaled(room []float64, alpha float64, t blas.Transpose, a []float64, lda, m, n int) gemm.Matrix[float64] {
	if t != blas.NoTrans {
		m, n = n, m
	}
	for i := range m {
		row := room[i*n : (i+1)*n]
		for j, v := range a[i*lda : i*lda+n] {
			row[j] = alpha * v
		}
	}
	return matrix(t, room, n)
}

// from returns a matrix without its first n rows, or without its first n columns if it is used transposed.
func from(a []float64, lda, n int, t blas.Transpose) []float64 {
	if t == blas.NoTrans {
		n *= lda
	}
	return a[min(n, len(a)):]
}

func turned(t blas.Transpose) blas.Transpose {
	if t == blas.NoTrans {
		return blas.Trans
	}
	return blas.NoTrans
}

// Dtrsm implements blas.Float64. A triangle is solved by halves, except for a single right-hand side. A triangle on
// the right is solved as the transposed one on the left, where loops run over the right-hand sides rather than over
// short rows.
func (r routines) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int,
) {
	interrupt.Check()
	switch {
	case m == 0 || n == 0:
	case s == blas.Right:
		t, giveBack := borrow(m * n)
		defer giveBack()
		kernels.Copy(t, 0, []int{m, 1}, b, 0, []int{1, ldb}, []int{n, m})
		r.Dtrsm(blas.Left, ul, turned(tA), d, n, m, alpha, a, lda, t, m)
		kernels.Copy(b, 0, []int{ldb, 1}, t, 0, []int{1, m}, []int{m, n})
	case n == 1 && alpha == 1:
		r.Implementation.Dtrsv(ul, tA, d, m, a, lda, b, ldb)
	case m > order:
		r.halves(ul, tA, d, m, n, alpha, a, lda, b, ldb)
	case n > wide:
		for j := 0; j < n; j += wide {
			r.Dtrsm(s, ul, tA, d, m, min(wide, n-j), alpha, a, lda, b[j:], ldb)
		}
	default:
		r.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

// halves solves a triangle on the left.
func (r routines) halves(ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int,
) {
	h := m / 2
	top := func(alpha float64) { r.Dtrsm(blas.Left, ul, tA, d, h, n, alpha, a, lda, b, ldb) }
	below := b[h*ldb:]
	bottom := func(alpha float64) { r.Dtrsm(blas.Left, ul, tA, d, m-h, n, alpha, a[h*lda+h:], lda, below, ldb) }
	corner := a[h:]
	if ul == blas.Lower {
		corner = a[h*lda:]
	}
	if (ul == blas.Lower) == (tA == blas.NoTrans) {
		top(alpha)
		r.Dgemm(tA, blas.NoTrans, m-h, n, h, -1, corner, lda, b, ldb, alpha, below, ldb)
		bottom(1)
		return
	}
	bottom(alpha)
	r.Dgemm(tA, blas.NoTrans, h, n, m-h, -1, corner, lda, below, ldb, alpha, b, ldb)
	top(1)
}

// Dsyrk implements blas.Float64. The off-diagonal part of a large matrix is computed as a product.
func (r routines) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int,
	alpha float64, a []float64, lda int, beta float64, c []float64, ldc int,
) {
	if n <= order {
		r.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	h := n / 2
	a2 := from(a, lda, h, t)
	r.Dsyrk(ul, t, h, k, alpha, a, lda, beta, c, ldc)
	r.Dsyrk(ul, t, n-h, k, alpha, a2, lda, beta, c[h*ldc+h:], ldc)
	if ul == blas.Lower {
		r.Dgemm(t, turned(t), n-h, h, k, alpha, a2, lda, a, lda, beta, c[h*ldc:], ldc)
		return
	}
	r.Dgemm(t, turned(t), h, n-h, k, alpha, a, lda, a2, lda, beta, c[h:], ldc)
}

// Dsyr2k implements blas.Float64. The off-diagonal part of a large matrix is computed as two products.
func (r routines) Dsyr2k(ul blas.Uplo, t blas.Transpose, n, k int,
	alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int,
) {
	if n <= order {
		interrupt.Check()
		r.Implementation.Dsyr2k(ul, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	h := n / 2
	a2, b2 := from(a, lda, h, t), from(b, ldb, h, t)
	r.Dsyr2k(ul, t, h, k, alpha, a, lda, b, ldb, beta, c, ldc)
	r.Dsyr2k(ul, t, n-h, k, alpha, a2, lda, b2, ldb, beta, c[h*ldc+h:], ldc)
	if ul == blas.Lower {
		r.Dgemm(t, turned(t), n-h, h, k, alpha, a2, lda, b, ldb, beta, c[h*ldc:], ldc)
		r.Dgemm(t, turned(t), n-h, h, k, alpha, b2, ldb, a, lda, 1, c[h*ldc:], ldc)
		return
	}
	r.Dgemm(t, turned(t), h, n-h, k, alpha, a, lda, b2, ldb, beta, c[h:], ldc)
	r.Dgemm(t, turned(t), h, n-h, k, alpha, b, ldb, a2, lda, 1, c[h:], ldc)
}

// Dgemv implements blas.Float64.
func (r routines) Dgemv(t blas.Transpose, m, n int,
	alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int,
) {
	interrupt.Check()
	r.Implementation.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

// Dsymv implements blas.Float64. A large matrix is split into halves; the off-diagonal block is used for both
// triangles.
func (r routines) Dsymv(ul blas.Uplo, n int,
	alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int,
) {
	interrupt.Check()
	switch {
	case n <= order:
		r.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	case incX != 1:
		near, giveBack := borrow(n)
		defer giveBack()
		r.Implementation.Dcopy(n, x, incX, near, 1)
		r.Dsymv(ul, n, alpha, a, lda, near, 1, beta, y, incY)
		return
	case incY != 1:
		near, giveBack := borrow(n)
		defer giveBack()
		r.Implementation.Dcopy(n, y, incY, near, 1)
		r.Dsymv(ul, n, alpha, a, lda, x, 1, beta, near, 1)
		r.Implementation.Dcopy(n, near, 1, y, incY)
		return
	}
	h := n / 2
	x2, y2, corner := x[h*incX:], y[h*incY:], a[h*lda:]
	up, down := blas.Trans, blas.NoTrans
	m, k := n-h, h
	if ul == blas.Upper {
		corner, up, down, m, k = a[h:], down, up, k, m
	}
	r.Dsymv(ul, h, alpha, a, lda, x, incX, beta, y, incY)
	r.Dsymv(ul, n-h, alpha, a[h*lda+h:], lda, x2, incX, beta, y2, incY)
	r.Dgemv(up, m, k, alpha, corner, lda, x2, incX, 1, y, incY)
	r.Dgemv(down, m, k, alpha, corner, lda, x, incX, 1, y2, incY)
}

// Dger implements blas.Float64.
func (r routines) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	interrupt.Check()
	r.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
}

// Daxpy implements blas.Float64.
func (r routines) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	interrupt.Check()
	r.Implementation.Daxpy(n, alpha, x, incX, y, incY)
}

// Drot implements blas.Float64.
func (r routines) Drot(n int, x []float64, incX int, y []float64, incY int, c, s float64) {
	interrupt.Check()
	r.Implementation.Drot(n, x, incX, y, incY, c, s)
}
