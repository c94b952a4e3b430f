//go:build !noasm

package gemm

import "golang.org/x/sys/cpu"

var (
	sets32 = sets(
		&set[float32]{
			name: "avx512", rows: 12, cols: 32, masks: true, flip: transpose16, wide: tiles512F32x2[:], narrow: tiles512F32x1[:],
			listed: listeds512F32x2[:], listedNarrow: listeds512F32x1[:], ragged: raggeds512F32x2[:],
			raggedNarrow: raggeds512F32x1[:], copy: copies512, window: windows512, merge: merge512F32, inOrder: inOrders512F32x1[:],
			tilesIn:  []tilesInKernel[float32]{tilesIn512x1, tilesIn512x2, tilesIn512x3, tilesIn512x4},
			tilesOut: []tilesOutKernel[float32]{tilesOut512x1, tilesOut512x2, tilesOut512x3, tilesOut512x4}, tilesOf: tilesOf512, tileCost: 6,
		},
		&set[float32]{
			name: "avx2", rows: 6, cols: 16, wide: tiles256F32x2[:], ragged: raggeds256F32x2[:], window: windows256,
		},
		plain[float32]())
	sets64 = sets(
		&set[float64]{
			name: "avx512", rows: 12, cols: 16, masks: true, wide: tiles512F64x2[:], narrow: tiles512F64x1[:],
			listed: listeds512F64x2[:], listedNarrow: listeds512F64x1[:], ragged: raggeds512F64x2[:],
			raggedNarrow: raggeds512F64x1[:], copy: copies512, window: windows512, merge: merge512F64, inOrder: inOrders512F64x1[:],
		},
		&set[float64]{
			name: "avx2", rows: 6, cols: 8, wide: tiles256F64x2[:], ragged: raggeds256F64x2[:], window: windows256,
		},
		plain[float64]())
)

var (
	copies512  = [2]copyKernel{copyRows512x1, copyRows512x2}
	windows256 = []windowKernel{copyWindow256x1, copyWindow256x2, copyWindow256x3, copyWindow256x4}
	windows512 = []windowKernel{copyWindow512x1, copyWindow512x2, copyWindow512x3, copyWindow512x4}
)

// sets returns those of the sets that the processor can run, the best first.
func sets[T Float](avx512, avx2, plain *set[T]) []*set[T] {
	var can []*set[T]
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL {
		can = append(can, avx512)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		can = append(can, avx2)
	}
	return append(can, plain)
}
