package kernels

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// Tile sizes of a transposition: eight cache lines a power of two apart still fit into one set of the first-level
// cache.
const (
	flipTile   = 8
	flipShared = 64 << 10 // elements worth giving to another processor
	flipBand   = 64       // rows written together

	flipAligned = 16 // four-byte elements in a cache line
)

// copyFlipped is copyRows for matrices stored by rows in dst and by columns in src; it reports whether they are.
func copyFlipped[T any](dst []T, dstOff int, src []T, srcOff int, w *shape.Walk) bool {
	if w.Step[0] != 1 || w.Step[1] <= 1 || w.Inner < flipTile {
		return false
	}
	rows, apart, ok := w.Take(1, 1, flipTile)
	if !ok {
		return false
	}
	cols, ds, ss := w.Inner, apart[0], w.Step[1]
	// Cache lines shared by two bands are fetched twice, mostly in an order that the prefetcher does not predict.
	band := flipBand
	if ds%flipAligned != 0 || ss%flipAligned != 0 {
		band = rows
	}
	for w.Next() {
		d, s := dstOff+w.Off[0], srcOff+w.Off[1]
		par.Range((rows+flipBand-1)/flipBand, 1+flipShared/(cols*flipBand), func(lo, hi int) {
			end := min(rows, hi*flipBand)
			for i := lo * flipBand; i < end; i += band {
				flipRows(dst, d+i*ds, ds, src[s+i:], ss, min(band, end-i), cols)
			}
		})
	}
	return true
}

// flipRows copies rows: those of dst begin at to and are ds apart, columns of src are ss apart. Rows may be reversed
// in dst. The last block of vectors overlaps the one before it.
func flipRows[T any](dst []T, to, ds int, src []T, ss, rows, cols int) {
	if edge := flipEdge[T](); edge > 0 && ds > 0 && rows >= edge && cols >= edge {
		for j := 0; j < cols; j += edge {
			first := min(j, cols-edge)
			flipBlocks(rows/edge, dst[to+first:], ds, src[first*ss:], ss)
			if last := rows - edge; rows%edge > 0 {
				flipBlocks(1, dst[to+last*ds+first:], ds, src[first*ss+last:], ss)
			}
		}
		return
	}
	for j := 0; j < cols; j += flipTile {
		for i := 0; i < rows; i += flipTile {
			flip(dst, to+i*ds+j, ds, src[i+j*ss:], ss, min(flipTile, rows-i), min(flipTile, cols-j))
		}
	}
}

// flipWords and flipLongs are [simd.Set.Flip] and [simd.Set.LongFlip], if available.
var (
	flipWords func(n int, dst []float32, ds int, src []float32, ss int)
	flipLongs func(n int, dst []float64, ds int, src []float64, ss int)
)

// flipEdge returns the number of rows that flipBlocks transposes at once, 0 if it does not support T.
func flipEdge[T any]() int {
	var zero T
	switch size := unsafe.Sizeof(zero); {
	case size == 4 && flipWords != nil:
		return simd.FlipRows
	case size == 8 && flipLongs != nil:
		return simd.LongFlipRows
	}
	return 0
}

// flipBlocks transposes n blocks: rows of dst are ds apart, columns of src ss.
func flipBlocks[T any](n int, dst []T, ds int, src []T, ss int) {
	if unsafe.Sizeof(dst[0]) == 4 {
		flipWords(n, numbers[float32](dst), ds, numbers[float32](src), ss)
		return
	}
	flipLongs(n, numbers[float64](dst), ds, numbers[float64](src), ss)
}

// numbers views elements as numbers of the same size, for moves only.
func numbers[F float32 | float64 | uint32, T any](x []T) []F {
	return unsafe.Slice((*F)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// flip copies a tile: rows of dst begin at to and are ds apart, columns of src ss.
func flip[T any](dst []T, to, ds int, src []T, ss, rows, cols int) {
	for i := range rows {
		row := dst[to+i*ds:][:cols]
		at := i
		for j := range row {
			row[j] = src[at]
			at += ss
		}
	}
}
