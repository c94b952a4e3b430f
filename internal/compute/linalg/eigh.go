package linalg

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// Eigh writes the ascending eigenvalues of the symmetric n×n matrix a, of which it reads the lower triangle, to w,
// and replaces a with the eigenvectors in columns, or with anything where they are not wanted.
func Eigh(w, a []float64, n int, vectors bool) {
	if !finite(a) {
		fillNaN(w, a)
		return
	}
	if n == 0 {
		return
	}
	for i := range n {
		clear(a[i*n+i+1 : (i+1)*n]) // tame looks at all elements
	}
	unit := tame(a)
	e, tau, work := make([]float64, n), make([]float64, n), make([]float64, 64*n)
	lapackGo.Dsytrd(blas.Lower, n, a, n, w, e, tau, work, len(work))
	ok := false
	if vectors {
		lapackGo.Dorgtr(blas.Lower, n, a, n, tau, work, len(work))
		ok = tridiagonal(w, e[:n-1], a)
	} else {
		for i, v := range e {
			if math.Abs(v) < 1e-120 { // negligible, but Dsterf would fail
				e[i] = 0
			}
		}
		ok = lapackGo.Dsterf(n, w, e)
	}
	blas64.Scal(unit, blas64.Vector{N: n, Inc: 1, Data: w})
	if !ok {
		fillNaN(w, a)
	}
}

// undivided is the order up to which tridiagonal matrices are not divided.
const undivided = 32

// tridiagonal replaces d, the diagonal of a tridiagonal matrix, with its ascending eigenvalues and the n×n matrix q
// with the product of q and the eigenvectors; e is the off-diagonal. Large matrices use divide and conquer, see
// Cuppen (1981) and Gu and Eisenstat (1995): most of the work is matrix products. It reports whether it converged.
func tridiagonal(d, e, q []float64) bool {
	n := len(d)
	if n <= 2*undivided {
		return lapackGo.Dsteqr(lapack.EVOrig, n, d, e, q, n, make([]float64, 2*n))
	}
	norm := lapackGo.Dlanst(lapack.MaxAbs, n, d, e)
	if norm == 0 {
		return true
	}
	blas64.Scal(1/norm, blas64.Vector{N: n, Inc: 1, Data: d})
	blas64.Scal(1/norm, blas64.Vector{N: n - 1, Inc: 1, Data: e})
	z := make([]float64, n*n)
	ok := divide(d, e, general(z, n, n))
	blas64.Scal(norm, blas64.Vector{N: n, Inc: 1, Data: d})
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, general(slices.Clone(q), n, n), general(z, n, n), 0, general(q, n, n))
	return ok
}

// divide replaces d, the diagonal of a tridiagonal matrix whose largest element is near one, with its ascending
// eigenvalues, and z, which must be zero, with the eigenvectors; e is the off-diagonal.
func divide(d, e []float64, z blas64.General) bool {
	n := len(d)
	if n <= undivided {
		q := make([]float64, n*n)
		ok := lapackGo.Dsteqr(lapack.EVTridiag, n, d, e, q, n, make([]float64, max(1, 2*n-2)))
		for i := range n {
			copy(z.Data[i*z.Stride:], q[i*n:(i+1)*n])
		}
		return ok
	}
	h := n / 2
	rho := e[h-1]
	d[h-1] -= math.Abs(rho)
	d[h] -= math.Abs(rho)
	corner := h * (z.Stride + 1)
	ok := divide(d[:h], e[:h-1], blas64.General{Rows: h, Cols: h, Stride: z.Stride, Data: z.Data})
	ok = divide(d[h:], e[h:], blas64.General{Rows: n - h, Cols: n - h, Stride: z.Stride, Data: z.Data[corner:]}) && ok
	// In terms of the eigenvectors of both parts, the matrix is diag(d) + 2|rho|·u·uᵀ.
	m := merging{d: d, u: make([]float64, n), rho: 2 * math.Abs(rho), z: z}
	for i := range h {
		m.u[i] = z.Data[(h-1)*z.Stride+i] * (math.Sqrt2 / 2)
	}
	for i := h; i < n; i++ {
		m.u[i] = math.Copysign(math.Sqrt2/2, rho) * z.Data[h*z.Stride+i]
	}
	m.deflate()
	m.conquer()
	return ok
}

// merging is the eigenvalue problem of diag(d) + rho·u·uᵀ, where u has length one, in a basis of columns of z.
type merging struct {
	d, u []float64
	rho  float64
	z    blas64.General
	kept []int // indices of the numbers that u changes noticeably, d ascending
	rest []int // the other indices, at which d has eigenvalues
}

