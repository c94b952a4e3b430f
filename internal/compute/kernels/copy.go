package kernels

import (
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// bools views a Bool tensor's elements as the numbers 0 and 1, which is how Go stores them.
func bools(b []bool) []uint8 {
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*uint8)(unsafe.Pointer(&b[0])), len(b))
}

// Copy writes the elements of src, read with strides from srcOff, to dst, written with strides from dstOff.
// A stride of zero in src repeats.
func Copy[T any](dst []T, dstOff int, dstStrides []int, src []T, srcOff int, srcStrides, dims []int) {
	w := shape.NewWalk(dims, dstStrides, srcStrides)
	if copyFlipped(dst, dstOff, src, srcOff, w) ||
		len(dst) >= 2*copyShared && copyByParts(dst, dstOff, dstStrides, src, srcOff, srcStrides, dims) {
		return
	}
	copyRows(dst, dstOff, src, srcOff, w)
}

// copyRows copies the rows of w, or its columns if those are longer.
func copyRows[T any](dst []T, dstOff int, src []T, srcOff int, w *shape.Walk) {
	ds, ss, n := w.Step[0], w.Step[1], w.Inner
	w.Lengthen()
	for run, ok := w.NextRun(); ok; run, ok = w.NextRun() {
		d, s := dstOff+run.Off[0], srcOff+run.Off[1]
		if ds == 1 && ss == 1 && n > 1 {
			moveRows(dst, d, run.Step[0], src, s, run.Step[1], n, run.Rows)
			continue
		}
		columns := n < run.Rows && n < shortCopied && (ds != 1 || ss != 1)
		for rows := run.Rows; rows > 0; {
			some := 1
			if !columns {
				copyRow(dst, d, ds, src, s, ss, n)
			} else {
				some = min(rows, columnCopied)
				for j := range n {
					copyRow(dst, d+j*ds, run.Step[0], src, s+j*ss, run.Step[1], some)
				}
			}
			d += some * run.Step[0]
			s += some * run.Step[1]
			rows -= some
		}
	}
}

// shortCopied is the minimum length of rows that are not copied by columns; columnCopied is the number of rows
// copied at a time, few enough for the first-level cache.
const (
	shortCopied  = 64
	columnCopied = 128
)

// copyByParts is Copy on several processors; it reports whether there are several, and enough elements.
func copyByParts[T any](dst []T, dstOff int, dstStrides []int, src []T, srcOff int, srcStrides, dims []int) bool {
	size := shape.Size(dims)
	if size < 2*copyShared || par.Workers() == 1 {
		return false
	}
	axis := 0 // the longest axis
	for i, n := range dims {
		if n > dims[axis] {
			axis = i
		}
	}
	// What several processors share is allocated: these copies keep the arguments of small calls off the heap.
	n, ds, ss := slices.Clone(dims), slices.Clone(dstStrides), slices.Clone(srcStrides)
	par.Range(n[axis], 1+copyShared/(size/n[axis]), func(lo, hi int) {
		part := slices.Clone(n)
		part[axis] = hi - lo
		copyRows(dst, dstOff+lo*ds[axis], src, srcOff+lo*ss[axis], shape.NewWalk(part, ds, ss))
	})
	return true
}

// copyShared is the minimum number of elements to copy that is worth giving to another processor.
const copyShared = 64 << 10

func copyRow[T any](dst []T, d, ds int, src []T, s, ss, n int) {
	switch {
	case n == 1:
		dst[d] = src[s]
	case ds == 1 && ss == 1:
		copy(dst[d:d+n], src[s:s+n])
	case ds == 1 && ss == 0:
		Fill(dst[d:d+n], src[s])
	case ds == 1:
		Stepped(dst[d:d+n], src, s, ss)
	default:
		moveEach(dst, d, ds, src, s, ss, n)
	}
}

// Stepped writes the elements of src that are step apart, from index at on, to dst.
func Stepped[T any](dst, src []T, at, step int) {
	if step == 2 && unsafe.Sizeof(src[0]) == 4 && evens != nil {
		n := evens(numbers[float32](dst), numbers[float32](src[at:]))
		dst, at = dst[n:], at+2*n
	}
	moveEach(dst, 0, 1, src, at, step, len(dst))
}

// evens is [simd.Set.Evens], or nil.
var evens func(dst, src []float32) (done int)

// Fill sets every element of dst to v.
func Fill[T any](dst []T, v T) {
	const some = 64 // elements that are then copied to all others
	first := dst[:min(some, len(dst))]
	for i := range first {
		first[i] = v
	}
	for n := len(first); n < len(dst); {
		n += copy(dst[n:], dst[:min(n, 8<<10)])
	}
}

// Choose writes a to dst where mask is true and b elsewhere; a and b have len(dst) elements or one that repeats.
func Choose[E uint8 | uint16 | uint32 | uint64 | [2]uint64](dst []E, mask []bool, a, b []E) {
	par.Range(len(dst), sharedChoice, func(lo, hi int) {
		part := func(x []E) []E {
			if len(x) != len(dst) {
				return x
			}
			return x[lo:hi]
		}
		to, left, right := dst[lo:hi], part(a), part(b)
		switch unsafe.Sizeof(dst[lo]) {
		case 4:
			choose(numbers[float32](to), mask[lo:hi], numbers[float32](left), numbers[float32](right))
		case 8:
			chooseLong(numbers[float64](to), mask[lo:hi], numbers[float64](left), numbers[float64](right))
		default:
			chooseLoop(to, mask[lo:hi], left, right)
		}
	})
}

// sharedChoice is the minimum number of elements to choose that is worth giving to another processor.
const sharedChoice = 32 << 10

// choose is the loop of Choose for elements of four bytes, chooseLong for eight; vector code replaces them.
var (
	choose     = chooseLoop[float32]
	chooseLong = chooseLoop[float64]
)

func chooseLoop[E any](dst []E, mask []bool, a, b []E) {
	stepA, stepB := min(1, len(a)-1), min(1, len(b)-1)
	dst = dst[:len(mask)]
	for i, yes := range mask {
		v, w := b[i*stepB], a[i*stepA]
		if yes { // not a branch, which would be mispredicted
			v = w
		}
		dst[i] = v
	}
}
