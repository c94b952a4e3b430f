package cpu

// MatMul sets c, an m×n row-major matrix, to a·b. a is m×k and b is k×n, each with a row and a column
// stride. Every element is summed over k in order in the element type, so that the digits do not depend on
// the shapes, and no product is skipped: 0·NaN is NaN.
func MatMul[T Number](m, n, k int, a []T, ars, acs int, b []T, brs, bcs int, c []T) {
	if bcs == 1 {
		matMulRows(m, n, k, a, ars, acs, b, brs, c)
		return
	}
	for i := range m {
		for j := range n {
			var s T
			p, q := i*ars, j*bcs
			for range k {
				s += T(a[p] * b[q]) // the conversion forbids fusing
				p += acs
				q += brs
			}
			c[i*n+j] = s
		}
	}
}

// matMulRows adds multiples of b's rows, which are contiguous.
func matMulRows[T Number](m, n, k int, a []T, ars, acs int, b []T, brs int, c []T) {
	for i := range m {
		row := c[i*n : i*n+n]
		clear(row)
		for p := range k {
			v := a[i*ars+p*acs]
			for j, w := range b[p*brs : p*brs+n] {
				row[j] += T(v * w)
			}
		}
	}
}