const epsilon = 0x1p-53

// deflate finds the numbers that u does not change. If two numbers are nearly equal, a rotation of their vectors
// makes one of them such.
func (m *merging) deflate() {
	order := make([]int, len(m.d))
	largest := 0.0
	for i := range order {
		order[i] = i
		largest = max(largest, math.Abs(m.d[i]), math.Abs(m.u[i]))
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(m.d[i], m.d[j]) })
	small, last := 8*epsilon*largest, -1
	for _, j := range order {
		if m.rho*math.Abs(m.u[j]) <= small {
			m.rest = append(m.rest, j)
			continue
		}
		if last >= 0 && m.rotate(last, j, small) {
			m.rest = append(m.rest, last)
		} else if last >= 0 {
			m.kept = append(m.kept, last)
		}
		last = j
	}
	if last >= 0 {
		m.kept = append(m.kept, last)
	}
}

// rotate makes u zero at i by a rotation with j, if the off-diagonal element that this creates is small. It reports
// whether it did.
func (m *merging) rotate(i, j int, small float64) bool {
	length := math.Hypot(m.u[i], m.u[j])
	c, s := m.u[j]/length, -m.u[i]/length
	if math.Abs((m.d[j]-m.d[i])*c*s) > small {
		return false
	}
	m.u[i], m.u[j] = 0, length
	blas64.Rot(m.column(i), m.column(j), c, s)
	a, b := float64(c*c), float64(s*s)
	m.d[i], m.d[j] = float64(m.d[i]*a)+float64(m.d[j]*b), float64(m.d[i]*b)+float64(m.d[j]*a)
	return true
}

func (m *merging) column(i int) blas64.Vector {
	return blas64.Vector{N: len(m.d), Inc: m.z.Stride, Data: m.z.Data[i:]}
}

// conquer replaces d with the ascending eigenvalues, and z with their vectors.
func (m *merging) conquer() {
	n, k := len(m.d), len(m.kept)
	values := make([]float64, 0, n) // those of kept, then those of rest
	vectors := general(make([]float64, n*k), n, k)
	if k > 0 {
		s := newSecular(m.d, m.u, m.kept)
		s.inverse = 1 / m.rho
		values = append(values, s.roots()...)
		old := general(make([]float64, n*k), n, k)
		for r := range n {
			for c, i := range m.kept {
				old.Data[r*k+c] = m.z.Data[r*m.z.Stride+i]
			}
		}
		turns := s.vectors()
		normalize(turns)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, old, turns, 0, vectors)
	}
	for _, i := range m.rest {
		values = append(values, m.d[i])
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	row := make([]float64, n)
	for r := range n {
		to := m.z.Data[r*m.z.Stride:][:n]
		copy(row, vectors.Data[r*k:(r+1)*k])
		for c, i := range m.rest {
			row[k+c] = to[i]
		}
		for c, i := range order {
			to[c] = row[i]
		}
	}
	for c, i := range order {
		m.d[c] = values[i]
	}
}

// secular is the equation 1/rho + Σ uᵢ²/(dᵢ-λ) = 0, or with squares the same of dᵢ² and λ², d ascending.
type secular struct {
	d, u    []float64
	inverse float64   // 1/rho
	squares bool      // d is not negative
	apart   []float64 // row j has dᵢ-λ, or dᵢ²-λ², for the j-th root, each with full precision
}

// newSecular returns the equation for some elements of d and u and rho = 1.
func newSecular(d, u []float64, kept []int) *secular {
	k := len(kept)
	s := &secular{d: make([]float64, k), u: make([]float64, k), inverse: 1, apart: make([]float64, k*k)}
	for c, i := range kept {
		s.d[c], s.u[c] = d[i], u[i]
	}
	return s
}

// gap is the distance of d[i], or of its square, from d[j].
func (s *secular) gap(i, j int) float64 {
	if s.squares {
		return float64((s.d[i] - s.d[j]) * (s.d[i] + s.d[j]))
	}
	return s.d[i] - s.d[j]
}

// gaps writes the distances from d[origin] to row.
func (s *secular) gaps(origin int, row []float64) {
	for i := range row {
		row[i] = s.gap(i, origin)
	}
}

// sharedRoots is the minimum number of terms of sums in a piece that is worth giving to another processor.
const sharedRoots = 2 << 10

