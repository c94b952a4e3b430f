package kernels

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// Memory that no cache holds must be read before a part of a line is written; a whole line may be written past the
// caches. Functions that compute little take half the time then, and who reads the result next, ahead of whom the
// processor fetches, loses less. See Unary.F32Past.

// pastFrom is how many elements of a result are not expected in a cache in any case.
const pastFrom = 1 << 20

// pastLeast is the number of elements from which on that is worth while: in the end a call waits until all is
// written.
const pastLeast = 4 << 10

// pastUnary is f for results that no cache holds, nil if there is no kernel for that. A result in the place of its
// argument is in a cache.
func pastUnary(f func(dst, x []float32), k, past simd.Map1) func(dst, x []float32) {
	if past == nil {
		return nil
	}
	return func(dst, x []float32) {
		if len(dst) < pastLeast || &dst[0] == &x[0] {
			f(dst, x)
			return
		}
		k.RunPast(past, dst, x)
	}
}

// pastBinary is pastUnary for two arguments; with a number the kernels for that are used, if there are any.
func pastBinary[T float32 | float64](f func(dst, a, b []T), vv, pastVV simd.Binary[T], vs, pastVS simd.Scaled[T]) func(dst, a, b []T) {
	if pastVV == nil {
		return nil
	}
	return func(dst, a, b []T) {
		switch n := len(dst); {
		case n < pastLeast || len(a) != n || &dst[0] == &a[0] || &dst[0] == &b[0]:
			f(dst, a, b)
		case len(b) == n:
			vv.RunPast(pastVV, dst, a, b)
		case pastVS != nil:
			vs.RunPast(pastVS, dst, a, b[0])
		default:
			f(dst, a, b)
		}
	}
}

// pastLines is pastBinary for integers whose result begins with a line.
func pastLines[T Int](f, past func(dst, a, b []T)) func(dst, a, b []T) {
	return func(dst, a, b []T) {
		if len(dst) < pastLeast || &dst[0] == &a[0] || &dst[0] == &b[0] || uintptr(unsafe.Pointer(&dst[0]))%simd.Line != 0 {
			f(dst, a, b)
			return
		}
		past(dst, a, b)
	}
}
