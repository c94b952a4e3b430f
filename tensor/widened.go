package tensor

import (
	"sync"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
)

// This file computes Float32 functions of tensors of other dtypes: the half types, and Int32 and Int64 if the result
// is a float. Elements are converted, computed and rounded in bands, in memory that stays in the first-level cache.

// wideBand is the number of elements in a band. A remainder of less than wideRest elements is added to the last
// band, as kernels treat short rows with other loops.
const (
	wideBand = 1024
	wideRest = 64
)

// wideRoom is a buffer for a band of a result and two arguments.
type wideRoom [3][wideBand + wideRest]float32

var wideRooms = sync.Pool{New: func() any { return new(wideRoom) }}

// wideBandOf returns the length of the next band if left elements remain.
func wideBandOf(left int) int {
	if left < wideBand+wideRest {
		return left
	}
	return wideBand
}

// widened returns n elements of x, which is Float32 or a supported dtype, starting at index at of its storage, as
// Float32: in place, or copied to room.
func (x *Tensor) widened(room []float32, at, n int) []float32 {
	switch x.dtype {
	case Int32:
		kernels.Int32ToFloat32(room[:n], whole[int32](x)[at:at+n])
	case Int64:
		kernels.Int64ToFloat32(room[:n], whole[int64](x)[at:at+n])
	case Float16:
		kernels.HalfToFloat32(room[:n], whole[dtype.Half](x)[at:at+n])
	case BFloat16:
		kernels.BF16ToFloat32(room[:n], whole[dtype.BF16](x)[at:at+n])
	default:
		return whole[float32](x)[at : at+n]
	}
	return room[:n]
}

// wideTarget returns where to compute n elements of y: in place, or in room.
func (y *Tensor) wideTarget(room []float32, at, n int) []float32 {
	if y.dtype == Float32 {
		return whole[float32](y)[at : at+n]
	}
	return room[:n]
}

// narrowInto writes results from a wideTarget to y.
func (y *Tensor) narrowInto(at int, from []float32) {
	switch y.dtype {
	case Float16:
		kernels.HalfFromFloat32(whole[dtype.Half](y)[at:at+len(from)], from)
	case BFloat16:
		kernels.BF16FromFloat32(whole[dtype.BF16](y)[at:at+len(from)], from)
	}
}

// run1Wide computes y = f(x), which must be contiguous and may be the same tensor.
func run1Wide(f func(dst, x []float32), y, x *Tensor) bool {
	if f == nil {
		return false
	}
	y.allocate()
	x.allocate()
	par.Range(y.lay.size, shared, func(lo, hi int) {
		room := wideRooms.Get().(*wideRoom)
		for n := 0; lo < hi; lo += n {
			n = wideBandOf(hi - lo)
			to := y.wideTarget(room[0][:], y.off+lo, n)
			f(to, x.widened(to, x.off+lo, n))
			y.narrowInto(y.off+lo, to)
		}
		wideRooms.Put(room)
	})
	return true
}

// runWide is run if y, a or b is not Float32, in which the elements are computed.
func (p pairs) runWide(a, b *Tensor, s span2) bool {
	if p.test == nil && p.k.F32 == nil || p.test != nil && p.test.F32 == nil {
		return false
	}
	p.y.allocate()
	a.allocate()
	b.allocate()
	if s.ny < 2*shared {
		p.wideBands(a, b, s, 0, s.ny)
		return true
	}
	par.Range(s.ny, shared, func(lo, hi int) { p.wideBands(a, b, s, lo, hi) })
	return true
}

// wideBands computes elements lo to hi of a span.
func (p pairs) wideBands(a, b *Tensor, s span2, lo, hi int) {
	room := wideRooms.Get().(*wideRoom)
	for n := 0; lo < hi; lo += n {
		n = wideBandOf(hi - lo)
		left, right := widePart(room[1][:], a, s.a, s.na, s.ny, lo, n), widePart(room[2][:], b, s.b, s.nb, s.ny, lo, n)
		if p.test != nil {
			p.test.F32(whole[bool](p.y)[s.y+lo:s.y+lo+n], left, right)
			continue
		}
		to := p.y.wideTarget(room[0][:], s.y+lo, n)
		p.k.F32(to, left, right)
		p.y.narrowInto(s.y+lo, to)
	}
	wideRooms.Put(room)
}

// widePart returns n elements, starting at index at, of an operand with count elements: all elements of a result, or
// a single one that repeats.
func widePart(room []float32, x *Tensor, off, count, all, at, n int) []float32 {
	if count != all {
		return x.widened(room, off, 1)
	}
	return x.widened(room, off+at, n)
}

// wideOperand returns x converted to Float32, or x itself if it is large and can be converted in bands.
func (x *Tensor) wideOperand() *Tensor {
	if x.lay.size >= few && (isHalf(x.dtype) || x.dtype == Int32 || x.dtype == Int64) {
		return x
	}
	return x.as(Float32)
}

// wideRow is the length up to which rows are combined before conversion.
const wideRow = 512
