package dtype

import "unsafe"

// Parts32 returns x as alternating real and imaginary parts, in the same memory.
func Parts32(x []complex64) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(x))), 2*len(x))
}

// Parts64 is Parts32 for complex128.
func Parts64(x []complex128) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(x))), 2*len(x))
}
