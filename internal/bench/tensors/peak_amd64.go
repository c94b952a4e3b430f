//go:build !noasm

package tensors

import "github.com/msrepl/msrepl/internal/compute/isa"

// fma512 executes 12·n multiply-adds of 16 float32 in independent chains.
//
//go:noescape
func fma512(n int)

// fma256 executes 12·n multiply-adds of 8 float32.
//
//go:noescape
func fma256(n int)

// multiplyAdd executes multiply-adds with the instructions of a set and returns the number of operations, 0 for plain
// Go.
func multiplyAdd(set isa.Set, n int) float64 {
	switch set {
	case isa.AVX512:
		fma512(n)
		return 12 * 16 * 2 * float64(n)
	case isa.AVX2:
		fma256(n)
		return 12 * 8 * 2 * float64(n)
	}
	return 0
}
