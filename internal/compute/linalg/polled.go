package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// LAPACK does its work by calls of BLAS, so that BLAS is where an interrupt can stop it.
func init() { blas64.Use(polled{}) }

// polled is BLAS that an interrupt stops: it looks for one in each call that LAPACK repeats, and cuts calls that
// would take long.
type polled struct{ gonum.Implementation }

const (
	most  = 1 << 26 // multiplications of one call, a twentieth of a second
	block = 64      // what gonum cuts products into
	order = 512     // of a triangle that is not cut
)

// Dgemm implements blas.Float64.
func (p polled) Dgemm(tA, tB blas.Transpose, m, n, k int,
	alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int,
) {
	cols := max(block, most/max(1, k*min(m, block))/block*block)
	rows := max(block, most/max(1, k*min(n, cols))/block*block)
	if m <= rows && n <= cols {
		interrupt.Check()
		p.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	for i := 0; i < m; i += rows {
		for j := 0; j < n; j += cols {
			interrupt.Check()
			p.Implementation.Dgemm(tA, tB, min(rows, m-i), min(cols, n-j), k, alpha, from(a, lda, i, tA), lda,
				from(b, ldb, j, turned(tB)), ldb, beta, c[i*ldc+j:], ldc)
		}
	}
}

// from returns a matrix without its first n rows, or without its first columns where it is used transposed.
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

// Dtrsm implements blas.Float64. A large triangle is solved by halves.
func (p polled) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int,
) {
	size, across := m, blas.NoTrans
	if s == blas.Right {
		size, across = n, blas.Trans
	}
	if size <= order {
		p.strips(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	h := size / 2
	part := func(second bool, alpha float64) {
		a, b, k := a, b, h
		if second {
			a, b, k = a[h*lda+h:], from(b, ldb, h, across), size-h
		}
		if s == blas.Left {
			p.Dtrsm(s, ul, tA, d, k, n, alpha, a, lda, b, ldb)
		} else {
			p.Dtrsm(s, ul, tA, d, m, k, alpha, a, lda, b, ldb)
		}
	}
	corner := from(a, lda, h, blas.Trans)
	if ul == blas.Lower {
		corner = from(a, lda, h, blas.NoTrans)
	}
	forward := (ul == blas.Lower) == (tA == blas.NoTrans) == (s == blas.Left)
	first, second, done, rest := b, from(b, ldb, h, across), h, size-h
	if !forward {
		first, second, done, rest = second, first, rest, done
	}
	part(!forward, alpha)
	if s == blas.Left {
		p.Dgemm(tA, blas.NoTrans, rest, n, done, -1, corner, lda, first, ldb, alpha, second, ldb)
	} else {
		p.Dgemm(blas.NoTrans, tA, m, rest, done, -1, first, ldb, corner, lda, alpha, second, ldb)
	}
	part(forward, 1)
}

// strips solves a small triangle for some right sides at a time.
func (p polled) strips(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int,
) {
	width := most / (order * order)
	interrupt.Check()
	switch {
	case s == blas.Left && n > width:
		for j := 0; j < n; j += width {
			interrupt.Check()
			p.Implementation.Dtrsm(s, ul, tA, d, m, min(width, n-j), alpha, a, lda, b[j:], ldb)
		}
	case s == blas.Right && m > width:
		for i := 0; i < m; i += width {
			interrupt.Check()
			p.Implementation.Dtrsm(s, ul, tA, d, min(width, m-i), n, alpha, a, lda, b[i*ldb:], ldb)
		}
	default:
		p.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

// Dsyr2k implements blas.Float64. The part of a large matrix that is off the diagonal is two products.
func (p polled) Dsyr2k(ul blas.Uplo, t blas.Transpose, n, k int,
	alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int,
) {
	if n <= order {
		interrupt.Check()
		p.Implementation.Dsyr2k(ul, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	h := n / 2
	a2, b2 := from(a, lda, h, t), from(b, ldb, h, t)
	p.Dsyr2k(ul, t, h, k, alpha, a, lda, b, ldb, beta, c, ldc)
	p.Dsyr2k(ul, t, n-h, k, alpha, a2, lda, b2, ldb, beta, c[h*ldc+h:], ldc)
	if ul == blas.Lower {
		p.Dgemm(t, turned(t), n-h, h, k, alpha, a2, lda, b, ldb, beta, c[h*ldc:], ldc)
		p.Dgemm(t, turned(t), n-h, h, k, alpha, b2, ldb, a, lda, 1, c[h*ldc:], ldc)
		return
	}
	p.Dgemm(t, turned(t), h, n-h, k, alpha, a, lda, b2, ldb, beta, c[h:], ldc)
	p.Dgemm(t, turned(t), h, n-h, k, alpha, b, ldb, a2, lda, 1, c[h:], ldc)
}

// Dgemv implements blas.Float64.
func (p polled) Dgemv(t blas.Transpose, m, n int,
	alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int,
) {
	interrupt.Check()
	p.Implementation.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

// Dger implements blas.Float64.
func (p polled) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	interrupt.Check()
	p.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
}

// Daxpy implements blas.Float64.
func (p polled) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	interrupt.Check()
	p.Implementation.Daxpy(n, alpha, x, incX, y, incY)
}

// Drot implements blas.Float64.
func (p polled) Drot(n int, x []float64, incX int, y []float64, incY int, c, s float64) {
	interrupt.Check()
	p.Implementation.Drot(n, x, incX, y, incY, c, s)
}
