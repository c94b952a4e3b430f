//go:build !noasm

package isa

// Assembled reports whether the program contains assembly kernels: on amd64 and arm64, unless built with the tag
// noasm.
const Assembled = true

// Best returns the best set that the processor supports: every arm64 that Go supports has NEON.
func Best() Set { return NEON }
