package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// This file picks the loop of a kernel table for a dtype, once per op. A run function reports whether the
// kernel has a loop for the dtype; the half types are computed in float32 and Bool as UInt8.

func loop1[E any](f func(dst, x []E), y, x *Tensor) bool {
	if f == nil {
		return false
	}
	y.have()
	x.have()
	dst, src := near[E](y), near[E](x)
	if len(dst) < 2*shared {
		f(dst, src)
		return true
	}
	par.Range(len(dst), shared, func(lo, hi int) { f(dst[lo:hi], src[lo:hi]) })
	return true
}

// shared is how many elements make a piece of an elementwise loop that is worth giving to another processor.
const shared = 16 << 10

// run1 computes y = k(x); both are contiguous and of one dtype. They may be the same tensor.
func run1(k *kernels.Unary, y, x *Tensor) bool {
	switch x.dtype {
	case Float32:
		if y.store.room == anew && k.F32Past != nil {
			return loop1(k.F32Past, y, x)
		}
		return loop1(k.F32, y, x)
	case Float64:
		return loop1(k.F64, y, x)
	case Int64:
		return loop1(k.I64, y, x)
	case Int32:
		return loop1(k.I32, y, x)
	case Int8:
		return loop1(k.I8, y, x)
	case UInt8:
		return loop1(k.U8, y, x)
	case Int16:
		return loop1(k.I16, y, x)
	case UInt16:
		return loop1(k.U16, y, x)
	case UInt32:
		return loop1(k.U32, y, x)
	case UInt64:
		return loop1(k.U64, y, x)
	case Complex64:
		return loop1(k.C64, y, x)
	case Complex128:
		return loop1(k.C128, y, x)
	case Float16, BFloat16:
		return run1Wide(k.F32, y, x)
	}
	return false
}

// span2 is the rows of a binary kernel: offsets into whole storages, lengths of one where an operand repeats.
type span2 struct{ y, a, b, ny, na, nb int }

func loop2[D, E any](f func(dst []D, a, b []E), y, a, b *Tensor, s span2) bool {
	if f == nil {
		return false
	}
	y.have()
	a.have()
	b.have()
	dst, left, right := whole[D](y)[s.y:s.y+s.ny], whole[E](a)[s.a:s.a+s.na], whole[E](b)[s.b:s.b+s.nb]
	if s.ny < 2*shared {
		f(dst, left, right)
		return true
	}
	par.Range(s.ny, shared, func(lo, hi int) { f(dst[lo:hi], piece(left, s.ny, lo, hi), piece(right, s.ny, lo, hi)) })
	return true
}

// piece is the part from lo to hi of a row of n elements, or the element that repeats.
func piece[E any](row []E, n, lo, hi int) []E {
	if len(row) != n {
		return row
	}
	return row[lo:hi]
}

// run2 computes rows of y = k(a, b); all three have one dtype.
func run2(k *kernels.Binary, y, a, b *Tensor, s span2) bool {
	switch a.dtype {
	case Float32:
		if y.store.room == anew && k.F32Past != nil {
			return loop2(k.F32Past, y, a, b, s)
		}
		return loop2(k.F32, y, a, b, s)
	case Float64:
		if y.store.room == anew && k.F64Past != nil {
			return loop2(k.F64Past, y, a, b, s)
		}
		return loop2(k.F64, y, a, b, s)
	case Int64:
		if y.store.room == anew && k.I64Past != nil {
			return loop2(k.I64Past, y, a, b, s)
		}
		return loop2(k.I64, y, a, b, s)
	case Int32:
		if y.store.room == anew && k.I32Past != nil {
			return loop2(k.I32Past, y, a, b, s)
		}
		return loop2(k.I32, y, a, b, s)
	case Int8:
		return loop2(k.I8, y, a, b, s)
	case UInt8:
		return loop2(k.U8, y, a, b, s)
	case Int16:
		return loop2(k.I16, y, a, b, s)
	case UInt16:
		return loop2(k.U16, y, a, b, s)
	case UInt32:
		return loop2(k.U32, y, a, b, s)
	case UInt64:
		return loop2(k.U64, y, a, b, s)
	case Complex64:
		return loop2(k.C64, y, a, b, s)
	case Complex128:
		return loop2(k.C128, y, a, b, s)
	case Bool:
		return loop2(k.U8, y, a, b, s)
	}
	return false
}

