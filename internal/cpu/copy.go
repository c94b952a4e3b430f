package cpu

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/shape"
)

// bools views a Bool tensor's elements as numbers 0 and 1, which is how Go stores them.
func bools(b []bool) []uint8 {
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*uint8)(unsafe.Pointer(&b[0])), len(b))
}

// Copy writes the elements of src, read with strides from srcOff, to dst, written with strides from dstOff.
// A stride of zero in src repeats.
func Copy[T any](dst []T, dstOff int, dstStrides []int, src []T, srcOff int, srcStrides, dims []int) {
	if copyFlipped(dst, dstOff, dstStrides, src, srcOff, srcStrides, dims) {
		return
	}
	for w := shape.NewWalk(dims, dstStrides, srcStrides); w.Next(); {
		copyRow(dst, dstOff+w.Off[0], w.Step[0], src, srcOff+w.Off[1], w.Step[1], w.Inner)
	}
}

func copyRow[T any](dst []T, d, ds int, src []T, s, ss, n int) {
	switch {
	case n == 1:
		dst[d] = src[s]
	case ds == 1 && ss == 1:
		copy(dst[d:d+n], src[s:s+n])
	case ds == 1 && ss == 0:
		Fill(dst[d:d+n], src[s])
	case ds == 1:
		for i := range dst[d : d+n] {
			dst[d+i] = src[s]
			s += ss
		}
	default:
		for range n {
			dst[d] = src[s]
			d += ds
			s += ss
		}
	}
}

// Fill sets every element of dst to v.
func Fill[T any](dst []T, v T) {
	for i := range dst {
		dst[i] = v
	}
}

// CopyWhere overwrites dst with src where mask is true. Each is read with strides of its own over dims.
func CopyWhere[T any](dst []T, dstOff int, dstStrides []int, mask []bool, maskOff int, maskStrides []int,
	src []T, srcOff int, srcStrides, dims []int,
) {
	for w := shape.NewWalk(dims, dstStrides, maskStrides, srcStrides); w.Next(); {
		d, m, s := dstOff+w.Off[0], maskOff+w.Off[1], srcOff+w.Off[2]
		for range w.Inner {
			if mask[m] {
				dst[d] = src[s]
			}
			d, m, s = d+w.Step[0], m+w.Step[1], s+w.Step[2]
		}
	}
}
