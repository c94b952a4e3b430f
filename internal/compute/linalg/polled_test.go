package linalg

import (
	"math"
	"math/rand/v2"
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

// TestPolled compares calls that are cut with gonum's, which cuts none.
func TestPolled(t *testing.T) {
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
				polled{}.Dtrsm(s, ul, ta, blas.NonUnit, rows, cols, 3, tri, n, x, cols)
				want.Dtrsm(s, ul, ta, blas.NonUnit, rows, cols, 3, tri, n, y, cols)
				near(t, "Dtrsm", x, y)
			}
			x, y := random(n*n), random(n*n)
			ld := k
			if ta == blas.Trans {
				ld = n
			}
			polled{}.Dsyr2k(ul, ta, n, k, -1, wide, ld, tri, ld, 2, x, n)
			want.Dsyr2k(ul, ta, n, k, -1, wide, ld, tri, ld, 2, y, n)
			near(t, "Dsyr2k", x, y)
		}
		for _, tb := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			x, y := random(n*n), random(n*n)
			polled{}.Dgemm(ta, tb, n, n, n, 2, tri, n, tri, n, 1, x, n)
			want.Dgemm(ta, tb, n, n, n, 2, tri, n, tri, n, 1, y, n)
			near(t, "Dgemm", x, y)
		}
	}
	const long = 20000
	wider, x, y := random(64*long), random(64*long), random(64*long)
	polled{}.Dgemm(blas.NoTrans, blas.NoTrans, 64, long, 64, 2, tri, n, wider, long, 0, x, long)
	want.Dgemm(blas.NoTrans, blas.NoTrans, 64, long, 64, 2, tri, n, wider, long, 0, y, long)
	near(t, "Dgemm of many columns", x, y)
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
		"Eigh":            func(a []float64) { Eigh(w, a, n) },
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
