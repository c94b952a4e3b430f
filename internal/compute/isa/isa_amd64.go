//go:build !noasm

package isa

import "golang.org/x/sys/cpu"

// Assembled reports whether the program contains assembly kernels: on amd64 and arm64, unless built with the tag
// noasm.
const Assembled = true

// Best returns the best set that the processor supports.
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
