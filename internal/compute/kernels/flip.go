package kernels

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// Tiles of a transposition: eight lines of memory that are a power of two apart still fit into one set of the first
// cache.
const (
	flipTile   = 8
	flipShared = 64 << 10 // elements worth giving to another processor
	flipBand   = 64       // rows that are written together
)

// copyFlipped is copyRows for matrices that dst has by rows and src by columns; it says whether they do.
func copyFlipped[T any](dst []T, dstOff int, src []T, srcOff int, w *shape.Walk) bool {
	if w.Step[0] != 1 || w.Step[1] <= 1 || w.Inner < flipTile {
		return false
	}
	rows, apart, ok := w.Take(1, 1, flipTile)
	if !ok {
		return false
	}
	cols, ds, ss := w.Inner, apart[0], w.Step[1]
	for w.Next() {
		d, s := dstOff+w.Off[0], srcOff+w.Off[1]
		par.Range((rows+flipBand-1)/flipBand, 1+flipShared/(cols*flipBand), func(lo, hi int) {
			for i := lo * flipBand; i < min(rows, hi*flipBand); i += flipBand {
				flipRows(dst, d+i*ds, ds, src[s+i:], ss, min(flipBand, rows-i), cols)
			}
		})
	}
	return true
}

// flipRows copies rows: those of dst begin at to and are ds apart, columns of src ss. Rows may lie backward in dst.
func flipRows[T any](dst []T, to, ds int, src []T, ss, rows, cols int) {
	row, col := 0, 0 // what is done
	if unsafe.Sizeof(dst[0]) == 4 && flipWords != nil && ds > 0 {
		row, col = rows/simd.FlipRows*simd.FlipRows, cols/simd.FlipRows*simd.FlipRows
		for j := 0; j < col && row > 0; j += simd.FlipRows {
			flipWords(row/simd.FlipRows, floats(dst[to+j:]), ds, floats(src[j*ss:]), ss)
		}
	}
	for j := 0; j < cols; j += flipTile {
		first := 0
		if j < col {
			first = row
		}
		for i := first; i < rows; i += flipTile {
			flip(dst, to+i*ds+j, ds, src[i+j*ss:], ss, min(flipTile, rows-i), min(flipTile, cols-j))
		}
	}
}

// flipWords is [simd.Set.Flip] where there is one: n·16 rows of dst, which are ds apart, become n·16 elements each of
// 16 rows of src, ss apart.
var flipWords func(n int, dst []float32, ds int, src []float32, ss int)

// floats views elements of four bytes as numbers, to be moved only.
func floats[T any](x []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
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
