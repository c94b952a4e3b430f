//go:build !noasm

package simd

import "golang.org/x/sys/cpu"

// Assembled says whether the kernels are part of the program: on amd64, unless the build tag noasm leaves them out.
const Assembled = true

// Sets returns the kernels that the processor can run, the best first.
func Sets() []*Set {
	var can []*Set
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasBMI2 {
		can = append(can, &set512)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI2 {
		can = append(can, &set256)
	}
	return can
}
