//go:build !noasm

package gemm

import (
	"github.com/msrepl/msrepl/internal/compute/isa"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

var (
	sets32 = sets(neon(&set[float32]{
		cols: 16, lanes: 16, flip: simd.TurnNEON, multiple: simd.StandardByNEON,
		wide: tilesNEONF32, ragged: raggedsNEONF32, inOrder: inOrdersNEONF32,
		merge: mergeNEONF32, dot: dotNEONF32, turning: turningsNEONF32,
	}))
	sets64 = sets(neon(&set[float64]{
		cols: 8, lanes: 8, flip: simd.LongTurnNEON,
		wide: tilesNEONF64, ragged: raggedsNEONF64, inOrder: inOrdersNEONF64,
		merge: mergeNEONF64, dot: dotNEONF64, turning: turningsNEONF64,
	}))
)

// neon fills in what the sets of both types have in common. Their tiles accept rows of any length.
func neon[T Float](s *set[T]) *set[T] {
	s.name, s.rows, s.turns, s.tallTurns, s.raggedNarrow, s.inOrderNarrow = "neon", 6, 8, 8, s.ragged, s.inOrder
	s.copy = [2]copyKernel{copyRowsNEON}
	s.window = []windowKernel{copyWindowNEONx1, copyWindowNEONx2, copyWindowNEONx3, copyWindowNEONx4}
	return s
}

// sets returns the sets that may be used, best first.
func sets[T Float](neon *set[T]) []*set[T] {
	if isa.Use(isa.NEON) {
		return []*set[T]{neon, plain[T]()}
	}
	return []*set[T]{plain[T]()}
}
