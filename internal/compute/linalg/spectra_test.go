package linalg

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// spectra are elements of matrices by row and column, v being a random number: with equal values, values that are
// equal but for rounding, zeros where a matrix falls apart, and elements of all sizes.
var spectra = map[string]func(i, j int, v float64) float64{
	"random":   func(_, _ int, v float64) float64 { return v },
	"ones":     func(_, _ int, _ float64) float64 { return 1 },
	"zeros":    func(_, _ int, _ float64) float64 { return 0 },
	"diagonal": func(i, j int, v float64) float64 { return v * float64(max(0, 1-max(i-j, j-i))) },
	"twos":     func(i, j int, _ float64) float64 { return [3]float64{2, -1, 0}[min(2, max(i-j, j-i))] },
	"Wilkinson": func(i, j int, _ float64) float64 {
		return [3]float64{math.Abs(float64(40 - i)), 1, 0}[min(2, max(i-j, j-i))]
	},
	"low rank": func(i, j int, _ float64) float64 { return float64(i * j % 3) },
	"graded":   func(i, j int, v float64) float64 { return v * math.Pow(10, -float64(i+j)/8) },
	"small":    func(_, _ int, v float64) float64 { return v * 1e-130 },
	"two sizes": func(i, j int, v float64) float64 {
		if (i < 20) != (j < 20) {
			return 0
		}
		return v * math.Pow(1e-130, float64(min(i/20, 1)))
	},
	"tiny": func(_, _ int, v float64) float64 { return v * 1e-300 },
	"huge": func(_, _ int, v float64) float64 { return v * 1e300 },
}

func spectrum(f func(i, j int, v float64) float64, m, n int) []float64 {
	a := random(m * n)
	for k, v := range a {
		a[k] = f(k/n, k%n, v)
	}
	return a
}

// orthonormal fails unless the columns of the m×n matrix q are orthonormal.
func orthonormal(t *testing.T, name string, q []float64, m, n int) {
	t.Helper()
	one, got := make([]float64, n*n), make([]float64, n*n)
	identity(one, n, n)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, general(q, m, n), general(q, m, n), 0, general(got, n, n))
	within(t, name, got, one, 1e-13)
}

// within fails unless no element differs by more than most; NaN differs.
func within(t *testing.T, name string, got, want []float64, most float64) {
	t.Helper()
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= most) {
			t.Fatalf("%s: element %d is %g, want %g", name, i, got[i], w)
		}
	}
}

// onProcessors returns what f leaves in its results on one processor, and fails unless three leave the same bits.
func onProcessors(t *testing.T, name string, f func() [][]float64) [][]float64 {
	t.Helper()
	defer par.Limit(par.Limit(1))
	want := f()
	par.Limit(3)
	for i, got := range f() {
		if !slices.EqualFunc(got, want[i], func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
			t.Errorf("%s: result %d differs on three processors", name, i)
		}
	}
	return want
}

// TestEigh multiplies the vectors with the matrix. What LAPACK finds without vectors are the same values.
func TestEigh(t *testing.T) {
	for kind, f := range spectra {
		for _, n := range []int{1, 33, 64, 65, 66, 97, 200} {
			name := fmt.Sprint(kind, " ", n)
			a := spectrum(f, n, n)
			for i := range n { // what is above the diagonal is not read
				for j := range i {
					a[j*n+i] = 7
				}
			}
			got := onProcessors(t, name, func() [][]float64 {
				w, v := make([]float64, n), slices.Clone(a)
				Eigh(w, v, n, true)
				return [][]float64{w, v}
			})
			w, v, want, turned := got[0], got[1], make([]float64, n), make([]float64, n*n)
			Eigh(want, slices.Clone(a), n, false)
			norm := max(math.Abs(want[0]), math.Abs(want[n-1]), math.SmallestNonzeroFloat64)
			within(t, name, w, want, norm*1e-13)
			orthonormal(t, name, v, n, n)
			if !slices.IsSorted(w) {
				t.Errorf("%s: the values do not ascend", name)
			}
			sym := blas64.Symmetric{N: n, Stride: n, Data: a, Uplo: blas.Lower}
			blas64.Symm(blas.Left, 1, sym, general(v, n, n), 0, general(turned, n, n))
			for i := range v {
				v[i] *= w[i%n]
			}
			within(t, name, turned, v, norm*1e-13)
		}
	}
}

