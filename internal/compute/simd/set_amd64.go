//go:build !noasm

package simd

import "github.com/msrepl/msrepl/internal/compute/isa"

// Turn512 and Turn256 write 16 rows of 16·n words of x, which begin xs bytes apart, as columns of rows of y that are ys
// bytes apart, by AVX-512 and by AVX2.
var Turn512, Turn256 = flip512, flip256

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
