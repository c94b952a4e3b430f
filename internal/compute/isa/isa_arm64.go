//go:build !noasm

package isa

// Assembled says whether kernels in assembly are part of the program: on amd64 and arm64, unless the build tag noasm
// leaves them out.
const Assembled = true

// Best returns the greatest set that the processor has: every arm64 that Go supports has NEON.
func Best() Set { return NEON }
