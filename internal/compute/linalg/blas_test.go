package linalg

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/msrepl/msrepl/internal/session/interrupt"
)

func random(n int) []float64 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	a := make([]float64, n)
	for i := range a {
		a[i] = r.NormFloat64()
	}
	return a
}

// near fails unless two results of one computation are the same but for rounding.
func near(t *testing.T, name string, got, want []float64) {
	t.Helper()
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-8*(1+math.Abs(w)) {
			t.Fatalf("%s: element %d is %g, want %g", name, i, got[i], w)
		}
	}
}

// TestRoutines compares with gonum's, which cuts no calls.
func TestRoutines(t *testing.T) {
	var want gonum.Implementation
	const n, k = 600, 130
	tri, wide := random(n*n), random(n*k)
	for i := range n {
		for j := range n {
			tri[i*n+j] /= n
		}
		tri[i*n+i] = 2
	}
	for _, ta := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
			for _, s := range []blas.Side{blas.Left, blas.Right} {
				rows, cols := n, k
				if s == blas.Right {
					rows, cols = k, n
				}
				x, y := random(n*k), random(n*k)
				routines{}.Dtrsm(s, ul, ta, blas.NonUnit, rows, cols, 3, tri, n, x, cols)
				want.Dtrsm(s, ul, ta, blas.NonUnit, rows, cols, 3, tri, n, y, cols)
				near(t, "Dtrsm", x, y)
			}
			x, y := random(n*n), random(n*n)
			ld := k
			if ta == blas.Trans {
				ld = n
			}
			routines{}.Dsyrk(ul, ta, n, k, -1, wide, ld, 2, x, n)
			want.Dsyrk(ul, ta, n, k, -1, wide, ld, 2, y, n)
			near(t, "Dsyrk", x, y)
			routines{}.Dsyr2k(ul, ta, n, k, -1, wide, ld, tri, ld, 2, x, n)
			want.Dsyr2k(ul, ta, n, k, -1, wide, ld, tri, ld, 2, y, n)
			near(t, "Dsyr2k", x, y)
			for _, inc := range [][2]int{{1, 1}, {2, 1}, {1, n}, {2, 3}} {
				routines{}.Dsymv(ul, n, -1, tri, n, wide, inc[0], 2, x, inc[1])
				want.Dsymv(ul, n, -1, tri, n, wide, inc[0], 2, y, inc[1])
				near(t, "Dsymv", x, y)
			}
		}
		for _, tb := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, s := range [][3]int{{n, n, n}, {n, 30, k}, {30, n, k}, {n, n, 1}, {5, 7, 9}} {
				x, y := random(n*n), random(n*n)
				routines{}.Dgemm(ta, tb, s[0], s[1], s[2], 2, tri, n, tri, n, 1, x, n)
				want.Dgemm(ta, tb, s[0], s[1], s[2], 2, tri, n, tri, n, 1, y, n)
				near(t, "Dgemm", x, y)
			}
		}
	}
	const long = 100000
	tall, square, x, y := random(long*64), random(64*64), random(long*64), random(long*64)
	routines{}.Dgemm(blas.NoTrans, blas.NoTrans, long, 64, 64, -1, tall, 64, square, 64, 0, x, 64)
	want.Dgemm(blas.NoTrans, blas.NoTrans, long, 64, 64, -1, tall, 64, square, 64, 0, y, 64)
	near(t, "Dgemm of many rows", x, y)
}

// TestFactors multiplies what matrices of some size were taken apart into.
func TestFactors(t *testing.T) {
	for _, n := range []int{20, 77, 128, 200} {
		m := n + 13
		a, k := random(m*n), n
		product := func(ta, tb blas.Transpose, rows, inner int, a, b []float64) []float64 {
			c, lda, ldb := make([]float64, rows*k), inner, k
			if ta == blas.Trans {
				lda = rows
			}
			if tb == blas.Trans {
				ldb = inner
			}
			gonum.Implementation{}.Dgemm(ta, tb, rows, k, inner, 1, a, lda, b, ldb, 0, c, k)
			return c
		}
		one := make([]float64, n*n)
		identity(one, n, n)
		square := product(blas.Trans, blas.NoTrans, n, m, a, a)

		inverse := make([]float64, n*n)
		Inverse(inverse, slices.Clone(square), n)
		near(t, "Inverse", product(blas.NoTrans, blas.NoTrans, n, n, inverse, square), one)
		lower := slices.Clone(square)
		Cholesky(lower, n)
		near(t, "Cholesky", product(blas.NoTrans, blas.Trans, n, n, lower, lower), square)
		q, r := make([]float64, m*n), make([]float64, n*n)
		QR(q, r, slices.Clone(a), m, n, n)
		near(t, "QR", product(blas.NoTrans, blas.NoTrans, m, n, q, r), a)
		pseudo := make([]float64, n*m)
		Pinv(pseudo, slices.Clone(a), m, n, 0)
		near(t, "Pinv", product(blas.NoTrans, blas.NoTrans, n, m, pseudo, a), one)

		u, s, vt, alone := make([]float64, m*n), make([]float64, n), make([]float64, n*n), make([]float64, n)
		SVD(u, s, vt, slices.Clone(a), m, n, false)
		SingularValues(alone, slices.Clone(a), m, n)
		near(t, "SingularValues", alone, s)
		for i := range u {
			u[i] *= s[i%n]
		}
		near(t, "SVD", product(blas.NoTrans, blas.NoTrans, m, n, u, vt), a)
		v := slices.Clone(square)
		Eigh(s, v, n, true)
		Eigh(alone, slices.Clone(square), n, false)
		near(t, "eigenvalues", alone, s)
		turned := product(blas.NoTrans, blas.NoTrans, n, n, square, v)
		for i := range v {
			v[i] *= s[i%n]
		}
		near(t, "Eigh", turned, v)
	}
}

// TestInterrupted: each factorization looks for an interrupt.
func TestInterrupted(t *testing.T) {
	const n = 150
	w, v, wide := make([]float64, n), make([]float64, n*n), make([]complex128, n*n+n)
	for name, f := range map[string]func(a []float64){
		"Inverse":         func(a []float64) { Inverse(v, a, n) },
		"Det":             func(a []float64) { Det(a, n) },
		"SolveTriangular": func(a []float64) { SolveTriangular(a, Triangle{}, v, n, n) },
		"Cholesky":        func(a []float64) { identity(a, n, n); Cholesky(a, n) },
		"QR":              func(a []float64) { QR(v, make([]float64, n*n), a, n, n, n) },
		"SVD":             func(a []float64) { SVD(v, w, make([]float64, n*n), a, n, n, false) },
		"Eigh":            func(a []float64) { Eigh(w, a, n, true) },
		"Eig":             func(a []float64) { Eig(wide[:n], wide[n:], a, n) },
	} {
		s := interrupt.New("stop")
		s.Turn()
		func() {
			defer func() {
				if got := recover(); got != "stop" {
					t.Errorf("%s ended with %v", name, got)
				}
			}()
			s.Within(func() { f(random(n * n)) })
		}()
	}
}
