package simd

import "unsafe"

// FlipRows and LongFlipRows are the number of rows that Flip and LongFlip transpose at once.
const (
	FlipRows     = 16
	LongFlipRows = 8
)

// Flip writes n·16 elements each of 16 rows of x, which begin xs elements apart, as columns to rows of y, which are
// ys apart.
func (s *Set) Flip(n int, y []float32, ys int, x []float32, xs int) {
	flip(s.flip, FlipRows, n, y, ys, x, xs)
}

// LongFlip is Flip of n·8 elements each of 8 rows.
func (s *Set) LongFlip(n int, y []float64, ys int, x []float64, xs int) {
	flip(s.longFlip, LongFlipRows, n, y, ys, x, xs)
}

func flip[T float32 | float64](kernel func(n int, y *T, ys int, x *T, xs int), edge, n int, y []T, ys int, x []T, xs int) {
	_, _ = y[(edge*n-1)*ys+edge-1], x[(edge-1)*xs+edge*n-1]
	size := int(unsafe.Sizeof(y[0]))
	kernel(n, &y[0], size*ys, &x[0], size*xs)
}
