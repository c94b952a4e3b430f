package kernels

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/gemm"
	"github.com/msrepl/msrepl/internal/compute/par"
)

// Matrix is a matrix within data: its first element and the strides of its rows and columns.
type Matrix[T any] struct {
	Data     []T
	Off      int
	Row, Col int
}

// few is the number of multiplications up to which a product of floats is summed in order without fused operations,
// so that its digits can be checked by hand; larger products use package gemm.
const few = 16 * 16 * 16

// tiny is the number of multiplications up to which calling a kernel is not worthwhile.
const tiny = 24

// MatMul sets c, an m×n row-major matrix, to a·b, where a is m×k and b is k×n. No product is skipped: 0·NaN is NaN.
// Every element is a sum over k in order; large products of floats, real or complex, fuse multiplication and addition
// where the processor can.
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
	if 4*m*n*k > few && m >= fewRows { // a product of complex numbers takes four
		switch c := any(c).(type) {
		case []complex64:
			largeComplex(m, n, k, any(a).(Matrix[complex64]), any(b).(Matrix[complex64]), dtype.Parts32(c), dtype.Parts32)
			return
		case []complex128:
			largeComplex(m, n, k, any(a).(Matrix[complex128]), any(b).(Matrix[complex128]), dtype.Parts64(c), dtype.Parts64)
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

// fewRows is the number of rows below which splitting a matrix of complex numbers is not worthwhile.
const fewRows = 4

// largeComplex is MatMul by one product of real numbers: the adjacent parts of the elements in a row of a, times two
// rows for each row of b, one with its parts and one with those of √-1·b.
func largeComplex[C Complex, T gemm.Float](m, n, k int, a, b Matrix[C], c []T, halves func(x []C) []T) {
	if a.Col != 1 {
		rows := make([]C, m*k)
		for i := range m {
			for p := range k {
				rows[i*k+p] = a.Data[a.Off+i*a.Row+p*a.Col]
			}
		}
		a = Matrix[C]{rows, 0, k, 1}
	}
	left, right := halves(a.Data[a.Off:]), make([]T, 4*k*n)
	data := halves(b.Data)
	par.Range(k, 1+parallelHalves/n, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			row, turned := right[4*p*n:][:2*n], right[(4*p+2)*n:][:2*n]
			at := 2 * (b.Off + p*b.Row)
			for j := 0; j < 2*n; j, at = j+2, at+2*b.Col {
				re, im := data[at], data[at+1]
				row[j], row[j+1], turned[j], turned[j+1] = re, im, -im, re
			}
		}
	})
	gemm.Mul(m, 2*n, 2*k, gemm.Matrix[T]{First: &left[0], Row: 2 * a.Row, Col: 1},
		gemm.Matrix[T]{First: &right[0], Row: 2 * n, Col: 1}, &c[:2*m*n][0], 2*n, false)
}

// parallelHalves is the minimum number of complex numbers to split that is worth giving to another processor.
const parallelHalves = 1 << 13

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
