// Package fft implements Fourier transforms of complex and real numbers, of any length.
//
// A plan transforms several columns at once, with real and imaginary parts in separate vectors, by the kernels of
// package simd. Rows are transposed to columns. A long row is treated as a matrix whose columns are transformed
// before its rows. Lengths with a large prime factor use Bluestein's algorithm, a convolution by longer transforms,
// in float64. All instruction sets compute the same digits.
package fft

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// Float is the constraint for the parts of complex numbers.
type Float interface{ float32 | float64 }

// transform describes the transform of each row.
type transform[T Float] struct {
	n       int
	inverse bool // with angles of opposite sign
	scale   T    // factor of the results
}

// Complex writes to dst, which may be src, the transforms of src along the middle of three axes, the second and third
// of n and inner elements, multiplied by scale.
func Complex[C complex64 | complex128](dst, src []C, n, inner int, inverse bool, scale float64) {
	if len(src) == 0 {
		return
	}
	switch d := any(dst).(type) {
	case []complex64:
		t := transform[float32]{n, inverse, float32(scale)}
		t.along(dtype.Parts32(d), dtype.Parts32(any(src).([]complex64)), inner)
	case []complex128:
		t := transform[float64]{n, inverse, scale}
		t.along(dtype.Parts64(d), dtype.Parts64(any(src).([]complex128)), inner)
	}
}

func (t transform[T]) along(dst, src []T, inner int) {
	n := t.n
	switch count := len(src) / (2 * n); {
	case inner == 1:
		t.rows(dst, 2*n, src, 2*n, count)
	case inner < lanes[T]()/4 || radices(n) == nil && n > 1:
		t.byRows(dst, src, inner)
	default:
		t.columns(dst, src, inner)
	}
}

// lanes returns how many columns are transformed at once.
func lanes[T Float]() int {
	var zero T
	return line / int(unsafe.Sizeof(zero))
}

const line = 64