// runCompare computes rows of y = k(a, b) where y is Bool.
func runCompare(k *kernels.Compare, y, a, b *Tensor, s span2) bool {
	switch a.dtype {
	case Float32:
		return loop2(k.F32, y, a, b, s)
	case Float64:
		return loop2(k.F64, y, a, b, s)
	case Int64:
		return loop2(k.I64, y, a, b, s)
	case Int32:
		return loop2(k.I32, y, a, b, s)
	case Int8:
		return loop2(k.I8, y, a, b, s)
	case UInt8:
		return loop2(k.U8, y, a, b, s)
	case Int16:
		return loop2(k.I16, y, a, b, s)
	case UInt16:
		return loop2(k.U16, y, a, b, s)
	case UInt32:
		return loop2(k.U32, y, a, b, s)
	case UInt64:
		return loop2(k.U64, y, a, b, s)
	case Complex64:
		return loop2(k.C64, y, a, b, s)
	case Complex128:
		return loop2(k.C128, y, a, b, s)
	case Bool:
		return loop2(k.U8, y, a, b, s)
	}
	return false
}

// runReduce reduces x, or its bands, to y along the rows of w, see reduction.
func runReduce(k *kernels.Reduce, join *kernels.Binary, y, x *Tensor, cut *bands, w *shape.Walk) bool {
	switch x.dtype {
	case Float32, Float16, BFloat16:
		return reduceLoop(k.F32, join.F32, y, x, cut, w)
	case Float64:
		return reduceLoop(k.F64, join.F64, y, x, cut, w)
	case Int64:
		return reduceLoop(k.I64, join.I64, y, x, cut, w)
	case Int32:
		return reduceLoop(k.I32, join.I32, y, x, cut, w)
	case Int8:
		return reduceLoop(k.I8, join.I8, y, x, cut, w)
	case UInt8:
		return reduceLoop(k.U8, join.U8, y, x, cut, w)
	case Int16:
		return reduceLoop(k.I16, join.I16, y, x, cut, w)
	case UInt16:
		return reduceLoop(k.U16, join.U16, y, x, cut, w)
	case UInt32:
		return reduceLoop(k.U32, join.U32, y, x, cut, w)
	case UInt64:
		return reduceLoop(k.U64, join.U64, y, x, cut, w)
	case Complex64:
		return reduceLoop(k.C64, join.C64, y, x, cut, w)
	case Complex128:
		return reduceLoop(k.C128, join.C128, y, x, cut, w)
	case Bool:
		return reduceLoop(k.U8, join.U8, y, x, cut, w)
	}
	return false
}

// runArg writes k of each row of n elements of x, which is contiguous, to y.
func runArg(k *kernels.Arg, y []int64, x *Tensor, n int) bool {
	switch x.dtype {
	case Float32:
		return argLoop(k.F32, y, x, n)
	case Float64:
		return argLoop(k.F64, y, x, n)
	case Int64:
		return argLoop(k.I64, y, x, n)
	case Int32:
		return argLoop(k.I32, y, x, n)
	case Int8:
		return argLoop(k.I8, y, x, n)
	case UInt8:
		return argLoop(k.U8, y, x, n)
	case Int16:
		return argLoop(k.I16, y, x, n)
	case UInt16:
		return argLoop(k.U16, y, x, n)
	case UInt32:
		return argLoop(k.U32, y, x, n)
	case UInt64:
		return argLoop(k.U64, y, x, n)
	case Bool:
		return argLoop(k.U8, y, x, n)
	}
	return false
}

// runRows computes y = k(x) for each row of n elements; both are contiguous.
func runRows(k *kernels.Unary, y, x *Tensor, n int) bool {
	switch x.dtype {
	case Float32:
		if k.F32Rows != nil && n > 0 {
			manyRows(k.F32Rows, flat[float32](y), flat[float32](x), n)
			return true
		}
		return rowLoop(k.F32, y, x, n)
	case Float64:
		return rowLoop(k.F64, y, x, n)
	case Int64:
		return rowLoop(k.I64, y, x, n)
	case Int32:
		return rowLoop(k.I32, y, x, n)
	case Int8:
		return rowLoop(k.I8, y, x, n)
	case UInt8:
		return rowLoop(k.U8, y, x, n)
	case Int16:
		return rowLoop(k.I16, y, x, n)
	case UInt16:
		return rowLoop(k.U16, y, x, n)
	case UInt32:
		return rowLoop(k.U32, y, x, n)
	case UInt64:
		return rowLoop(k.U64, y, x, n)
	case Complex64:
		return rowLoop(k.C64, y, x, n)
	case Complex128:
		return rowLoop(k.C128, y, x, n)
	}
	return false
}

