package simd

import "unsafe"

// Fourier has the kernels of Fourier transforms. They process columns of complex numbers side by side: a row is 64
// bytes of real parts and 64 bytes of imaginary parts.
type Fourier[T float32 | float64] struct {
	radix  [6]radix[T]
	split  func(rows int, y, x *T, xs int)
	join   func(rows int, y *T, ys int, x *T)
	rotate func(rows int, y, w *T)

	sumOfRows func(times, n int, y, x *T, xs int, w *T)
}

type radix[T float32 | float64] func(times int, y *T, ys int, x *T, xs int, w *T)

// Radix writes the transforms of r rows of x, 2 to 5, that are xs rows apart to rows of y, from the first on, that are
// ys apart, and goes on with the rows after them, so many times. Row j of x, from 1 on, is multiplied by number j of w
// before, unless w is empty.
func (f *Fourier[T]) Radix(r, times int, y []T, first, ys int, x []T, xs int, w []T) {
	const row = 2 * Line
	f.radix[r](times, &y[first*row/int(unsafe.Sizeof(y[0]))], ys*row, &x[0], xs*row, unsafe.SliceData(w))
}

// Split writes complex numbers, a row of them every xs elements of x, as lines of their parts.
func (f *Fourier[T]) Split(rows int, y, x []T, xs int) {
	f.split(rows, &y[0], &x[0], xs*int(unsafe.Sizeof(x[0])))
}

// Join writes lines of parts as complex numbers, a row of them every ys elements of y.
func (f *Fourier[T]) Join(rows int, y []T, ys int, x []T) {
	f.join(rows, &y[0], ys*int(unsafe.Sizeof(x[0])), &x[0])
}

// Rotate multiplies the complex numbers of y by those of w, both in lines of their parts.
func (f *Fourier[T]) Rotate(rows int, y, w []T) { f.rotate(rows, &y[0], &w[0]) }

// SumOfRows writes the sum of n rows of x, which are xs rows apart, times the numbers w to a row of y, and goes on with
// the rows after them, so many times.
func (f *Fourier[T]) SumOfRows(times, n int, y, x []T, xs int, w []T) {
	const row = 2 * Line
	f.sumOfRows(times, n, &y[0], &x[0], xs*row, &w[0])
}
