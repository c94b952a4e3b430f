package fft

import "github.com/msrepl/msrepl/internal/compute/simd"

// kernels holds the kernels that transform columns.
type kernels[T Float] struct {
	radix  func(r, times int, y []T, first, ys int, x []T, xs int, w []T)
	rotate func(rows int, y, w []T)
	split  func(rows int, y, x []T, xs int)
	join   func(rows int, y []T, ys int, x []T)
	flip   func(n int, y []T, ys int, x []T, xs int) // transposes n blocks of lanes rows and columns
	scale  func(dst, a []T, b T)
	sum    func(times, n int, y, x []T, xs int, w []T)
}

var (
	kernels32 = plainKernels[float32]()
	kernels64 = plainKernels[float64]()
)

func init() {
	if sets := simd.Sets(); len(sets) > 0 {
		useVectors(sets[0])
	}
}

func useVectors(s *simd.Set) {
	kernels32 = kernelsBy(s.Fourier, s.Flip, s.MulVS.Run)
	kernels64 = kernelsBy(s.LongFourier, s.LongFlip, s.LongMulVS.Run)
}

func kernelsBy[T Float](
	f *simd.Fourier[T], flip func(n int, y []T, ys int, x []T, xs int), scale func(dst, a []T, b T),
) *kernels[T] {
	return &kernels[T]{f.Radix, f.Rotate, f.Split, f.Join, flip, scale, f.SumOfRows}
}

func kernelsOf[T Float]() *kernels[T] {
	var k any = kernels64
	if lanes[T]() == 16 {
		k = kernels32
	}
	return k.(*kernels[T])
}

func plainKernels[T Float]() *kernels[T] {
	return &kernels[T]{
		plainRadix[T], plainRotate[T], plainSplit[T], plainJoin[T], plainFlip[T], plainScale[T], plainSum[T],
	}
}

// block locates count columns of complex numbers, at most as many as there are lanes. They begin at at, with rows
// that are apart parts from each other; or each of them is such a row.
type block struct{ at, apart, count int }

// columnsIn copies rows of the columns to y. Lanes without a column hold arbitrary values: what follows in memory, or
// zeros.
func (k *kernels[T]) columnsIn(b block, rows int, y, x []T) {
	columns := lanes[T]()
	whole := rows // rows for which memory holds a full set of columns
	if b.count < columns {
		whole = min(rows, max(0, len(x)-b.at-2*columns+b.apart)/b.apart)
	}
	if whole > 0 {
		k.split(whole, y, x[b.at:], b.apart)
	}
	if whole < rows {
		splitSome(rows-whole, b.count, y[2*columns*whole:], x[b.at+whole*b.apart:], b.apart)
	}
}

// columnsOut copies rows of the columns from x.
func (k *kernels[T]) columnsOut(b block, rows int, y, x []T) {
	if b.count == lanes[T]() {
		k.join(rows, y[b.at:], b.apart, x)
		return
	}
	joinSome(rows, b.count, y[b.at:], b.apart, x)
}

// rowsIn copies rows of n numbers to columns of y, with zeros in lanes without a row.
func (k *kernels[T]) rowsIn(b block, n int, y, x []T) {
	columns, done := lanes[T](), 0
	if whole := 2 * n / columns; b.count == columns && whole > 0 {
		k.flip(whole, y, columns, x[b.at:], b.apart)
		done = whole * columns
	}
	for ; done < 2*n; done++ {
		to := y[done*columns:][:columns]
		for c := range b.count {
			to[c] = x[b.at+c*b.apart+done]
		}
		clear(to[b.count:])
	}
}

// rowsOut copies columns of x to rows of n numbers.
func (k *kernels[T]) rowsOut(b block, n int, y, x []T) {
	columns, done := lanes[T](), 0
	for ; b.count == columns && done+columns <= 2*n; done += columns {
		k.flip(1, y[b.at+done:], b.apart, x[done*columns:], columns)
	}
	for ; done < 2*n; done++ {
		from := x[done*columns:][:b.count]
		for c, v := range from {
			y[b.at+c*b.apart+done] = v
		}
	}
}
