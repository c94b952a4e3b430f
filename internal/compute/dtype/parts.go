package dtype

import "unsafe"

// Parts32 returns the real and the imaginary parts of x in turn, in the same memory.
func Parts32(x []complex64) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(x))), 2*len(x))
}

// Parts64 is Parts32 of larger numbers.
func Parts64(x []complex128) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(x))), 2*len(x))
}
