//go:build !noasm

package tensors

import "golang.org/x/sys/cpu"

// fma512 makes 12·n multiply-adds of 16 float32, none of which waits for another.
//
//go:noescape
func fma512(n int)

// fma256 makes 12·n multiply-adds of 8 float32.
//
//go:noescape
func fma256(n int)

// multiplyAdd makes multiply-adds and returns the number of operations.
func multiplyAdd(n int) float64 {
	switch {
	case cpu.X86.HasAVX512F:
		fma512(n)
		return 12 * 16 * 2 * float64(n)
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		fma256(n)
		return 12 * 8 * 2 * float64(n)
	}
	return 0
}
