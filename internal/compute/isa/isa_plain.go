//go:build (!amd64 && !arm64) || noasm

package isa

// Assembled reports whether the program contains assembly kernels: on amd64 and arm64, unless built with the tag
// noasm.
const Assembled = false

// Best returns the best set that the program has kernels for: Plain.
func Best() Set { return Plain }
