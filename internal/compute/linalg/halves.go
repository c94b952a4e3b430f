package linalg

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// halves diagonalizes the n×n upper bidiagonal matrix of d and e, as qrSteps does, by divide and conquer (Gu and
// Eisenstat, 1995): most of the work is matrix products. It multiplies the singular vectors with the rows of vt and
// with the first n rows of ut, which has m columns.
func halves(d, e, vt, ut []float64, m int) bool {
	n := len(d)
	norm := 0.0
	for _, v := range d {
		norm = max(norm, math.Abs(v))
	}
	for _, v := range e {
		norm = max(norm, math.Abs(v))
	}
	if norm == 0 {
		return true
	}
	for i := range d {
		d[i] /= norm
	}
	for i := range e {
		e[i] /= norm
	}
	b := bidiagonals{d, e, general(make([]float64, n*n), n, n), general(make([]float64, n*n), n, n)}
	ok := b.divide()
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[j], d[i]) })
	values := make([]float64, n)
	for i, from := range order {
		values[i] = d[from] * norm
	}
	copy(d, values)
	apply := func(turns blas64.General, to []float64, columns int) {
		sorted := gathered(turns, order)
		old := general(slices.Clone(to[:n*columns]), n, columns)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, sorted, old, 0, general(to, n, columns))
	}
	apply(b.u, ut, m)
	apply(b.v, vt, n)
	return ok
}

// bidiagonals is a part of an upper bidiagonal matrix: n rows of n columns, or of one more if e has n elements. The
// rows of u and v, which are zero before divide, are its singular vectors, in v followed by one whose product is zero
// if there is another column. Values are in any order.
type bidiagonals struct {
	d, e []float64
	u, v blas64.General
}

// part returns rows from to to-1; next is 1 if they have another column.
func (b *bidiagonals) part(from, to, next int) *bidiagonals {
	square := func(a blas64.General, n int) blas64.General {
		return blas64.General{Rows: n, Cols: n, Stride: a.Stride, Data: a.Data[from*(a.Stride+1):]}
	}
	n := to - from
	return &bidiagonals{b.d[from:to], b.e[from : to-1+next], square(b.u, n), square(b.v, n+next)}
}

// divide replaces d, e and the rows of u and v with singular values and vectors. The matrix is divided at row k, which
// has d[k] in the last column of the part above and e[k] in the first one of the part below. It reports whether all
// parts converged.
func (b *bidiagonals) divide() bool {
	n := len(b.d)
	if n <= undivided {
		return b.small()
	}
	k, more := n/2, b.v.Rows-n
	alpha, beta := b.d[k], b.e[k]
	ok := b.part(0, k, 1).divide()
	ok = b.part(k+1, n, more).divide() && ok
	b.u.Data[k*(b.u.Stride+1)] = 1
	// In terms of the vectors of both parts, row k is z, and the other rows have d on the diagonal.
	z := make([]float64, n)
	for i := range z {
		z[i] = alpha * b.v.Data[i*b.v.Stride+k]
		if i > k {
			z[i] = beta * b.v.Data[i*b.v.Stride+k+1]
		}
	}
	if last := n; more == 1 { // both parts have a vector whose product is zero
		other := beta * b.v.Data[last*b.v.Stride+k+1]
		if length := math.Hypot(z[k], other); length > 0 {
			turn(b.v, k, last, z[k]/length, other/length)
			z[k] = length
		}
	}
	b.d[k] = 0
	b.conquer(z, k, max(math.Abs(alpha), math.Abs(beta)))
	return ok
}

// turn rotates rows i and j of a.
func turn(a blas64.General, i, j int, c, s float64) {
	row := func(i int) blas64.Vector { return blas64.Vector{N: a.Cols, Inc: 1, Data: a.Data[i*a.Stride:]} }
	blas64.Rot(row(i), row(j), c, s)
}

