package cpu

import (
	"github.com/msrepl/msrepl/internal/par"
	"github.com/msrepl/msrepl/internal/shape"
)

// Tiles of a transposition: eight lines of memory that are a power of two apart still fit into one set of the first cache.
const (
	flipTile   = 8
	flipShared = 64 << 10 // elements worth giving to another processor
)

// copyFlipped is Copy for matrices, the last two axes of dims, that lie by rows in dst and by columns in src; it says whether they do.
func copyFlipped[T any](dst []T, dstOff int, dstStrides []int, src []T, srcOff int, srcStrides, dims []int) bool {
	n := len(dims) - 2
	if n < 0 || dstStrides[n+1] != 1 || srcStrides[n] != 1 || srcStrides[n+1] <= 1 || dims[n] < flipTile || dims[n+1] < flipTile {
		return false
	}
	rows, cols := dims[n], dims[n+1]
	for w := shape.NewWalk(dims[:n], dstStrides[:n], srcStrides[:n]); w.Next(); {
		for k := range w.Inner {
			d, s := dstOff+w.Off[0]+k*w.Step[0], srcOff+w.Off[1]+k*w.Step[1]
			par.Range((rows+flipTile-1)/flipTile, 1+flipShared/(cols*flipTile), func(lo, hi int) {
				for j := 0; j < cols; j += flipTile {
					for i := lo * flipTile; i < min(rows, hi*flipTile); i += flipTile {
						flip(dst[d+i*dstStrides[n]+j:], dstStrides[n], src[s+i+j*srcStrides[n+1]:], srcStrides[n+1],
							min(flipTile, rows-i), min(flipTile, cols-j))
					}
				}
			})
		}
	}
	return true
}

// flip copies a tile: rows of dst are ds apart, columns of src ss.
func flip[T any](dst []T, ds int, src []T, ss, rows, cols int) {
	for i := range rows {
		to := dst[i*ds:][:cols]
		at := i
		for j := range to {
			to[j] = src[at]
			at += ss
		}
	}
}
