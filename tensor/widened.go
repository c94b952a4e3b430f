package tensor

import (
	"sync"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
)

// This file computes functions in Float32 of tensors that are not: the half types, and Int32 and Int64 where the
// result is a float. Elements are converted, computed and rounded some at a time, in memory that stays in the first
// cache.

// wideBand is how many elements that is. What would be left is part of the last band if it is less than wideRest, as
// kernels take few elements by other loops.
const (
	wideBand = 1024
	wideRest = 64
)

// wideRoom is memory for a band of a result and of two arguments.
type wideRoom [3][wideBand + wideRest]float32

var wideRooms = sync.Pool{New: func() any { return new(wideRoom) }}

// wideBandOf is how many elements of so many that are left the next band has.
func wideBandOf(left int) int {
	if left < wideBand+wideRest {
		return left
	}
	return wideBand
}

// widened returns n elements of x, which is of one of those dtypes or Float32, from a place of its storage on as
// Float32: where they are, or in room.
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

// wideTarget returns where n elements of y are to be computed: in their place, or in room.
func (y *Tensor) wideTarget(room []float32, at, n int) []float32 {
	if y.dtype == Float32 {
		return whole[float32](y)[at : at+n]
	}
	return room[:n]
}

// narrowInto writes what was computed in a wideTarget to y.
func (y *Tensor) narrowInto(at int, from []float32) {
	switch y.dtype {
	case Float16:
		kernels.HalfFromFloat32(whole[dtype.Half](y)[at:at+len(from)], from)
	case BFloat16:
		kernels.BF16FromFloat32(whole[dtype.BF16](y)[at:at+len(from)], from)
	}
}

// run1Wide computes y = f(x), which are contiguous and may be the same tensor.
func run1Wide(f func(dst, x []float32), y, x *Tensor) bool {
	if f == nil {
		return false
	}
	y.have()
	x.have()
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

// runWide is run where y, a or b is not Float32, in which the elements are computed.
func (p pairs) runWide(a, b *Tensor, s span2) bool {
	if p.test == nil && p.k.F32 == nil || p.test != nil && p.test.F32 == nil {
		return false
	}
	p.y.have()
	a.have()
	b.have()
	if s.ny < 2*shared {
		p.wideBands(a, b, s, 0, s.ny)
		return true
	}
	par.Range(s.ny, shared, func(lo, hi int) { p.wideBands(a, b, s, lo, hi) })
	return true
}

// wideBands computes the elements from lo to hi of those of a span.
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

// widePart is n elements, from the one at a place on, of an operand that has count elements beside all of a result, or
// the only one.
func widePart(room []float32, x *Tensor, off, count, all, at, n int) []float32 {
	if count != all {
		return x.widened(room, off, 1)
	}
	return x.widened(room, off+at, n)
}

// wideOperand returns x as Float32, or as it is if it is large and can be widened.
func (x *Tensor) wideOperand() *Tensor {
	if x.lay.size >= few && (isHalf(x.dtype) || x.dtype == Int32 || x.dtype == Int64) {
		return x
	}
	return x.as(Float32)
}

// wideRow is the length up to which rows are put together before their elements are converted.
const wideRow = 512
