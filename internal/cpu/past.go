package cpu

import "github.com/msrepl/msrepl/internal/vec"

// Memory that no cache holds must be read before a part of a line is written; a whole line may be written past the caches. Functions that
// compute little take half the time then, and who reads the result next, ahead of whom the processor fetches, loses less. See
// Unary.F32Past.

// pastFrom is how many elements of a result are not expected in a cache in any case.
const pastFrom = 1 << 20

// pastLeast is the number of elements from which on that is worth while: in the end a call waits until all is written.
const pastLeast = 4 << 10

// pastUnary is f for results that no cache holds, nil if there is no kernel for that. A result in the place of its argument is in a cache.
func pastUnary(f func(dst, x []float32), k, past vec.Map1) func(dst, x []float32) {
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
func (e vector2) pastBinary(f func(dst, a, b []float32)) func(dst, a, b []float32) {
	if e.pastVV == nil {
		return nil
	}
	return func(dst, a, b []float32) {
		switch n := len(dst); {
		case n < pastLeast || len(a) != n || &dst[0] == &a[0] || &dst[0] == &b[0]:
			f(dst, a, b)
		case len(b) == n:
			e.vv.RunPast(e.pastVV, dst, a, b)
		case e.pastVS != nil:
			e.vs.RunPast(e.pastVS, dst, a, b[0])
		default:
			f(dst, a, b)
		}
	}
}