// small is divide by QR steps. Rotations from the right make a matrix with another column lower bidiagonal.
func (b *bidiagonals) small() bool {
	n, columns := len(b.d), b.v.Rows
	u, v := make([]float64, n*n), general(make([]float64, columns*columns), columns, columns)
	identity(u, n, n)
	identity(v.Data, columns, columns)
	uplo := blas.Upper
	if columns > n {
		uplo = blas.Lower
		for i := range n {
			c, s, r := lapackGo.Dlartg(b.d[i], b.e[i])
			b.d[i] = r
			if i+1 < n {
				b.e[i], b.d[i+1] = float64(s*b.d[i+1]), float64(c*b.d[i+1])
			}
			turn(v, i, i+1, c, s)
		}
	}
	ok := lapackGo.Dbdsqr(uplo, n, columns, 0, n, b.d, b.e, v.Data, columns, nil, 1, u, n, make([]float64, 4*n))
	for i := range columns {
		copy(b.v.Data[i*b.v.Stride:], v.Data[i*columns:(i+1)*columns])
	}
	for i := range n {
		copy(b.u.Data[i*b.u.Stride:], u[i*n:(i+1)*n])
	}
	return ok
}

// conquer replaces d, and the rows of u and v, with the singular values and vectors of the matrix that has d on the
// diagonal and z in row k, where d is zero. largest is that of the elements of row k.
func (b *bidiagonals) conquer(z []float64, k int, largest float64) {
	kept := b.deflate(z, k, largest)
	s := newSecular(b.d, z, kept)
	s.squares = true
	values := s.roots()
	right := s.vectors()
	left := general(slices.Clone(right.Data), right.Rows, right.Cols)
	for i := range left.Rows {
		row := left.Data[i*left.Cols : (i+1)*left.Cols]
		row[0] = -1
		for j := 1; j < len(row); j++ {
			row[j] *= s.d[j]
		}
	}
	for _, side := range []struct{ turns, rows blas64.General }{{left, b.u}, {right, b.v}} {
		normalize(side.turns)
		old := gathered(side.rows, kept)
		rows := general(make([]float64, len(kept)*old.Cols), len(kept), old.Cols)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, side.turns, old, 0, rows)
		for c, i := range kept {
			copy(side.rows.Data[i*side.rows.Stride:], rows.Data[c*rows.Cols:(c+1)*rows.Cols])
		}
	}
	for c, i := range kept {
		b.d[i] = values[c]
	}
}

// gathered returns some rows of a.
func gathered(a blas64.General, rows []int) blas64.General {
	to := general(make([]float64, len(rows)*a.Cols), len(rows), a.Cols)
	for c, i := range rows {
		copy(to.Data[c*a.Cols:(c+1)*a.Cols], a.Data[i*a.Stride:])
	}
	return to
}

// deflate returns the indices of the rows that z changes noticeably, d ascending, k first. If two numbers of d are
// nearly equal, a rotation of their vectors makes one element of z zero. z[k] and the numbers of d that are kept become
// large enough for their squares.
func (b *bidiagonals) deflate(z []float64, k int, largest float64) (kept []int) {
	order := make([]int, 0, len(z))
	for i, v := range b.d {
		largest = max(largest, v)
		if i != k {
			order = append(order, i)
		}
	}
	small := 8 * epsilon * max(largest, 1e-100) // the whole matrix is near one
	if math.Abs(z[k]) <= small {
		z[k] = small
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(b.d[i], b.d[j]) })
	kept = []int{k}
	for _, j := range order {
		if math.Abs(z[j]) <= small {
			continue
		}
		b.d[j] = max(b.d[j], small/2)
		if last := len(kept) - 1; last > 0 && b.d[j]-b.d[kept[last]] <= small {
			i := kept[last]
			length := math.Hypot(z[i], z[j])
			c, s := z[j]/length, -z[i]/length
			turn(b.u, i, j, c, s)
			turn(b.v, i, j, c, s)
			z[i], z[j] = 0, length
			kept = kept[:last]
		}
		kept = append(kept, j)
	}
	return kept
}
