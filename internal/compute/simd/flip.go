package simd

// FlipRows is how many rows Flip turns at once.
const FlipRows = 16

// Flip writes n·16 elements each of 16 rows of x, which begin xs elements apart, as columns to rows of y, which are
// ys apart.
func (s *Set) Flip(n int, y []float32, ys int, x []float32, xs int) {
	_, _ = y[(16*n-1)*ys+15], x[15*xs+16*n-1]
	s.flip(n, &y[0], 4*ys, &x[0], 4*xs)
}
