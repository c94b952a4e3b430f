package kernels

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// Before a cache line is partly written, it must be read if no cache holds it; a whole line may be written past the
// caches (a streaming store). This halves the time of functions that compute little. A later reader of the result
// loses less, because the processor prefetches for it. See Unary.F32Past.

// pastFrom is the number of elements of a result from which it is assumed to be in no cache.
const pastFrom = 1 << 20

// pastLeast is the number of elements from which this is worthwhile: at its end, a call waits until everything is
// written.
const pastLeast = 4 << 10

// pastUnary is f with past for results that no cache holds, or nil if past is nil. A result that overwrites its
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

// pastBinary is pastUnary for two arguments; for a single number it uses the kernels vs and pastVS, if they exist.
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

// pastLines is pastBinary for integers if the result is aligned to a cache line.
func pastLines[T Int](f, past func(dst, a, b []T)) func(dst, a, b []T) {
	return func(dst, a, b []T) {
		if len(dst) < pastLeast || &dst[0] == &a[0] || &dst[0] == &b[0] || uintptr(unsafe.Pointer(&dst[0]))%simd.Line != 0 {
			f(dst, a, b)
			return
		}
		past(dst, a, b)
	}
}
