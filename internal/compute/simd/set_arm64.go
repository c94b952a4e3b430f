//go:build !noasm

package simd

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/isa"
)

// The kernels of Flip and LongFlip, whose distances are in bytes, and of StandardBy.
var TurnNEON, LongTurnNEON, StandardByNEON = flipNEON, longFlipNEON, standardByNEON

// Sets returns the kernels that may be used, the best first.
func Sets() []*Set {
	if isa.Use(isa.NEON) {
		return []*Set{&setNEON}
	}
	return nil
}

// byHalves builds a sum of many blocks from the kernel for one: the processor begins the next block while the
// additions of the previous one wait for each other.
func byHalves(one short) Pairwise {
	var sum short
	sum = func(n int, a, b *float32, m, r float32) float32 {
		if n <= 128 {
			return one(n, a, b, m, r)
		}
		half, next := n/16*8, (*float32)(nil)
		if b != nil {
			next = behind(b, half)
		}
		return sum(half, a, b, m, r) + sum(n-half, behind(a, half), next, m, r)
	}
	long := func(n, _ int, a, b *float32, m, r float32) float32 { return sum(n, a, b, m, r) }
	return Pairwise{[...]short{sum, sum, sum}, long, nil}
}

// rowsBy sums whole vectors of eight elements of each of eight rows that begin stride elements apart, with the
// kernel for a block.
func rowsBy(one short) func(n int, x *float32, stride int, y *float32) {
	return func(n int, x *float32, stride int, y *float32) {
		for i := range 8 {
			*behind(y, i) = one(n&^7, behind(x, i*stride), nil, 0, 0)
		}
	}
}

// behind returns the address of the n-th element after p.
func behind(p *float32, n int) *float32 { return (*float32)(unsafe.Add(unsafe.Pointer(p), 4*n)) }
