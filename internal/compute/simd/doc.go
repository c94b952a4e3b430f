// Package simd is loops over float32 arrays in vector assembly: elementwise functions, reductions and the passes that
// normalizations, poolings and optimizers are made of, for AVX-512 and for AVX2 with FMA.
//
// What the kernels compute, the loops of package cpu compute in Go: those are the plain twins that tests compare
// with, and they stay in use where no instruction set fits, under the build tag noasm, and for short rows.
// Arithmetic, sums, extremes and optimizer steps agree with their twins in every bit; the error bounds of the other
// functions are in docs/perf/vectors.md.
package simd

//go:generate go run -C avo . -out ../zz_simd_amd64.s -stubs ../zz_simd_amd64.go -pkg simd
