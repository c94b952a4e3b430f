//go:build !noasm

package isa

import "golang.org/x/sys/cpu"

// Assembled says whether kernels in assembly are part of the program: on amd64 and arm64, unless the build tag noasm
// leaves them out.
const Assembled = true

// Best returns the greatest set that the processor has.
func Best() Set {
	x := cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA || !x.HasBMI2:
		return Plain
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL:
		return AVX512
	}
	return AVX2
}
