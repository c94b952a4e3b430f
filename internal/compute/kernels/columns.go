package kernels

import (
	"math/bits"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/compute/par"
)

// This file computes functions of rows for columns of matrices, several at once, so that memory is read in order.

// columns describes adjacent columns: the first n rows of width elements, whose starts are apart elements apart.
type columns struct{ n, width, apart int }

// at returns the range of row i.
func (c columns) at(i int) (from, to int) { return i * c.apart, i*c.apart + c.width }

// index returns the number of the column that begins at an index of matrices.
func (c columns) index(at int) int { return at/(c.n*c.apart)*c.apart + at%c.apart }

// shortColumns is the number of adjacent columns from which calls of vector functions are worthwhile.
const shortColumns = 16

// TakesColumns reports whether Columns takes matrices whose rows have inner elements.
func (k *Unary) TakesColumns(inner int) bool { return k.f32Columns != nil && inner >= k.least }

// Columns writes F32 of each column of the matrices of x, of n rows of inner elements, to dst.
func (k *Unary) Columns(dst, x []float32, n, inner int) {
	eachBand(len(x), n, inner, func(at int, c columns) { k.f32Columns(dst[at:], x[at:], c) })
}

// narrowestBand is the minimum number of columns processed together, if there are as many.
const narrowestBand = 128

// eachBand calls f for columns that fit into the caches, with their start, for all matrices of n rows of inner
// elements within size elements.
func eachBand(size, n, inner int, f func(at int, c columns)) {
	width := max(narrowestBand, elementsAtOnce/n)
	bands := (inner + width - 1) / width
	width = (inner + bands - 1) / bands
	par.Range(size/(n*inner)*bands, 1+sharedEntropy/(n*width), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			first := i % bands * width
			f(i/bands*n*inner+first, columns{n, min(width, inner-first), inner})
		}
	})
}

// running returns the function of columns that combines each element with the result before it.
func running(join *Binary) func(dst, x []float32, c columns) {
	return func(dst, x []float32, c columns) {
		copy(dst[:c.width], x)
		for i := 1; i < c.n; i++ {
			before, _ := c.at(i - 1)
			from, to := c.at(i)
			join.F32(dst[from:to], dst[before:before+c.width], x[from:to])
		}
	}
}

func init() {
	CumSum.f32Columns, CumProd.f32Columns = running(&Add), running(&Mul)
	Softmax.f32Columns, LogSoftmax.f32Columns = softmaxColumns, logSoftmaxColumns
	Softmax.least, LogSoftmax.least = shortColumns, shortColumns
}

// scratch is memory for functions of columns: rows of the same width with undefined contents, until it is returned.
type scratch struct {
	width int
	room  []float32
	class mempool.Class
}

func (c columns) scratch(rows int) scratch {
	p, class, _ := mempool.Get(4 * rows * c.width)
	return scratch{c.width, unsafe.Slice((*float32)(p), rows*c.width), class}
}

func (s scratch) giveBack() { mempool.Put(unsafe.Pointer(&s.room[0]), s.class) }

// row returns row i, rows all rows from it on.
func (s scratch) row(i int) []float32  { return s.room[i*s.width : (i+1)*s.width] }
func (s scratch) rows(i int) []float32 { return s.room[i*s.width:] }

// exponentialColumns returns the maxima of columns, the sums of the exponentials of the elements minus their
// maximum, and the exponentials from the third row of s on.
func exponentialColumns(x []float32, c columns) (most, sums []float32, s scratch) {
	s = c.scratch(c.n + 10 + bits.Len(uint(c.n)))
	most, sums = s.row(0), s.row(1)
	copy(most, x)
	if c.n > 1 {
		Maximum.joinRows(most, x[c.apart:], c.n-1, c.apart)
	}
	for i := range c.n {
		from, to := c.at(i)
		Sub.F32(s.row(2+i), x[from:to], most)
	}
	exponential(s.rows(2)[:c.n*c.width], c.n)
	sumColumns(sums, s.rows(2), s.rows(2+c.n), c.n)
	return most, sums, s
}

// sumColumns writes the sums, in the order of Sum, of the columns of n rows to dst; room has space for eight rows,
// and one more for each time that the columns are halved.
func sumColumns(dst, x, room []float32, n int) {
	width := len(dst)
	switch {
	case n < 8:
		clear(dst)
		Add.joinRows(dst, x, n, width)
	case n <= 128:
		r := room[:8*width]
		copy(r, x)
		Add.joinRows(r, x[8*width:], n/8-1, 8*width)
		for step := 1; step < 8; step *= 2 {
			for i := 0; i < 8; i += 2 * step {
				a, b := r[i*width:(i+1)*width], r[(i+step)*width:(i+step+1)*width]
				Add.F32(a, a, b)
			}
		}
		copy(dst, r)
		Add.joinRows(dst, x[n&^7*width:], n%8, width)
	default:
		half := n / 16 * 8
		second, room := room[:width], room[width:]
		sumColumns(dst, x[:half*width], room, half)
		sumColumns(second, x[half*width:], room, n-half)
		Add.F32(dst, dst, second)
	}
}

func softmaxColumns(dst, x []float32, c columns) {
	_, sums, s := exponentialColumns(x, c)
	for i := range c.n {
		from, to := c.at(i)
		Div.F32(dst[from:to], s.row(2+i), sums)
	}
	s.giveBack()
}

func logSoftmaxColumns(dst, x []float32, c columns) {
	most, sums, s := exponentialColumns(x, c)
	logSums(sums, sums, c.n)
	for i := range c.n {
		from, to := c.at(i)
		Sub.F32(dst[from:to], x[from:to], most)
		Sub.F32(dst[from:to], dst[from:to], sums)
	}
	s.giveBack()
}

// logSums writes the logarithms of sums to dst, in groups of as many as rows of n elements are processed together.
func logSums(dst, sums []float32, n int) {
	for at, step := 0, atOnce(n); at < len(sums); at += step {
		end := min(at+step, len(sums))
		Log.F32(dst[at:end], sums[at:end])
	}
}

// softmaxBackColumns is softmaxBack for columns, whose sums are accumulated row by row.
func softmaxBackColumns(g, y []float32, c columns) {
	s := c.scratch(c.n + 2)
	sums, scaled := s.row(0), s.row(1)
	clear(sums)
	for i := range c.n {
		from, to := c.at(i)
		Mul.F32(s.row(2+i), g[from:to], y[from:to])
	}
	Add.joinRows(sums, s.rows(2), c.n, c.width)
	for i := range c.n {
		from, to := c.at(i)
		Mul.F32(scaled, y[from:to], sums)
		Sub.F32(g[from:to], s.row(2+i), scaled)
	}
	s.giveBack()
}

// sumsOfColumns writes the maxima of columns and the sums of exponentials to most and sums.
func sumsOfColumns(most, sums, x []float32, c columns) {
	m, sum, s := exponentialColumns(x, c)
	copy(most, m)
	copy(sums, sum)
	s.giveBack()
}

// entropyBackColumns writes the softmax of columns, times g, to dx.
func entropyBackColumns(dx, most, sums, x []float32, c columns, g float32) {
	s := c.scratch(1 + c.n)
	for i := range c.n {
		from, to := c.at(i)
		Sub.F32(s.row(1+i), x[from:to], most[:c.width])
	}
	Exp.F32(s.rows(1), s.rows(1))
	scale := s.row(0)
	Div.F32(scale, []float32{g}, sums[:c.width])
	for i := range c.n {
		from, to := c.at(i)
		Mul.F32(dx[from:to], s.row(1+i), scale)
	}
	s.giveBack()
}
