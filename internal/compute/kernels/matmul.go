package kernels

import "github.com/msrepl/msrepl/internal/compute/gemm"

// Matrix is a matrix within data: its first element and the strides of its rows and columns.
type Matrix[T any] struct {
	Data     []T
	Off      int
	Row, Col int
}

// few is the number of multiplications up to which a product of floats is summed in order without fusing, so that its
// digits can be followed by hand; more are left to package gemm.
const few = 16 * 16 * 16

// tiny is the number of multiplications up to which a call of a kernel does not pay.
const tiny = 24

// MatMul sets c, an m×n row-major matrix, to a·b, where a is m×k and b is k×n. No product is skipped: 0·NaN is NaN.
// Every element is a sum over k in order; large products of floats fuse multiplication and addition where the
// processor can.
func MatMul[T Number](m, n, k int, a, b Matrix[T], c []T) {
	if m*n*k > few {
		switch c := any(c).(type) {
		case []float32:
			large(m, n, k, any(a).(Matrix[float32]), any(b).(Matrix[float32]), c)
			return
		case []float64:
			large(m, n, k, any(a).(Matrix[float64]), any(b).(Matrix[float64]), c)
			return
		}
	}
	if m*n == 0 { // b may have no data behind its offset
		return
	}
	if m*n*k > tiny {
		switch c := any(c).(type) {
		case []float32:
			if small(m, n, k, any(a).(Matrix[float32]), any(b).(Matrix[float32]), c) {
				return
			}
		case []float64:
			if small(m, n, k, any(a).(Matrix[float64]), any(b).(Matrix[float64]), c) {
				return
			}
		}
	}
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

// small computes a product of rows as matMulRows does, if there are kernels for it.
func small[T gemm.Float](m, n, k int, a, b Matrix[T], c []T) bool {
	return gemm.MulInOrder(m, n, k, gemm.Matrix[T]{First: &a.Data[a.Off], Row: a.Row, Col: a.Col},
		gemm.Matrix[T]{First: &b.Data[b.Off], Row: b.Row, Col: b.Col}, &c[:m*n][0], n)
}

func large[T gemm.Float](m, n, k int, a, b Matrix[T], c []T) {
	gemm.Mul(m, n, k, gemm.Matrix[T]{First: &a.Data[a.Off], Row: a.Row, Col: a.Col},
		gemm.Matrix[T]{First: &b.Data[b.Off], Row: b.Row, Col: b.Col}, &c[:m*n][0], n, false)
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

// MatMulAdd is MatMul with row, n elements, added to every row of c.
func MatMulAdd[T gemm.Float](m, n, k int, a, b Matrix[T], row, c []T) {
	if m*n*k > few {
		gemm.MulAdd(m, n, k, gemm.Matrix[T]{First: &a.Data[a.Off], Row: a.Row, Col: a.Col},
			gemm.Matrix[T]{First: &b.Data[b.Off], Row: b.Row, Col: b.Col}, &c[:m*n][0], n, row)
		return
	}
	MatMul(m, n, k, a, b, c)
	for i := range m {
		to := c[i*n : i*n+n]
		for j, v := range row[:n] {
			to[j] += v
		}
	}
}
