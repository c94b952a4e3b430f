//go:build !amd64 || noasm

package simd

// Assembled says whether the kernels are part of the program: on amd64, unless the build tag noasm leaves them out.
const Assembled = false

// Sets returns the kernels that the processor can run: none.
func Sets() []*Set { return nil }