// roots returns the roots in ascending order, one above each number of d.
func (s *secular) roots() []float64 {
	k := len(s.d)
	res := make([]float64, k)
	par.Range(k, 1+sharedRoots/k, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			res[j] = s.root(j, s.apart[j*k:(j+1)*k])
		}
	})
	return res
}

// root computes the root above d[j], or its square, as the sum of the nearest number of d and mu, and fills its row.
func (s *secular) root(j int, row []float64) float64 {
	k, origin := len(s.d), j
	lo, hi := 0.0, 0.0 // bounds of mu
	s.gaps(j, row)
	if j == k-1 {
		for _, v := range s.u {
			hi += v * v / s.inverse
		}
	} else if hi = row[j+1] / 2; s.at(j, row, hi).sum < 0 {
		origin, lo, hi = j+1, -hi, 0
		s.gaps(origin, row)
	}
	mu := lo + (hi-lo)/2
	if k == 1 {
		mu = hi
	}
	for range 100 {
		p := s.at(j, row, mu)
		if p.sum < 0 {
			lo = mu
		} else {
			hi = mu
		}
		if math.Abs(p.sum) <= 4*epsilon*p.size || hi-lo <= 4*epsilon*min(math.Abs(lo), math.Abs(hi)) {
			break
		}
		next := mu + s.step(j, row, mu, p)
		if !(next > lo && next < hi) {
			next = lo + (hi-lo)/2
		}
		if next == mu {
			break
		}
		mu = next
	}
	for i := range row {
		row[i] -= mu
	}
	d := s.d[origin]
	if s.squares {
		return d + mu/(d+math.Sqrt(float64(d*d)+mu))
	}
	return d + mu
}

// step returns the distance of the root from mu for an approximation with two poles, each of which has the
// derivative of the terms on its side (Li, 1993).
func (s *secular) step(j int, gaps []float64, mu float64, p point) float64 {
	i, last := j, j == len(s.d)-1
	if last {
		i = max(j-1, 0)
		t := s.u[j] / (gaps[j] - mu)
		p.right = float64(t * t)
		p.left -= p.right
	}
	near, far := gaps[i]-mu, gaps[min(i+1, len(gaps)-1)]-mu
	c := p.sum - float64(near*p.left) - float64(far*p.right)
	a := float64((near+far)*p.sum) - float64(near*far*(p.left+p.right))
	b := float64(near * far * p.sum)
	root := math.Sqrt(math.Abs(float64(a*a) - float64(4*b*c)))
	if last {
		root = -root
	}
	if (a <= 0) != last {
		return (a - root) / (2 * c)
	}
	return 2 * b / (a + root)
}

// vectors returns eigenvectors of diag(d) + rho·u·uᵀ in rows, which are not normalized. They are computed for the u
// for which the roots are exact, so that they are orthogonal however close the roots are (Gu and Eisenstat, 1994).
func (s *secular) vectors() blas64.General {
	k := len(s.d)
	exact := make([]float64, k)
	for i := range exact {
		exact[i] = -s.apart[i*k+i]
	}
	for j := range k {
		for i, v := range s.apart[j*k : (j+1)*k] {
			if i != j {
				exact[i] *= v / s.gap(i, j)
			}
		}
	}
	for i, v := range exact {
		exact[i] = math.Copysign(math.Sqrt(math.Abs(v)), s.u[i])
	}
	for j := range k {
		row := s.apart[j*k : (j+1)*k]
		for i, v := range row {
			row[i] = exact[i] / v
		}
	}
	return general(s.apart, k, k)
}

// normalize divides rows by their lengths.
func normalize(a blas64.General) {
	for i := range a.Rows {
		row := blas64.Vector{N: a.Cols, Inc: 1, Data: a.Data[i*a.Stride:]}
		blas64.Scal(1/blas64.Nrm2(row), row)
	}
}

// point has the left side of the equation at some λ: its value, the sum of the magnitudes of its terms, and the
// contributions of the terms up to j and after j to its derivative.
type point struct{ sum, size, left, right float64 }

func (s *secular) at(j int, gaps []float64, mu float64) point {
	p := point{sum: s.inverse}
	below, above := 0.0, 0.0
	for i, v := range s.u[:j+1] {
		t := v / (gaps[i] - mu)
		below += float64(v * t)
		p.left += float64(t * t)
	}
	for i := j + 1; i < len(s.u); i++ {
		t := s.u[i] / (gaps[i] - mu)
		above += float64(s.u[i] * t)
		p.right += float64(t * t)
	}
	p.sum += below + above
	p.size = s.inverse + above - below
	return p
}