// runOrder writes the order of each row of n elements of x, which is contiguous, to y, or the first of each.
func runOrder(k *kernels.Order, y []int32, x *Tensor, n int, descending bool) bool {
	switch x.dtype {
	case Float32:
		orderLoop(k.F32, y, flat[float32](x), n, descending)
	case Float64:
		orderLoop(k.F64, y, flat[float64](x), n, descending)
	case Int64:
		orderLoop(k.I64, y, flat[int64](x), n, descending)
	case Int32:
		orderLoop(k.I32, y, flat[int32](x), n, descending)
	case Int8:
		orderLoop(k.I8, y, flat[int8](x), n, descending)
	case UInt8:
		orderLoop(k.U8, y, flat[uint8](x), n, descending)
	case Int16:
		orderLoop(k.I16, y, flat[int16](x), n, descending)
	case UInt16:
		orderLoop(k.U16, y, flat[uint16](x), n, descending)
	case UInt32:
		orderLoop(k.U32, y, flat[uint32](x), n, descending)
	case UInt64:
		orderLoop(k.U64, y, flat[uint64](x), n, descending)
	case Bool:
		orderLoop(k.U8, y, flat[uint8](x), n, descending)
	default:
		return false
	}
	return true
}

func orderLoop[E any](f func(dst []int32, x []E, descending bool), y []int32, x []E, n int, descending bool) {
	if len(x) == 0 {
		return
	}
	most := len(y) / (len(x) / n)
	for i := range len(x) / n {
		interrupt.Check()
		f(y[i*most:(i+1)*most], x[i*n:(i+1)*n], descending)
	}
}

// manyRows is rowLoop for a function of many rows.
func manyRows(f func(dst, x []float32, n int), dst, x []float32, n int) {
	par.Range(len(x)/n, 1+sharedRows/n, func(lo, hi int) {
		interrupt.Check()
		f(dst[lo*n:hi*n], x[lo*n:hi*n], n)
	})
}

func rowLoop[E any](f func(dst, x []E), y, x *Tensor, n int) bool {
	if f == nil {
		return false
	}
	if n == 0 {
		return true
	}
	dst, src := flat[E](y), flat[E](x)
	par.Range(len(src)/n, 1+sharedRows/n, func(lo, hi int) {
		for i := lo * n; i < hi*n; i += n {
			interrupt.Check()
			f(dst[i:i+n], src[i:i+n])
		}
	})
	return true
}

// sharedRows is how many elements make a piece of rows that is worth giving to another processor.
const sharedRows = 8 << 10

func argLoop[E any](f func(x []E) int, y []int64, x *Tensor, n int) bool {
	if f == nil {
		return false
	}
	src := flat[E](x)
	par.Range(len(y), 1+shared/max(n, 1), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			y[i] = int64(f(src[i*n : (i+1)*n]))
		}
	})
	return true
}

// elements returns the elements of t, which must be contiguous, as a typed slice without copying.
func (t *Tensor) elements() any {
	switch t.dtype {
	case Float32:
		return flat[float32](t)
	case Float64:
		return flat[float64](t)
	case Int64:
		return flat[int64](t)
	case Int32:
		return flat[int32](t)
	case Int8:
		return flat[int8](t)
	case UInt8:
		return flat[uint8](t)
	case Int16:
		return flat[int16](t)
	case UInt16:
		return flat[uint16](t)
	case UInt32:
		return flat[uint32](t)
	case UInt64:
		return flat[uint64](t)
	case Complex64:
		return flat[complex64](t)
	case Complex128:
		return flat[complex128](t)
	case Bool:
		return flat[bool](t)
	case Float16:
		return flat[dtype.Half](t)
	case BFloat16:
		return flat[dtype.BF16](t)
	}
	Throw("Tensor", TypeError, "For 'Tensor', %d is no dtype; dtypes have names, such as tensor.Float32.", uint8(t.dtype))
	return nil
}