// TestSVD multiplies the factors. What LAPACK finds without vectors are the same values.
func TestSVD(t *testing.T) {
	for kind, f := range spectra {
		for _, s := range [][2]int{
			{1, 1},
			{5, 1},
			{1, 5},
			{70, 70},
			{90, 70},
			{70, 90},
			{150, 70},
			{70, 150},
			{300, 3},
			{400, 300},
		} {
			for _, full := range []bool{false, true} {
				m, n := s[0], s[1]
				k, name := min(m, n), fmt.Sprint(kind, " ", s, " ", full)
				uc, vr := k, k
				if full {
					uc, vr = m, n
				}
				a := spectrum(f, m, n)
				got := onProcessors(t, name, func() [][]float64 {
					u, s, vt := make([]float64, m*uc), make([]float64, k), make([]float64, vr*n)
					SVD(u, s, vt, slices.Clone(a), m, n, full)
					return [][]float64{u, s, vt}
				})
				u, values, vt, want, back := got[0], got[1], got[2], make([]float64, k), make([]float64, m*n)
				SingularValues(want, slices.Clone(a), m, n)
				norm := max(want[0], math.SmallestNonzeroFloat64)
				within(t, name, values, want, norm*1e-13)
				orthonormal(t, name, u, m, uc)
				v := make([]float64, n*vr)
				transpose(v, vt, vr, n)
				orthonormal(t, name, v, n, vr)
				for i := range u {
					if j := i % uc; j < k {
						u[i] *= values[j]
					}
				}
				left := blas64.General{Rows: m, Cols: k, Stride: uc, Data: u}
				blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, left, general(vt, k, n), 0, general(back, m, n))
				within(t, name, back, a, norm*1e-13)
			}
		}
	}
}

// TestHalves compares the decomposition of bidiagonal matrices by divide and conquer with that by QR steps: of random
// numbers, of parts, with values that are equal, that are tiny, and that are close to each other.
func TestHalves(t *testing.T) {
	kinds := []func(i int, d, e *float64){
		func(int, *float64, *float64) {},
		func(i int, _, e *float64) { *e *= float64(i % 7 / 3) },
		func(i int, d, _ *float64) { *d = float64(i % 4) },
		func(i int, d, e *float64) { *d, *e = *d*1e-16, float64(max(0, 1-i%3)) },
		func(_ int, d, e *float64) { *d, *e = 1, 1 },
		func(_ int, d, e *float64) { *d, *e = 0, 0 },
	}
	for round := range 6 * len(kinds) {
		n := 65 + round*7%200
		name := fmt.Sprint(round%len(kinds), " ", n)
		d, e := random(n), random(n)
		for i := range n {
			kinds[round%len(kinds)](i, &d[i], &e[i])
		}
		eye := func() []float64 {
			x := make([]float64, n*n)
			identity(x, n, n)
			return x
		}
		got, want, vt, ut := slices.Clone(d), slices.Clone(d), eye(), eye()
		if !halves(got, slices.Clone(e)[:n-1], vt, ut, n) || !qrSteps(want, slices.Clone(e), eye(), n, eye(), n, n) {
			t.Fatalf("%s did not converge", name)
		}
		norm := max(want[0], math.SmallestNonzeroFloat64)
		within(t, name, got, want, norm*1e-14)
		orthonormal(t, name, ut, n, n)
		orthonormal(t, name, vt, n, n)
		b, part, product, values := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		for i := range n {
			b[i*n+i], values[i*n+i] = d[i], got[i]
			if i+1 < n {
				b[i*n+i+1] = e[i]
			}
		}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, general(ut, n, n), general(b, n, n), 0, general(part, n, n))
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, general(part, n, n), general(vt, n, n), 0, general(product, n, n))
		within(t, name, product, values, norm*1e-13)
	}
}

// TestPinv compares pseudoinverses with their definition by singular values, some of which count as zero.
func TestPinv(t *testing.T) {
	const rcond = 1e-9
	for name, f := range spectra {
		for _, d := range [][2]int{{1, 1}, {3, 1}, {1, 3}, {8, 8}, {40, 25}, {25, 40}, {60, 60}} {
			m, n := d[0], d[1]
			k := min(m, n)
			a := spectrum(f, m, n)
			u, s, vt := make([]float64, m*k), make([]float64, k), make([]float64, k*n)
			SVD(u, s, vt, slices.Clone(a), m, n, false)
			got, want, most := make([]float64, n*m), make([]float64, n*m), 0.0
			for i, v := range s {
				if v <= rcond*s[0] {
					break
				}
				most = 1e-13 * s[0] / v / v
				for j := range want {
					want[j] += vt[i*n+j/m] * u[j%m*k+i] / v
				}
			}
			Pinv(got, a, m, n, rcond)
			within(t, fmt.Sprintf("%s, %d×%d", name, m, n), got, want, most)
		}
	}
}
