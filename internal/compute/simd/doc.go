// Package simd provides loops over float32 arrays in vector assembly: elementwise functions, reductions and the
// passes of normalizations, poolings and optimizers, for AVX-512 and for AVX2 with FMA.
//
// The loops of package kernels compute the same in Go. Tests compare the two, and the Go loops are used if no
// instruction set fits, under the build tag noasm, and for short rows. Arithmetic, sums, extremes and optimizer
// steps agree bit for bit with the Go loops; the error bounds of the other functions are in docs/perf/vectors.md.
package simd

//go:generate go run -C avo . -out ../zz_simd_amd64.s -stubs ../zz_simd_amd64.go -pkg simd
