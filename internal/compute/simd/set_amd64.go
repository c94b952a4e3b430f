//go:build !noasm

package simd

import (
	"golang.org/x/sys/cpu"

	"github.com/msrepl/msrepl/internal/compute/isa"
)

// The kernels of Flip and LongFlip, whose distances are in bytes, and of StandardBy, for AVX-512 and for AVX2.
var (
	Turn512, LongTurn512, StandardBy512 = flip512, longFlip512, standardBy512
	Turn256, LongTurn256, StandardBy256 = flip256, longFlip256, standardBy256
)

// Sums with a long prefetch distance are faster on Zen 5 but a tenth to a quarter slower on Zen 4, which is the one
// without AVX-VNNI.
func init() {
	if !cpu.X86.HasAVXVNNI {
		set512.sum.far, set256.sum.far, ahead = nil, nil, aheadNear
	}
}

// Sets returns the kernels that may be used, the best first.
func Sets() []*Set {
	var can []*Set
	if isa.Use(isa.AVX512) {
		can = append(can, &set512)
	}
	if isa.Use(isa.AVX2) {
		can = append(can, &set256)
	}
	return can
}
