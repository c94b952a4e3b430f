package cpu

// Matrix is a matrix within data: its first element and the strides of its rows and columns.
type Matrix[T any] struct {
	Data     []T
	Off      int
	Row, Col int
}

// MatMul sets c, an m×n row-major matrix, to a·b, where a is m×k and b is k×n. Every element is summed over k in order in the element type, so that the digits do not depend on
// the shapes, and no product is skipped: 0·NaN is NaN.
func MatMul[T Number](m, n, k int, a, b Matrix[T], c []T) {
	if b.Col == 1 {
		matMulRows(m, n, k, a, b, c)
		return
	}
	for i := range m {
		for j := range n {
			var s T
			p, q := a.Off+i*a.Row, b.Off+j*b.Col
			for range k {
				s += T(a.Data[p] * b.Data[q]) // the conversion forbids fusing
				p += a.Col
				q += b.Row
			}
			c[i*n+j] = s
		}
	}
}

// matMulRows adds multiples of b's rows, which are contiguous.
func matMulRows[T Number](m, n, k int, a, b Matrix[T], c []T) {
	for i := range m {
		row := c[i*n : i*n+n]
		clear(row)
		for p := range k {
			v := a.Data[a.Off+i*a.Row+p*a.Col]
			at := b.Off + p*b.Row
			right := b.Data[at : at+n][:len(row)]
			for j, w := range right {
				row[j] += T(v * w)
			}
		}
	}
}
