//go:build !noasm

package gemm

import (
	"github.com/msrepl/msrepl/internal/compute/isa"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

var (
	sets32 = sets(
		&set[float32]{
			name: "avx512", rows: 12, cols: 32, lanes: 16, flip: simd.Turn512, multiple: simd.StandardBy512,
			wide: tiles512F32x2[:], narrow: tiles512F32x1[:],
			few: 16, listed: listeds512F32x2[:], listedNarrow: listeds512F32x1[:], ragged: raggeds512F32x2[:],
			raggedNarrow: raggeds512F32x1[:], copy: copies512, window: windows512, merge: merge512F32, dot: dot512F32,
			splitPairs: splitPairs256, joinPairs: joinPairs256,
			inOrderNarrow: inOrders512F32x1[:],
			turns:         10, tallTurns: 10, turning: []turning[float32]{
				{32, turning512F32x2[:]}, {16, turning512F32x1[:]}, {8, turning256F32x1[:]}, {4, turning128F32x1[:]},
			},
			tilesIn:  []tilesInKernel[float32]{tilesIn512x1, tilesIn512x2, tilesIn512x3, tilesIn512x4},
			tilesOut: []tilesOutKernel[float32]{tilesOut512x1, tilesOut512x2, tilesOut512x3, tilesOut512x4}, tilesOf: tilesOf512, tileCost: 6,
			channelSums: channelSums512F32,
			channelDots: []channelDotsKernel[float32]{channelDots512F32x1, channelDots512F32x2},
		},
		&set[float32]{
			name: "avx2", rows: 6, cols: 16, lanes: 8, flip: simd.Turn256, multiple: simd.StandardBy256,
			wide: tiles256F32x2[:], narrow: tiles256F32x1[:],
			few: 12, listed: listeds256F32x2[:], listedNarrow: listeds256F32x1[:], ragged: raggeds256F32x2[:],
			raggedNarrow: raggeds256F32x1[:], copy: copies256, window: windows256, merge: merge256F32, dot: dot256F32,
			splitPairs: splitPairs256, joinPairs: joinPairs256,
			inOrder: inOrders256F32x2[:], inOrderNarrow: inOrders256F32x1[:],
			turns: 10, tallTurns: 8,
			turning:  []turning[float32]{{16, turning256F32x2[:]}, {8, turning256F32x1[:]}, {4, turning128F32x1[:]}},
			tilesIn:  []tilesInKernel[float32]{tilesIn256x1, tilesIn256x2, tilesIn256x3, tilesIn256x4},
			tilesOut: []tilesOutKernel[float32]{tilesOut256x1, tilesOut256x2, tilesOut256x3, tilesOut256x4}, tilesOf: tilesOf256, tileCost: 6,
			channelSums: channelSums256F32,
			channelDots: []channelDotsKernel[float32]{channelDots256F32x1, channelDots256F32x2},
		},
		plain[float32]())
	sets64 = sets(
		&set[float64]{
			name: "avx512", rows: 12, cols: 16, lanes: 8, flip: simd.LongTurn512,
			wide: tiles512F64x2[:], narrow: tiles512F64x1[:],
			few: 16, listed: listeds512F64x2[:], listedNarrow: listeds512F64x1[:], ragged: raggeds512F64x2[:],
			raggedNarrow: raggeds512F64x1[:], copy: copies512, window: windows512, merge: merge512F64, dot: dot512F64,
			inOrderNarrow: inOrders512F64x1[:],
			turns:         10, tallTurns: 10, turning: []turning[float64]{
				{16, turning512F64x2[:]}, {8, turning512F64x1[:]}, {4, turning256F64x1[:]}, {2, turning128F64x1[:]},
			},
		},
		&set[float64]{
			name: "avx2", rows: 6, cols: 8, lanes: 4, flip: simd.LongTurn256,
			wide: tiles256F64x2[:], narrow: tiles256F64x1[:],
			few: 12, listed: listeds256F64x2[:], listedNarrow: listeds256F64x1[:], ragged: raggeds256F64x2[:],
			raggedNarrow: raggeds256F64x1[:], copy: copies256, window: windows256, merge: merge256F64, dot: dot256F64,
			inOrder: inOrders256F64x2[:], inOrderNarrow: inOrders256F64x1[:],
			turns: 8, tallTurns: 8,
			turning: []turning[float64]{{8, turning256F64x2[:]}, {4, turning256F64x1[:]}, {2, turning128F64x1[:]}},
		},
		plain[float64]())
)

var (
	copies256  = [2]copyKernel{copyRows256x1}
	copies512  = [2]copyKernel{copyRows512x1, copyRows512x2}
	windows256 = []windowKernel{copyWindow256x1, copyWindow256x2, copyWindow256x3, copyWindow256x4}
	windows512 = []windowKernel{copyWindow512x1, copyWindow512x2, copyWindow512x3, copyWindow512x4}
)

// sets returns the sets that may be used, best first.
func sets[T Float](avx512, avx2, plain *set[T]) []*set[T] {
	var can []*set[T]
	avx512.half = avx2
	if isa.Use(isa.AVX512) {
		can = append(can, avx512)
	}
	if isa.Use(isa.AVX2) {
		can = append(can, avx2)
	}
	return append(can, plain)
}
