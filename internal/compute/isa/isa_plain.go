//go:build (!amd64 && !arm64) || noasm

package isa

// Assembled says whether kernels in assembly are part of the program: on amd64 and arm64, unless the build tag noasm
// leaves them out.
const Assembled = false

// Best returns the greatest set that the processor has and the program has kernels for: Plain.
func Best() Set { return Plain }
